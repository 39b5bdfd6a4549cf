// Which answers are kept for a repetition, and what makes two calls the same. Input: a plan, a request. Output: digests, and what is kept.
// Notation, part 4, Repeat; decision 0046.

import { hash } from 'node:crypto';
import type { KeptAnswersPlan, RepeatPlan, StatusClass } from '../plan/repeat-plan.ts';
import type { RunPlan } from '../plan/plan.ts';
import type { CallName, KeptAnswer, KeyedProgram } from '../store/store.ts';
import type { Bindings, Store } from '../store/store.ts';
import { instantText, type Clock } from './clock.ts';
import type { Parsed } from './exact-json.ts';
import { withoutRates, withRatesOf } from './rates/headers.ts';
import { sharedOf, withShared, without, type Answer, type Exchange, type Headers } from './respond.ts';
import { sameJson, sameValue } from './same-json.ts';
import { takingOut } from './taking-out.ts';
import type { TimedRunner } from './timed.ts';
import { compileHeaders } from './words.ts';

/** An operation whose calls may have a key. */
export interface Keyed {
  readonly program: KeyedProgram;
  /** Finds out who calls, and nothing else: for answers that are made without the effect. */
  readonly only: KeyedProgram;
  /** What is kept of an answer to this request, with the headers of every answer; undefined: nothing. */
  readonly kept: (answer: Answer, exchange: Exchange) => KeptAnswer | undefined;
  /** Nothing was decided, or the runtime failed: the same call may be done yet. */
  readonly isUndecided: (answer: Answer) => boolean;
  /** The headers of an answer that is repeated. */
  readonly marked: (headers: Headers, exchange: Exchange) => Headers;
}

export function compileKeyed(
  { repeat, steps, rates }: Pick<RunPlan, 'repeat' | 'steps' | 'rates'>,
  { store, base, clock }: { readonly store: Store; readonly base: string; readonly clock: Clock },
): Keyed | undefined {
  if (!repeat) return undefined;
  const { before, answers, markedBy } = repeat;
  const isUndecided = compileUndecided(rates);
  const mark = compileHeaders(markedBy, { clock, columns: new Map(), constants: { base } });
  return {
    program: store.prepareKeyed(steps, before),
    only: store.prepareKeyed(steps.slice(0, before), before),
    kept: compileKept(answers, isUndecided),
    isUndecided,
    marked: (headers, { request }) => {
      const own = mark([], { request, rows: [], total: undefined, bindings: {}, failure: undefined, failures: [] });
      return [...without(withRatesOf(headers, request), own), ...own];
    },
  };
}

/** What was sent. */
export interface SentCall {
  readonly operation: string;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: string | undefined;
  readonly octets: Uint8Array | undefined;
  /** The octets, where they have been read as JSON. */
  readonly parsed: Parsed | undefined;
  readonly key: string;
}

/** Asked when it is known who calls. Who calls belongs to what is sent, where a key is not the caller's alone. */
export function callName({ scope, callers }: RepeatPlan, sent: SentCall, bindings: Bindings): CallName {
  const who = callers?.map((name) => shown(bindings[name]));
  const within = scope.map((word) => {
    switch (word) {
      case 'caller':
        return ['caller', who ?? null];
      case 'operation':
        return ['operation', sent.operation];
      case 'path':
        return ['path', sent.path];
    }
  });
  const { method, path, query = null, octets, parsed } = sent;
  const call = JSON.stringify([method, path, query, who ?? null]);
  const json = parsed ? sameValue(parsed) : octets && sameJson(Buffer.from(octets).toString('utf8'));
  const body = json ?? octets;
  const all = body === undefined ? call : Buffer.concat([Buffer.from(`${call}\0`), Buffer.from(body)]);
  return { key: digest(JSON.stringify([within, sent.key])), call: digest(all) };
}

function digest(of: string | Buffer): string {
  return hash('sha256', of, 'base64url');
}

/** A key of a row may be beyond 2^53. */
function shown(value: Bindings[string] | undefined): string | null {
  return value === undefined || value === null ? null : `${typeof value === 'string' ? '' : '#'}${value}`;
}

/** The version is named beside what makes two calls the same. */
const OF_VERSIONS = ['missing version', 'unknown version', 'version withdrawn'];

/** A call that is refused by a rate is let in when it comes again later. */
function compileUndecided(rates: RunPlan['rates']): Keyed['isUndecided'] {
  const places = [rates?.first, rates?.ofCaller, rates?.ofSent];
  const limits = places.flatMap((place) => [...(place?.rates ?? []), ...(place?.atOnce ?? [])]);
  const undecided = new Set(['unavailable', 'internal', ...OF_VERSIONS, ...limits.map(({ cause }) => cause)]);
  return ({ because }) => typeof because === 'object' && undecided.has(because.cause);
}

/** Nothing was done either, and the tag that the caller mends is a header: the call is the same one. */
const PRECONDITIONS: ReadonlySet<string> = new Set(['precondition failed', 'precondition required']);

function compileKept({ are, statuses, codes }: KeptAnswersPlan, isUndecided: Keyed['isUndecided']): Keyed['kept'] {
  const named = new Set<number | StatusClass>(statuses);
  const isOwn = ({ status, because }: Answer): boolean =>
    named.has(status) || (typeof because === 'object' && because.code !== undefined && codes.includes(because.code));
  const isNamed = (answer: Answer): boolean =>
    named.has(`${Math.floor(answer.status / 100)}xx` as StatusClass) || isOwn(answer);
  const isKept = (answer: Answer): boolean => {
    const { because } = answer;
    if (because === 'held' || isUndecided(answer)) return false;
    if (because && PRECONDITIONS.has(because.cause)) return are === 'these' && isOwn(answer);
    return isNamed(answer) === (are === 'these');
  };
  return (answer, { shared = [], request }) => {
    const { status, headers, body } = answer;
    if (!isKept(answer)) return undefined;
    return { status, headers: withoutRates(withShared(headers, sharedOf(shared)), request), body };
  };
}

/** A group of the sweeper; none where no answer is kept. */
export function keptGroups({ kept }: Store): readonly TimedRunner[] {
  return kept ? [takingOut((now, most) => kept.sweep(instantText(now), most))] : [];
}
