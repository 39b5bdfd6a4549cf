// An opaque cursor is a place between two rows, kept by its values: a row that changes meanwhile does not move it. Notation, part 4, "Pages by
// cursors".

import { expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { Played } from '../recorded.ts';
import { paged } from '../things.ts';

const THINGS = modelOf(paged());

function pagesOf(second: readonly number[]): readonly string[] {
  const played = new Played(THINGS);
  const titles = ['m', 'e', 'n', 'o'];
  const thing = (id: number): object => ({ id, title: titles[id - 1] });
  for (const [nth, title] of titles.entries())
    played.judge({ method: 'POST', target: '/things', sent: { title }, status: 201, shown: thing(nth + 1) });
  const first = { items: [thing(2), thing(1)], next: 'c1' };
  expect(played.judge({ method: 'GET', target: '/things', status: 200, shown: first }).findings).toEqual([]);
  titles[0] = 'a';
  played.judge({ method: 'PATCH', target: '/things/1', sent: { title: 'a' }, status: 200, shown: thing(1) });
  const rest = { items: second.map(thing), next: null };
  const { findings } = played.judge({ method: 'GET', target: '/things?after=c1', status: 200, shown: rest });
  return findings.map(({ expected }) => expected);
}

it('the rows behind it follow, wherever the row is by now', () => {
  expect(pagesOf([3, 4])).toEqual([]);
});

it('a row behind it that the page lacks is a failure', () => {
  expect(pagesOf([4])).not.toEqual([]);
});

const NEWEST = modelOf(paged({ Order: 'by query `sort`: `title` is `title` ascending; else newest first' }));

/** Four things, the page of the two newest, a change of the last one of it or none, and another page. */
function behind(target: string, shown: readonly number[], isChanged = false): readonly string[] {
  const played = new Played(NEWEST);
  const titles = ['m', 'e', 'n', 'o'];
  const thing = (id: number): object => ({ id, title: titles[id - 1] });
  for (const [nth, title] of titles.entries())
    played.judge({ method: 'POST', target: '/things', sent: { title }, status: 201, shown: thing(nth + 1) });
  const first = { items: [thing(4), thing(3)], next: 'c3' };
  expect(played.judge({ target: '/things', status: 200, shown: first }).findings).toEqual([]);
  titles[2] = isChanged ? 'z' : 'n';
  if (isChanged)
    played.judge({ method: 'PATCH', target: '/things/3', sent: { title: 'z' }, status: 200, shown: thing(3) });
  const { findings } = played.judge({ target, status: 200, shown: { items: shown.map(thing), next: null } });
  return findings.map((one) => `${one.class}: ${one.expected}`);
}

it('the last row of a page comes again on none behind it, whatever it shows meanwhile', () => {
  const again = 'broken page: items[0]: only rows behind those of the pages before, with 200 (success)';
  expect(behind('/things?after=c3', [3, 2])).toEqual([again]);
  expect(behind('/things?after=c3', [4, 2])).toEqual([again]);
  expect(behind('/things?after=c3', [3, 2], true)).toEqual([again]);
});

it('a page behind a row that has changed, but not in the order, lacks nothing', () => {
  expect(behind('/things?after=c3', [2, 1], true)).toEqual([]);
});

it('a cursor says nothing of a list in another order', () => {
  expect(behind('/things?after=c3&sort=title', [])).toEqual([]);
});
