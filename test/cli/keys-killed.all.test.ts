// `ninefold keys` beside processes that are killed: what was printed works, what was revoked stays revoked. docs/operate.md.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { plan as compile } from '../../src/plan/compile.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';
import { hasPostgres, ownSchema } from '../store/postgres.ts';
import { realScrypt } from '../real-scrypt.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const SOURCE = join(import.meta.dirname, '..', 'parts', 'authentication', 'keys-of-the-operator.md');

let directory: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-killed-'));
  copyFileSync(SOURCE, join(directory, 'depot.md'));
});
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

function keys(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const [action = '', ...more] = args;
  return spawnSync(process.execPath, [MAIN, 'keys', action, 'depot.md', ...more], { cwd: directory, encoding: 'utf8' });
}

interface Served {
  readonly url: string;
  readonly operator: string;
  kill(): Promise<void>;
}

function served(): Promise<Served> {
  const args = [MAIN, 'serve', 'depot.md', '--port', '0', '--operator-port', '0'];
  const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(said)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /listening on (http\S+)/.exec(said)?.[1];
      const operator = /operator on (http\S+)/.exec(said)?.[1];
      if (url === undefined || operator === undefined) return;
      resolve({ url, operator, kill: () => (child.kill('SIGKILL'), gone) });
    });
  });
}

const asked = async ({ url }: Served, key: string): Promise<number> => (await fetch(`${url}/who?key=${key}`)).status;

// Keys are made by another process.
realScrypt();

it('a key that was printed works behind kill -9, and one that was revoked or replaced does not', async () => {
  const before = keys('create', 'one', '--scheme', 'Link').stdout.trim();
  const first = await served();
  const at = ['--scheme', 'Link', '--operator', first.operator];
  const second = keys('create', 'two', ...at).stdout.trim();
  await first.kill();
  const again = await served();
  expect([await asked(again, before), await asked(again, second)]).toEqual([200, 200]);
  const replaced = keys('rotate', 'two', '--scheme', 'Link', '--operator', again.operator).stdout.trim();
  expect(keys('revoke', 'one', '--scheme', 'Link', '--operator', again.operator).status).toBe(0);
  await again.kill();
  const last = await served();
  expect(await Promise.all([before, second, replaced].map((key) => asked(last, key)))).toEqual([401, 401, 200]);
  await last.kill();
}, 120_000);

it.skipIf(!hasPostgres)(
  'with a database it works beside two processes that serve, and both refuse at once what is revoked',
  async () => {
    const depot = compile(modelOf(readFileSync(SOURCE, 'utf8')));
    const { url, drop } = await ownSchema();
    const open = (): ReturnType<typeof openPostgres> =>
      openPostgres({ url, tables: depot.storage, effects: effectsOf(depot), connections: 2 });
    const both = [await start(depot, { store: await open() }), await start(depot, { store: await open() })];
    const statuses = async (path: string, headers: Record<string, string> = {}): Promise<readonly number[]> =>
      Promise.all(both.map(async (one) => (await send(one, 'GET', path, undefined, headers)).status));
    const at = ['--database', url, '--scheme'];
    const key = keys('create', 'one', ...at, 'Link').stdout.trim();
    const password = keys('create', 'chief', ...at, 'Door', '--role', 'admin').stdout.trim();
    const authorization = `Basic ${Buffer.from(`chief:${password}`).toString('base64')}`;
    expect(await statuses(`/who?key=${key}`)).toEqual([200, 200]);
    expect(await statuses('/who', { authorization })).toEqual([200, 200]);
    expect(keys('revoke', 'one', ...at, 'Link').status).toBe(0);
    expect(keys('rotate', 'chief', ...at, 'Door').status).toBe(0);
    expect(await statuses(`/who?key=${key}`)).toEqual([401, 401]);
    expect(await statuses('/who', { authorization })).toEqual([401, 401]);
    for (const one of both) await one.stop();
    await drop();
  },
  120_000,
);
