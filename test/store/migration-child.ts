// A process that migrates: `node migration-child.ts PLACE`, a directory or a database. Prints `begun`, then `done`.

import { writeSync } from 'node:fs';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { RENAMED } from './migrate-tables.ts';

const place = String(process.argv[2]);
const allowed = { apply: true, drop: true };
writeSync(1, 'begun\n');
await (place.includes('://') ? migratePostgres(place, RENAMED, allowed) : migrateSqlite(place, RENAMED, allowed));
writeSync(1, 'done\n');
