// `ninefold backup COPY`: copies the data of an embedded store, also while it is served. Input: a file to be made and the directory of
// --data. Output: the file; progress on stderr; 1 with one sentence when it cannot be made.

import { resolve } from 'node:path';

import { backupSqlite } from '../store/sqlite/backup.ts';
import { FILE } from '../store/sqlite/open.ts';
import { CannotOpen } from '../store/store.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { progressOf } from './progress.ts';
import { effectiveSettings, masked, settingsOf } from './settings.ts';

export async function backup(
  file: string,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const { data, database } = settingsOf(effectiveSettings(flags, console));
  if (flags['database'] !== undefined || (data === undefined && database !== undefined))
    throw new Refusal(
      2,
      `data in PostgreSQL is copied by pg_dump, also while it is served: pg_dump --format=custom --file=${file} ${masked(database!)}; docs/operate.md has more`,
    );
  if (data === undefined) throw new Refusal(2, 'name the directory of the data: --data DIR, as serve prints it');
  const directory = resolve(console.directory, data);
  const target = resolve(console.directory, file);
  try {
    const bytes = await backupSqlite({ directory, file: target, progress: progressOf('copied', console) });
    console.out(`${target}: ${bytes} bytes`);
    console.err(
      `to run from it, copy it into a new directory under the name ${FILE}, and serve with --data that directory`,
    );
    return 0;
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}
