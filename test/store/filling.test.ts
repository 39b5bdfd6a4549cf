// Rules that are new to rows that are there, on every engine.

import { describe } from 'vitest';
import { fillings } from './filling.ts';
import { onPostgres, onSqlite } from './migration-engines.ts';
import { hasPostgres } from './postgres.ts';

describe('SQLite', () => fillings(onSqlite()));
describe.skipIf(!hasPostgres)('PostgreSQL', () => fillings(onPostgres()));
