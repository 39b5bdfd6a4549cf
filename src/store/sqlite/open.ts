// Opens the embedded store. Input: a directory and the tables of a plan. Output: a Store, or CannotOpen with one sentence for the
// operator. By node:sqlite, WAL, synchronous = FULL, group commit.

import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditPlan } from '../../plan/audit-plan.ts';
import type { RenamePlan, Table } from '../../plan/plan.ts';
import { commitSeconds, requestsTogether } from '../figures.ts';
import type { Doable } from '../migration.ts';
import { handedOver } from '../hand-over.ts';
import { CannotOpen } from '../store.ts';
import type { Fits, NextPlan, Store } from '../store.ts';
import { auditAge, auditOf } from './audit.ts';
import type { Audit } from './audit.ts';
import { budgetOf } from './budget.ts';
import { keptCalls } from './counted.ts';
import { countsOf } from './counts.ts';
import { deliveriesOf, forgetHolders } from './deliveries.ts';
import { faultOf } from './faults.ts';
import { defineFunctions } from './functions.ts';
import { groupOf, MOST_MILLISECONDS } from './group.ts';
import type { GroupFigures } from './group.ts';
import { keptAnswers, keyedProgramOf } from './keyed-program.ts';
import { waitingEvents } from './outbox.ts';
import { keepLock, lock, refuseOthers } from './lock.ts';
import type { Lock } from './lock.ts';
import { APPLICATION, FORMAT, migrate } from './migrate.ts';
import { notesOf } from './notes.ts';
import { FILE } from './file-faults.ts';
import { CHECKPOINT, filesOf } from './open-files.ts';
import type { OpenFiles } from './open-files.ts';
import { programOf } from './program.ts';
import type { Parts } from './program.ts';
import { readersOf } from './readers.ts';
import { makeFirst, refuseLosses } from './traces.ts';
import { SQLITE } from './dialect.ts';
import { mayGoOn } from './compatible-programs.ts';
import { schemaOf } from '../relational/schema.ts';

export interface SqliteOptions {
  /** Made when it is not there. */
  readonly directory: string;
  readonly tables: readonly Table[];
  /** Judges the rows that are there when the document says something else of a field; without it, it may not. */
  readonly fits?: Fits;
  /** Older names of fields, as part 9 states them: rows that are kept under one of them are not served. */
  readonly renames?: readonly RenamePlan[];
  /** Milliseconds after which a read that scans many rows is ended; the request is then `unavailable`. */
  readonly scanTimeout?: number;
  /** Of which tables every change is written down; left out, of none. */
  readonly audit?: AuditPlan | undefined;
}

/** Called between the store and its COMMIT; for tests of what happens when it fails. */
export interface Seams {
  readonly commit?: (commit: () => void) => void;
  /** How long a group may work, so that a slow machine does not split it. */
  readonly milliseconds?: number;
  /** Is given the connection that writes, once. */
  readonly opened?: (database: DatabaseSync) => void;
}

export { FILE } from './file-faults.ts';

