// First pages: which steps a list has for the size that is asked, and which lists may share a connection.

import { expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import { quickList } from '../../src/store/postgres/quick-lists.ts';
import { bySent } from '../../src/store/relational/sent.ts';
import type { Bindings, Program, Result } from '../../src/store/store.ts';
import { parameter, select } from './fixtures.ts';

type List = Extract<Step, { kind: 'list' }>;
const LIST: List = {
  kind: 'list',
  total: false,
  select: select('Note', [], {
    limit: parameter('query.limit', 'integer'),
    offset: parameter('query.offset', 'integer'),
  }),
};
const NONE: Result = { kind: 'done', rows: [] } as unknown as Result;

/** What each of the requests runs, and how many programs were made of the list. */
function runs(
  requests: readonly Bindings[],
  planned = true,
): { readonly ran: readonly List['select'][]; made: number } {
  const ran: List['select'][] = [];
  let made = 0;
  const program = bySent<Step>(
    [LIST],
    ([step]) => {
      made++;
      return {
        reads: true,
        run: () => {
          ran.push((step as List).select);
          return Promise.resolve(NONE);
        },
      } as Program;
    },
    planned,
  );
  for (const bindings of requests) void program.run(bindings);
  return { ran, made };
}

const page = (limit: number, offset = 0): Bindings => ({ 'query.limit': limit, 'query.offset': offset });
const size = (of: number): object => ({ kind: 'literal', value: of, type: 'integer' });

test('a first page says its size, and one that skips rows takes it as it comes', () => {
  const { ran, made } = runs([page(20), page(20, 20), page(20), page(10)]);
  expect(ran.map(({ limit, offset }) => [limit, offset])).toEqual([
    [size(20), undefined],
    [LIST.select.limit, LIST.select.offset],
    [size(20), undefined],
    [size(10), undefined],
  ]);
  expect(made).toBe(3);
});

test('an engine that does not plan by the size of a page gets one list', () => {
  const { ran, made } = runs([page(20), page(10), page(5, 5)], false);
  expect(ran.every(({ limit }) => limit === LIST.select.limit)).toBe(true);
  expect(made).toBe(1);
});

test('sizes without end make no programs without end', () => {
  const { ran, made } = runs(Array.from({ length: 500 }, (_, each) => page(each + 1)));
  expect(made).toBe(5);
  expect(ran.slice(4).every(({ limit, offset }) => limit === LIST.select.limit && offset === LIST.select.offset)).toBe(
    true,
  );
  expect(runs([page(-1), page(1.5), page(1e9), page(Number.NaN)]).made).toBe(1);
});

test('rows are skipped that many times over: the far page is a program of its own', () => {
  const { ran } = runs([page(20, 5000), page(20)]);
  expect(ran.map(({ far, limit }) => [far, limit])).toEqual([
    [true, LIST.select.limit],
    [undefined, size(20)],
  ]);
});

/** How many of the next lists go on a connection of their own. */
function alone(list: ReturnType<typeof quickList>): number {
  let many = 0;
  while (!list.mayShare()) many++;
  return many;
}

test('a list that was slow goes alone for a while, longer each time, and is trusted again', () => {
  const list = quickList();
  expect(alone(list)).toBe(0);
  list.took(60);
  expect(alone(list)).toBe(16);
  list.took(60);
  expect(alone(list)).toBe(32);
  for (let each = 0; each < 64 * 16; each++) list.took(1);
  list.took(60);
  expect(alone(list)).toBe(16);
  for (let each = 0; each < 20; each++) {
    list.took(60);
    alone(list);
  }
  list.took(60);
  expect(alone(list)).toBe(4096);
});

test('several that were sent together are slow for one reason', () => {
  const list = quickList();
  for (let each = 0; each < 10; each++) list.took(300);
  expect(alone(list)).toBe(16);
});
