// The one clock of a service: every rule about now uses it. Input: the machine's time, or the instant of a manual clock, which
// stops until the operator moves it. Output: milliseconds since 1970. Decision 0012.

import type { Store } from '../store/store.ts';
import { sentenceOf } from './reason.ts';

export interface Clock {
  now(): number;
  /** Of a manual clock: set to `instant` once that is kept; false, and nothing done, when it is later already. */
  readonly set?: (instant: number) => Promise<boolean>;
  /** Where others may move it, too: called before it is read. A text: why its time is not known. */
  readonly look?: () => Promise<string | undefined>;
}

/** The clock of the data where it has one, so that all processes agree; else the machine's. */
export function realClock({ now }: Pick<Store, 'now'>): Clock {
  return { now: now ?? (() => Date.now()) };
}

/** The last instant that can be written with four digits of a year. */
export const LAST = 253_402_300_799_999;

/** The time of a manual clock, kept with the data. */
export interface Standing {
  /** The instant is written when it resolves: the clock is never earlier again, even after a crash. False: it is later. */
  keep(instant: number): Promise<boolean>;
  /** Where others have moved it. Undefined: it is no manual clock any more. */
  read?(): Promise<number | undefined>;
}

export function manualClock(start: number, { keep, read }: Standing): Clock {
  let now = start;
  let before: Promise<unknown> = Promise.resolve();
  const move = async (instant: number): Promise<boolean> => {
    if (instant < now || instant > LAST) return false;
    if (!(await keep(instant))) return false;
    now = Math.max(now, instant);
    return true;
  };
  const look = async (): Promise<string | undefined> => {
    try {
      const kept = await read?.();
      if (kept === undefined) return 'another process uses the data with the real clock';
      now = Math.max(now, kept);
      return undefined;
    } catch (error) {
      return sentenceOf(error);
    }
  };
  return {
    now: () => now,
    ...(read && { look }),
    set(instant) {
      const moved = before.then(() => move(instant));
      before = moved.catch(() => undefined);
      return moved;
    },
  };
}

const EPOCH = { milliseconds: 0, text: new Date(0).toISOString() };
let latest = EPOCH;
let before = EPOCH;

/** Many requests are of the same millisecond, and ask for now and for when something ends by turns. */
export function instantText(milliseconds: number): string {
  if (milliseconds === latest.milliseconds) return latest.text;
  const given =
    milliseconds === before.milliseconds ? before : { milliseconds, text: new Date(milliseconds).toISOString() };
  before = latest;
  latest = given;
  return given.text;
}
