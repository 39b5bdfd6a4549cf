// The one clock of a service: every rule that speaks of now asks it. Input: the machine's time, or an instant at which a manual clock
// stands until the operator moves it. Output: milliseconds since 1970. Design, section 6 "Time".

import type { Store } from '../store/store.ts';
import { sentenceOf } from './reason.ts';

export interface Clock {
  now(): number;
  /** Of a manual clock: stands at `instant` once that is kept; false, and nothing done, when it stands later already. */
  readonly set?: (instant: number) => Promise<boolean>;
  /** Where others may move it, too: asked before it is looked at. A text: why nobody knows where it stands. */
  readonly look?: () => Promise<string | undefined>;
}

/** The clock of the data where it has one, so that all processes agree; else the machine's. */
export function realClock({ now }: Pick<Store, 'now'>): Clock {
  return { now: now ?? (() => Date.now()) };
}

/** The last instant that can be written with four digits of a year. */
const LAST = 253_402_300_799_999;

/** Where a manual clock stands, kept with the data. */
export interface Standing {
  /** The instant is written when it resolves: the clock never stands earlier again, whatever happens. False: it stands later. */
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

export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
