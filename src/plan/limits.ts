// Rates, as data: which calls of an operation are counted, by what, and where in the order of a request. Notation, part 8.

import type { Step } from './steps.ts';

/** The same numbers as the store counts by: `50 per 10 seconds, burst 20`. */
export interface RateNumbers {
  readonly count: number;
  /** Milliseconds. */
  readonly window: number;
  readonly burst?: number;
}

/** What a rate is counted by: each of these together is one counter. */
export type RateKey =
  /** The address that the request comes from. */
  | { readonly kind: 'address' }
  /** Who calls, by what is bound under these names; a call without a caller is not counted. */
  | { readonly kind: 'caller'; readonly names: readonly string[] }
  /** The row that calls, whose key is bound under this name; a call without one is not counted. */
  | { readonly kind: 'caller row'; readonly name: string }
  /** The same for all calls, or for all of one operation. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** What is bound under this name, ignoring case where it `folds`; a call where nothing is bound is not counted. */
  | { readonly kind: 'bound'; readonly name: string; readonly folds?: true };

export interface CountedPlan {
  /** Of the limit. */
  readonly name: string;
  readonly by: readonly RateKey[];
  /** What refuses a call that is over it, in the refusals of the operation. */
  readonly cause: string;
  /** The binding that is 1 where the call is one of those that are limited; left out: all are. */
  readonly when?: string;
}

/** `25 at once`. */
export interface AtOncePlan extends CountedPlan {
  readonly most: number;
}

export interface RatePlan extends CountedPlan {
  readonly numbers: RateNumbers;
  /** Only calls that are refused for one of these causes count; left out: all do. */
  readonly ends?: readonly string[];
}

/** Rates that are judged at one place: a call is counted by all of them, or by none. */
export interface RatePlace {
  readonly rates: readonly RatePlan[];
  /** Of how many calls that run a call has to be one; looked at before the rates. Left out: of none. */
  readonly atOnce?: readonly AtOncePlan[];
  /** Finds who calls and what is asked of the caller, before the effect does; left out: nothing is asked of the data. */
  readonly look?: readonly Step[];
}

/**
 * What is known of a call where it is counted: where it comes from, before anything is looked at; who calls, behind the credentials; what it
 * sends, behind all of that.
 */
export type RateStage = 'first' | 'ofCaller' | 'ofSent';

export interface RatesPlan extends Readonly<Partial<Record<RateStage, RatePlace>>> {
  /** Checks names `limits`: what goes before them is answered instead. */
  readonly isInOrder?: true;
}
