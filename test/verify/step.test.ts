// What is kept of the calls of a run, which are more than there is room for.

import { expect, test } from 'vitest';

import { NOBODY } from '../../src/verify/explore/draft.ts';
import { cut, type Step } from '../../src/verify/explore/step.ts';

function stepOf(sent: string, shown: string): Step {
  const call = { method: 'POST', target: '/', headers: [], body: sent };
  return {
    draft: {
      linked: undefined,
      method: 'POST',
      path: [],
      query: [],
      headers: [],
      body: { kind: 'none' },
      actor: NOBODY,
      rows: [],
    },
    exchange: { call, reply: { status: 200, headers: [], body: shown }, from: 0, to: 0 },
    judgement: { findings: [], invented: [], inconclusive: [], exercised: [] },
    rows: [],
  };
}

const isWritten = ({ exchange }: Step): boolean =>
  Object.getOwnPropertyDescriptor(exchange.call, 'body')?.get === undefined;

test('white space that makes a body large is not kept, and is there when it is asked for', () => {
  const body = `{"a":1}${' '.repeat(70_000)}`;
  const step = stepOf(body, '');
  cut(step);
  expect(step.exchange.call.body === body).toBe(true);
  expect(isWritten(step)).toBe(false);
});

test.each([
  ['short', '{"a":1}  '],
  ['large', `"${'x'.repeat(70_000)}"`],
  ['large, with another white space', `"a"${' '.repeat(70_000)}\n`],
])('a body that is %s stays as it is', (_, body) => {
  const step = stepOf(body, '');
  cut(step);
  expect(step.exchange.call.body === body).toBe(true);
  expect(isWritten(step)).toBe(true);
});

test('of a long reply the beginning is kept', () => {
  const step = stepOf('', 'x'.repeat(70_000));
  cut(step);
  expect(step.exchange.reply).toMatchObject({ body: 'x'.repeat(65_536) });
});
