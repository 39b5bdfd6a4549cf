// What the tests of `ninefold rows put` share: a folder with the example, or with a document of their own, on both engines.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { plan } from '../../src/plan/compile.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';
import { captured } from './captured.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'rows');
const isPostgres = process.env['TEST_ENGINE'] === 'postgres';

export let folder: string;
let place: readonly string[];
let end: () => Promise<unknown> = () => Promise.resolve();

/** Called by each file of tests: one that is loaded once gives its hooks to the first of them alone. */
export function inFolder(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-rows-'));
    copyFileSync(join(EXAMPLE, 'depots.md'), join(folder, 'depots.md'));
    copyFileSync(join(EXAMPLE, 'depots.json'), join(folder, 'depots.json'));
    place = [];
    if (!isPostgres) return;
    const { ownSchema } = await import('../store/postgres.ts');
    const { url, drop } = await ownSchema();
    place = ['--database', url];
    end = drop;
  });
  afterEach(async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  });
}

interface Told {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `rows`: what the file says; left out: what the example has. */
export async function put(rows?: unknown): Promise<Told> {
  const file = rows === undefined ? 'depots.json' : 'own.json';
  if (rows !== undefined)
    writeFileSync(join(folder, file), typeof rows === 'string' ? rows : JSON.stringify(rows, null, 2));
  const console = captured({ directory: folder });
  const status = await run(['rows', 'put', 'depots.md', file, ...place], console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

export async function served(path: string): Promise<unknown> {
  const planned = plan(modelOf(readFileSync(join(folder, 'depots.md'), 'utf8')));
  const { storage: tables } = planned;
  const store = isPostgres
    ? await (
        await import('../../src/store/postgres/open.ts')
      ).openPostgres({
        url: place[1]!,
        tables,
        effects: effectsOf(planned),
        fits: judgeKept,
      })
    : await openSqlite({ directory: join(folder, 'depots.data'), tables, fits: judgeKept });
  const service = await start(planned, { store });
  const { json } = await send(service, 'GET', path);
  await service.stop();
  await store.close();
  return json;
}
