// Moves that time makes, while the service runs. Input: the plan's groups of timed tables, a store, an instant. Output: what is
// due by then is written, each move once, even when other processes write it at the same time. Notation, part 3, head By.

import { setTimeout as sleep } from 'node:timers/promises';
import type { TimedBatch, TimedGroup } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { TURN_TAKEN, type Bindings, type Program, type Result, type Store } from '../store/store.ts';

/** Undefined: nothing was due, or it is written. A text: why it is not. */
export type CaughtUp = string | undefined;

export interface TimedRunner {
  /** At once, where nothing is due and the store answers at once. */
  catchUp(now: string): CaughtUp | Promise<CaughtUp>;
  /** When the next row is due; undefined when none is to come. */
  next(): Promise<string | undefined>;
  /** Resolves when nothing is being written: including a piece that no request waits for any more. */
  settled(): Promise<void>;
}

/** Rows written in one transaction, so that requests can run between two. */
const BATCH = 500;
/** Milliseconds that one caller waits: enough for ten thousand rows at once. The next one continues where this one ended. */
const LONGEST_TURN = 2000;
/** How often in a row nothing may be written while something is due: other writers were faster, or nothing ever will be written. */
const MOST_IDLE = 16;
/** Milliseconds without a write after which what is due is said to be stuck. */
const LONGEST_WAIT = 10_000;
/** Milliseconds before looking again, at most. */
const LONGEST_PAUSE = 64;

/** There is more to write than one caller waits for. */
export const STILL_WRITTEN = 'what was due is still being written';

class Unavailable extends Error {}

export function compileTimed(group: TimedGroup, store: Store, base: string): TimedRunner {
  const one = (step: Step): Program => store.prepare([step]);
  const begin = group.begin.map(one);
  const due = group.due.map(one);
  const next = group.next.map(one);
  const sweep = compileSweep(group, store);
  let begun: Promise<void> | undefined;
  let isBegun = false;
  let sweeping: Promise<void> | undefined;

  const beginOnce = async (now: string): Promise<void> => {
    begun ??= Promise.all(begin.map((program) => run(program, { now, base }))).then(
      () => void (isBegun = true),
      (error: unknown) => {
        begun = undefined;
        throw error;
      },
    );
    await begun;
  };
  const patience = patient();
  const piece = async (bindings: Bindings): Promise<void> => patience.after(await sweep(bindings));
  const untilWritten = async (now: string, turn: Turn): Promise<void> => {
    await beginOnce(now);
    patience.begin();
    while (!turn.isOver) {
      if (!(await isAnyDue(due, { now, base }))) return patience.end();
      // All who wait share a piece, and look again after it.
      sweeping ??= piece({ now, base }).finally(() => (sweeping = undefined));
      await sweeping;
    }
  };
  return {
    catchUp(now) {
      if (!isBegun) return caughtUp((turn) => untilWritten(now, turn));
      const first = isAnyDue(due, { now, base });
      if (first === false) return undefined;
      return first.then((isDue) => (isDue ? caughtUp((turn) => untilWritten(now, turn)) : undefined), whyNot);
    },
    next: async () => (await instants(next, { base })).at(0),
    settled: () => sweeping?.catch(() => undefined) ?? Promise.resolve(),
  };
}

/** What one caller waits for. */
interface Turn {
  isOver: boolean;
}

/** When the turn is over, the piece that is being written is still finished; nothing begins after it. */
async function caughtUp(work: (turn: Turn) => Promise<void>): Promise<CaughtUp> {
  const turn: Turn = { isOver: false };
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable(STILL_WRITTEN)), LONGEST_TURN);
  });
  try {
    await Promise.race([work(turn), over]);
    return undefined;
  } catch (error) {
    return whyNot(error);
  } finally {
    turn.isOver = true;
    clearTimeout(timer);
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  throw error;
}

/** At once where the store answers at once; rejects where it cannot. */
function isAnyDue(due: readonly Program[], bindings: Bindings): false | Promise<boolean> {
  const results = due.map((program) => program.run(bindings));
  const now = results.filter((result): result is Result => !(result instanceof Promise));
  if (now.length === results.length && now.every(({ kind }) => kind === 'refused')) return false;
  return Promise.all(results).then((all) => all.map(available).some(({ kind }) => kind === 'done'));
}

/** `again`: what was written was due at the instant, and the rows, of the time before. `taken`: another process writes. */
type Swept = 'written' | 'again' | 'nothing' | 'taken';

interface Patience {
  /** Something is due. */
  begin(): void;
  /** Nothing is due any more. */
  end(): void;
  /** Waits a little where nothing was written. Gives up where that does not end, nor what is due at one instant. */
  after(swept: Swept): Promise<void>;
}

