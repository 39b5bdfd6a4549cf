// What a phase of a request is. Input: an operation, compiled once. Output: a function that looks at a request and lets it go on,
// or answers it. docs/lifecycle.md is drawn from the same records.

import type { Compiled } from '../compiled.ts';
import type { Parsed } from '../exact-json.ts';
import type { Decision, Findings } from '../findings.ts';
import type { Done } from '../outcome.ts';
import type { Answer, Exchange } from '../respond.ts';
import type { Signer } from '../signing-keys.ts';
import type { Check } from './order.ts';

/** A request of an operation that runs, and what the phases have found out about it. */
export interface Request {
  exchange: Exchange;
  readonly compiled: Compiled;
  /** Where each path parameter of the plan is among those of the path. */
  readonly places: readonly number[];
  readonly findings: Findings;
  /** The place of a parameter of the path that does not fit: no row can be there. */
  absent?: { readonly place: number; readonly decision: Decision };
  /** Set by the phases `type` and `read`: the body is not read. */
  isUnread?: boolean;
  /** Its fields have been looked at. */
  isDecoded?: boolean;
  /** Secrets that are sent have been compared. */
  isVerified?: boolean;
  /** The body, where the operation reads one and one was sent. */
  octets?: Buffer;
  /** The octets as JSON. */
  parsed?: Parsed | undefined;
  /** What refuses the request, unless what the order puts before it refuses it, too. */
  refusal?: Refusal;
  /** The key that was sent, where answers are kept for it; and how an answer is sent that is kept already. `isFree`: looked up. */
  key?: { readonly text: string; readonly exchange: Exchange; isFree?: boolean };
  /** The answer, where it was made within the effect. */
  made?: Answer;
  /** By which a token is signed behind the effect. */
  signer?: Signer;
  /** The effect has begun: the store ends it in time, or it is kept. */
  isActing?: true;
  /** What has come of the body is dropped, and no more is kept. */
  stop?: (() => void) | undefined;
  /** The result of the effect. */
  done?: Done;
}

export interface Refusal {
  readonly check: Check;
  readonly decision: Decision;
}

/** `answered`: nothing comes behind. */
export type Ended = 'answered' | undefined;

/** Synchronous wherever nothing is to be waited for. */
export type Run = (request: Request) => Ended | Promise<Ended>;

/** A line of docs/lifecycle.md. */
export interface Described {
  readonly name: string;
  /** The word of `Checks` by which a document puts its refusals before others, or behind them. */
  readonly check?: Check;
  readonly does: string;
  /** Causes of part 7, or words for what else ends the request here. */
  readonly exits: readonly string[];
}

export interface Phase extends Described {
  /** What is judged inside of this phase, in this order, unless `Checks` says otherwise. */
  readonly within?: readonly Described[];
  /** Undefined: this operation has no such phase. */
  readonly compile: (compiled: Compiled) => Run | undefined;
}

/** Continues asynchronously only where there is a promise. */
export function after<T>(value: T | Promise<T>, next: (value: T) => Ended | Promise<Ended>): Ended | Promise<Ended> {
  return value instanceof Promise ? value.then(next) : next(value);
}
