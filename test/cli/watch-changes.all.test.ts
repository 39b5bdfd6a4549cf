// What `serve --watch` asks of a service and its store when a document is saved, without a process around it: the service answers
// as a test tells it to, the store is the embedded one.

import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dataOf, type Data } from '../../src/cli/serving/data.ts';
import { shownAtFirst, type Shown } from '../../src/cli/serving/shown.ts';
import { openData } from '../../src/cli/serving/store.ts';
import { effectiveSettings, settingsOf } from '../../src/cli/settings.ts';
import { documentReader } from '../../src/cli/watching/document-reader.ts';
import { firstWithoutErrors } from '../../src/cli/watching/first.ts';
import { modelOf } from '../../src/cli/watching/texts.ts';
import { watchDocument } from '../../src/cli/watching/watch.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { StillBusy, type NextServed, type Service } from '../../src/serve/serve.ts';
import { FILE } from '../../src/store/sqlite/open.ts';
import { root } from '../examples/running.ts';
import { captured, type Captured } from './captured.ts';
import { failing, mendFiles } from './failing-files.ts';

const ORDERS = readFileSync(join(root, 'docs/orders.md'), 'utf8');
const STATUS = '| `status` | state |';
/** A field more, which may be left out: the tables allow requests of before. */
const WIDER = ORDERS.replace(STATUS, `| \`note\` | string | no | caller | any | none |\n${STATUS}`);
/** One that must be there. */
const OTHER = ORDERS.replace(STATUS, `| \`need\` | string | yes | caller | any | none |\n${STATUS}`);

let directory: string;
let rows: string;
let input: PassThrough;
let console: Captured;
let data: Data;
let shown: Shown;
let end: (() => Promise<void>) | undefined;
/** How the service takes a change. */
let change: (next: NextServed) => Promise<void>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-changes-'));
  rows = join(directory, 'a.data');
  input = new PassThrough();
  console = captured({ directory, input });
  change = async ({ open }) => void (await open());
});
afterEach(async () => {
  mendFiles();
  await end?.();
  end = undefined;
  await data.current().close();
  rmSync(directory, { recursive: true });
});

const planOf = (text: string): Plan => plan(modelOf(new Map([['a.md', text]]), 'a.md'));
const save = (text: string): void => writeFileSync(join(directory, 'a.md'), text);
const said = (words: RegExp): Promise<void> => expect.poll(() => console.stderr(), { timeout: 10_000 }).toMatch(words);

async function watching(text: string, flags: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const file = 'a.md';
  save(text);
  const settings = settingsOf(effectiveSettings(flags, console));
  const reader = documentReader();
  const { read: first, texts } = await firstWithoutErrors(file, new Map([[file, text]]), [], reader, console);
  data = await dataOf(settings, await openData(rows, first.plan, settings, 'migrate'));
  shown = shownAtFirst(first);
  const service = { change: (next: NextServed) => change(next) } as Service;
  const served = { first, texts, reader, shown, service, data, directory: rows };
  end = watchDocument({ file, ...served, settings, command: 'migrate', console });
}

test('a document that is mended as it was is told to be served again', async () => {
  await watching(ORDERS);
  save(ORDERS.replace('| Field | Type |', '| Field | Field |'));
  await said(/what was read before is served on/);
  save(`${ORDERS}\n`);
  await said(/\na\.md is served again: no change in what runs \(\d+ ms\)\n/);
  save(`${ORDERS}\n\n`);
  await said(/\na\.md: no change in what runs \(\d+ ms\)\n/);
});

test('a save that brings warnings shows those that are new with their lines, and only those', async () => {
  await watching(ORDERS);
  const unread = ORDERS.replace('| 0..10000 |', '| up to it |');
  save(unread);
  await said(/a\.md is served/);
  expect(console.stderr()).toMatch(/warning unreadable {2}Unexpected "up"[^]*\n\d+ \| .*up to it/);
  const before = console.stderr().length;
  save(unread.replace('# Orders', '# Orders of today\n'));
  await expect.poll(() => console.stderr().slice(before), { timeout: 10_000 }).toContain('a.md');
  expect(console.stderr().slice(before)).not.toContain('unreadable');
  save(ORDERS.replaceAll('| any | none |', '| w1 x | w2 x |').replace('| 0..10000 |', '| w3 x |'));
  await said(/\n2 more warnings: ninefold check a\.md/);
});

