// The calls that a rate has counted, as far as anybody knows, and what follows from them for the next call. Input: calls with the instants between
// which the service counted them, a rate. Output: whether the next one is beyond it. Notation, part 8, "Rates".

import type { LimitValue } from '../../notation/values/limits.ts';
import type { Truth } from './known.ts';

export type RateValue = Extract<LimitValue, { readonly kind: 'rate' }>;

export interface CountedCall {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Was it counted? */
  readonly is: Truth;
}

export interface Now {
  readonly from: number;
  readonly to: number;
}

/** Two clocks do not go alike. Milliseconds. */
const DRIFT = 25;

/** More than these are never looked at. */
export const MOST_COUNTED = 20_000;

/** Those that surely are in the window still, the oldest one first; those that may be. */
export function inWindow(
  calls: readonly CountedCall[],
  { window }: RateValue,
  now: Now,
): { readonly sure: readonly CountedCall[]; readonly possible: readonly CountedCall[] } {
  const possible = calls.filter(({ to, is }) => is !== false && now.from - to < window + DRIFT);
  const sure = possible.filter(({ from, is }) => is === true && now.to - from < window - DRIFT);
  return { sure, possible };
}

/** Is a further call beyond the rate? `isAll`: no other calls were counted than these. */
export function isBeyondRate(calls: readonly CountedCall[], value: RateValue, now: Now, isAll: boolean): Truth {
  const { sure, possible } = inWindow(calls, value, now);
  const { burst, count, window } = value;
  if (burst === undefined) {
    if (sure.length >= count) return true;
    return isAll && possible.length < count ? false : undefined;
  }
  const each = count / window;
  const must = sure.some(
    (call, place) => sure.length - place >= burst + each * Math.max(0, now.to - call.from + DRIFT),
  );
  if (must) return true;
  const may = possible.some(
    (call, place) => possible.length - place + 1 > burst + each * Math.max(0, now.from - call.to - DRIFT),
  );
  return isAll && !may && possible.length < count ? false : undefined;
}

/** So many seconds pass at the least, and at the most, until a further call is admitted. */
export function secondsUntil(
  calls: readonly CountedCall[],
  value: RateValue,
  now: Now,
): { readonly least: number; readonly most: number } {
  const { sure } = inWindow(calls, value, now);
  const most = Math.ceil(value.window / 1000) + 1;
  const leaving = value.burst === undefined ? sure[sure.length - value.count] : undefined;
  const least = leaving ? Math.ceil((leaving.from + value.window - now.to - DRIFT) / 1000) : 0;
  return { least: Math.max(0, least), most };
}
