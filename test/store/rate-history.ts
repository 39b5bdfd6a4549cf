// Many processes count calls in one database, and what each was told is judged. Input: a database, clients, a time, what goes wrong meanwhile.
// Output: each decision by the database's instant; which window has too many, which call was refused without a reason, and the part of what could be admitted that was.

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Rate } from '../../src/store/rates.ts';

/** Microseconds since 1970, what was asked, and whether it was admitted. */
export interface Decided {
  readonly at: number;
  readonly keys: readonly string[];
  readonly isAdmitted: boolean;
}

/** By the first letter of what a call is counted by. */
export const RATES: Readonly<Record<string, Rate>> = {
  hot: { count: 300, window: 1000 },
  caller: { count: 5, window: 700 },
  spare: { count: 12, window: 900, burst: 3 },
};

export function rateOf(key: string): Rate {
  return RATES[key.split(' ')[0]!]!;
}

export interface Counting {
  readonly decided: readonly Decided[];
  readonly failed: number;
}

export interface Processes {
  /** Kills one as if the power went, and starts another in its place. */
  replace(): void;
}

export async function counting(
  url: string,
  {
    processes,
    clients,
    milliseconds,
  }: { readonly processes: number; readonly clients: number; readonly milliseconds: number },
  during: (running: Processes) => Promise<void> = async () => undefined,
): Promise<Counting> {
  const decided: Decided[] = [];
  let failed = 0;
  const store = await openPostgres({ url, tables: [], effects: [], counts: true });
  await store.close();
  const until = Date.now() + milliseconds;
  const ended: Promise<void>[] = [];
  const running: ChildProcess[] = [];
  const start = (place: number): void => {
    const script = new URL('./rates-child.ts', import.meta.url).pathname;
    const child = spawn(
      process.execPath,
      [script, url, String(Math.round(clients / processes)), String(Math.max(until - Date.now(), 200))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    running[place] = child;
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (line === 'failed') return void failed++;
      const [at, isAdmitted, ...keys] = line.split('|');
      if (keys.length > 0) decided.push({ at: Number(at), keys, isAdmitted: isAdmitted === '1' });
    });
    ended.push(
      new Promise((resolve, reject) => {
        child.once('close', (code, signal) =>
          code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`a process ended with ${code}`)),
        );
      }),
    );
  };
  for (let place = 0; place < processes; place++) start(place);
  await during({
    replace() {
      const place = Math.floor(Math.random() * processes);
      running[place]!.kill('SIGKILL');
      start(place);
    },
  });
  for (let known = 0; known < ended.length; known = ended.length) await Promise.all(ended);
  return {
    decided: decided.sort((one, other) => one.at - other.at || Number(other.isAdmitted) - Number(one.isAdmitted)),
    failed,
  };
}

export interface Judged {
  /** More than `count` in one window, or faster than a burst allows. */
  readonly over: readonly string[];
  /** Refused though each of its counters had room. */
  readonly unfounded: number;
  /** The part that was admitted of what could be, of calls that were decided. */
  readonly part: number;
}

/** `decided` in the order of their instants. */
export function judge(decided: readonly Decided[]): Judged {
  const real = new Map<string, Past>();
  const best = new Map<string, Past>();
  const past = (of: Map<string, Past>, key: string): Past => {
    const known = of.get(key) ?? { instants: [], begin: 0, debt: 0, last: 0 };
    of.set(key, known);
    return known;
  };
  const over: string[] = [];
  let [unfounded, admitted, could] = [0, 0, 0];
  for (const { at, keys, isAdmitted } of decided) {
    const hasRoom = keys.every((key) => isFree(past(real, key), rateOf(key), at));
    if (isAdmitted) {
      admitted++;
      if (!hasRoom) over.push(`${keys.join(', ')} at ${at}`);
      for (const key of keys) take(past(real, key), rateOf(key), at);
    } else if (hasRoom) unfounded++;
    if (keys.every((key) => isFree(past(best, key), rateOf(key), at))) {
      could++;
      for (const key of keys) take(past(best, key), rateOf(key), at);
    }
  }
  return { over, unfounded, part: admitted / could };
}

interface Past {
  readonly instants: number[];
  begin: number;
  debt: number;
  last: number;
}

function isFree(past: Past, { count, window, burst }: Rate, at: number): boolean {
  const whole = window * 1000;
  while (past.begin < past.instants.length && past.instants[past.begin]! <= at - whole) past.begin++;
  const debt = Math.max(0, past.debt - (at - past.last) * count);
  return past.instants.length - past.begin < count && (burst === undefined || debt + whole <= burst * whole);
}

function take(past: Past, { count, window, burst }: Rate, at: number): void {
  past.instants.push(at);
  if (burst !== undefined) past.debt = Math.max(0, past.debt - (at - past.last) * count) + window * 1000;
  past.last = at;
}
