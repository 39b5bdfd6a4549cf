// A reply held against the answer that was kept for the key of its call, and what is kept from now on. Input: what is known, a call, its reply.
// Output: what differs. Notation, part 4, "What a second call does".

import { keyHeader, repeatSlot } from '../../analysis/document/repeats.ts';
import { RATE_HEADERS } from '../../analysis/document/rate-headers.ts';
import { endingHeaders } from '../../analysis/document/versions.ts';
import { causesOf, limitsOf } from '../../analysis/refusals/errors.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { StatusCode } from '../../notation/values/answers.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { headerOf, isReply, type NoReply, type Reply } from '../exchange.ts';
import { operationObligation } from '../obligations.ts';
import { OTHER_CALLER, SAME_BODY } from '../restriction-obligations.ts';
import { statementOf } from '../statements.ts';
import type { Statement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { KeptCall, Truth } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { factsOf, type Facts } from './causes/context.ts';
import { callerName, keyMet, keyName } from './causes/repeats.ts';
import { comparePlaces, isBehindKey, partsOf, placeOfKey } from './checks.ts';
import type { Outcome } from './expected.ts';
import { Match } from './match/match.ts';
import { writtenText } from './match/words.ts';
import { orderOf } from './order.ts';

/** Undefined: the first answer is not known. */
export function keptTried(
  world: Knowledge,
  linked: LinkedOperation,
  reply: Reply,
  first: KeptCall | undefined,
):
  | {
      readonly match: Match;
      readonly isStatus: boolean;
      readonly said: string;
      readonly statement: Statement | undefined;
    }
  | undefined {
  if (!first || !isReply(first.reply)) return undefined;
  const { model } = world;
  const match = new Match();
  const statement = statementOf(model, repeatSlot(linked, 'sameBody'));
  const differs = (at: string, expected: string, got: string): void =>
    match.differs({ at, expected, got, statement, class: 'repeat counted' });
  if (reply.status !== first.reply.status || reply.body !== first.reply.body)
    differs('', shown(first.reply), shown(reply));
  for (const name of keptHeaders(model, linked)) {
    const [one, other] = [headerOf(first.reply.headers, name), headerOf(reply.headers, name)];
    if (one !== other) differs(`header ${name}`, one ?? 'nothing there', other ?? 'nothing there');
  }
  marked(match, model, linked, reply);
  match.exercised.add(operationObligation(linked, SAME_BODY));
  return {
    match,
    isStatus: true,
    said: 'the first answer, as the call comes again with its key',
    statement,
  };
}

function shown({ status, body }: Reply): string {
  return body === '' ? String(status) : `${status} ${body.slice(0, 120)}`;
}

/** Those that the document states; what HTTP, rates, versions and Cross-origin add is of the second call. */
function keptHeaders(model: Model, linked: LinkedOperation): ReadonlySet<string> {
  const { facts } = linked;
  const own = [
    valueOf(facts.headers),
    ...facts.statuses.items.map(({ headers }) => valueOf(headers)),
    ...model.document.errors.codes.items.map(({ headers }) => valueOf(headers)),
  ].flatMap((headers) => (headers ?? []).map(({ name }) => name.text.toLowerCase()));
  const names = new Set(['content-type', 'location', 'etag', ...own]);
  for (const name of [...RATE_HEADERS, ...endingHeaders(model), 'date', 'set-cookie']) names.delete(name.toLowerCase());
  for (const { name } of valueOf(repeatSlot(linked, 'markedBy')) ?? []) names.delete(name.text.toLowerCase());
  return names;
}

function marked(match: Match, model: Model, linked: LinkedOperation, reply: Reply): void {
  const slot = repeatSlot(linked, 'markedBy');
  for (const { name, value } of valueOf(slot) ?? []) {
    const got = headerOf(reply.headers, name.text);
    const word = value === undefined ? undefined : writtenText(value, () => ({ kind: 'any' }));
    if (got !== undefined && (word?.kind !== 'is' || word.value === got)) continue;
    match.differs({
      at: `header ${name.text.toLowerCase()}`,
      expected: value ?? 'the header',
      got: got ?? 'nothing there',
      statement: statementOf(model, slot),
      class: 'wrong header',
    });
  }
}

/** Where nobody can tell what was answered first: may this be it? */
export function mayBeKept(linked: LinkedOperation, reply: Reply): boolean {
  const marks = valueOf(repeatSlot(linked, 'markedBy')) ?? [];
  return marks.every(({ name }) => headerOf(reply.headers, name.text) !== undefined);
}

/** What the key stands for from now on. `outcomes`: those that fit the reply; none: nobody can tell what came of the call. Output: obligations. */
export function learnKey(
  world: Knowledge,
  asked: Asked,
  reply: Reply | NoReply,
  outcomes: readonly Outcome[],
): readonly string[] {
  const facts = factsOf(asked);
  const met = keyMet(facts);
  // A service that does not look at the body first may have taken the key.
  if (met.kind === 'none') return mayHaveTaken(world, facts, reply);
  if (met.name === undefined) return [];
  if (met.kind === 'known' && met.first.isKept === true) return [];
  const isKept = isReply(reply) ? outcomes.map((outcome) => keeps(facts, outcome, reply.status)) : [];
  const isNever = isKept.length === 0 && isReply(reply) && isNeverKept(facts, reply.status);
  const all = isNever ? false : isKept.every((one) => one === isKept[0]) ? isKept[0] : undefined;
  if (all === false && met.kind === 'new') return [];
  const caller = callerName(facts);
  const isOfOther = met.kind === 'new' && all === true && isSharedKey(world, facts, caller);
  const isDone = outcomes.length > 0 && outcomes.every(({ kind }) => kind === 'success');
  world.put(world.keys, met.name, {
    ...keptCall(facts, reply),
    isKept: met.kind === 'new' ? all : undefined,
    broughtAbout: isDone ? broughtAbout(world, asked) : NONE,
  });
  return isOfOther ? [operationObligation(facts.linked, OTHER_CALLER)] : [];
}

function mayHaveTaken(world: Knowledge, facts: Facts, reply: Reply | NoReply): readonly string[] {
  const name = keyName(facts);
  if (name !== undefined && !world.keys.has(name)) world.put(world.keys, name, keptCall(facts, reply));
  return [];
}

/** Of which nobody can tell whether its answer is kept. */
function keptCall(facts: Facts, reply: Reply | NoReply): KeptCall {
  const { call, body, from, to } = facts.asked;
  const json = body.kind === 'json' ? body.value : undefined;
  return { call, caller: callerName(facts), body: json, reply, from, to, isKept: undefined, broughtAbout: NONE };
}

/** For what the same call would be refused by now, behind the place where its key is looked at. */
function broughtAbout(world: Knowledge, asked: Asked): ReadonlySet<string> {
  const facts = factsOf({ ...asked, caller: world.callerOf(asked.call) });
  const order = orderOf(facts.linked);
  const isMet = (cause: MetCause): boolean =>
    partsOf(facts, cause, order).some(({ place, truth }) => truth === true && isBehindKey(place, order));
  return new Set(causesOf(facts.model, facts.linked).filter(isMet).map(causeKey));
}

const NONE: ReadonlySet<string> = new Set();

/** Did another caller send the key before? */
function isSharedKey(world: Knowledge, { asked, linked }: Facts, caller: string | undefined): boolean {
  const header = keyHeader(linked)!;
  const key = headerOf(asked.call.headers, header);
  return [...world.keys.values()].some(
    (one) => headerOf(one.call.headers, header) === key && one.caller !== undefined && one.caller !== caller,
  );
}

/** Causes of calls that decide nothing. */
const UNDECIDED: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'too many requests',
  'unknown version',
  'missing version',
  'version withdrawn',
  'unavailable',
  'internal',
  'same key, other body',
  'still running',
  'unsupported media type',
]);

