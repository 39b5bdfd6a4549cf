// `ninefold backup` beside a service that is written to: every write that was acknowledged before it began is in it, and
// the service never notices.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

import { FILE } from '../../src/store/sqlite/open.ts';
import { call, discard, ninefold, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';
import { DATABASE, hasPostgres, sql } from '../store/postgres.ts';

const DOCUMENT = 'examples/todo-backend.md';
/** Beside what this process does meanwhile. */
const tool = promisify(execFile);
const made: string[] = [];

afterEach(() => made.splice(0).forEach(discard));

function directory(): string {
  const path = scratch();
  made.push(path);
  return path;
}

function inDatabase(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

interface Load {
  /** Titles that were answered 201. */
  readonly kept: string[];
  readonly refused: number[];
  stop(): Promise<void>;
}

function load(service: Running): Load {
  const kept: string[] = [];
  const refused: number[] = [];
  const on = { is: true };
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 0; on.is; n++) {
      const title = `todo ${writer} ${n} ${'x'.repeat(2_000)}`;
      const status = await call(`${service.url}/todos`, 'POST', { title }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 201) kept.push(title);
      else refused.push(status);
      if (status === 0) return;
    }
  });
  return {
    kept,
    refused,
    async stop() {
      on.is = false;
      await Promise.all(writers);
    },
  };
}

function titles(file: string): readonly string[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT title FROM Todo').all();
  database.close();
  return rows.map(({ title }) => String(title));
}

test('a copy that is made under load has every write that was acknowledged before, and is served', async () => {
  const service = await serve(DOCUMENT, { data: directory() });
  const writing = load(service);
  while (writing.kept.length < 2_000) await new Promise((resolve) => setTimeout(resolve, 20));
  const restored = directory();
  const before = [...writing.kept];
  const file = join(directory(), 'copy.sqlite');
  const { status, stdout, stderr } = await ninefold(['backup', file, '--data', service.data]);
  const since = writing.kept.length - before.length;
  await writing.stop();
  expect([status, stderr]).toEqual([0, expect.stringContaining('under the name data.sqlite')]);
  expect(stdout).toMatch(/copy\.sqlite: \d+ bytes\n$/);
  // The service went on writing, and answered nothing else.
  expect(since).toBeGreaterThan(0);
  expect(writing.refused).toEqual([]);
  expect(readdirSync(join(file, '..'))).toEqual(['copy.sqlite']);
  cpSync(file, join(restored, FILE));
  const there = new Set(titles(join(restored, FILE)));
  expect(before.filter((title) => !there.has(title))).toEqual([]);
  const again = await serve(DOCUMENT, { data: restored });
  const { body } = await call(`${again.url}/todos`);
  expect(body.length).toBe(there.size);
  // Keys go on behind the last one.
  const { status: created, body: todo } = await call(`${again.url}/todos`, 'POST', { title: 'after' });
  expect(created).toBe(201);
  expect(body.map(({ url }: { url: string }) => url)).not.toContain(todo.url);
  await again.stop();
  await service.stop();
});

test('of a service that was killed, too: what was written is in the file beside the data', async () => {
  const service = await serve(DOCUMENT, { data: directory() });
  const writing = load(service);
  while (writing.kept.length < 50) await new Promise((resolve) => setTimeout(resolve, 20));
  const kept = [...writing.kept];
  await service.stop('SIGKILL');
  await writing.stop().catch(() => undefined);
  const file = join(directory(), 'copy.sqlite');
  expect((await ninefold(['backup', file, '--data', service.data])).status).toBe(0);
  const there = new Set(titles(file));
  expect(kept.filter((title) => !there.has(title))).toEqual([]);
});

test.skipIf(!hasPostgres)('a dump of a database that is written to is one moment of it, and is served', async () => {
  const names = [0, 1].map(() => `ninefold_${randomBytes(6).toString('hex')}`);
  const [first = '', second = ''] = names.map((name) => inDatabase(DATABASE, name));
  for (const name of names) await sql(`CREATE DATABASE ${name}`);
  const service = await serve(DOCUMENT, { database: first });
  const writing = load(service);
  while (writing.kept.length < 300) await new Promise((resolve) => setTimeout(resolve, 20));
  const before = [...writing.kept];
  const dump = join(directory(), 'dump');
  expect(await tool('pg_dump', ['--format=custom', `--file=${dump}`, first])).toEqual({ stdout: '', stderr: '' });
  expect(writing.kept.length).toBeGreaterThan(before.length);
  await writing.stop();
  expect(writing.refused).toEqual([]);
  expect(await tool('pg_restore', ['--no-owner', `--dbname=${second}`, dump])).toEqual({ stdout: '', stderr: '' });
  const again = await serve(DOCUMENT, { database: second });
  const { body } = await call(`${again.url}/todos`);
  const there = new Set(body.map(({ title }: { title: string }) => title));
  expect(before.filter((title) => !there.has(title))).toEqual([]);
  const { body: todo } = await call(`${again.url}/todos`, 'POST', { title: 'after' });
  expect(body.map(({ url }: { url: string }) => url)).not.toContain(todo.url);
  await again.stop();
  await service.stop();
  for (const name of names) await sql(`DROP DATABASE ${name}`);
});

test('nothing is overwritten, and what cannot be copied is said', async () => {
  const data = directory();
  const place = directory();
  const file = join(place, 'copy.sqlite');
  expect(await ninefold(['backup', file])).toMatchObject({ status: 2, stderr: expect.stringContaining('--data DIR') });
  const none = await ninefold(['backup', file, '--data', data]);
  expect(none).toMatchObject({ status: 1, stderr: `ninefold: There is no data in ${data}.\n` });
  writeFileSync(join(data, FILE), 'no database at all, but long enough to be taken for one'.repeat(20));
  const broken = await ninefold(['backup', file, '--data', data]);
  expect(broken.stderr).toBe(
    `ninefold: The data in ${data} cannot be copied to ${file}: the data file is not a database.\n`,
  );
  const service = await serve(DOCUMENT, { data: directory() });
  const nowhere = join(place, 'not', 'there.sqlite');
  const lost = await ninefold(['backup', nowhere, '--data', service.data]);
  expect(lost.stderr).toBe(`ninefold: There is no directory ${join(place, 'not')}.\n`);
  writeFileSync(file, 'mine');
  const taken = await ninefold(['backup', file, '--data', service.data]);
  expect(taken).toMatchObject({ status: 1, stderr: `ninefold: ${file} is there already.\n` });
  expect(readdirSync(place)).toEqual(['copy.sqlite']);
  mkdirSync(join(place, 'directory'));
  expect((await ninefold(['backup', join(place, 'directory'), '--data', service.data])).status).toBe(1);
  expect(existsSync(nowhere)).toBe(false);
  await service.stop();
});
