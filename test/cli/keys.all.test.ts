// `ninefold keys`: keys, and names with passwords, that the operator makes, beside a service that runs and without one. docs/operate.md.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from '../serve/running.ts';
import { captured } from './captured.ts';

const SOURCE = readFileSync(
  join(import.meta.dirname, '..', 'parts', 'authentication', 'keys-of-the-operator.md'),
  'utf8',
);
const depot = compile(modelOf(SOURCE));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-keys-'));
  writeFileSync(join(directory, 'depot.md'), SOURCE);
});
afterEach(() => rmSync(directory, { recursive: true }));

interface Done {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function keys(...args: string[]): Promise<Done> {
  const [action = '', ...more] = args;
  const console = captured({ directory });
  const status = await run(['keys', action, 'depot.md', ...more], console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

/** Serves the data of the directory while `work` runs. */
async function served<T>(work: (service: Running) => Promise<T>): Promise<T> {
  const store = await openSqlite({ directory: join(directory, 'depot.data'), tables: depot.storage });
  const service = await start(depot, { store });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

const status = async (service: Running, path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await send(service, 'GET', path, undefined, headers)).status;

async function withAnn(): Promise<void> {
  await served(async (service) => {
    const made = await send(service, 'POST', '/users', { email: 'ann@x.org', password: 'first secret' });
    expect(made.status).toBe(201);
  });
}

describe('ninefold keys, while nothing is served', () => {
  it('makes a key that works from the next start on, and prints it once and nothing else', async () => {
    await withAnn();
    const made = await keys('create', 'ci', '--scheme', 'Key', '--for', '1');
    expect(made).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^[A-Za-z0-9_-]{43}\n$/) as string,
      stderr: '"ci" has a new key; it is shown only now\n',
    });
    const key = made.stdout.trim();
    await served(async (service) => expect(await status(service, '/who', { 'x-key': key })).toBe(200));
    const listed = await keys('list');
    expect(listed.stdout).toMatch(/^Key: "ci", for 1, since \S+, until \S+\n$/);
    expect(listed.stdout + listed.stderr + made.stderr).not.toContain(key);
    for (const name of readdirSync(join(directory, 'depot.data')))
      expect(readFileSync(join(directory, 'depot.data', name), 'latin1')).not.toContain(key);
  });

  it('gives roles, replaces a key and revokes it', async () => {
    const first = (await keys('create', 'board', '--scheme', 'Link', '--role', 'reader')).stdout.trim();
    const second = (await keys('rotate', 'board', '--scheme', 'Link')).stdout.trim();
    await served(async (service) => {
      expect(await status(service, `/readers?key=${first}`)).toBe(401);
      expect(await status(service, `/readers?key=${second}`)).toBe(200);
    });
    expect(await keys('revoke', 'board', '--scheme', 'Link')).toMatchObject({ status: 0, stdout: '' });
    await served(async (service) => expect(await status(service, `/readers?key=${second}`)).toBe(401));
  });

  it('makes a name with a password', async () => {
    const password = (await keys('create', 'chief', '--scheme', 'Door', '--role', 'admin')).stdout.trim();
    const authorization = `Basic ${Buffer.from(`chief:${password}`).toString('base64')}`;
    await served(async (service) => expect(await status(service, '/who', { authorization })).toBe(200));
  });

  it('writes it into a new file of the owner alone, and makes nothing where there is one', async () => {
    const made = await keys('create', 'bare', '--scheme', 'Link', '--out', 'bare.key');
    expect(made).toMatchObject({ status: 0, stdout: '' });
    const file = join(directory, 'bare.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, 'utf8').trim();
    await served(async (service) => expect(await status(service, `/who?key=${key}`)).toBe(200));
    expect(await keys('create', 'other', '--scheme', 'Link', '--out', 'bare.key')).toMatchObject({ status: 1 });
    expect(await keys('create', 'bare', '--scheme', 'Link', '--out', 'new.key')).toMatchObject({ status: 1 });
    expect(readdirSync(directory)).not.toContain('new.key');
    expect((await keys('list')).stdout).toMatch(/^Link: "bare", since \S+\n$/);
  });

  it.each([
    [['make', 'ci'], 2],
    [['create'], 2],
    [['create', 'ci'], 2],
    [['create', 'ci', '--scheme', 'Session', '--for', '1'], 2],
    [['create', 'ci', '--scheme', 'Key'], 2],
    [['create', 'ci', '--scheme', 'Key', '--for', '7'], 1],
    [['create', 'ci', '--scheme', 'Link', '--role', 'admin'], 2],
    [['create', 'a:b', '--scheme', 'Door'], 2],
    [['rotate', 'ci', '--scheme', 'Key'], 1],
    [['revoke', 'ci', '--scheme', 'Key'], 1],
    [['revoke', 'ci', '--scheme', 'Key', '--for', '1'], 2],
    [['list', '--operator', 'nowhere'], 2],
    [['list', '--operator', 'http://127.0.0.1:1'], 1],
  ] as const)('refuses %j with %i, and prints no key', async (args, expected) => {
    const done = await keys(...args);
    expect([done.status, done.stdout]).toEqual([expected, '']);
    expect(done.stderr).toMatch(/^ninefold: .+\n$/);
  });
});

describe('ninefold keys, while the data is served', () => {
  it('asks the service through the port of its operator, and what is revoked is refused at once', async () => {
    await served(async (service) => {
      await send(service, 'POST', '/users', { email: 'ann@x.org', password: 'first secret' });
      const locked = await keys('create', 'ci', '--scheme', 'Key', '--for', '1');
      expect(locked).toMatchObject({ status: 1, stdout: '' });
      expect(locked.stderr).toContain('--operator URL');
      const at = ['--scheme', 'Key', '--operator', service.operatorUrl];
      const key = (await keys('create', 'ci', ...at, '--for', '1')).stdout.trim();
      expect(await status(service, '/who', { 'x-key': key })).toBe(200);
      expect((await keys('list', ...at)).stdout).toMatch(/^Key: "ci", for 1/);
      const other = (await keys('rotate', 'ci', ...at)).stdout.trim();
      expect(await status(service, '/who', { 'x-key': key })).toBe(401);
      expect(await status(service, '/who', { 'x-key': other })).toBe(200);
      expect((await keys('revoke', 'ci', ...at)).status).toBe(0);
      expect(await status(service, '/who', { 'x-key': other })).toBe(401);
      expect(service.logged).toEqual([
        'keys of Key: "ci" made by the operator',
        'keys of Key: "ci" replaced by the operator',
        'keys of Key: "ci" ended by the operator',
      ]);
      const pages = await Promise.all(
        ['/keys', '/plan', '/gaps', '/rows/User'].map(async (path) => (await fetch(service.operatorUrl + path)).text()),
      );
      for (const text of [...pages, ...service.logged]) for (const one of [key, other]) expect(text).not.toContain(one);
    });
  });

  it('takes nothing from a page of another origin', async () => {
    await served(async (service) => {
      const answer = await fetch(`${service.operatorUrl}/keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
        body: '{"do":"revoke","scheme":"Key","name":"ci"}',
      });
      expect(answer.status).toBe(403);
    });
  });
});
