// A service for tables of who may do what: its rows are made once, and laid anew after each change. Input: a document, an engine. Output:
// a service, what is kept as text, and a way back to the rows as they were laid.

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Model } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { type ServeOptions, serve, type Service } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { signingKeysFor } from '../serve/signing-keys-file.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where rows are kept. `lay`: from now on `back` leads here. */
interface Keeping {
  readonly store: Store;
  lay(service: Service): Promise<void>;
  back(service: Service): Promise<void>;
  kept(): Promise<string>;
  drop(): Promise<void>;
}

export interface Stage extends Omit<Keeping, 'store' | 'drop' | 'lay' | 'back'> {
  readonly service: Service;
  readonly plan: Plan;
  /** All that it says of itself. */
  readonly logged: string[];
  lay(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(
  source: string | Model,
  engine: Engine,
  more: Partial<ServeOptions> = {},
): Promise<Stage> {
  const plan = compile(typeof source === 'string' ? modelOf(source) : source);
  const keeping = await (engine === 'sqlite' ? inFiles(plan) : inSchema(plan));
  const keys = plan.signs && (await signingKeysFor(plan.signs.map(({ scheme }) => scheme)));
  const logged: string[] = [];
  const service = await serve({
    plan,
    store: keeping.store,
    host: '127.0.0.1',
    port: 0,
    operatorHost: '127.0.0.1',
    operatorPort: 0,
    bodyLimit: 1_000_000,
    requestTimeout: 20_000,
    // A rate would answer instead of what is attacked.
    limits: 'observe',
    marks: true,
    log: (line) => logged.push(line),
    ...(keys && { signingKeys: keys.file }),
    ...more,
  });
  return {
    service,
    plan,
    logged,
    kept: () => keeping.kept(),
    lay: () => keeping.lay(service),
    back: () => keeping.back(service),
    async close() {
      await service.close();
      await keeping.drop();
      keys?.drop();
    },
  };
}

async function inFiles(plan: Plan): Promise<Keeping> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const directory = mkdtempSync(join(place, 'ninefold-callers-'));
  const laid = join(directory, 'laid');
  let number = 0;
  let data = join(directory, '0');
  const open = (): Promise<Store> => openSqlite({ directory: data, tables: plan.storage });
  const reader = (): DatabaseSync => new DatabaseSync(join(data, 'data.sqlite'), { readOnly: true });
  const back = async (service: Service): Promise<void> => {
    const before = data;
    data = join(directory, String((number += 1)));
    cpSync(laid, data, { recursive: true });
    await service.swap(plan, await open());
    rmSync(before, { recursive: true, force: true });
  };
  return {
    back,
    store: await open(),
    async lay(service) {
      // Closed, it is whole in its files.
      const before = data;
      data = join(directory, 'parked');
      await service.swap(plan, await open());
      cpSync(before, laid, { recursive: true });
      await back(service);
    },
    kept() {
      const database = reader();
      const tables = plan.storage.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
      database.close();
      return Promise.resolve(JSON.stringify(tables));
    },
    drop: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
  };
}

async function inSchema(plan: Plan): Promise<Keeping> {
  const { ownSchema, sql } = await import('../store/postgres.ts');
  const { openPostgres } = await import('../../src/store/postgres/open.ts');
  const { url, drop } = await ownSchema();
  const tables = plan.storage.map(({ name }) => name);
  return {
    store: await openPostgres({ url, tables: plan.storage, effects: effectsOf(plan), connections: 2 }),
    async lay() {
      for (const name of tables) await sql(`CREATE TABLE "laid ${name}" AS TABLE "${name}"`, url);
    },
    async back() {
      const again = tables.map((name) => `INSERT INTO "${name}" OVERRIDING SYSTEM VALUE SELECT * FROM "laid ${name}"`);
      const names = tables.map((name) => `"${name}"`).join(', ');
      await sql(`BEGIN; TRUNCATE ${names}; ${again.join('; ')}; COMMIT`, url);
    },
    async kept() {
      const each = tables.map((name) => `(SELECT json_agg(t ORDER BY t::text) FROM "${name}" t)`);
      return JSON.stringify(await sql(`SELECT ${each.join(', ')}`, url));
    },
    drop,
  };
}
