// What other programs do to the data while a service writes to it, and a `kill -9` behind that: what was acknowledged is there,
// or the next start says that it is not. And two processes never get into one directory.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, discard, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';

const TODOS = 'examples/todo-backend.md';
const WRITERS = 8;

let root: string;
let data: string;
let service: Running;

beforeEach(async () => {
  root = scratch();
  data = join(root, 'data');
  service = await serve(TODOS, { data });
});
afterEach(async () => {
  service.process.kill('SIGKILL');
  discard(root);
});

/** Writers that go on until the service is gone. */
function load(url: string): { readonly acknowledged: Set<string>; refused: number } {
  const account = { acknowledged: new Set<string>(), refused: 0 };
  let number = 0;
  const writer = async (): Promise<void> => {
    for (;;) {
      const title = `todo ${number++}`;
      const { status } = await call(`${url}/todos`, 'POST', { title });
      if (status === 201) account.acknowledged.add(title);
      else if (status === 503) account.refused++;
      else throw new Error(`POST was answered ${status}`);
    }
  };
  for (let n = 0; n < WRITERS; n++) writer().catch(() => undefined);
  return account;
}

async function titles(url: string): Promise<Set<string>> {
  const { body } = await call(`${url}/todos`);
  return new Set((body as { title: string }[]).map(({ title }) => title));
}

/** What a start says that must not be; one that is there all the same is ended. */
async function refused(directory: string): Promise<string> {
  const started = await serve(TODOS, { data: directory }).catch((error: unknown) => String(error));
  if (typeof started === 'string') return started;
  started.process.kill('SIGKILL');
  return 'it has started';
}

const file = (end: string): string => join(data, `data.sqlite${end}`);

/** Somebody else's: of a length that ours has not. */
function foreign(end: string): string {
  const path = join(root, `foreign${end}`);
  writeFileSync(path, Buffer.alloc(100_000, 'this is no file of this service '));
  return path;
}

function overwrite(path: string, at: number): void {
  writeSync(openSync(path, 'r+'), Buffer.alloc(64, 0x5a), 0, 64, at);
}

type Fault = readonly [what: string, make: () => void, told: RegExp, left: 'all' | RegExp];

const BESIDE =
  /data\.sqlite-wal or data\.sqlite-shm was removed, moved or replaced.*all that was acknowledged is in data\.sqlite now/;
const DAMAGED_LOG = /is damaged: another program cut or overwrote data\.sqlite-wal/;
const DAMAGED_MAIN = /is damaged: another program cut, overwrote or replaced data\.sqlite;/;
const MARKED = /is damaged: that was noticed while it was served, data\.sqlite-damaged says what it was\. Keep a copy/;

const FAULTS: readonly Fault[] = [
  ['data.sqlite-wal is removed', () => rmSync(file('-wal')), BESIDE, 'all'],
  ['data.sqlite-wal is moved away', () => renameSync(file('-wal'), join(root, 'away')), BESIDE, 'all'],
  [
    'data.sqlite-wal is replaced',
    () => renameSync(foreign('-wal'), file('-wal')),
    BESIDE,
    /data\.sqlite-wal was cut or/,
  ],
  ['data.sqlite-wal is emptied', () => truncateSync(file('-wal')), DAMAGED_LOG, MARKED],
  ['data.sqlite-wal is cut', () => truncateSync(file('-wal'), 20_000), DAMAGED_LOG, MARKED],
  ['data.sqlite-wal is overwritten', () => copyFileSync(foreign('-wal'), file('-wal')), DAMAGED_LOG, MARKED],
  ['the beginning of data.sqlite-wal is overwritten', () => overwrite(file('-wal'), 0), DAMAGED_LOG, MARKED],
  ['data.sqlite is emptied', () => truncateSync(file('')), DAMAGED_MAIN, MARKED],
  ['data.sqlite is overwritten', () => copyFileSync(foreign(''), file('')), DAMAGED_MAIN, MARKED],
  [
    'data.sqlite is removed',
    () => rmSync(file('')),
    /not there any more: data\.sqlite was/,
    /data\.sqlite is not there\. Keep/,
  ],
  ['data.sqlite is replaced', () => renameSync(foreign(''), file('')), DAMAGED_MAIN, MARKED],
  ['data.sqlite-shm is removed', () => rmSync(file('-shm')), BESIDE, 'all'],
  ['the directory is moved away', () => renameSync(data, join(root, 'moved')), /not there any more/, 'all'],
];

