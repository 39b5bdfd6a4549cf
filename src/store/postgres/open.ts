// Opens a database of PostgreSQL and brings its tables to the plan. Input: an address, the tables, the steps that will run.
// Output: a Store, or CannotOpen with one sentence. Any number of processes may open one database. Decision 0011.

import type { AuditPlan } from '../../plan/audit-plan.ts';
import type { RenamePlan, Table } from '../../plan/plan.ts';
import type { Step } from '../../plan/steps.ts';
import { narrower } from '../relational/narrower.ts';
import { commitSeconds } from '../figures.ts';
import { schemaOf } from '../relational/schema.ts';
import type { Places } from '../places.ts';
import { handedOver } from '../hand-over.ts';
import { CannotOpen, DoesNotFit, type Fits, type NextPlan, type Store, type Successor, type Wish } from '../store.ts';
import { faultOfAddress, shownAddress } from './address.ts';
import { auditAge, keepAudit, tellingOf } from './audit.ts';
import { serverClock, type ServerClock } from './clock.ts';
import { POSTGRES } from './dialect.ts';
import type { Commits } from './effects.ts';
import { isConflict } from './faults.ts';
import { cannotOpen, examine, READ_ONLY, refuseReadOnly } from './examine.ts';
import { functions } from './functions.ts';
import { searchedBy } from './isolation.ts';
import { counter, lender } from './lending.ts';
import { keptAnswers, keyedProgramOf } from './keyed-program.ts';
import { waitingEvents } from './outbox.ts';
import { considerMigration, migrate } from './migrate.ts';
import type { Wanted } from './migrate.ts';
import { notesOf } from './notes.ts';
import { poolOf } from './pool.ts';
import type { Pool, PoolOptions } from './pool.ts';
import { markOf } from './serving.ts';
import { sharedPlaces } from './places.ts';
import { keepCounting, sharedRates } from './rates.ts';
import { signalsOf } from './signals.ts';
import type { Session } from './session.ts';
import { programOf, type Lend, type Parts } from './program.ts';
import { preparing } from './statement.ts';

export interface PostgresOptions {
  /** As libpq writes it: `postgres://user@host:5432/database?sslmode=require`. */
  readonly url: string;
  readonly tables: readonly Table[];
  /**
   * The steps of every program that will be prepared and writes: what they search decides which of them must be
   * serializable. Without it all are.
   */
  readonly effects?: readonly (readonly Step[])[];
  /** Judges the rows that are there when the document says something else of a field; without it, it may not. */
  readonly fits?: Fits;
  /** Older names of fields, as part 9 states them: rows that are kept under one of them are not served. */
  readonly renames?: readonly RenamePlan[];
  readonly connections?: number;
  /** How many may wait for a connection at most: more are `unavailable` at once. */
  readonly queue?: number;
  /** Milliseconds after which a statement is ended; the request is then `unavailable`. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for other processes whose document allows more; left out, as long as a start waits. */
  readonly patience?: number;
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout?: number;
  /** Of which tables every change is written down; left out, of none. */
  readonly audit?: AuditPlan | undefined;
  /** Calls are counted, for all processes together. */
  readonly counts?: boolean | undefined;
  /** Where the store before has counted; left out, from nothing. */
  readonly commits?: Commits;
}

/** More commits wait for the disk together, but each connection is a process of the database: ten shared, six alone. */
export const CONNECTIONS = 16;
const STATEMENT_TIMEOUT = 10_000;
const CONNECT_TIMEOUT = 5_000;
/** How often a start that is in the way of others begins. */
const MOST_STARTS = 5;
/** Milliseconds for which a store that is about to be replaced may be paused because of other processes. */
const PATIENCE = 150;
/** Milliseconds that a look at the database may take. */
const READY = 2_000;

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, tables, effects, audit, connections = CONNECTIONS } = options;
  refuseAddress(url);
  const mark = markOf(url, tables);
  const connect = (): Promise<Pool> => poolOf({ ...boundsOf(options), connections, name: mark });
  const commits = options.commits ?? { transaction: commitSeconds(), statement: commitSeconds() };
  let pool = await connect();
  const lend = lender(() => pool);
  const { during, isIdle } = counter();
  let clock: ServerClock;
  try {
    await begun(() => lend((session) => bring(session, options, mark)));
    clock = await serverClock(lend, () => performance.now());
  } catch (error) {
    await pool.close();
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, url), { cause: error });
  }
  const on = preparing(schemaOf(tables, POSTGRES));
  const signals = signalsOf(() => pool, lend, during);
  let closed: Promise<void> | undefined;
  const parts = {
    on,
    telling: audit && tellingOf(on),
    searched: effects && searchedBy(effects),
    lend,
    during,
    ...atMost(options),
    commits,
    isClosed: () => closed !== undefined,
  };
  const places = sharedPlaces(() => pool, parts);
  const pausing: Pausing = {
    look: (run) => during(() => lend(run)),
    async pause() {
      await signals.stop();
      await isIdle().then(places.stop);
      await pool.close();
    },
    async resume() {
      pool = await connect();
      // Other processes see by its sessions that it serves.
      await lend((session) => session.query('SELECT 1')).catch(() => undefined);
      signals.resume();
    },
  };
  return {
    prepare: (steps, turn) => programOf(parts, steps, turn),
    prepareKeyed: (steps, before) => keyedProgramOf(parts, steps, before),
    notes: notesOf((run) => during(() => lend(run))),
    figures: { commits, pools: () => pool.figures() },
    ...besideRows(options, parts, places),
    ...waitingEvents(on.schema, lend, during, signals),
    now: () => clock.now(),
    ready: () => (closed ? Promise.resolve(false) : during(() => isReady(lend))),
    successor: (next) => successorOf({ ...options, commits }, next, pausing),
    close() {
      clock.stop();
      return (closed ??= pausing.pause());
    },
  };
}

