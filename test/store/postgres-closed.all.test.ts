// A database that takes no writes, as a standby does.

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { column, insertTask, select, TABLES } from './fixtures.ts';
import { DATABASE, hasPostgres, sql } from './postgres.ts';

test.skipIf(!hasPostgres)('it answers reads, and is not ready, and no start and no migration is for it', async () => {
  const name = `ninefold_${randomBytes(6).toString('hex')}`;
  const url = DATABASE.replace(/\/[^/]*$/, `/${name}`);
  const closed = async (is: string): Promise<void> => {
    await sql(`ALTER DATABASE ${name} SET default_transaction_read_only = ${is}`);
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  await sql(`CREATE DATABASE ${name}`);
  const store = await openPostgres({ url, tables: TABLES, connections: 3 });
  const list = store.prepare([{ kind: 'list', select: select('Task', [column('title')]), total: false }]);
  const add = async (): Promise<string> => {
    const result = await store.prepare([insertTask()]).run({ title: 'x' });
    return result.kind === 'unavailable' ? result.reason : result.kind;
  };
  try {
    expect(await store.ready()).toBe(true);
    await closed('on');
    // Not only because its connections were ended.
    await expect.poll(add).toBe('the database takes no writes');
    expect(await list.run({})).toMatchObject({ kind: 'done' });
    for (let i = 0; i < 3; i++) {
      await sql('SELECT 1', url);
      expect(await store.ready()).toBe(false);
    }
    const sentence = / takes no writes: default_transaction_read_only is on\.$/;
    await expect(openPostgres({ url, tables: TABLES })).rejects.toThrow(sentence);
    const wish = { tables: TABLES.slice(1), renames: [] };
    expect(await migratePostgres(url, wish, { apply: false, drop: false })).toMatchObject({ applied: false });
    await expect(migratePostgres(url, wish, { apply: true, drop: false })).rejects.toThrow(sentence);
    await closed('off');
    await expect.poll(() => store.ready()).toBe(true);
    expect(await add()).toBe('done');
  } finally {
    await store.close();
    await sql(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
