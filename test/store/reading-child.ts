// What a user who may write nothing sees of a directory: rows to copy, then what would change. Input: the directory.

import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { sqliteSource } from '../../src/store/sqlite/copy.ts';
import { PLAIN } from './migrate-tables.ts';

const directory = process.argv[2]!;
const wish = { tables: [PLAIN], renames: [] };
const said: string[] = [];
for (const look of [copied, considered]) said.push(await look().catch((error: unknown) => String(error)));
console.log(JSON.stringify(said));

async function copied(): Promise<string> {
  const source = sqliteSource(directory, wish);
  const rows = await source.count('Task');
  source.close();
  return `${rows} rows`;
}

async function considered(): Promise<string> {
  const migration = await migrateSqlite(directory, wish, { apply: false, drop: false });
  return `${migration?.changes.length} changes`;
}
