// A call that comes again with its key: its answer is the first one, each time, with the headers that it had.

import { expect, it } from 'vitest';

import type { Header } from '../../../src/verify/exchange.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { creates, deletes, ID, keys, machine, modelOf, moves, resource } from '../document.ts';
import type { Model } from '../../../src/model/model.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';
import { INVALID, MISSING, things, TITLE } from '../things.ts';

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
const LAST_KEY = 'c4a8f0d2-1b3e-4f65-9a70-2d4c6e8f1b39';

type Answer = Partial<Recorded> & { readonly status: number; readonly key?: string };

/** What is found in calls with the same key, one after the other. */
function foundIn(...answers: readonly Answer[]): readonly string[] {
  return foundOf(MODEL, answers);
}

function foundOf(model: Model, answers: readonly Answer[]): readonly string[] {
  const played = new Played(model);
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

/** Its titles are unique, and a thing opens once. No Checks say what comes first. */
const MOVING = modelOf(
  things({
    thing: resource('Thing', [ID, TITLE, '`state` | state | yes | service: state'], { Unique: '`title`' }),
    create: creates('Thing', { Repeat: 'key' }, keys('Once')),
    operations:
      moves('POST /things/{id}/open', 'Thing.state to `open`', { Repeat: 'key' }) +
      keys('Once', { 'Applies to': '`POST /things/{id}/open`' }) +
      deletes('Thing', { Repeat: 'key' }, keys('Once', { 'Applies to': 'DELETE' })),
    states: machine(
      'Thing.state',
      ['`shut` | initial', '`open`'],
      ['(new) | `shut` | `POST /things`', '`shut` | `open` | `POST /things/{id}/open`'],
      { 'Any other move': '`moved`', 'Any other change': 'accepted' },
    ),
    codes: [
      MISSING,
      `${INVALID}, header \`Once\` missing`,
      '`taken` | 409 | any field taken',
      '`moved` | 409 | illegal move',
      '`other_body` | 422 | same key, other body',
      '`busy` | 409 | still running',
    ],
  }),
);

it('is no refusal that the first call itself has brought about, though any may come first', () => {
  const row = { id: 7, title: 'a', state: 'shut' };
  const made = { status: 201, shown: row };
  const taken = { status: 409, shown: { error: 'taken' } };
  expect(foundOf(MOVING, [made, made])).toEqual(['', '']);
  expect(foundOf(MOVING, [made, taken])).toEqual(['', 'repeat counted']);
  expect(foundOf(MOVING, [{ ...made, key: OTHER_KEY }, taken, taken])).toEqual(['', '', '']);
  const open = { target: '/things/7/open', sent: undefined, key: OTHER_KEY };
  const opened = { ...open, status: 200, shown: { ...row, state: 'open' } };
  const moved = { ...open, status: 409, shown: { error: 'moved' } };
  expect(foundOf(MOVING, [made, opened, opened])).toEqual(['', '', '']);
  expect(foundOf(MOVING, [made, opened, moved])).toEqual(['', '', 'repeat counted']);
  expect(foundOf(MOVING, [made, opened, { ...moved, at: 7200 }])).toEqual(['', '', '']);
  const gone = { method: 'DELETE', target: '/things/7', sent: undefined, key: OTHER_KEY, status: 204 };
  const missing = { ...gone, status: 404, shown: { error: 'missing' } };
  expect(foundOf(MOVING, [made, gone, gone])).toEqual(['', '', '']);
  expect(foundOf(MOVING, [made, gone, missing])).toEqual(['', '', 'repeat counted']);
});

it('may be refused first for what another call has brought about', () => {
  const row = { id: 7, title: 'a', state: 'shut' };
  const open = { target: '/things/7/open', sent: undefined, key: OTHER_KEY };
  const opened = { ...open, status: 200, shown: { ...row, state: 'open' } };
  const gone = { ...open, method: 'DELETE', target: '/things/7', key: LAST_KEY, status: 204 };
  const missing = { ...open, status: 404, shown: { error: 'missing' } };
  expect(foundOf(MOVING, [{ status: 201, shown: row }, opened, gone, missing])).toEqual(['', '', '', '']);
});

it('is no other refusal that might have come where it is refused with a code of its own', () => {
  expect(foundOf(MOVING, [{ status: 409, shown: { error: 'taken' } }])).toEqual(['']);
  expect(foundOf(MOVING, [{ status: 409, shown: { error: 'busy' } }])).toEqual(['wrong status']);
});
