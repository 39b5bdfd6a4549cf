// An opaque cursor is a place between two rows, kept by its values: a row that changes meanwhile does not move it. Notation, part 4, "Pages by
// cursors".

import { expect, it } from 'vitest';

import { paged } from '../paged.ts';
import { Played } from '../recorded.ts';

const THINGS = paged();

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