/** Shared by all callers that come while something is due. */
function patient(): Patience {
  let idle = 0;
  let waited = 0;
  let since: number | undefined;
  const end = (): void => {
    idle = waited = 0;
    since = undefined;
  };
  const givesUp = (why: string): never => {
    end();
    throw new Unavailable(why);
  };
  return {
    begin: () => void (since ??= performance.now()),
    end,
    async after(swept) {
      if (swept === 'written') {
        idle = waited = 0;
        since = performance.now();
        return;
      }
      if (swept === 'nothing' && ++idle > MOST_IDLE) givesUp('moves are due, and nothing writes them');
      if (performance.now() - (since ??= performance.now()) > LONGEST_WAIT)
        givesUp(
          swept === 'again' ? 'moves at one instant do not come to an end' : 'another process writes what is due',
        );
      if (swept === 'again') return;
      await sleep(Math.min(LONGEST_PAUSE, 2 ** waited++) * (0.5 + Math.random() / 2));
    },
  };
}

type Sweep = (bindings: Bindings) => Promise<Swept>;

/** One process at a time writes: others would write the same rows, and be in its way. */
function compileSweep({ sweep, rounds = [], tables }: TimedGroup, store: Store): Sweep {
  const writing = (steps: readonly Step[]): Sweep => {
    const program = store.prepare(steps, tables[0]);
    return async (bindings) => {
      const result = available(await program.run(bindings));
      if (result.kind === 'refused' && result.cause === TURN_TAKEN) return 'taken';
      return done(result).outcome === 'unchanged' ? 'nothing' : 'written';
    };
  };
  const inBatches = (batches: readonly TimedBatch[]): Sweep => {
    const compiled = batches.map(({ rows, steps }) => ({
      found: store.prepare([rows]),
      write: inTurn(writing(steps), ({ instant, last }) => `${instant} ${last}`),
    }));
    return async (bindings) => {
      let came: Swept = 'nothing';
      for (const { found, write } of compiled) {
        const [instant, last] = (await run(found, { ...bindings, batch: BATCH })).rows.at(-1) ?? [];
        if (instant === undefined || last === undefined) continue;
        const swept = await write({ ...bindings, instant, last });
        if (came !== 'written' && swept !== 'nothing') came = swept;
      }
      return came;
    };
  };
  const whole = inBatches(rounds);
  const moves = sweep.kind === 'rows' ? inBatches(sweep.batches) : byInstants(sweep, writing, store);
  return async (bindings) => {
    const swept = await whole(bindings);
    return swept === 'nothing' ? moves(bindings) : swept;
  };
}

function byInstants(
  sweep: Extract<TimedGroup['sweep'], { kind: 'instants' }>,
  writing: (steps: readonly Step[]) => Sweep,
  store: Store,
): Sweep {
  const write = inTurn(writing(sweep.steps), ({ instant }) => `${instant}`);
  const earliest = sweep.earliest.map((step) => store.prepare([step]));
  const floor = (sweep.floor ?? []).map((step) => store.prepare([step]));
  // A row that is removed leaves no instant in the table.
  let reached: string | undefined;
  return async (bindings) => {
    const first = (await instants(earliest, bindings)).at(0);
    if (first === undefined) return 'nothing';
    const last = [...(await instants(floor, bindings)), ...(sweep.floor && reached ? [reached] : [])].toSorted().at(-1);
    // Never after now: an instant that an earlier clock wrote is not one of this clock.
    const instant = last !== undefined && last > first && last <= String(bindings['now']) ? last : first;
    const day = instant.slice(0, 10);
    const second = `${instant.slice(0, 19)}.000Z`;
    const swept = await write({ ...bindings, now: instant, instant, 'instant day': day, 'instant second': second });
    if (swept === 'written') reached = instant;
    return swept;
  };
}

/** Moves in a circle that takes no time end where they began, no matter how often they are written. */
function inTurn(write: Sweep, placeOf: (bindings: Bindings) => string): Sweep {
  let before: string | undefined;
  return async (bindings) => {
    const swept = await write(bindings);
    if (swept !== 'written') return swept;
    const place = placeOf(bindings);
    if (place === before) return 'again';
    before = place;
    return 'written';
  };
}

/** What programs answer, the earliest first. */
async function instants(programs: readonly Program[], bindings: Bindings): Promise<readonly string[]> {
  const found: string[] = [];
  for (const program of programs) {
    const instant = (await run(program, bindings)).rows[0]?.[0];
    if (typeof instant === 'string') found.push(instant);
  }
  return found.toSorted();
}

async function run(program: Program, bindings: Bindings): Promise<Done> {
  return done(available(await program.run(bindings)));
}

type Done = Extract<Result, { kind: 'done' }>;

function done(result: Result): Done {
  if (result.kind === 'done') return result;
  throw new Error(`a move by time is refused: ${result.kind === 'refused' ? result.cause : result.kind}`);
}

function available(result: Result): Result {
  if (result.kind === 'unavailable') throw new Unavailable(result.reason);
  return result;
}
