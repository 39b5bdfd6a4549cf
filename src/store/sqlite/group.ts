// Group commit. Input: effects that write. Output: their results, none before the COMMIT that keeps what they depend on. A
// group is one synchronous turn, at most 64 requests or 5 ms of work; a COMMIT that fails acknowledges none of them,
// and the group is run again one by one, once.

import type { DatabaseSync } from 'node:sqlite';
import type { Histogram } from '../../base/histogram.ts';
import { LATE as LATE_RESULT, type Result } from '../store.ts';
import { faultOf, isBusy } from './faults.ts';
import type { OpenFiles } from './open-files.ts';

export interface Group {
  submit(request: Request): Promise<Result>;
  /** Takes no more; resolves when nothing waits any more. */
  close(): Promise<void>;
}

export interface Request {
  /** Runs inside the transaction; may be run again when the group's COMMIT fails. */
  readonly effect: () => Result;
  /** Is a savepoint needed to undo it alone? */
  readonly savepoint: boolean;
  /** In the milliseconds of performance.now(): what is not done by then is not kept. */
  readonly deadline: number | undefined;
  /** What a loss of power may undo: it is done again. A process that ends loses nothing. */
  readonly mayBeLost?: true;
}

interface Waiting extends Request {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The outcome of one request inside a transaction: a result, or an error of the program. */
type Settled = { readonly result: Result } | { readonly error: unknown };

const MOST_REQUESTS = 64;
/** Of work, before the COMMIT. */
export const MOST_MILLISECONDS = 5;

/** What goes back when a request, or the whole group, is not kept. */
export interface Journal {
  mark(): number;
  undo(mark: number): void;
  committed(): void;
}

/** Seconds of each COMMIT, and how many requests it decided. */
export interface GroupFigures {
  readonly commits: { readonly group: Histogram };
  readonly together: Histogram;
}

/** Runs the COMMIT it is given. */
export type RunCommit = (commit: () => void) => void;

interface Transaction {
  /** `isKept`: its COMMIT waits for the disk. */
  begin(isKept: boolean): void;
  commit(requests: number): void;
  /** Ends the transaction, if one is open. */
  abandon(): void;
  attempt(request: Request): Settled;
}

export function groupOf(
  database: DatabaseSync,
  journal: Journal,
  files: Pick<OpenFiles, 'before' | 'after'>,
  runCommit: RunCommit,
  milliseconds: number,
  figures: GroupFigures,
): Group {
  const transaction = transactionOf(database, journal, runCommit, figures);
  let queue: Waiting[] = [];
  let scheduled = false;
  let closed = false;
  const whenIdle: (() => void)[] = [];

  const turn = (): void => {
    scheduled = false;
    const taken: Waiting[] = [];
    const settled = onDisk(
      files,
      queue,
      taken,
      () => together(transaction, queue, taken, milliseconds) ?? oneByOne(transaction, taken),
    );
    queue = queue.slice(taken.length);
    for (const [place, waiting] of taken.entries()) {
      const each = settled[place];
      if (each && 'result' in each) waiting.resolve(each.result);
      else waiting.reject(each?.error);
    }
    if (queue.length > 0) schedule();
    else for (const resolve of whenIdle.splice(0)) resolve();
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  };
  return {
    submit(request) {
      if (closed) return Promise.resolve(CLOSED);
      return new Promise((resolve, reject) => {
        queue.push({ ...request, resolve, reject });
        schedule();
      });
    },
    close() {
      closed = true;
      return queue.length === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve));
    },
  };
}

/** Nothing is written into files that another program has changed, and no write is acknowledged before it is on the disk. */
function onDisk(
  files: Pick<OpenFiles, 'before' | 'after'>,
  queue: readonly Waiting[],
  taken: Waiting[],
  run: () => readonly Settled[],
): readonly Settled[] {
  const before = files.before();
  if (before) taken.push(...queue);
  const settled = before ? [] : run();
  const fault = before ?? files.after();
  if (!fault || (fault.isKept && !before)) return settled;
  return taken.map(() => ({ result: { kind: 'unavailable', reason: fault.reason } }));
}

