// A call that comes again with its key: its answer is the first one, each time, with the headers that it had.

import { expect, it } from 'vitest';

import type { Header } from '../../../src/verify/exchange.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { creates, keys, modelOf } from '../document.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';
import { INVALID, MISSING, things } from '../things.ts';

const MODEL = modelOf(
  things({
    create: creates('Thing', { Repeat: 'key' }, keys('Once')),
    codes: [
      MISSING,
      `${INVALID}, header \`Once\` missing`,
      '`other_body` | 422 | same key, other body',
      '`busy` | 409 | still running',
    ],
  }),
);

const FIRST = { status: 201, shown: { id: 7, title: 'a' }, headers: [['location', '/things/7']] as readonly Header[] };
const NEXT = { ...FIRST, shown: { id: 9, title: 'a' } };

/** Made by chance: nobody else has sent them. */
const KEY = '3f2b8c1e-9a40-4d57-8f6e-0b1c2d3e4f50';
const OTHER_KEY = '7d1c9b2a-55e4-4c38-a1f0-9e8d7c6b5a41';

type Answer = Partial<Recorded> & { readonly status: number; readonly key?: string };

/** What is found in calls with the same key, one after the other. */
function foundIn(...answers: readonly Answer[]): readonly string[] {
  const played = new Played(MODEL);
  return answers.map(({ key = KEY, ...answer }) => {
    const { call, ...rest } = exchangeOf({ method: 'POST', target: '/things', sent: { title: 'a' }, ...answer });
    const exchange = { ...rest, call: { ...call, headers: [...call.headers, ['Once', key] as const] } };
    return judge(played.world, exchange)
      .findings.map((one) => one.class)
      .join();
  });
}

it('is the first answer again, and again', () => {
  expect(foundIn(FIRST, FIRST, FIRST)).toEqual(['', '', '']);
  expect(foundIn(FIRST, NEXT)).toEqual(['', 'repeat counted']);
  expect(foundIn(FIRST, FIRST, NEXT)).toEqual(['', '', 'repeat counted']);
  expect(foundIn(FIRST, NEXT, FIRST)).toEqual(['', 'repeat counted', '']);
});

it('has the headers of the first one', () => {
  expect(foundIn(FIRST, { ...FIRST, headers: [['location', '/things/8']] })).toEqual(['', 'repeat counted']);
  expect(foundIn(FIRST, { ...FIRST, headers: [] })).toEqual(['', 'repeat counted']);
  expect(foundIn(FIRST, { ...FIRST, headers: [...FIRST.headers, ['date', 'now']] })).toEqual(['', '']);
});

it('is another call with another key, or when the key is kept no more', () => {
  expect(foundIn(FIRST, { ...NEXT, key: OTHER_KEY })).toEqual(['', '']);
  expect(foundIn(FIRST, { ...NEXT, at: 7200 })).toEqual(['', '']);
  expect(foundIn(FIRST, { ...FIRST, at: 3000 })).toEqual(['', '']);
});

it('may not go on under a key whose body was another one, and what is still running keeps nothing', () => {
  const other = { sent: { title: 'b' } };
  expect(foundIn(FIRST, { ...NEXT, ...other, shown: { id: 9, title: 'b' } })).toEqual(['', 'repeat counted']);
  expect(foundIn(FIRST, { ...other, status: 422, shown: { error: 'other_body' } }, FIRST)).toEqual(['', '', '']);
  const busy = { status: 409, shown: { error: 'busy' } };
  expect(foundIn({ status: 500 }, NEXT)[1]).toBe('');
  expect(foundIn(FIRST, busy)[1]).toMatch(/./);
});

it('is decided anew where the first answer is never kept, also where that was wrong', () => {
  expect(foundIn({ status: 500, shown: { error: 'out of order' } }, { ...NEXT, headers: [] })[1]).toBe('');
  expect(foundIn({ status: 500 }, FIRST, NEXT)[2]).toBe('repeat counted');
});
