// The examples of --help that need a service or a database work as they stand, but for the ports and the name of the
// database, which may be taken on this machine. The others: commands.test.ts.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { call, discard, root, scratch, serve } from '../examples/running.ts';
import { DATABASE, hasPostgres, sql } from '../store/postgres.ts';
import { examplesOf, RUNNING } from './help.ts';

let place: string;
/** Not the data of an example that was served in this folder. */
const isNoData = (path: string): boolean => !path.endsWith('.data');

beforeAll(() => {
  place = scratch();
  cpSync(join(root, 'examples'), join(place, 'examples'), { recursive: true, filter: isNoData });
});
afterAll(() => discard(place));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Stopped as soon as it has said `until`. */
async function typed(line: string, env: Readonly<Record<string, string>> = {}, until?: string): Promise<Ended> {
  const [program, ...args] = line.split(' ');
  expect(program).toBe('ninefold');
  const child = spawn(process.execPath, [join(root, 'bin', 'ninefold.cjs'), ...args], {
    cwd: place,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    if (until !== undefined && stdout.includes(until)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, stdout, stderr };
}

/** The value behind an option of a line. */
function given(line: string, option: string): string {
  const words = line.split(' ');
  expect(words).toContain(option);
  return words[words.indexOf(option) + 1]!;
}

async function runServe(line: string): Promise<void> {
  const ports = { NINEFOLD_PORT: '0', NINEFOLD_OPERATOR_PORT: '0' };
  const data = `data in ${join(place, 'examples', 'todo-backend.data')}\n`;
  const { status, stdout, stderr } = await typed(line, ports, data);
  const watching = line.includes('--watch') ? 'watching examples/todo-backend.md\n' : '';
  const counts = '6 operations: 6 run, 0 partly, 0 held\n';
  expect([status, stderr]).toEqual([0, `${counts}${watching}stopping; a second signal ends it at once\n`]);
  expect(stdout).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/m);
  expect(stdout).not.toContain('curl');
}

async function runRow(line: string): Promise<void> {
  const data = scratch();
  const service = await serve(join(place, line.split(' ')[3]!), { data });
  const person = { email: 'ann@x.org', name: 'Ann', password: 'the first of all' };
  const { body } = await call(`${service.url}/users`, 'POST', person);
  const { id } = (body as { user: { id: string } }).user;
  const own = line.replace(line.split(' ')[5]!, id).replace(given(line, '--operator'), service.operator);
  expect(await typed(own)).toMatchObject({ status: 0, stdout: `set User ${id}: role\n`, stderr: '' });
  await service.stop();
  discard(data);
}

async function runSeed(line: string): Promise<void> {
  const data = scratch();
  const service = await serve(join(place, line.split(' ')[2]!), { data });
  const { status, stdout, stderr } = await typed(line.replace(given(line, '--url'), service.url));
  // On a machine that is busy it says how far it is.
  expect([status, stderr.replace(/^\d+ % sent\n/gm, '')]).toEqual([0, '']);
  expect(stdout).toMatch(/^made [1-9]\d*, there already 0, failed 0, unknown 0\n$/);
  await service.stop();
  discard(data);
}

async function runVerify(line: string): Promise<void> {
  const data = scratch();
  const service = await serve(join(place, line.split(' ')[2]!), { data });
  const own = `${line.replace(given(line, '--url'), service.url)} --requests 60 --allow-gaps`;
  const { status, stdout } = await typed(own);
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^(?:pass|inconclusive): 0 failures/),
  ]);
  await service.stop();
  discard(data);
}

async function runCopy(line: string): Promise<void> {
  const document = join(place, line.split(' ')[2]!);
  const data = join(place, given(line, '--data'));
  discard(data);
  const service = await serve(document, { data });
  expect((await call(`${service.url}/todos`, 'POST', { title: 'kept' })).status).toBe(201);
  await service.stop();
  const database = new URL(given(line, '--database'));
  // Neither host nor user: PostgreSQL's own variables say them.
  expect([database.host, database.username, database.search]).toEqual(['', '', '']);
  const own = `ninefold_${randomBytes(6).toString('hex')}`;
  await sql(`CREATE DATABASE ${own}`);
  try {
    const { hostname, port, username, password } = new URL(DATABASE);
    const env = {
      PGHOST: hostname,
      PGPORT: port === '' ? '5432' : port,
      PGUSER: decodeURIComponent(username),
      ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    };
    const { status, stdout, stderr } = await typed(line.replace(database.href, `postgres:///${own}`), env);
    expect([status, stdout]).toEqual([0, 'Todo  1 row\n']);
    expect(stderr).toContain(`all of it is in postgres:///${own} and was compared`);
    const target = new URL(DATABASE);
    target.pathname = `/${own}`;
    expect(await sql('SELECT title FROM "Todo"', target.href)).toEqual([['kept']]);
  } finally {
    await sql(`DROP DATABASE ${own} WITH (FORCE)`);
  }
}

async function runAudit(line: string): Promise<void> {
  const file = line.split(' ')[2]!;
  const data = join(place, file.replace(/\.md$/, '.data'));
  discard(data);
  const service = await serve(join(place, file), { data, options: ['--audit'] });
  expect((await call(`${service.url}/todos`, 'POST', { title: 'written down' })).status).toBe(201);
  await service.stop();
  const { status, stdout, stderr } = await typed(line);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('written down');
  expect(stdout).toContain('POST /todos');
}

async function runEvents(line: string): Promise<void> {
  const file = line.split(' ')[3]!;
  const data = join(place, file.replace(/\.md$/, '.data'));
  discard(data);
  const service = await serve(join(place, file), { data });
  const owner = 'ada@example.org';
  // An address of this machine is not called, so that the event waits.
  const app = { owner, url: 'http://127.0.0.1:9/', secret: 'a secret of 24 octets...' };
  expect((await call(`${service.url}/apps`, 'POST', app)).status).toBe(201);
  const repair = { machine: 'Toaster', serial: 'SN-1', owner, estimate: 12.5 };
  const { body } = await call(`${service.url}/repairs`, 'POST', repair);
  expect((await call(`${service.url}/repairs/${body.id}/quote`, 'POST')).status).toBe(200);
  await service.stop();
  const { status, stdout, stderr } = await typed(line);
  expect(status).toBe(0);
  if (line.includes(' list ')) expect(stdout).toMatch(/^1 {2}\S+ {2}repair\.quoted {2}Repair 1 {2}/);
  else expect(stderr).toMatch(/^0 events are (?:dropped|erased)|^0 deliveries are sent again/);
}

const RUNS: Readonly<Record<(typeof RUNNING)[number], (line: string) => Promise<void>>> = {
  serve: runServe,
  row: runRow,
  seed: runSeed,
  verify: runVerify,
  copy: runCopy,
  events: runEvents,
  audit: runAudit,
};

describe.each(RUNNING)('%s', (command) => {
  it('has an example', () => {
    expect(examplesOf(command)).not.toEqual([]);
  });

  it.skipIf(command === 'copy' && !hasPostgres).each(examplesOf(command))('works as --help says: %s', (line) =>
    RUNS[command](line),
  );
});