describe.each(FAULTS)('%s', (_, make, told, left) => {
  it('stops acknowledging, is told, and is known to the next start', async () => {
    const account = load(service.url);
    await expect.poll(() => account.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(300);
    make();
    await expect.poll(() => account.refused, { timeout: 5_000, interval: 5 }).toBeGreaterThan(WRITERS);
    const { size } = account.acknowledged;
    await expect.poll(service.said, { timeout: 5_000 }).toMatch(told);
    const ready = await fetch(`${service.operator}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringMatching(told)]);
    expect((await fetch(`${service.operator}/livez`)).status).toBe(200);
    expect(account.acknowledged.size).toBe(size);
    await service.stop('SIGKILL');
    await sleep(50);
    if (!readdirSync(root).includes('data')) renameSync(join(root, 'moved'), data);
    if (left === 'all') {
      service = await serve(TODOS, { data });
      const kept = await titles(service.url);
      expect([...account.acknowledged].filter((title) => !kept.has(title))).toEqual([]);
    } else {
      expect(await refused(data)).toMatch(
        new RegExp(String.raw`^Error: serve ended with 1: ninefold: The data in .*${left.source}`),
      );
    }
  }, 60_000);
});

it('an index that is cut ends the process, and nothing is lost', async () => {
  const account = load(service.url);
  await expect.poll(() => account.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(300);
  truncateSync(file('-shm'));
  await expect.poll(() => service.process.exitCode ?? service.process.signalCode, { timeout: 10_000 }).not.toBeNull();
  service = await serve(TODOS, { data });
  const kept = await titles(service.url);
  expect([...account.acknowledged].filter((title) => !kept.has(title))).toEqual([]);
});

it('rights that are taken away leave what is open as it is', async () => {
  for (const end of ['', '-wal', '-shm']) execFileSync('chmod', ['000', file(end)]);
  expect((await call(`${service.url}/todos`, 'POST', { title: 'behind' })).status).toBe(201);
  for (const end of ['', '-wal', '-shm']) execFileSync('chmod', ['644', file(end)]);
  await service.stop('SIGKILL');
  service = await serve(TODOS, { data });
  expect(await titles(service.url)).toEqual(new Set(['behind']));
});

describe('a second process', () => {
  it.each([
    ['where the lock was removed', () => rmSync(join(data, 'lock'))],
    ['where an empty file is in the place of the lock', () => writeFileSync(join(root, 'lock'), '')],
    ['where the lock of another directory is in its place', () => copyFileSync(join(data, 'lock'), join(root, 'lock'))],
  ])('is refused %s', async (__, make) => {
    await call(`${service.url}/todos`, 'POST', { title: 'before' });
    make();
    if (readdirSync(root).includes('lock')) renameSync(join(root, 'lock'), join(data, 'lock'));
    for (let round = 0; round < 2; round++) expect(await refused(data)).toMatch(/is in use by another process/);
    expect((await call(`${service.url}/todos`, 'POST', { title: 'behind' })).status).toBe(201);
    expect((await fetch(`${service.operator}/readyz`)).status).toBe(200);
    await service.stop('SIGKILL');
    service = await serve(TODOS, { data });
    expect(await titles(service.url)).toEqual(new Set(['before', 'behind']));
  });

  it('is refused by another name of the directory, and by a second name of the file', async () => {
    const [link, elsewhere] = [join(root, 'link'), join(root, 'elsewhere')];
    symlinkSync(data, link);
    mkdirSync(elsewhere);
    linkSync(file(''), join(elsewhere, 'data.sqlite'));
    expect(await refused(link)).toMatch(/is in use by another process/);
    expect(await refused(elsewhere)).toMatch(/is in use by another process/);
    expect((await call(`${service.url}/todos`, 'POST', { title: 'behind' })).status).toBe(201);
  });

  it('starts on a copy, beside a backup, and at once after a kill', async () => {
    await call(`${service.url}/todos`, 'POST', { title: 'one' });
    const copy = join(root, 'copy');
    cpSync(data, copy, { recursive: true });
    const second = await serve(TODOS, { data: copy });
    expect(await titles(second.url)).toEqual(new Set(['one']));
    expect(await second.stop('SIGKILL')).toBe('SIGKILL');
    // A connection that only looks, as a backup does.
    const looking = new (await import('node:sqlite')).DatabaseSync(join(copy, 'data.sqlite'));
    looking.exec('PRAGMA query_only = ON; BEGIN; SELECT count(*) FROM sqlite_schema');
    const third = await serve(TODOS, { data: copy });
    looking.close();
    expect(await third.stop()).toBe(0);
    expect(statSync(join(dirname(file('')), 'lock')).isFile()).toBe(true);
  });
});
