// Opens the embedded store. In: a directory and the tables of a plan. Out: a Store, or CannotOpen with one sentence for
// the operator. Design, section 6 "Embedded store": node:sqlite, WAL, synchronous = FULL, group commit.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Table } from '../../plan/plan.ts';
import type { Store } from '../store.ts';
import { defineFunctions } from './functions.ts';
import { groupOf } from './group.ts';
import { migrate } from './migrate.ts';
import { programOf } from './program.ts';
import { schemaOf } from './schema.ts';
import { sizes } from './sizes.ts';

export interface SqliteOptions {
  /** Made when it is not there. */
  readonly directory: string;
  readonly tables: readonly Table[];
  /** Milliseconds after which a read that scans many rows is ended; the request is then `unavailable`. */
  readonly scanTimeout?: number;
}

/** Stand between the store and its COMMIT; for tests of what happens when it fails. */
export interface Seams {
  readonly commit?: (commit: () => void) => void;
}

export const FILE = 'data.sqlite';

export async function openSqlite(options: SqliteOptions, seams: Seams = {}): Promise<Store> {
  mkdirSync(options.directory, { recursive: true });
  const database = new DatabaseSync(join(options.directory, FILE), {
    enableForeignKeyConstraints: false,
    timeout: 250,
  });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  defineFunctions(database);
  const schema = schemaOf(options.tables);
  migrate(database, schema);
  const known = sizes(database, schema);
  const group = groupOf(database, { undone: () => known.forget(), commit: seams.commit ?? ((commit) => commit()) });
  return {
    prepare: (steps) => programOf(database, schema, known, group, steps),
    ready: async () => database.isOpen,
    async close() {
      await group.idle();
      database.close();
    },
  };
}
