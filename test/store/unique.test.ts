// A change that meets one unique index says so of that one alone: the row's own values are in nobody's way.

import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Bindings, Result, Store } from '../../src/store/store.ts';
import { BY_KEY, insertTask, literal, parameter, TABLES, temporaryDirectory } from './fixtures.ts';

let directory: string;
let store: Store;
beforeEach(async () => {
  directory = temporaryDirectory();
  store = await openSqlite({ directory, tables: TABLES });
  for (const [title, slug] of [
    ['one', 'a'],
    ['two', 'b'],
  ]) {
    expect(await run(insertTask({ slug: literal(slug!) }), { title: title! })).toMatchObject({ kind: 'done' });
  }
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function run(step: Step, bindings: Bindings): Promise<Result> {
  return store.prepare([step]).run(bindings);
}

/** Sets both of them, in the row of the key. */
const CHANGE: Step = {
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  set: [
    { column: 'title', value: parameter('title') },
    { column: 'slug', value: parameter('slug') },
  ],
  every: false,
  absent: 'no such Task',
  outcome: 'updated',
  answer: undefined,
};

describe('a change', () => {
  test.each([
    ['its own values', { title: 'TWO', slug: 'b' }, { kind: 'done' }],
    ['a title that is taken', { title: 'ONE', slug: 'b' }, { kind: 'refused', cause: 'Task.title taken' }],
    ['a slug that is taken', { title: 'two', slug: 'a' }, { kind: 'refused', cause: 'Task.slug taken' }],
    [
      'both of another row',
      { title: 'one', slug: 'a' },
      { kind: 'refused', cause: 'Task.title taken', also: ['Task.slug taken'] },
    ],
  ])('to %s', async (_what, bindings, expected) => {
    const result = await run(CHANGE, { key: 2, ...bindings });
    if (expected.kind === 'done') expect(result).toMatchObject(expected);
    else expect(result).toEqual(expected);
  });
});
