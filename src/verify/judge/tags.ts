// The tag of an answer, and what a call may ask by it. Input: what is known, a call, its reply. Output: what differs; whether the answer has to
// say that nothing was modified. Notation, part 4, "Preconditions and tags"; https://www.rfc-editor.org/rfc/rfc9110#section-8.8

import { createHash } from 'node:crypto';

import { timedMovesOf } from '../../analysis/machines/timed.ts';
import { mayBeNotModified } from '../../analysis/document/preconditions.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { isTag, type HeaderValue } from '../../notation/values/answers.ts';
import { headerOf, type Reply } from '../exchange.ts';
import { operationObligation } from '../obligations.ts';
import { NEW_TAG, NOT_MODIFIED, SAME_TAG, tagSlot } from '../restriction-obligations.ts';
import { statementOf } from '../statements.ts';
import type { Statement } from '../verdict.ts';
import { Row, type Truth } from '../world/known.ts';
import { NO_TAG, tagsIn, type TagState } from '../world/tags.ts';
import type { Asked, World } from '../world/world.ts';
import { factsOf, targetOf, type Facts } from './causes/context.ts';
import { callerName } from './causes/repeats.ts';
import type { Doing } from './effects/context.ts';
import { Match } from './match/match.ts';

/** Undefined: nobody can tell on what the answer depends. */
function viewOf(asked: Asked): string | undefined {
  const caller = callerName(factsOf(asked));
  if (caller === undefined) return undefined;
  const { call } = asked;
  return JSON.stringify([call.method, call.target, caller, headerOf(call.headers, 'accept') ?? '']);
}

export function matchTag(
  match: Match,
  { world, model, linked, asked }: Doing,
  row: Row | undefined,
  reply: Reply,
  stated: readonly HeaderValue[],
): void {
  const tag = headerOf(reply.headers, 'etag');
  const header = stated.find(isTag);
  if (!header || tag === undefined) return;
  const differs = (expected: string, got: string): void =>
    match.differs({
      at: 'header etag',
      expected,
      got,
      statement: statementOf(model, tagSlot(linked)),
      class: 'wrong header',
    });
  if (row && world.seesAll) {
    if (tagOf(world, row, tag) === 'stale') differs('another tag, as the row has changed', `${tag}, as before`);
    else if (world.tags.hasStale(row)) match.exercised.add(operationObligation(linked, NEW_TAG));
    world.showTag(row, tag);
  }
  const view = asked.call.method === 'GET' ? viewOf(asked) : undefined;
  if (view === undefined || !world.seesAll) return;
  const body = shortOf(reply.body);
  const before = world.tags.views.get(view);
  if (before && before.body !== body && before.tag === tag)
    differs('another tag, as the body is another one', `${tag}, as before`);
  const isSame = before?.body === body && before.exchange >= world.tags.lastChange && isStill(world, row);
  if (isSame && before.tag !== tag) differs(`${before.tag}, as nothing has changed`, tag);
  if (isSame) match.exercised.add(operationObligation(linked, SAME_TAG));
  const times = isSame && before.tag === tag ? before.times + 1 : 1;
  world.put(world.tags.views, view, { tag, body, exchange: world.exchange, times });
}

/** Of the answers of a long run there is no room for all bodies. */
function shortOf(body: string): string {
  return body.length <= SHORT ? body : createHash('sha256').update(body).digest('base64');
}

const SHORT = 64;

function isStill({ model }: World, row: Row | undefined): boolean {
  return row === undefined || timedMovesOf(model, row.resource).length === 0;
}

/** What time may have changed nobody has seen. */
function tagOf(world: World, row: Row, tag: string): TagState {
  const state = world.tags.stateOf(row, tag);
  return state === 'current' && !isStill(world, row) ? 'unknown' : state;
}

/** Does a header of a call name the row as it is now? Undefined: nobody can tell. */
export function namesNow(world: World, row: Row, header: string, isStrong: boolean): Truth {
  if (!world.seesAll) return undefined;
  const states = tagsIn(header).map(({ tag, isWeak }) => (isWeak && isStrong ? 'stale' : tagOf(world, row, tag)));
  if (states.includes('current')) return true;
  return states.every((state) => state === 'stale') ? false : undefined;
}

/** Has the answer to a read to be that nothing was modified? */
export function isNotModified(facts: Facts): Truth {
  const { asked, linked } = facts;
  const sent = headerOf(asked.call.headers, 'if-none-match');
  if (sent === undefined || !mayBeNotModified(linked)) return false;
  const { world } = asked;
  if (!world.seesAll || sent.trim() === '*') return undefined;
  const named = tagsIn(sent).map(({ tag }) => tag);
  if (named.length === 0) return undefined;
  const key = viewOf({ ...asked, call: { ...asked.call, method: 'GET' } });
  const view = key === undefined ? undefined : world.tags.views.get(key);
  const row = rowRead(facts);
  const isKnown = view && view.times > 1 && view.exchange >= world.tags.lastChange && isStill(world, row);
  if (isKnown && named.includes(view.tag)) return true;
  const isStale = (tag: string): boolean =>
    tag === NO_TAG || (row !== undefined && world.tags.stateOf(row, tag) === 'stale');
  return named.every(isStale) ? false : undefined;
}

function rowRead(facts: Facts): Row | undefined {
  const effect = effectsOf(facts.linked).find(({ kind }) => kind === 'reads');
  const row = effect && 'target' in effect ? targetOf(facts, effect.target.text) : undefined;
  return row instanceof Row ? row : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
export function notModifiedTried(
  { model }: World,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
): {
  readonly match: Match;
  readonly isStatus: boolean;
  readonly said: string;
  readonly statement: Statement | undefined;
} {
  const match = new Match();
  match.exercised.add(operationObligation(linked, NOT_MODIFIED));
  const statement = statementOf(model, linked.facts.preconditions);
  return { match, isStatus: fitsNotModified(linked, asked, reply), said: '304 (not modified)', statement };
}

function fitsNotModified(linked: LinkedOperation, asked: Asked, reply: Reply): boolean {
  const sent = headerOf(asked.call.headers, 'if-none-match');
  const tag = headerOf(reply.headers, 'etag');
  if (reply.status !== 304 || reply.body !== '' || sent === undefined || tag === undefined) return false;
  const named = tagsIn(sent).map((one) => one.tag);
  return mayBeNotModified(linked) && (sent.trim() === '*' || named.includes(tag.replace(/^W\//, '')));
}
