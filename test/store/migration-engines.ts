// The engines that migrations are tested on.

import { rmSync } from 'node:fs';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from './fixtures.ts';
import type { Engine } from './migration.ts';
import { ownSchema } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

export function onSqlite(): Engine {
  let directory: string | undefined;
  const place = (): string => (directory ??= temporaryDirectory());
  return {
    name: 'SQLite',
    leaves: false,
    open: (wish) => openSqlite({ directory: place(), ...wish }),
    migrate: (wish, allowed) => migrateSqlite(place(), wish, allowed),
    async end() {
      if (directory !== undefined) rmSync(directory, { recursive: true });
      directory = undefined;
    },
  };
}

/** `place`: the address of its schema. */
export function onPostgres(): Engine & { place(): Promise<string> } {
  let schema: OwnSchema | undefined;
  const place = async (): Promise<string> => (schema ??= await ownSchema()).url;
  return {
    name: 'PostgreSQL',
    leaves: true,
    place,
    open: async (wish) => openPostgres({ url: await place(), ...wish }),
    migrate: async (wish, allowed) => migratePostgres(await place(), wish, allowed),
    async end() {
      await schema?.drop();
      schema = undefined;
    },
  };
}