/** Undefined: the store failed, nothing is kept or acknowledged. `taken` is what was tried. */
function together(
  transaction: Transaction,
  queue: readonly Waiting[],
  taken: Waiting[],
  milliseconds: number,
): readonly Settled[] | undefined {
  const settled: Settled[] = [];
  try {
    transaction.begin(queue.slice(0, MOST_REQUESTS).some(({ mayBeLost }) => !mayBeLost));
  } catch {
    taken.push(...queue.slice(0, MOST_REQUESTS));
    return undefined;
  }
  try {
    const until = performance.now() + milliseconds;
    for (const waiting of queue) {
      taken.push(waiting);
      settled.push(transaction.attempt(waiting));
      if (taken.length === MOST_REQUESTS || performance.now() >= until) break;
    }
    // One that is late now is not kept: the others run again without it.
    if (taken.some((one, place) => isLate(one) && settled[place] !== LATE)) {
      transaction.abandon();
      return undefined;
    }
    transaction.commit(taken.length);
    return settled;
  } catch {
    transaction.abandon();
    return undefined;
  }
}

/** After a failure: each in a separate transaction, once. While another program holds the data, none is tried twice. */
function oneByOne(transaction: Transaction, taken: readonly Waiting[]): readonly Settled[] {
  let held: Settled | undefined;
  return taken.map((waiting) => {
    if (held) return held;
    try {
      transaction.begin(true);
      const settled = transaction.attempt(waiting);
      transaction.commit(1);
      return settled;
    } catch (error) {
      transaction.abandon();
      const reason = faultOf(error) ?? 'what was written could not be kept';
      const settled: Settled = { result: { kind: 'unavailable', reason } };
      if (isBusy(error)) held = settled;
      return settled;
    }
  });
}

/**
 * Whether a COMMIT waits for the disk; it does between two transactions, as others write on this connection, too.
 * https://www.sqlite.org/pragma.html#pragma_synchronous: with NORMAL, a WAL is flushed with the next COMMIT of FULL.
 */
function flushesOf(database: DatabaseSync): (isKept: boolean) => void {
  let waits = true;
  return (isKept) => {
    if (waits !== isKept) database.exec(`PRAGMA synchronous = ${isKept ? 'FULL' : 'NORMAL'}`);
    waits = isKept;
  };
}

function transactionOf(
  database: DatabaseSync,
  journal: Journal,
  runCommit: RunCommit,
  figures: GroupFigures,
): Transaction {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const savepoint = database.prepare('SAVEPOINT request');
  const release = database.prepare('RELEASE request');
  const back = database.prepare('ROLLBACK TO request');
  const undo = (mark: number): void => {
    journal.undo(mark);
    back.run();
    release.run();
  };
  const waitForDisk = flushesOf(database);
  return {
    begin(isKept) {
      waitForDisk(isKept);
      begin.run();
    },
    commit(requests) {
      const began = performance.now();
      runCommit(() => void commit.run());
      waitForDisk(true);
      figures.commits.group.observe((performance.now() - began) / 1000);
      figures.together.observe(requests);
      journal.committed();
    },
    abandon() {
      journal.undo(0);
      try {
        if (database.isTransaction) rollback.run();
        waitForDisk(true);
      } catch {
        // The next BEGIN reports what is wrong, to the request of that moment.
      }
    },
    attempt(request) {
      if (isLate(request)) return LATE;
      const mark = journal.mark();
      if (request.savepoint) savepoint.run();
      try {
        const result = request.effect();
        if (!request.savepoint) return { result };
        const late = isLate(request);
        if (late || result.kind !== 'done') undo(mark);
        else release.run();
        return late ? LATE : { result };
      } catch (error) {
        // A failure of the store is the whole group's.
        if (faultOf(error) !== undefined || !database.isTransaction) throw error;
        if (request.savepoint) undo(mark);
        return { error };
      }
    },
  };
}

const CLOSED: Result = { kind: 'unavailable', reason: 'the store is closed' };

const LATE: Settled = { result: LATE_RESULT };

function isLate(request: Request): boolean {
  return request.deadline !== undefined && performance.now() > request.deadline;
}