test('a change asks for as much room as the tables need', async () => {
  const rooms: string[] = [];
  change = async ({ room, open }) => {
    rooms.push(room);
    const before = data.current();
    await open();
    await before.close();
  };
  await watching(ORDERS);
  save(WIDER);
  await said(/a\.md is served/);
  save(OTHER);
  await said(/is served[^]*is served/);
  expect(rooms).toEqual(['beside', 'still']);
});

test('a save takes the place of the one before that could not be served yet', async () => {
  let tries = 0;
  change = async ({ room, open }) => {
    if (room === 'still' && ++tries > 0) throw new StillBusy('requests still run');
    await open();
  };
  await watching(ORDERS);
  save(OTHER);
  await said(/waits until requests that run have ended/);
  await expect.poll(() => tries, { timeout: 5_000 }).toBeGreaterThan(1);
  save(WIDER);
  await said(/a\.md is served/);
  expect(shown.current().plan).toEqual(planOf(WIDER));
  const after = tries;
  expect(console.stderr().match(/waits until/g)).toHaveLength(1);
  await end!();
  expect(tries).toBe(after);
});

test('a save that cannot be served yet is given up when the process ends', async () => {
  change = () => Promise.reject(new StillBusy('requests still run'));
  await watching(ORDERS);
  save(OTHER);
  await said(/waits until requests that run have ended/);
  await end!();
  expect(shown.current().plan).toEqual(planOf(ORDERS));
});

/** A row that does not fit what is saved; then `r` is offered. */
async function offered(): Promise<void> {
  const database = new DatabaseSync(join(rows, FILE));
  database.exec(`INSERT INTO "Order" (total, status) VALUES (100, 'open')`);
  database.close();
  change = async ({ room, open }) => {
    if (room === 'closed') await data.current().close();
    await open();
  };
  save(OTHER);
  await said(/r and Enter/);
}

function kept(directory: string): number {
  const database = new DatabaseSync(join(directory, FILE), { readOnly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM "Order"').get()!;
  database.close();
  return Number(count);
}

test('rows that are begun anew go by the clock of before', async () => {
  await watching(ORDERS, { clock: 'manual' });
  await data.clock.set!(Date.parse('2100-01-01T00:00:00Z'));
  await offered();
  input.write('r\n');
  await said(/a\.data is new\n/);
  expect(await data.current().notes.read('clock')).toBe('2100-01-01T00:00:00.000Z');
  expect([kept(rows), kept(`${rows}.before-1`)]).toEqual([0, 1]);
});

test('rows that cannot be begun anew are served as before', async () => {
  await watching(ORDERS);
  await offered();
  failing('mkdirSync', (path) => path === rows, 'ENOSPC', 1);
  input.write('r\n');
  await said(/a\.data cannot be put aside: .*the disk is full; nothing is changed\n/);
  expect([await data.current().ready(), kept(rows)]).toEqual([true, 1]);
  expect(shown.current().plan).toEqual(planOf(ORDERS));
  expect(readdirSync(directory).toSorted()).toEqual(['a.data', 'a.md']);
});

/** Of a directory, also of one that is removed. */
function openFiles(part: string): readonly string[] {
  const files = readdirSync('/proc/self/fd').flatMap((each) => {
    try {
      return readlinkSync(join('/proc/self/fd', each));
    } catch {
      // Closed since: that of the list itself.
      return [];
    }
  });
  return files.filter((path) => path.startsWith(directory) && path.includes(part));
}

test.runIf(process.platform === 'linux')('rows whose clock cannot be kept are let go of', async () => {
  await watching(ORDERS, { clock: 'manual' });
  await offered();
  vi.spyOn(data.clock, 'now').mockReturnValue(Number.NaN);
  input.write('r\n');
  await said(/a\.data cannot be put aside: .*; nothing is changed\n/);
  expect([openFiles('begun'), openFiles('data.sqlite').length > 0, kept(rows)]).toEqual([[], true, 1]);
});

test('rows that cannot be put back are not begun anew in their place', async () => {
  await watching(ORDERS);
  await offered();
  const aside = `${rows}.before-1`;
  failing('mkdirSync', (path) => path === rows, 'ENOSPC', 1);
  failing('renameSync', (path) => path === aside);
  input.write('r\n');
  await said(/the rows are in .*a\.data\.before-1, which cannot be called .*: nothing can be read or kept/);
  expect(console.stderr()).not.toMatch(/nothing is changed|is served as before/);
  expect([existsSync(rows), kept(aside), await data.current().ready()]).toEqual([false, 1, false]);
});
