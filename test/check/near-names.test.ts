// Names that are misspelled where nothing declares them, and what a call leaves open: what check says of one slip in the depot of the
// deletion corpus. Input: edits of the document. Output: messages and what to write.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { understand } from '../laws/service.ts';

const DEPOT = readFileSync(join(import.meta.dirname, '..', 'deletions', 'depot.md'), 'utf8');

function reported(from: string, to: string): ReturnType<typeof check> {
  expect(DEPOT).toContain(from);
  return check(understand(DEPOT.replace(from, () => to)).model);
}

const said = (from: string, to: string): string =>
  reported(from, to)
    .diagnostics.map(({ message, fix = '' }) => `${message} ${fix}`)
    .join('\n');

it.each([
  [
    'a header that is repeated',
    '<header X-Trace>`, `X-Call',
    '<header X-Tracce>`, `X-Call',
    'did you mean `<header X-Trace>`?',
  ],
  [
    'the word before it',
    '<header X-Trace>`, `X-Call',
    '<haeder X-Trace>`, `X-Call',
    'did you mean `<header X-Trace>`?',
  ],
  [
    'a field of the body under When',
    '409 | none | `{"error": <code>}` | Another',
    '409 | body `litrse` > 5 | `{"error": <code>}` | Another',
    'write `` body `litres` `` in place',
  ],
  [
    'a field of the row under When',
    '409 | none | `{"error": <code>}` | Another',
    '409 | this `lirtes` > 5 | `{"error": <code>}` | Another',
    'write `` this `litres` `` in place',
  ],
])('%s is named with the one that was meant', (_, from, to, hint) => {
  expect(said(from, to)).toContain(hint);
});

test.each([
  ['Does', '- Does: creates Crate with `code` = {code}', '- Does: not shown'],
  [
    'who sets a field that is compared',
    '| `litres` | integer | yes | always | caller |',
    '| `litres` | integer | yes | always | not shown |',
  ],
  ['the type of what chooses fields', '| `fields` | array of string, by commas |', '| `fields` | not shown |'],
  [
    'the type of a reference that is whole',
    '| `maker` | Maker by `name` | yes | always |',
    '| `maker` | not shown | yes | always |',
  ],
  ['Does of a guarded change', '- Does: updates Crate', '- Does: not shown'],
  ['Headers in', '- Headers in: `X-Trace` optional', '- Headers in: not shown'],
  ['what an answer shows', '| 200 | found | Crate | `ETag` |', '| 200 | found | not shown | `ETag` |'],
])('%s that is not shown is a gap, and nothing that rests on it is called wrong or unsupported', (_, from, to) => {
  const { diagnostics, gaps } = reported(from, to);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(gaps.length).toBeGreaterThan(0);
});

test('Repeat that is not shown leaves `repeated` under When alone, and the code that only it names', () => {
  const { diagnostics } = reported(
    '- Repeat: same `code`, same values; other values: `other_crate` compared by `maker`, `litres`',
    '- Repeat: not shown',
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'Unexpected error `other_crate`: it has no cause and nothing names it.',
  ]);
});