/** What is kept beside the rows of the document. */
function besideRows(
  { audit, counts }: PostgresOptions,
  parts: Parts,
  places: Places,
): Pick<Store, 'audit' | 'rates' | 'places' | 'kept'> {
  const { on, lend, during } = parts;
  return {
    ...(audit && { audit: auditAge(lend, during) }),
    ...(counts && { rates: sharedRates(parts), places }),
    ...keptAnswers(on.schema, lend, during),
  };
}

function refuseAddress(url: string): void {
  const fault = faultOfAddress(url);
  if (fault !== undefined) throw new CannotOpen(`${shownAddress(url)} ${fault}.`);
}

function boundsOf({
  url,
  statementTimeout,
  connectTimeout,
  audit,
  counts = false,
  queue,
}: PostgresOptions): Omit<PoolOptions, 'connections'> {
  return {
    url,
    statementTimeout: statementTimeout ?? STATEMENT_TIMEOUT,
    connectTimeout: connectTimeout ?? CONNECT_TIMEOUT,
    audits: audit !== undefined,
    counts,
    ...(queue !== undefined && { queue }),
  };
}

function atMost(options: PostgresOptions): { readonly connections: number; readonly longest: number } {
  return { connections: options.connections ?? CONNECTIONS, longest: boundsOf(options).statementTimeout };
}

interface Pausing {
  look(run: (session: Session) => Promise<void>): Promise<void>;
  /** Nothing runs any more, and no session is open. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

function successorOf(options: PostgresOptions, next: NextPlan, { look, pause, resume }: Pausing): Successor {
  const isBeside = isWider(options.tables, next);
  const open = (patience?: number): Promise<Store> =>
    openPostgres({
      ...options,
      ...next,
      audit: next.audit,
      counts: next.counts,
      ...(patience !== undefined && { patience }),
    });
  return {
    isBeside,
    async examine() {
      if (!isBeside) await look((session) => refuseLosses(session, wantedBy(options.url, next)));
    },
    async open(ready) {
      if (isBeside) return handedOver(await open(), ready);
      // Its sessions say that these tables are served, and the other allows less.
      await pause();
      try {
        return await handedOver(await open(PATIENCE), ready);
      } catch (error) {
        await resume();
        throw error;
      }
    },
  };
}

function isWider(before: readonly Table[], { tables, renames, fits }: NextPlan): boolean {
  const names = new Set(tables.map(({ name }) => name));
  return (
    before.every(({ name }) => names.has(name)) &&
    narrower(before, { tables, renames, fits, dialect: POSTGRES }, []).length === 0
  );
}

/** Before anything is closed. */
async function refuseLosses(session: Session, wanted: Wanted): Promise<void> {
  const changes = (await considerMigration(session, wanted, { drop: false })) ?? [];
  const standing = changes.filter(({ does }) => does !== 'adds' && does !== 'leaves');
  if (standing.length > 0)
    throw new DoesNotFit(
      standing.map(
        ({ resource, field, what, rows }) => `${[resource, field ?? []].flat().join('.')}: ${what}, ${rows} rows`,
      ),
    );
}

function wantedBy(url: string, { tables, renames, fits }: Wish, patience?: number): Wanted {
  return { tables, renames, fits, dialect: POSTGRES, functions, shown: shownAddress(url), patience };
}

/** What runs may hold tables in another order than what alters them: one of the two is ended, and nothing of it is kept. */
async function begun(bring: () => Promise<void>): Promise<void> {
  for (let left = MOST_STARTS; ; left--) {
    try {
      return await bring();
    } catch (error) {
      if (left === 1 || !isConflict(error)) throw error;
    }
  }
}

async function isReady(lend: Lend): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => void setTimeout(resolve, READY, false).unref());
  const asked = lend((session) => session.query(`SELECT ${READ_ONLY} FROM _ninefold LIMIT 1`));
  return Promise.race([late, asked.then(([row]) => row?.[0] === 'off').catch(() => false)]);
}

async function bring(session: Session, options: PostgresOptions, mark: string): Promise<void> {
  const { url, tables, renames = [], fits } = options;
  await examine(session, url);
  await refuseReadOnly(session, url);
  await migrate(session, wantedBy(url, { tables, renames, ...(fits && { fits }) }, options.patience), mark);
  if (options.audit) await keepAudit(session, tables, options.audit);
  if (options.counts) await keepCounting(session);
}
