// Scans, away from the main thread. Input: steps that read, bindings, a time. Output: their result, or `unavailable` when the
// time is over: the reader is ended with what it was doing, and another takes its place.

import { DEADLINE, LATE, type Bindings, type Result } from '../store.ts';
import { faultOf } from './faults.ts';
import type { OpenFiles } from './open-files.ts';
import type { ReadStep } from '../relational/ran.ts';
import type { ReaderData } from './reader-messages.ts';
import { startReader } from './reader-thread.ts';
import type { ReaderThread } from './reader-thread.ts';

export interface Readers {
  run(steps: readonly ReadStep[], bindings: Bindings): Promise<Result>;
  /** Ends what still runs. */
  close(): void;
}

interface Scan {
  readonly steps: readonly ReadStep[];
  readonly bindings: Bindings;
  readonly settle: (result: Result) => void;
  readonly fail: (error: unknown) => void;
  thread: ReaderThread | undefined;
}

/** Two scans run side by side; more wait. */
const MOST_READERS = 2;

export function readersOf(data: ReaderData, timeout: number, files: Pick<OpenFiles, 'before'>): Readers {
  const idle: ReaderThread[] = [];
  const busy = new Set<Scan>();
  let queue: Scan[] = [];
  const programs = new Map<readonly ReadStep[], number>();

  /** A new one opens the file that has that name now: it must still be the data. */
  const start = (scan: Scan): ReaderThread | undefined => {
    const fault = files.before();
    if (!fault) return startReader(data);
    scan.settle({ kind: 'unavailable', reason: fault.reason });
    return undefined;
  };
  const next = (): void => {
    if (busy.size >= MOST_READERS) return;
    const scan = queue.shift();
    if (!scan) return;
    const thread = idle.pop() ?? start(scan);
    if (!thread) return next();
    scan.thread = thread;
    busy.add(scan);
    const program = programs.get(scan.steps) ?? programs.size;
    programs.set(scan.steps, program);
    thread.run(program, scan.steps, scan.bindings).then(
      (result) => {
        busy.delete(scan);
        idle.push(thread);
        scan.settle(result);
        next();
      },
      (error: unknown) => {
        thread.end();
        busy.delete(scan);
        scan.fail(error);
        next();
      },
    );
  };
  const drop = (scan: Scan): void => {
    queue = queue.filter((each) => each !== scan);
    scan.thread?.end();
    busy.delete(scan);
    next();
  };
  return {
    run: (steps, bindings) =>
      timed(endOf(bindings, timeout), drop, (settle, fail) => {
        const scan: Scan = { steps, bindings, settle, fail, thread: undefined };
        queue.push(scan);
        next();
        return scan;
      }),
    close() {
      for (const scan of [...queue, ...busy]) scan.settle({ kind: 'unavailable', reason: 'the store is being closed' });
      queue = [];
      for (const thread of [...idle.splice(0), ...[...busy].map((scan) => scan.thread)]) thread?.end();
      busy.clear();
    },
  };
}

interface End {
  /** Milliseconds. */
  readonly wait: number;
  readonly result: Result;
}

function endOf({ [DEADLINE]: deadline = Infinity }: Bindings, timeout: number): End {
  const left = deadline - performance.now();
  return left < timeout ? { wait: left, result: LATE } : { wait: timeout, result: TOO_LONG };
}

const TOO_LONG: Result = { kind: 'unavailable', reason: 'a search took longer than it may' };

/** Begins a scan; it is dropped when the time is over. */
function timed(
  { wait, result: late }: End,
  drop: (scan: Scan) => void,
  begin: (settle: Scan['settle'], fail: Scan['fail']) => Scan,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        resolve(late);
        drop(scan);
      },
      Math.max(0, wait),
    );
    const scan = begin(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error) => {
        clearTimeout(timer);
        const reason = faultOf(error);
        if (reason === undefined) reject(error);
        else resolve({ kind: 'unavailable', reason });
      },
    );
  });
}
