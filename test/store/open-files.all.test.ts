// What other programs do to the files of the data while they are open, and what lies there when the process is killed then:
// each fault is noticed before the next write is acknowledged, and after a kill all that was acknowledged is there, or a start
// says that it is not.

import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backupSqlite } from '../../src/store/sqlite/backup.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Result, Store } from '../../src/store/store.ts';
import { column, insertTask, parameter, select, TABLES, temporaryDirectory } from './fixtures.ts';
import { trials } from '../trials.ts';

const LOG = `${FILE}-wal`;
const INDEX = `${FILE}-shm`;
const ROWS = 40;

let root: string;
let directory: string;
/** Of a service of its own, with other rows. */
let other: string;
let store: Store;
let database: DatabaseSync;

/** Two folders: `other`, and `of another`, which is the same as it lies while it is open, with its log. */
let template: string;
/** Another program that copies and reads files. One for all tests: to start one costs more than a test. */
let outside: ChildProcessWithoutNullStreams;

beforeAll(async () => {
  outside = spawn('sh');
  template = temporaryDirectory();
  const store = await openSqlite({ directory: join(template, 'other'), tables: TABLES });
  for (let n = 0; n < 2 * ROWS; n++) await write(store, `other ${n}`);
  await byAnother(`cp -a '${join(template, 'other')}' '${join(template, 'of another')}'`);
  await store.close();
});
afterAll(() => {
  outside.kill();
  rmSync(template, { recursive: true });
});

async function byAnother(command: string): Promise<string> {
  outside.stdin.write(`${command}\necho done\n`);
  let said = '';
  while (!said.endsWith('done\n')) said += String((await once(outside.stdout, 'data'))[0]);
  return said;
}

