// A process that opens a directory with the tables of a changed document: `node migrate-child.ts DIRECTORY`. Prints
// `opening` before it begins and `open` when it is done, then waits to be ended; or the one sentence.

import { writeSync } from 'node:fs';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { CannotOpen } from '../../src/store/store.ts';
import { CHANGED } from './migrate-tables.ts';

writeSync(1, 'opening\n');
try {
  await openSqlite({ directory: String(process.argv[2]), tables: [CHANGED] });
  writeSync(1, 'open\n');
  setInterval(() => undefined, 1_000_000);
} catch (error) {
  if (!(error instanceof CannotOpen)) throw error;
  writeSync(1, `${error.message}\n`);
}