function keeps(facts: Facts, outcome: Outcome, status: number): Truth {
  if (outcome.kind === 'success') return isNamed(facts, status, undefined);
  if (!('cause' in outcome)) return undefined;
  const { cause } = outcome;
  const code = outcome.kind === 'refusal' ? outcome.answer.code.code.text : undefined;
  if (UNDECIDED.has(cause.kind) || isOfRate(facts, cause)) return false;
  const order = orderOf(facts.linked);
  const place = placeOfKey(order);
  if (partsOf(facts, cause, order).every((part) => comparePlaces(part.place, place) < 0)) return false;
  if (cause.kind === 'precondition failed' || cause.kind === 'precondition required') {
    const kept = valueOf(repeatSlot(facts.linked, 'keptAnswers'));
    return (
      kept?.kind === 'some' &&
      isListed(
        kept.statuses.filter((one) => 'code' in one),
        kept.codes,
        status,
        code,
      )
    );
  }
  return isNamed(facts, status, code);
}

function isOfRate({ model, linked }: Facts, cause: MetCause): boolean {
  const key = causeKey(cause);
  return limitsOf(model, linked).some(
    (one) => causeKey(one.cause) === key && (one.value.kind === 'rate' || one.value.kind === 'at once'),
  );
}

function isNamed({ linked }: Facts, status: number, code: string | undefined): Truth {
  const slot = repeatSlot(linked, 'keptAnswers');
  const kept = valueOf(slot);
  if (!kept) return slot.status === 'none' ? false : undefined;
  const statuses = kept.kind === 'all' ? kept.but : kept.statuses;
  return isListed(statuses, kept.codes, status, code) === (kept.kind === 'some');
}

/** Whatever its code is. */
function isNeverKept(facts: Facts, status: number): boolean {
  const kept = valueOf(repeatSlot(facts.linked, 'keptAnswers'));
  if (!kept) return isNamed(facts, status, undefined) === false;
  return kept.kind === 'all'
    ? isListed(kept.but, [], status, undefined)
    : kept.codes.length === 0 && !isListed(kept.statuses, [], status, undefined);
}

function isListed(
  statuses: readonly StatusCode[],
  codes: readonly { readonly text: string }[],
  status: number,
  code: string | undefined,
): boolean {
  const isStatus = statuses.some((one) =>
    'code' in one ? one.code === status : String(status).startsWith(one.class[0]!),
  );
  return isStatus || codes.some(({ text }) => text === code);
}