beforeEach(async () => {
  root = temporaryDirectory();
  [directory, other] = [join(root, 'served'), join(root, 'other')];
  cpSync(template, root, { recursive: true, preserveTimestamps: true });
  store = await openSqlite({ directory, tables: TABLES }, { opened: (given) => void (database = given) });
  for (let n = 0; n < ROWS; n++) {
    // A part of the rows is in the data file then, and a part in a log that has nothing else.
    if (n === ROWS / 2) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect((await write(store, `row ${n}`)).kind).toBe('done');
  }
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

function write(to: Store, title: string): Promise<Result> {
  return Promise.resolve(to.prepare([insertTask()]).run({ title }));
}

async function rows(of: Store): Promise<number | string> {
  const result = await of.prepare([{ kind: 'list', select: select('Task', [column('title')]), total: false }]).run({});
  return result.kind === 'done' ? result.rows.length : result.kind;
}

/** What a kill would leave: the files as they lie. This process must not read them: closing one lets go of SQLite's locks. */
async function afterKill(): Promise<number | string> {
  const left = await killed();
  const found = await start(left);
  return typeof found === 'string' ? found.replaceAll(left, 'DIR') : found;
}

/** Of files that this process has not opened. */
function sums(of: string): Readonly<Record<string, string>> {
  const names = readdirSync(of).filter((name) => name.startsWith(FILE));
  const sum = (name: string): string =>
    createHash('sha1')
      .update(readFileSync(join(of, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

const sumOfData = (): Promise<string> => byAnother(`cksum '${at(FILE)}'`);

async function killed(): Promise<string> {
  const left = join(root, 'killed');
  await byAnother(`cp -a '${directory}' '${left}'`);
  return left;
}

async function start(left: string): Promise<number | string> {
  const found = sums(left);
  try {
    const again = await openSqlite({ directory: left, tables: TABLES });
    const count = await rows(again);
    await again.close();
    return count;
  } catch (error) {
    expect(sums(left)).toEqual(found);
    return (error as Error).message;
  }
}

/** With a fault behind the COMMIT of the second write, or before it. */
async function during(fault: () => void, isBefore = false): Promise<Result> {
  let isDue = false;
  const commit = (run: () => void): void => {
    if (isDue && isBefore) fault();
    run();
    if (isDue && !isBefore) fault();
    isDue = false;
  };
  store = await openSqlite({ directory, tables: TABLES }, { commit });
  expect((await write(store, 'before')).kind).toBe('done');
  isDue = true;
  return write(store, 'the one');
}

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  writeSync(openSync(path, 'r+'), bytes, 0, bytes.length, at);
}

const at = (name: string): string => join(directory, name);
const garbage = (length: number): Uint8Array => new Uint8Array(length).fill(0x5a);

interface Case {
  readonly fault: string;
  readonly make: () => void;
  readonly noticed: RegExp;
  /** All rows; or what a start says. */
  readonly left: number | RegExp;
  readonly reads: number | 'unavailable';
  /** All rows, where a stop in good order leaves more than a kill. */
  readonly stopped?: number;
}

const DAMAGED =
  /^The data in DIR is damaged: that was noticed while it was served, data\.sqlite-damaged says what it was\./;

const CASES: readonly Case[] = [
  {
    fault: 'the log is removed',
    make: () => rmSync(at(LOG)),
    noticed:
      /data\.sqlite-wal .* was removed.* all that was acknowledged is in data\.sqlite now: stop and start again$/,
    left: ROWS,
    reads: ROWS,
  },
  {
    fault: 'the log is moved away',
    make: () => renameSync(at(LOG), join(root, 'away')),
    noticed: /data\.sqlite-wal .* was removed.* all that was acknowledged is in data\.sqlite now/,
    left: ROWS,
    reads: ROWS,
  },
  {
    fault: 'the log of another service takes its place',
    make: () => renameSync(join(root, 'of another', LOG), at(LOG)),
    noticed: /data\.sqlite-wal .* was removed, moved or replaced.* all that was acknowledged is in data\.sqlite now/,
    left: /^The data in DIR is damaged: data\.sqlite-wal was cut or overwritten/,
    reads: ROWS,
    stopped: ROWS,
  },
  { fault: 'the log is emptied', make: () => truncateSync(at(LOG)), ...damaged(LOG) },
  { fault: 'the log is cut', make: () => truncateSync(at(LOG), statSync(at(LOG)).size - 1), ...damaged(LOG) },
  {
    fault: 'the log is overwritten from its beginning',
    make: () => overwrite(at(LOG), 0, garbage(64)),
    ...damaged(LOG),
  },
  { fault: 'one octet in its middle is another', make: () => overwrite(at(LOG), 40_000, garbage(1)), ...damaged(LOG) },
  {
    fault: 'the log of another service is copied over it',
    make: () => copyFileSync(join(root, 'of another', LOG), at(LOG)),
    ...damaged(LOG),
  },
  {
    fault: 'the data file is removed',
    make: () => rmSync(at(FILE)),
    noticed: /is not there any more: data\.sqlite was removed/,
    left: /^The data in DIR is damaged: data\.sqlite is not there\. Keep a copy/,
    reads: ROWS,
  },
  {
    fault: 'the directory is moved away',
    make: () => renameSync(directory, join(root, 'away')),
    noticed: /is not there any more: data\.sqlite was removed/,
    left: /No such file/,
    reads: ROWS,
  },
  { fault: 'the data file is emptied', make: () => truncateSync(at(FILE)), ...damaged(FILE) },
  { fault: 'another file takes its place', make: () => renameSync(join(other, FILE), at(FILE)), ...damaged(FILE) },
  { fault: 'the data file is cut', make: () => truncateSync(at(FILE), 4_096), ...damaged(FILE) },
  { fault: 'the data file is overwritten', make: () => overwrite(at(FILE), 5_000, garbage(100)), ...damaged(FILE) },
  {
    fault: 'the data file of another service is copied over it',
    make: () => copyFileSync(join(other, FILE), at(FILE)),
    ...damaged(FILE),
  },
  {
    fault: 'the data file of another service is copied over it, with its time',
    make() {
      copyFileSync(join(other, FILE), at(FILE));
      const { atime, mtime } = statSync(join(other, FILE));
      utimesSync(at(FILE), atime, mtime);
    },
    ...damaged(FILE),
  },
];

function damaged(name: string): Pick<Case, 'noticed' | 'left' | 'reads'> {
  const noticed = new RegExp(`is damaged: another program cut.* ${name.replace('.', String.raw`\.`)}[,;]`);
  return { noticed, left: DAMAGED, reads: 'unavailable' };
}

describe.each(CASES)('$fault', ({ make, noticed, left, reads, stopped = left }) => {
  test('and the next write is not acknowledged, the operator is told, and a start knows', async () => {
    expect((await write(store, 'before')).kind).toBe('done');
    // Behind the tick of the clock in which it was written.
    await sleep(10);
    make();
    expect((await write(store, 'behind')).kind).toBe('unavailable');
    expect(store.trouble?.()).toMatch(noticed);
    expect(await store.ready()).toBe(false);
    expect(await rows(store)).toBe(typeof reads === 'number' ? reads + 1 : reads);
    if (!existsSync(directory)) return;
    const found = await afterKill();
    if (typeof left === 'number') expect(found).toBe(left + 1);
    else expect(found).toMatch(left);
  });

  test('and who asks whether the service is ready is told', async () => {
    expect((await write(store, 'before')).kind).toBe('done');
    expect(await store.ready()).toBe(true);
    expect(store.trouble?.()).toBeUndefined();
    make();
    expect(await store.ready()).toBe(false);
    expect(store.trouble?.()).toMatch(noticed);
  });

  test('and a stop in good order changes nothing of it', async () => {
    expect((await write(store, 'before')).kind).toBe('done');
    make();
    const main = existsSync(at(FILE)) ? await sumOfData() : undefined;
    await store.close();
    if (!existsSync(directory)) return;
    // Nothing of a damaged log is copied into it, and nothing into a file that another program wrote.
    if (left === DAMAGED) expect(await sumOfData()).toBe(main);
    const found = await afterKill();
    if (typeof stopped === 'number') expect(found).toBe(stopped + 1);
    else expect(found).toMatch(stopped);
  });
});

describe('between the COMMIT and its acknowledgement', () => {
  beforeEach(async () => {
    await store.close();
  });
  test.each([
    ['cut', () => truncateSync(at(LOG), statSync(at(LOG)).size - 1)],
    ['overwritten at its end', () => overwrite(at(LOG), statSync(at(LOG)).size - 4_120, garbage(24))],
    ['overwritten at its beginning', () => overwrite(at(LOG), 16, garbage(8))],
    ['replaced in place', () => copyFileSync(join(root, 'of another', LOG), at(LOG))],
  ])('a log that is %s keeps it from being acknowledged', async (_, fault) => {
    expect(await during(fault)).toEqual({ kind: 'unavailable', reason: 'data.sqlite-wal is damaged' });
    expect(await afterKill()).toMatch(DAMAGED);
  });

  test('a log that was cut before the COMMIT, which makes it as long again, does, too', async () => {
    const reason = 'data.sqlite-wal is damaged';
    expect(await during(() => truncateSync(at(LOG), statSync(at(LOG)).size - 5_000), true)).toEqual({
      kind: 'unavailable',
      reason,
    });
    expect(await afterKill()).toMatch(DAMAGED);
  });

  test('the directory that is moved away does, too', async () => {
    const reason = 'data.sqlite is not there any more';
    expect(await during(() => renameSync(directory, join(root, 'away')))).toEqual({ kind: 'unavailable', reason });
  });

  test('a log that is removed does not: what it held is in the data file when it is acknowledged', async () => {
    expect((await during(() => rmSync(at(LOG)))).kind).toBe('done');
    expect((await write(store, 'behind')).kind).toBe('unavailable');
    expect(await afterKill()).toBe(ROWS + 2);
  });
});

describe('what looks like a fault and is none', () => {
  test('another program that reads, writes and copies the log by SQLite', async () => {
    const program = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      for (let n = 0; n < 5; n++) database.exec("UPDATE Task SET count = 7; PRAGMA wal_checkpoint(" + process.argv[2] + ")");
      console.log(database.prepare('SELECT count(*) AS n FROM Task').get().n);
      database.close();`;
    let rows = ROWS;
    for (const mode of ['PASSIVE', 'RESTART', 'TRUNCATE']) {
      const said = execFileSync(process.execPath, ['-e', program, at(FILE), mode]).toString();
      expect(Number(said)).toBe(rows++);
      expect(await store.ready(), store.trouble?.()).toBe(true);
      expect((await write(store, mode)).kind).toBe('done');
    }
    expect(await afterKill()).toBe(rows);
  });

  test.each([
    ['PASSIVE', trials(5, 25), 1500],
    ['TRUNCATE', trials(5, 25), 1500],
    // Each write begins the log anew, while it is looked at.
    ['RESTART', trials(600, 2000), 20],
  ])(
    'another program that copies the log at this moment: %s',
    async (mode, times, count) => {
      const program = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1], { timeout: 5_000 });
      database.exec('CREATE TABLE Imported (text)');
      for (let n = 0; n < ${times}; n++) {
        database.exec("BEGIN IMMEDIATE; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${count}) INSERT INTO Imported SELECT hex(randomblob(1500)) FROM n; COMMIT");
        database.exec("PRAGMA wal_checkpoint(" + process.argv[2] + ")");
        if (n % 5 === 0 && n < 25) database.exec('DELETE FROM Imported WHERE rowid % 2');
      }
      database.close();`;
      const importing = spawn(process.execPath, ['-e', program, at(FILE), mode], { stdio: 'ignore' });
      const ended = once(importing, 'exit');
      let acknowledged = ROWS;
      while (importing.exitCode === null) {
        const { kind } = await write(store, mode);
        if (kind === 'done') acknowledged++;
        expect(store.trouble?.()).toBeUndefined();
        await sleep(1);
      }
      expect(await ended).toEqual([0, null]);
      expect(await store.ready(), store.trouble?.()).toBe(true);
      expect(await rows(store)).toBe(acknowledged);
      expect(await afterKill()).toBe(acknowledged);
    },
    120_000,
  );

  test('a new time of the data file, whose content is the same', async () => {
    // What it holds is remembered once nothing was written for half a second.
    await sleep(600);
    expect(await store.ready()).toBe(true);
    const then = new Date(2020, 1, 1);
    utimesSync(at(FILE), then, then);
    expect((await write(store, 'behind')).kind).toBe('done');
    writeFileSync(at(FILE), readFileSync(at(FILE)), { flag: 'r+' });
    expect(await store.ready(), store.trouble?.()).toBe(true);
    expect(await afterKill()).toBe(ROWS + 1);
    overwrite(at(FILE), statSync(at(FILE)).size - 1, garbage(1));
    expect(await store.ready()).toBe(false);
    expect(store.trouble?.()).toMatch(/overwrote or replaced data\.sqlite/);
  });

  test('an index that another program overwrote: it is made anew from the log', async () => {
    overwrite(at(INDEX), 0, garbage(32_768));
    expect((await write(store, 'behind')).kind).toBe('done');
    expect(await store.ready(), store.trouble?.()).toBe(true);
    expect(await afterKill()).toBe(ROWS + 1);
  });

  test('a transaction that is larger than the log may grow', async () => {
    const insert = insertTask({ 'address.street': parameter('street') });
    const many = store.prepare([insert]);
    const street = 'x'.repeat(100_000);
    for (let round = 0; round < 4; round++) {
      const results = await Promise.all(
        Array.from({ length: 64 }, (_, n) => many.run({ title: `large ${round}.${n}`, street })),
      );
      expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['done']));
      expect(await store.ready(), store.trouble?.()).toBe(true);
    }
  });
});

test('a log that was overwritten within the same tick of the clock is noticed once nothing is written', async () => {
  const reference = join(root, 'reference');
  execFileSync('touch', ['-r', at(LOG), reference]);
  overwrite(at(LOG), 10_000, garbage(1));
  execFileSync('touch', ['-r', reference, at(LOG)]);
  expect((await write(store, 'behind')).kind).toBe('done');
  await expect.poll(() => store.ready(), { timeout: 5_000 }).toBe(false);
  expect(store.trouble?.()).toMatch(/overwrote data\.sqlite-wal/);
});

test('an index that was removed keeps other programs apart no more: the log is copied, and a start is due', async () => {
  rmSync(at(INDEX));
  expect(await store.ready()).toBe(false);
  expect(store.trouble?.()).toMatch(/data\.sqlite-shm was removed.* all that was acknowledged is in data\.sqlite now/);
  expect((await write(store, 'behind')).kind).toBe('unavailable');
  expect(await afterKill()).toBe(ROWS);
});

test('what was moved away and is put back is served again', async () => {
  renameSync(directory, join(root, 'away'));
  expect((await write(store, 'meanwhile')).kind).toBe('unavailable');
  renameSync(join(root, 'away'), directory);
  expect((await write(store, 'behind')).kind).toBe('done');
  expect(await store.ready()).toBe(true);
  expect(await afterKill()).toBe(ROWS + 1);
});

test('a damaged directory is not backed up, and goes on with what is left when its marks are removed', async () => {
  truncateSync(at(LOG), 30_000);
  expect(await store.ready()).toBe(false);
  const file = join(root, 'backup');
  await expect(backupSqlite({ directory, file })).rejects.toThrow('data.sqlite-damaged says what it was');
  await store.close();
  await expect(backupSqlite({ directory, file })).rejects.toThrow('data.sqlite-damaged says what it was');
  rmSync(at(`${FILE}-damaged`));
  await expect(backupSqlite({ directory, file })).rejects.toThrow('data.sqlite-wal was cut or overwritten');
  expect(existsSync(file)).toBe(false);
  rmSync(at(INDEX));
  const left = await afterKill();
  expect(left).toBeGreaterThanOrEqual(ROWS / 2);
  expect(left).toBeLessThan(ROWS);
  await backupSqlite({ directory, file });
});

describe('a start', () => {
  test('on what a kill left', async () => {
    expect(await start(await killed())).toBe(ROWS);
  });

  test.each([
    ['without its log', (of: string) => rmSync(join(of, LOG)), 'data.sqlite-wal is not there, and with it'],
    ['with an empty log', (of: string) => truncateSync(join(of, LOG)), 'data.sqlite-wal was cut or overwritten'],
    ['with a log that was cut', (of: string) => truncateSync(join(of, LOG), 9_000), 'data.sqlite-wal was cut'],
    [
      'with a log of another',
      (of: string) => copyFileSync(join(root, 'of another', LOG), join(of, LOG)),
      'wal was cut',
    ],
    ['with an empty data file', (of: string) => truncateSync(join(of, FILE)), 'data.sqlite is empty. Keep a copy'],
    ['without its data file', (of: string) => rmSync(join(of, FILE)), 'data.sqlite is not there. Keep a copy'],
  ])('%s says so', async (_, spoil, said) => {
    const left = await killed();
    spoil(left);
    expect(await start(left)).toContain(`The data in ${left} is damaged: `);
    expect(await start(left)).toContain(said);
  });

  test('with an empty data file beside a lock says so; an empty file alone, and a lock alone, are new', async () => {
    const [used, alone, locked] = ['used', 'alone', 'locked'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const each of [used, alone, locked]) mkdirSync(each);
    for (const each of [used, alone]) writeFileSync(join(each, FILE), '');
    for (const each of [used, locked]) writeFileSync(join(each, 'lock'), '');
    expect(await start(used)).toContain('data.sqlite is empty. Keep a copy');
    expect([await start(alone), await start(locked)]).toEqual([0, 0]);
  });

  test('with a backup in the place of the data file, beside the log of before, says so', async () => {
    const file = join(root, 'backup');
    await backupSqlite({ directory, file });
    const left = await killed();
    copyFileSync(file, join(left, FILE));
    expect(await start(left)).toMatch(/data\.sqlite is a backup, and data\.sqlite-wal beside it belongs to the file/);
    rmSync(join(left, LOG));
    expect(await start(left)).toBe(ROWS);
  });

  test('without a log of which all is in the data file', async () => {
    database.exec('PRAGMA wal_checkpoint(FULL)');
    const left = await killed();
    rmSync(join(left, LOG));
    expect(await start(left)).toBe(ROWS);
  });

  test('on an index of an earlier log, as a loss of power leaves it', async () => {
    const left = await killed();
    const stale = join(root, 'stale');
    copyFileSync(join(left, INDEX), stale);
    const again = await openSqlite({ directory: left, tables: TABLES });
    const copied = new (await import('node:sqlite')).DatabaseSync(join(left, FILE));
    copied.exec('PRAGMA wal_checkpoint(RESTART)');
    await write(again, 'in the next log');
    const later = join(root, 'later');
    execFileSync('cp', ['-a', left, later]);
    copied.close();
    await again.close();
    copyFileSync(stale, join(later, INDEX));
    expect(await start(later)).toBe(ROWS + 1);
  });

  test('with a file under the name of the lock that is none', async () => {
    const left = await killed();
    writeFileSync(join(left, 'lock'), 'not a lock, but a text. '.repeat(50));
    expect(await start(left)).toBe(`${join(left, 'lock')} is not the lock of a service: remove it.`);
  });
});