/**
 * A cache of 16 MB holds the pages of some 100,000 rows; a checkpoint after 16 MB instead of 4 writes a page that changes
 * often once where it wrote it four times (bench/store.ts: a fifth more reads, a fifth more writes).
 */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = ${CHECKPOINT}`;

/** Milliseconds to wait for another program's lock; the main thread is blocked meanwhile. */
const BUSY = 40;

/** Milliseconds, when the operator says nothing: many times what a scan of a million rows takes. */
const SCAN_TIMEOUT = 10_000;

export async function openSqlite(options: SqliteOptions, seams: Seams = {}): Promise<Store> {
  const budget = budgetOf();
  const { database, lock } = acquire(options, budget.tick);
  seams.opened?.(database);
  const files = opened(options.directory, database, lock);
  const counts = countsOf(database);
  const runCommit = seams.commit ?? ((commit) => commit());
  const figures = { commits: { group: commitSeconds() }, together: requestsTogether() };
  const group = groupOf(database, counts, files, runCommit, seams.milliseconds ?? MOST_MILLISECONDS, figures);
  const audit = auditOf(database);
  return storeOf({ database, lock, counts, group, figures, budget, files, audit, options, stores: 0 }, options);
}

/** Watches the files from now on; releases the directory when that fails. */
function opened(directory: string, database: DatabaseSync, lock: Lock): OpenFiles {
  try {
    return filesOf(directory, database);
  } catch (error) {
    database.close();
    lock.release();
    throw new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

/** The open file, which the stores of several plans may share. */
interface Opened extends Pick<Parts, 'database' | 'counts' | 'group' | 'budget'> {
  readonly lock: Lock;
  readonly files: OpenFiles;
  readonly figures: GroupFigures;
  readonly audit: Audit;
  readonly options: SqliteOptions;
  /** How many stores are open on it. */
  stores: number;
}

type Kept = Pick<SqliteOptions, 'tables' | 'audit'>;

function storeOf(opened: Opened, { tables, audit: wanted }: Kept): Store {
  const { database, lock, counts, group, budget, files, audit, options } = opened;
  audit.keep(tables, wanted);
  if (wanted) files.after();
  const readers = readersOf(
    { file: join(options.directory, FILE), tables },
    options.scanTimeout ?? SCAN_TIMEOUT,
    files,
  );
  const schema = schemaOf(tables, SQLITE);
  const parts = { database, schema, counts, group, budget, readers, files, audit: wanted && audit };
  const alive = database.prepare('SELECT 1 FROM _ninefold');
  let isOpen = true;
  opened.stores++;
  return {
    prepare: (steps) => programOf(parts, steps),
    ...noted(opened),
    figures: opened.figures,
    prepareKeyed: (steps, before) => keyedProgramOf(parts, steps, before),
    ...(wanted && { audit: auditAge(database, group) }),
    ...keptAnswers(schema, database, group),
    ...waitingEvents(schema, parts),
    ...deliveriesOf(schema, parts),
    async ready() {
      try {
        return isOpen && files.examine() === undefined && alive.get() !== undefined;
      } catch {
        return false;
      }
    },
    trouble: () => files.fault()?.told,
    successor: (next) => ({
      isBeside: mayGoOn(tables, next),
      async open(ready) {
        // No transaction is open between two turns.
        audit.pause();
        try {
          bring(database, next, options.directory);
        } catch (error) {
          audit.keep(tables, wanted);
          throw error;
        }
        files.after();
        counts.forget();
        return handedOver(storeOf(opened, next), ready).catch((error: unknown) => {
          audit.keep(tables, wanted);
          throw error;
        });
      },
    }),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      // This store's requests are answered before; only the last store has to wait for the rest.
      if (--opened.stores > 0) return readers.close();
      await group.close();
      readers.close();
      files.close(() => database.close());
      lock.release();
    },
  };
}

/** What is kept beside the rows. */
function noted({ database, group, files }: Opened): Pick<Store, 'notes' | 'counted'> {
  return { notes: notesOf(database, files), counted: keptCalls(database, group) };
}

/** Leaves the rows and the tables as they are when it fails. */
function bring(database: DatabaseSync, { tables, renames, fits }: NextPlan, directory: string): void {
  try {
    migrate(database, { tables, renames, ...(fits && { fits }) });
  } catch (error) {
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

/** Takes the directory and brings its tables to the plan; releases everything when that fails. */
export function acquire(
  { directory, tables, renames = [], fits }: SqliteOptions,
  tick: () => number,
  allowed?: Doable,
): { readonly database: DatabaseSync; readonly lock: Lock } {
  const ends: (() => void)[] = [];
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
    const held = lock(directory);
    ends.push(() => held.release());
    refuseLosses(directory, held.wasThere);
    makeFirst(directory);
    const database = new DatabaseSync(join(directory, FILE), { enableForeignKeyConstraints: false, timeout: BUSY });
    ends.push(() => database.close());
    recognise(database, directory);
    database.exec(PRAGMAS);
    refuseOthers(database, held, directory);
    defineFunctions(database, tick);
    migrate(database, { tables, renames, ...(fits && { fits }) }, allowed);
    forgetHolders(database);
    keepLock(database, held);
    return { database, lock: held };
  } catch (error) {
    for (const end of ends.toReversed()) end();
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

/** Reads only: another program's file, or a newer version's, is left as it is. */
export function recognise(database: DatabaseSync, directory: string): void {
  const read = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (!isEmpty && read('application_id') !== APPLICATION) {
    throw new CannotOpen(`${join(directory, FILE)} is a database of another program.`);
  }
  const format = read('user_version');
  if (format > FORMAT) {
    throw new CannotOpen(
      `The data in ${directory} was written by a newer version of Ninefold (its format is ${format}, this version knows ${FORMAT}).`,
    );
  }
}

export function cannotOpen(error: unknown, directory: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `The data directory ${directory} cannot be written to.`;
  if (['EEXIST', 'ENOTDIR'].includes(code)) return `${directory} is not a directory.`;
  if (code === 'ENOSPC') return `The data in ${directory} cannot be opened: the disk is full.`;
  const reason = faultOf(error) ?? (error instanceof Error ? error.message : String(error));
  return `The data in ${directory} cannot be opened: ${reason}.`;
}
