// Connections to PostgreSQL. Input: an address and the operator's numbers. Output: sessions, each with the same settings, that
// run prepared statements and commands; an error of an idle connection ends that connection and nothing else.

import type { Duplex } from 'node:stream';
import type { Client, ClientBase, CustomTypesConfig, Pool as DriverPool, PoolClient, PoolConfig } from 'pg';
import type { SqlValue } from '../../sql/expression.ts';
import type { PoolFigures } from '../figures.ts';
import { addressOf } from './address.ts';
import { fromDriver, Unreachable } from './faults.ts';
import { lanesOf } from './lanes.ts';
import type { Lanes } from './lanes.ts';
import { sessionOf } from './client-session.ts';
import type { Session } from './session.ts';
import { decode, SETTINGS } from './values.ts';

export interface PoolOptions {
  readonly url: string;
  /** What others who look at the database see of each session. */
  readonly name?: string;
  /** How many connections at most. */
  readonly connections: number;
  /** Milliseconds that one statement may take. */
  readonly statementTimeout: number;
  /** How many may wait for one that is not shared; left out, QUEUE. */
  readonly queue?: number;
  /** Calls are counted. */
  readonly counts?: boolean;
  /** Its sessions write an audit. */
  readonly audits?: boolean;
  /** Milliseconds to wait for a connection, a new one or one that is free. */
  readonly connectTimeout: number;
}

export interface Pool {
  /** One that is not shared meanwhile. Rejects with Unreachable. */
  session(): Promise<Session>;
  /**
   * One that others use, too: for statements that are kept one by one, or that are sent together in one turn. A read
   * never waits there for another one's write. Undefined where there is none, or where too much waits on it.
   */
  shared(by: Sharing): Session | Promise<Session> | undefined;
  /** One on which notifications come, of those that are not shared. Undefined: there are too few. Rejects with Unreachable. */
  listening(told: (payload: string) => void, lost: () => void): Promise<Listening | undefined>;
  /** One whose locks are held until it ends. Rejects with Unreachable. */
  holding(lost: () => void): Promise<Listening>;
  figures(): readonly PoolFigures[];
  close(): Promise<void>;
}

export interface Listening {
  readonly session: Session;
  end(): void;
}

export type Sharing = 'reads' | 'lists' | 'writes' | 'rates';

export async function poolOf(options: PoolOptions): Promise<Pool> {
  // Loaded here: a service that keeps its data in SQLite never waits for it.
  const { Client: One, Pool: Driver } = await import('pg');
  const config = configOf(options, OWN);
  const planned = configOf(options, { ...OWN, ...FOR_LISTS });
  const { connections, statementTimeout, connectTimeout } = options;
  const lanes = (most: number, how: PoolConfig): Lanes =>
    lanesOf((socket) => new One({ ...how, stream: () => socket }), most, statementTimeout + connectTimeout);
  const forReads = lanes(Math.floor(connections * READS), config);
  const forLists = lanes(forReads.most, planned);
  const forWrites = lanes(Math.floor(connections * LANES) - forReads.most - forLists.most, config);
  const rest = connections - forReads.most - forLists.most - forWrites.most;
  const forRates = lanes(options.counts === true && rest > LEAST_ALONE ? FOR_RATES : 0, config);
  const shared = {
    reads: forReads.most > 0 ? forReads : forWrites,
    lists: forLists,
    writes: forWrites,
    rates: forRates.most > 0 ? forRates : forWrites,
  };
  const alone = rest - forRates.most;
  const pool: DriverPool = new Driver({
    ...config,
    max: alone,
    // For a database that does not answer at all.
    query_timeout: statementTimeout + connectTimeout,
    idleTimeoutMillis: IDLE,
  });
  pool.on('error', () => undefined);
  // While a connection is in use, its errors also reach the code that waits for an answer.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let closed: Promise<void> | undefined;
  return {
    session: sessions(pool, alone, options.queue ?? QUEUE),
    shared: (by) => shared[by].session(),
    async listening(told, lost) {
      return alone < LEAST_ALONE ? undefined : listeningOn(await taken(pool), told, lost);
    },
    async holding(lost) {
      // One more where there are too few: calls that run are not shared out otherwise.
      const client = alone < LEAST_ALONE ? await another(new One(config)) : await taken(pool);
      return listeningOn(client, () => undefined, lost);
    },
    figures() {
      const { totalCount, idleCount, waitingCount } = pool;
      const own = { most: alone, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
      return [
        { name: 'transactions', ...own },
        { name: 'reads', ...forReads.figures() },
        { name: 'lists', ...forLists.figures() },
        { name: 'writes', ...forWrites.figures() },
        ...(forRates.most > 0 ? [{ name: 'rates', ...forRates.figures() } as const] : []),
      ];
    },
    // A store that was followed by another has closed it already.
    close: () =>
      (closed ??= Promise.all([
        pool.end(),
        ...[forReads, forLists, forWrites, forRates].map((each) => each.close()),
      ]).then(() => undefined)),
  };
}

/** Those that are not shared. Where too many wait for one, another is refused at once: what waits is kept in memory, and late in any case. */
function sessions(pool: DriverPool, most: number, queue: number): () => Promise<Session> {
  /** When one was given back last, or one was free, by performance.now(). */
  let moved = 0;
  const isFree = (): boolean => pool.idleCount > 0 || pool.totalCount < most;
  const isFull = (): boolean => {
    const standsStill = performance.now() - moved > STILL;
    return pool.waitingCount >= (standsStill ? Math.min(queue, PROBES) : queue);
  };
  return async () => {
    if (isFree()) moved = performance.now();
    else if (isFull()) throw new Unreachable('too many requests wait for the database');
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw fromDriver(error);
    }
    const giveBack = (ended: boolean): void => {
      if (!ended) moved = performance.now();
      client.release(ended ? new Unreachable('ended') : undefined);
    };
    return sessionOf(client, giveBack, gatheringOf(client));
  };
}

