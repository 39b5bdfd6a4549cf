// What a phase of a request is. Input: an operation, compiled once. Output: a function that looks at a request and lets it go on,
// or answers it. docs/lifecycle.md is drawn from the same records.

import type { Program } from '../../store/store.ts';
import type { Compiled } from '../compiled.ts';
import type { Decision, Findings } from '../findings.ts';
import type { Done } from '../outcome.ts';
import type { Exchange } from '../respond.ts';
import type { Signer } from '../signing-keys.ts';
import type { Check } from './order.ts';

/** A request of an operation that runs, and what the phases have found out about it. */
export interface Request {
  readonly exchange: Exchange;
  readonly compiled: Compiled;
  /** Where each path parameter of the plan is among those of the path. */
  readonly places: readonly number[];
  readonly findings: Findings;
  /** A parameter of the path that does not fit: no row can be there. */
  absent?: Absent;
  /** Set by the phase `type`: the body is not read. */
  isOfWrongType?: boolean;
  /** The body, where the operation reads one and one was sent. */
  octets?: Buffer;
  /** What refuses the request, unless a later phase finds what the order puts first. */
  refusal?: Decision | undefined;
  /** By which a token is signed behind the effect. */
  signer?: Signer;
  /** The result of the effect. */
  done?: Done;
}

export interface Absent {
  readonly decision: Decision;
  /** Finds the rows that the parameters left of it select. */
  readonly left: Program | undefined;
}

/** `answered`: nothing comes behind. */
export type Ended = 'answered' | undefined;

/** Synchronous wherever nothing is to be waited for. */
export type Run = (request: Request) => Ended | Promise<Ended>;

/** A line of docs/lifecycle.md. */
export interface Described {
  readonly name: string;
  /** The word of `Checks` by which a document moves it; without one it stays where it is. */
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
