// A parameter that selects or orders rows is exercised only by a list that a service which ignores it would have shown otherwise.

import { expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { FILTERED } from '../filtered.ts';
import { Played, type Recorded } from '../recorded.ts';

const MODEL = modelOf(FILTERED);
const PAGED = modelOf(
  FILTERED.replace('- Pages: none', '- Pages: page `page`, size `size`; default 2, at most 9, more is refused'),
);

interface Thing {
  readonly id: number;
  readonly title: string;
  readonly rank: number;
  readonly state: string;
}

const thing = (id: number, title: string, rank: number): Thing => ({ id, title, rank, state: 'open' });
const [A, B, C] = [thing(1, 'a', 5), thing(2, 'b', 3), thing(3, 'c', 5)];

const creating = (one: Thing): Recorded => ({
  method: 'POST',
  target: '/things',
  sent: { title: one.title, rank: one.rank },
  status: 201,
  shown: one,
});

function told(query: string, made: readonly Thing[], shown: readonly Thing[], model = MODEL): readonly string[] {
  const played = new Played(model);
  const { findings, exercised } = played.last([
    ...made.map(creating),
    { target: `/things?${query}`, status: 200, shown },
  ]);
  expect(findings).toEqual([]);
  return exercised.filter((id) => id.includes('/query/')).map((id) => id.replace(/^.*\//, ''));
}

it.each([
  ['state=ended', []],
  ['least=4', [A]],
  ['q=a', [A]],
  ['sort=first', [B, A]],
])('%s leaves a row out, or turns two of them', (query, shown) => {
  expect(told(query, [A, B], shown)).toEqual([query.replace(/=.*/, '')]);
});

it.each([
  ['state=open', [A, C]],
  ['least=4', [A, C]],
  ['least=4&q=', [A, C]],
  ['sort=first', [A, C]],
])('%s shows what is shown without it', (query, shown) => {
  expect(told(query, [A, C], shown)).toEqual([]);
});

it('no rows tell nothing', () => {
  expect(told('state=open', [], [])).toEqual([]);
  expect(told('sort=first', [A], [A])).toEqual([]);
});

it('of two filters each only where the row is left out by it alone', () => {
  expect(told('least=4&q=a', [A, B], [A])).toEqual([]);
  expect(told('least=4&q=a', [A, B, C], [A])).toEqual(['q']);
});

it('a full page tells nothing of a row that may come behind it', () => {
  expect(told('least=4', [A, C, B], [A, C], PAGED)).toEqual([]);
  expect(told('least=4', [A, B, C], [A, C], PAGED)).toEqual(['least']);
  expect(told('least=4', [A, B], [A], PAGED)).toEqual(['least']);
});

it.each([
  ['state', MODEL],
  ['as `Thing.state`', modelOf(FILTERED.replace('| `state` | state | no', '| `state` | as `Thing.state` | no'))],
])('a state that is none is refused, and one that it shows is selected by: %s', (_, model) => {
  const played = new Played(model);
  const made = { method: 'POST', target: '/things', sent: { title: 'a', rank: 5 }, status: 201, shown: A };
  expect(played.last([made, { target: '/things?state=ended', status: 200, shown: [A] }]).findings).toMatchObject([
    { class: 'wrong body' },
  ]);
  expect(played.judge({ target: '/things?state=none', status: 200, shown: [] }).findings).toMatchObject([
    { class: 'wrong status' },
  ]);
});

it('shows a row that the call asks for, where nothing but the id is shown and nobody has seen which row has it', () => {
  const document = FILTERED.replace('201 created, Thing', '201 created, none').replace(
    '200 found, array of Thing',
    '200 found, array of Thing only `id`',
  );
  const played = new Played(modelOf(document));
  const made = { method: 'POST', target: '/things', status: 201 };
  const calls = [
    { ...made, sent: { title: 'a', rank: 3 } },
    { ...made, sent: { title: 'b', rank: 5 } },
    { target: '/things?least=4', status: 200, shown: [{ id: 2 }] },
  ];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
  expect(played.judge({ target: '/things?least=6', status: 200, shown: [{ id: 2 }] }).findings).toMatchObject([
    { class: 'wrong body' },
  ]);
});

function lacking(query: string, made: readonly Thing[], shown: readonly Thing[]): readonly unknown[] {
  const { findings } = new Played(PAGED).last([
    ...made.map(creating),
    { target: `/things?${query}`, status: 200, shown },
  ]);
  return findings.map((one) => [one.class, one.statement?.id]);
}

it('a row that a page lacks and that a filter lets through is of that filter', () => {
  expect(lacking('least=5', [A, B], [])).toEqual([['wrong body', '4/GET /things/query.least/selects']]);
});

it('a row that lacks between two others is of the list, also where the page is full', () => {
  expect(lacking('', [A, B, C], [A, C])).toEqual([['wrong body', '4/GET /things/does']]);
});

it('a row that a page lacks which the call asks for is of the page', () => {
  expect(lacking('least=5&page=1', [A, B], [])).toEqual([['broken page', '4/GET /things/pages']]);
});
