// A process that migrates: `node migration-child.ts PLACE WISH`, a directory or a database, and what migrate-tables.ts exports.
// Prints `begun`, then `done`.

import { writeSync } from 'node:fs';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { FILLED, RENAMED } from './migrate-tables.ts';

const place = String(process.argv[2]);
const wish = process.argv[3] === 'FILLED' ? FILLED : RENAMED;
const allowed = { apply: true, drop: true };
writeSync(1, 'begun\n');
await (place.includes('://') ? migratePostgres(place, wish, allowed) : migrateSqlite(place, wish, allowed));
writeSync(1, 'done\n');
