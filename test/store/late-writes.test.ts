// A write that is late only when its group is about to be kept: it is not kept, and those beside it are. Embedded.

import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { DEADLINE, type Judge } from '../../src/store/store.ts';
import { column, insertTask, select, TABLES, temporaryDirectory } from './fixtures.ts';

/** Takes 30 ms. */
const slow: Judge = () => {
  const until = performance.now() + 30;
  while (performance.now() < until);
  return undefined;
};

test('of writes that are kept together one that is late is left out, and the others are kept', async () => {
  const directory = temporaryDirectory();
  const store = await openSqlite({ directory, tables: TABLES });
  const program = store.prepare([insertTask()]);
  const now = performance.now();
  const results = await Promise.all([
    program.run({ title: 'before', [DEADLINE]: now + 60_000 }),
    program.run({ title: 'late', [DEADLINE]: now + 25 }),
    program.run({ title: 'slow' }, slow),
  ]);
  expect(results.map(({ kind }) => kind)).toEqual(['done', 'unavailable', 'done']);
  expect(results[1]).toMatchObject({ isLate: true });
  const list = store.prepare([
    { kind: 'list', select: select('Task', [column('title')], { where: undefined, order: [] }), total: false },
  ]);
  expect(await list.run({})).toMatchObject({ rows: [['before'], ['slow']] });
  await store.close();
  rmSync(directory, { recursive: true });
});