type Taken = ClientBase & { readonly release: (ended: Error) => void };

function taken(pool: DriverPool): Promise<Taken> {
  return pool.connect().catch((error: unknown) => {
    throw fromDriver(error);
  });
}

async function another(client: Client): Promise<Taken> {
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw fromDriver(error);
  });
  return Object.assign(client, { release: () => void client.end().catch(() => undefined) });
}

function listeningOn(client: Taken, told: (payload: string) => void, lost: () => void): Listening {
  let isGivenBack = false;
  const end = (): void => {
    if (!isGivenBack) client.release(new Unreachable('ended'));
    isGivenBack = true;
  };
  client.on('notification', ({ payload = '' }) => told(payload));
  for (const event of ['error', 'end'] as const) client.on(event, () => (isGivenBack ? undefined : lost()));
  return { session: sessionOf(client, end), end };
}

/** What is asked in one turn, such as BEGIN, a claim and an effect, is sent as one. */
function gatheringOf(client: PoolClient): () => void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection;
  let holds = false;
  return () => {
    if (holds) return;
    holds = true;
    stream.cork();
    process.nextTick(() => {
      holds = false;
      stream.uncork();
    });
  };
}

/** Connections that are not shared: so many, before one of them only listens. */
const LEAST_ALONE = 3;

/** Connections on which calls are counted: what waits for a row there holds up no count. */
const FOR_RATES = 1;

/** The share of the connections on which single statements follow each other; the others are for transactions. */
const LANES = 2 / 3;

/**
 * The share on which reads of one row follow each other, and the same for lists: a read waits for no disk, so that few connections do, and the more of them
 * are sent as one, the less work each is (bench/database.ts: two instead of eight, a fifth less).
 */
const READS = 1 / 6;

function configOf(
  { url, name = 'ninefold', statementTimeout, connectTimeout, audits }: PoolOptions,
  own: Readonly<Record<string, string>>,
): PoolConfig {
  const audit = audits === true && { 'ninefold.audit': 'on' };
  const settings = { ...own, ...audit, statement_timeout: `${statementTimeout}`, lock_timeout: `${statementTimeout}` };
  return {
    connectionString: addressOf(url, settings, name).url,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    pipeline: true,
    types: TYPES,
  } as PoolConfig;
}

/** So many requests may wait, unless the operator says otherwise. */
export const QUEUE = 1024;

/** Milliseconds without an answer on any connection after which the database stands still; so many wait then and find out when it goes on. */
const STILL = 1_000;
const PROBES = 16;

/** Milliseconds after which an idle connection is closed. */
const IDLE = 30_000;

/** Milliseconds; inside a transaction the store waits for nothing but the database. */
const IDLE_IN_TRANSACTION = 20_000;

/** Tells whether what is set here comes to the sessions: a pooler may leave it out. */
export const PASSED_ON = 'ninefold.settings';

const OWN: Readonly<Record<string, string>> = {
  ...SETTINGS,
  [PASSED_ON]: 'on',
  default_transaction_isolation: 'read committed',
  // Compiling a statement takes longer than the statements of a request do: a page of 20 took a second.
  jit: 'off',
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION),
};

/**
 * A page of 20 rows is found in a quarter of the time that its plan takes. By itself PostgreSQL plans it anew for each request, since the
 * plan for one caller or one filter promises less work than the plan for all. What is slow by that plan does not come here (quick-lists.ts).
 */
const FOR_LISTS: Readonly<Record<string, string>> = { plan_cache_mode: 'force_generic_plan' };

const decoders = new Map<number, (value: string) => SqlValue>();

const TYPES = {
  getTypeParser(type: number) {
    const known = decoders.get(type) ?? ((value: string) => decode(value, type));
    decoders.set(type, known);
    return known;
  },
} as unknown as CustomTypesConfig;
