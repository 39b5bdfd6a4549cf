// A copy is one moment of the data, whoever writes while it is made.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { backupSqlite } from '../../src/store/sqlite/backup.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from './fixtures.ts';
import { PLAIN } from './migrate-tables.ts';

test('what is written meanwhile by another connection is not in it, and makes it begin anew no time', async () => {
  const directory = temporaryDirectory();
  await (await openSqlite({ directory, tables: [PLAIN] })).close();
  const writer = new DatabaseSync(join(directory, FILE));
  writer.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO Task (title) SELECT 'before ' || i || hex(zeroblob(1000)) FROM n`);
  const steps: number[] = [];
  const file = join(directory, 'copy.sqlite');
  await backupSqlite({
    directory,
    file,
    progress(done) {
      steps.push(done);
      if (steps.length < 50) writer.exec(`INSERT INTO Task (title) VALUES ('meanwhile')`);
    },
  });
  expect(steps.length).toBeGreaterThan(1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  const copy = new DatabaseSync(file);
  expect(copy.prepare(`SELECT count(*) AS n, sum(title = 'meanwhile') AS m FROM Task`).get()).toEqual({
    n: 12_000,
    m: 0,
  });
  copy.close();
  writer.close();
  rmSync(directory, { recursive: true });
});
