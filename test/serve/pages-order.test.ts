// A stated Order holds through pages: whatever the kind of Pages, its pages one behind the other are the list without
// pages, in the order that the document states, each row once.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const PAGES: readonly string[] = [
  'page and size; default 2',
  'page and size; default 3',
  'page and size; default 3, at most 3, more is 3',
  'page `p`, size `s`; default 3, at most 5, more is refused',
  'offset and limit',
  'offset `skip`, limit `take`; default 3, at most 4, more is refused',
];

interface Thing {
  readonly id: number;
  readonly rank?: number;
  readonly name?: string;
}

/** Ties in each field, and rows without a value: first by `rank`, then by `name`, then by creation. */
const RANKS = [2, 1, undefined, 2, 3, 1, undefined, 2, 3, 1, 2];
const NAMES = ['b', 'a', 'a', 'a', 'b', undefined, 'b', 'b', 'a', 'a', 'a'];

type Compare = (a: Thing, b: Thing) => number;

/** Rows without a value stand last, both ways. */
const by = (key: 'rank' | 'name', descending: boolean): Compare => {
  return (a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    if (left === right) return 0;
    return left < right === descending ? 1 : -1;
  };
};
const oldest: Compare = (a, b) => a.id - b.id;
const newest: Compare = (a, b) => b.id - a.id;

const ORDERS: Readonly<Record<string, readonly Compare[]>> = {
  'oldest first': [oldest],
  'newest first': [newest],
  '`rank` descending': [by('rank', true), oldest],
  '`name`': [by('name', false), oldest],
  '`rank` descending, then `name`': [by('rank', true), by('name', false), oldest],
  '`name` descending, then `rank`': [by('name', true), by('rank', false), oldest],
  '`rank` descending, then newest first': [by('rank', true), newest],
  '`rank`, then `name` descending, then newest first': [by('rank', false), by('name', true), newest],
};

const LISTS = Object.entries(ORDERS).flatMap(([order, compares], o) =>
  ['none', ...PAGES].map((pages, p) => ({ order, compares, pages, path: `/list-${o}-${p}` })),
);

const PLAN = planOf({
  resources: `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`rank\` | integer | no | caller | any | none |
| \`name\` | string | no | caller | any | none |
`,
  operations: `### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

${LISTS.map(
  ({ order, pages, path }) => `### GET ${path}
- Does: lists Thing
- Body: none
- Order: ${order}
- Pages: ${pages}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`,
).join('\n')}`,
});

let service: Running;
const things: Thing[] = [];
beforeAll(async () => {
  expect(PLAN.operations.map(({ id, runs }) => [id, runs])).toEqual(PLAN.operations.map(({ id }) => [id, 'yes']));
  service = await start(PLAN);
  for (const [place, rank] of RANKS.entries()) {
    const made = await send(service, 'POST', '/things', { rank, name: NAMES[place] });
    expect(made.status).toBe(201);
    things.push(made.json as Thing);
  }
});
afterAll(() => service.stop());

async function page(path: string, query: Readonly<Record<string, number>>): Promise<readonly Thing[]> {
  const { status, json } = await send(service, 'GET', `${path}?${new URLSearchParams(query as never).toString()}`);
  expect(status).toBe(200);
  return json as Thing[];
}

test.each(LISTS)('Order: $order, Pages: $pages', async ({ compares, pages, path }) => {
  const all = things.toSorted((a, b) => compares.map((one) => one(a, b)).find((one) => one !== 0) ?? 0);
  if (pages === 'none') {
    expect(await page(path, {})).toEqual(all);
    return;
  }
  const isOffset = pages.startsWith('offset');
  const [first, size] = [...pages.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const start = first ?? (isOffset ? 'offset' : 'page');
  const many = { [size ?? (isOffset ? 'limit' : 'size')]: 3 };
  const isFilled = pages.includes('default 3');
  const seen: Thing[] = [];
  for (let at = 0; at < things.length; at += 3) {
    const from = { [start]: isOffset ? at : at / 3 + 1 };
    const shown = await page(path, { ...from, ...many });
    expect(shown).toHaveLength(Math.min(3, things.length - at));
    if (isFilled) expect(await page(path, at === 0 ? {} : from)).toEqual(shown);
    seen.push(...shown);
  }
  expect(seen).toEqual(all);
});
