// `ninefold copy`: what it says when it copies nothing, and of which of its two places it says it.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Table } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { literal } from '../store/fixtures.ts';
import { DATABASE, hasPostgres, ownSchema } from '../store/postgres.ts';
import type { OwnSchema } from '../store/postgres.ts';
import { captured } from './captured.ts';

const EXAMPLE = readFileSync(new URL('../../examples/todo-backend.md', import.meta.url), 'utf8');
/** A field that rows of the example have not. */
const NEWER = EXAMPLE.replace(/^\| `title` .*$/m, (row) => `${row}\n${row.replace('title', 'caption')}`);

const tablesOf = (source: string): readonly Table[] => {
  const { document, diagnostics } = read(source, 'todo.md');
  return plan(link(document, diagnostics)).storage;
};

let directory: string;
let schema: OwnSchema;
let shown: string;

async function ninefold(env: Readonly<Record<string, string>>, ...args: string[]): Promise<readonly [number, string]> {
  const console = captured({ directory, env });
  return [await run(args, console), console.stderr()];
}

async function fill(opened: Promise<Store>, tables: readonly Table[]): Promise<void> {
  const store = await opened;
  const values = tables[0]!.columns
    .filter(({ nullable }) => !nullable)
    .map(({ name, type }) => ({ column: name, value: literal(type === 'text' ? 'buy milk' : 0, type) }));
  const step = { kind: 'insert', table: 'Todo', values, answer: [], checks: [] } as const;
  expect(await store.prepare([step]).run({})).toMatchObject({ kind: 'done' });
  await store.close();
}

const has = (place: string): string =>
  `ninefold: ${place} has rows of Todo already: nothing is copied to where the document has rows.\n`;

const tables = tablesOf(EXAMPLE);
const inDirectory = (name: string): Promise<Store> => openSqlite({ directory: join(directory, name), tables });
const inDatabase = (): Promise<Store> => openPostgres({ url: schema.url, tables });

describe.skipIf(!hasPostgres)('copy', () => {
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ninefold-copy-'));
    writeFileSync(join(directory, 'todo.md'), EXAMPLE);
    writeFileSync(join(directory, 'newer.md'), NEWER);
    schema = await ownSchema();
    shown = DATABASE.replace(/\?.*$/s, '').replace(/:[^:/@]*@/, '@');
  });
  afterEach(async () => {
    rmSync(directory, { recursive: true });
    await schema.drop();
  });

  test('names the place that has rows already', async () => {
    await fill(inDirectory('a.data'), tables);
    const env = { NINEFOLD_DATABASE: schema.url };
    expect((await ninefold(env, 'copy', 'todo.md', '--data', 'a.data'))[0]).toBe(0);
    expect(await ninefold(env, 'copy', 'todo.md', '--data', 'a.data')).toEqual([1, has(shown)]);
    const back = ['copy', 'todo.md', '--data', 'a.data', '--back'];
    expect(await ninefold(env, ...back)).toEqual([1, has(join(directory, 'a.data'))]);
  });

  test('names the place that is not as the document says, with the command for it as it can be typed', async () => {
    await fill(inDirectory('a.data'), tables);
    await fill(inDatabase(), tables);
    const env = { NINEFOLD_DATABASE: schema.url };
    expect(await ninefold(env, 'copy', 'newer.md', '--data', 'a.data')).toEqual([
      1,
      `ninefold: What is kept in ${join(directory, 'a.data')} is not yet as the document says; ninefold migrate newer.md --data a.data (without database from environment NINEFOLD_DATABASE) tells what differs.\n`,
    ]);
    expect(await ninefold(env, 'copy', 'newer.md', '--data', 'b.data', '--back')).toEqual([
      1,
      `ninefold: What is kept in ${shown} is not yet as the document says; ninefold migrate newer.md tells what differs.\n`,
    ]);
  });

  test('names the place whose tables do not fit', async () => {
    await fill(inDatabase(), tables);
    await fill(openSqlite({ directory: join(directory, 'b.data'), tables: tablesOf(NEWER) }), tablesOf(NEWER));
    const [status, said] = await ninefold(
      { NINEFOLD_DATABASE: schema.url },
      'copy',
      'todo.md',
      '--data',
      'b.data',
      '--back',
    );
    expect(status).toBe(1);
    expect(said).toContain(`ninefold: Nothing was copied to ${join(directory, 'b.data')}. The document does not fit`);
    expect(said).toContain(
      'ninefold migrate todo.md --data b.data (without database from environment NINEFOLD_DATABASE) shows what can be done.',
    );
  });

  test('says of neither place that it is the other where there is no data', async () => {
    const env = { NINEFOLD_DATABASE: schema.url };
    mkdirSync(join(directory, 'a.data'));
    expect(await ninefold(env, 'copy', 'todo.md', '--data', 'a.data')).toEqual([
      1,
      `ninefold: There is no data in ${join(directory, 'a.data')}.\n`,
    ]);
    expect(await ninefold(env, 'copy', 'todo.md', '--data', 'a.data', '--back')).toEqual([
      1,
      `ninefold: There is no data in ${shown}.\n`,
    ]);
  });
});
