// The clock of the database, as one process computes it. Input: round trips to the server, timed by a monotonic clock. Output:
// milliseconds since 1970 that all processes of one database agree on, even if their machines' clocks differ; it runs smoothly
// when a measurement corrects it. Decision 0012.

import type { Lend } from './program.ts';
import type { Session } from './session.ts';

export interface Sample {
  /** Milliseconds of the process: when it asked, and when the answer came. */
  readonly sent: number;
  readonly received: number;
  /** Milliseconds since 1970, when the server looked. */
  readonly server: number;
}

/** How far the server's clock is ahead of the process, and by how much that may be wrong. */
export interface Computed {
  readonly offset: number;
  readonly error: number;
  /** When it was measured, in milliseconds of the process. */
  readonly at: number;
}

/** Round trips of one measurement; the shortest of them counts. */
const TRIES = 5;
/** Milliseconds between measurements. */
const EVERY = 15_000;
/** Two clocks run apart by no more, in milliseconds a millisecond: ten times what machines do. */
const DRIFT = 0.0005;
/** How much a correction may speed up or slow down the clock; so it never goes back. */
const PACE = 0.1;
/** Milliseconds: a larger change of the server's clock was set on purpose, and is taken at once. */
const STEP = 1_000;

/** The shortest round trip is the most exact. A less exact one than before corrects only what it is sure of. */
export function compute(known: Computed | undefined, samples: readonly Sample[]): Computed | undefined {
  const [best] = samples.toSorted((one, other) => one.received - one.sent - (other.received - other.sent));
  if (best === undefined) return known;
  const error = (best.received - best.sent) / 2;
  const offset = best.server - (best.sent + best.received) / 2;
  const at = best.received;
  if (known === undefined) return { offset, error, at };
  const still = known.error + (at - known.at) * DRIFT;
  if (error <= still) return { offset, error, at };
  const kept = Math.min(Math.max(known.offset, offset - error), offset + error);
  return { offset: kept, error: kept === known.offset ? still : 2 * error, at };
}

export interface Pacer {
  now(): number;
  aim(offset: number): void;
}

/** A clock that runs on, and gets to another offset bit by bit. */
export function pacer(start: number, elapsed: () => number): Pacer {
  let offset = start;
  let wanted = start;
  let looked = elapsed();
  return {
    now() {
      const local = elapsed();
      const most = (local - looked) * PACE;
      looked = local;
      offset += Math.min(Math.max(wanted - offset, -most), most);
      return Math.floor(local + offset);
    },
    aim(next) {
      wanted = next;
      if (Math.abs(next - offset) >= STEP) offset = next;
    },
  };
}

export interface ServerClock {
  now(): number;
  stop(): void;
}

/** Measured now, and again for as long as it is not stopped: what fails then is measured the next time. */
export async function serverClock(lend: Lend, elapsed: () => number, every: number = EVERY): Promise<ServerClock> {
  let known = (await lend((session) => measured(session, elapsed, undefined)))!;
  const time = pacer(known.offset, elapsed);
  let isMeasuring = false;
  const timer = setInterval(() => {
    if (isMeasuring) return;
    isMeasuring = true;
    lend((session) => measured(session, elapsed, known))
      .then((next) => {
        known = next ?? known;
        time.aim(known.offset);
      })
      .catch(() => undefined)
      .finally(() => (isMeasuring = false));
  }, every);
  timer.unref();
  return { now: () => time.now(), stop: () => clearInterval(timer) };
}

async function measured(
  session: Session,
  elapsed: () => number,
  known: Computed | undefined,
): Promise<Computed | undefined> {
  const samples: Sample[] = [];
  for (let i = 0; i < TRIES; i++) {
    const sent = elapsed();
    const [row] = await session.query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision');
    samples.push({ sent, received: elapsed(), server: Number(row?.[0]) });
  }
  return compute(known, samples);
}
