// Limits that cannot hold, each an error at its line. Notation, part 8.

import { expect, it } from 'vitest';
import { understand } from '../../laws/service.ts';
import { sourceOf } from './document.ts';

const found = (...limits: readonly string[]): readonly string[] =>
  understand(sourceOf(limits)).errors.map((error) => JSON.stringify(error));

it.each([
  ['a rate of each request', ['Calls | 9 per minute | request | any | `slow`'], 'limit-per'],
  [
    'two numbers for the same calls',
    ['A | 9 per minute | caller | GET | `slow`', 'B | 10 per minute | caller | GET | `slow`'],
    'contradiction',
  ],
  [
    'two numbers for the same calls, in another order',
    [
      'A | 9 per minute | caller and IP address | GET, `POST /notes` | `slow`',
      'B | 10 per minute | IP address and caller | `POST /notes`, GET | `slow`',
    ],
    'contradiction',
  ],
])('%s', (_, limits, code) => {
  const errors = found(...limits);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(code);
});

it.each([
  ['of another time', 'B | 10 per hour | caller | GET | `slow`'],
  ['of other calls', 'B | 10 per minute | caller | POST | `slow`'],
  ['by something else', 'B | 10 per minute | IP address | GET | `slow`'],
])('two rates %s are two', (_, other) => {
  expect(found('A | 9 per minute | caller | GET | `slow`', other)).toEqual([]);
});
