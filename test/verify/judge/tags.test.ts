// The tag of an answer that shows several rows: another one where the body is another one, the same while nothing changes.

import { expect, it } from 'vitest';

import { lists, modelOf, table } from '../document.ts';
import { Played, type Recorded } from '../recorded.ts';
import { things } from '../things.ts';

const SHOWN = table('Status | When | Body | Headers', ['200 | found | array of Thing | `ETag`']);
const MODEL = modelOf(things({ list: lists('Thing', { Answers: undefined }, SHOWN) }));

const ROW = { id: 7, title: 'a' };
const MADE: Recorded = { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: ROW };

function listed(shown: readonly unknown[], etag: string): Recorded {
  return { target: '/things', status: 200, shown, headers: [['etag', etag]] };
}

const foundIn = (exchanges: readonly Recorded[]): readonly string[] =>
  new Played(MODEL).last(exchanges).findings.map((one) => `${one.class}: ${one.expected}; ${one.got}`);

it('is another one for another list', () => {
  expect(foundIn([listed([], '"1"'), MADE, listed([ROW], '"2"')])).toEqual([]);
  expect(foundIn([listed([], '"1"'), MADE, listed([ROW], '"1"')])).toEqual([
    expect.stringMatching(/^wrong header: header etag: another tag, as the body is another one.*; .*as before$/),
  ]);
});

it('stays while nothing has changed', () => {
  expect(foundIn([listed([], '"1"'), listed([], '"1"')])).toEqual([]);
  expect(foundIn([listed([], '"1"'), listed([], '"2"')])).toEqual([
    expect.stringMatching(/^wrong header: header etag: "1", as nothing has changed/),
  ]);
});

it('is held against long bodies, of which none is kept', () => {
  const rows = [7, 8, 9, 10].map((id) => ({ id, title: `a title of ${id}` }));
  const played = new Played(MODEL);
  expect(played.last([listed(rows, '"1"'), listed(rows, '"1"')]).findings).toEqual([]);
  expect([...played.world.tags.views.values()].map(({ body }) => body.length)).toEqual([44]);
  expect(foundIn([listed(rows, '"1"'), listed(rows, '"2"')])).toEqual([
    expect.stringMatching(/^wrong header: header etag: "1", as nothing has changed/),
  ]);
});
