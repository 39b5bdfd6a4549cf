// `ninefold copy FILE`: the rows of a directory into a database, or back. Input: a file and both places. Output: how many rows of
// each resource; progress on stderr; 1 with one sentence when nothing was copied. Decision 0015.

import { resolve } from 'node:path';

import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import { judgeKept } from '../serve/stored-values.ts';
import type { Copied } from '../store/copy.ts';
import type { MigrationChange, Wish } from '../store/migration.ts';
import { sqliteSource, sqliteTarget } from '../store/sqlite/copy.ts';
import { shownAddress } from '../store/postgres/address.ts';
import { CannotOpen, DoesNotFit } from '../store/store.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { openDocument } from './documents.ts';
import { progressOf } from './progress.ts';
import { migrateCommand, refuseErrors } from './refusals.ts';
import { effectiveSettings, settingsOf } from './settings.ts';

export async function copy(file: string, flags: Readonly<Record<string, unknown>>, console: Console): Promise<number> {
  const effective = effectiveSettings(flags, console);
  const settings = settingsOf(effective);
  const { data, database } = settings;
  if (data === undefined || database === undefined)
    throw new Refusal(2, 'name both places: --data DIR and --database URL (or NINEFOLD_DATABASE)');
  const model = openDocument(file, console, 1, settings.assume);
  refuseErrors(check(model), model, console, 'copied');
  const { storage, renames = [] } = plan(model);
  const wish: Wish = { tables: storage, renames, fits: judgeKept };
  const directory = resolve(console.directory, data);
  const progress = progressOf('copied', console);
  const isBack = flags['back'] === true;
  const shown = { data: directory, database: shownAddress(database) };
  const end = (place: Key, other: Key): End => {
    const { [other]: _other, ...own } = flags;
    const { origin } = effective.find(({ key }) => key === other)!;
    // A setting that was not typed would contradict it.
    const left = origin.startsWith('flag') ? '' : ` (without ${other} from ${origin})`;
    return { place: shown[place], command: migrateCommand(file, own) + left };
  };
  const [from, to] = isBack
    ? [end('database', 'data'), end('data', 'database')]
    : [end('data', 'database'), end('database', 'data')];
  try {
    const copied = isBack
      ? await back(database, directory, wish, from, progress)
      : await forth(directory, database, wish, from, progress);
    show(copied, to.place, console);
    return 0;
  } catch (error) {
    // Where the rows come from has been looked at before.
    if (error instanceof DoesNotFit)
      throw new Refusal(1, `Nothing was copied to ${to.place}. ${error.message} ${to.command} shows what can be done.`);
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

type Key = 'data' | 'database';

/** Where rows come from or go to, for people; the command that shows what differs there from the document. */
interface End {
  readonly place: string;
  readonly command: string;
}

type Progress = (done: number) => void;

async function forth(
  directory: string,
  url: string,
  wish: Wish,
  end: End,
  progress: Progress,
): Promise<readonly Copied[]> {
  const { copyIntoPostgres } = await import('../store/postgres/copy.ts');
  const from = sqliteSource(directory, wish);
  try {
    refuseChanges(from.changes, end);
    return await copyIntoPostgres(url, wish, from, progress);
  } finally {
    from.close();
  }
}

async function back(
  url: string,
  directory: string,
  wish: Wish,
  end: End,
  progress: Progress,
): Promise<readonly Copied[]> {
  const { copyFromPostgres } = await import('../store/postgres/copy.ts');
  let target: ReturnType<typeof sqliteTarget> | undefined;
  try {
    const copied = await copyFromPostgres(
      url,
      wish,
      (changes, tables) => {
        refuseChanges(changes, end);
        target = sqliteTarget(directory, { ...wish, tables });
        return target;
      },
      progress,
    );
    target?.commit();
    return copied;
  } finally {
    target?.close();
  }
}

/** What the document does not name stays where it is. */
function refuseChanges(changes: readonly MigrationChange[], { place, command }: End): void {
  if (changes.some(({ does }) => does !== 'leaves'))
    throw new CannotOpen(`What is kept in ${place} is not yet as the document says; ${command} tells what differs.`);
}

function show(copied: readonly Copied[], place: string, console: Console): void {
  const width = Math.max(0, ...copied.map(({ table }) => table.length));
  for (const { table, rows } of copied) console.out(`${table.padEnd(width)}  ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  console.err(`all of it is in ${place} and was compared; serve from there now, and no longer from where it was`);
}
