// When an event is sent again that was not accepted. Input: the tries and the waits that the document states, as data; what was tried; a number
// by chance. Output: the instant of the next try, or that there is none. Notation, part 6, Tries and Waits.
//
// The wait that is stated is the least: a receiver is never called sooner. Up to a tenth more comes by chance, so that what failed at one moment
// does not come back at one moment. What is stated as the most is never passed, by chance or by what a receiver asks for.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';
import { httpDate } from '../http-date.ts';

type Tries = WebhookPlan['tries'];
type Waits = NonNullable<WebhookPlan['waits']>;

/** Instants are milliseconds since 1970. */
export interface Tried {
  /** How often; at least once. */
  readonly tries: number;
  /** The first one. */
  readonly since: number;
  readonly now: number;
  /** What the receiver asked for: milliseconds from now. */
  readonly retryAfter?: number;
}

const CHANCE = 0.1;
/** The most that a receiver may ask for where the document states no longest wait. */
const DAY = 86_400_000;
/** A wait that doubles for ever stays an instant that can be written. */
const CENTURY = 36_500 * DAY;

/** `random`: from 0 to 1, without 1. `waits`: undefined where none are stated to be. Undefined: no more tries. */
export function nextTry(tried: Tried, tries: Tries, waits: Waits | undefined, random: number): number | undefined {
  if (tries.kind === 'times' && tried.tries >= tries.times) return undefined;
  const end = tries.kind === 'for' ? tried.since + tries.time : Number.POSITIVE_INFINITY;
  // By the stated wait alone, so that chance does not decide how many tries there are.
  if (tried.now + statedWait(tried.tries, waits) > end) return undefined;
  return Math.min(end, tried.now + waitAfter(tried.tries, waits, random, tried.retryAfter));
}

/** Milliseconds. */
export function waitAfter(tries: number, waits: Waits | undefined, random: number, retryAfter = 0): number {
  const stated = statedWait(tries, waits);
  const most = waits?.atMost ?? Number.POSITIVE_INFINITY;
  const drawn = Math.min(most, Math.round(stated * (1 + CHANCE * random)));
  return Math.max(drawn, Math.min(retryAfter, longest(waits)));
}

function statedWait(tries: number, waits: Waits | undefined): number {
  if (!waits) return 0;
  const { times, doubling, atMost = Number.POSITIVE_INFINITY } = waits;
  const listed = times[tries - 1];
  const last = times.at(-1) ?? 0;
  const wait = listed ?? (doubling ? last * 2 ** (tries - times.length) : last);
  return Math.min(wait, atMost, CENTURY);
}

function longest(waits: Waits | undefined): number {
  if (!waits) return DAY;
  const { times, doubling, atMost } = waits;
  return atMost ?? (doubling ? Math.max(DAY, ...times) : Math.max(...times));
}

/** Milliseconds from now; undefined: it says nothing. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = httpDate(header);
  return at === undefined ? undefined : Math.max(0, at - now);
}
