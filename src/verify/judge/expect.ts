// What must come of a call, by what is known: the first cause that surely holds in the order of Checks, each before it of which nobody can tell,
// else a success. Input: a call taken apart. Output: outcomes, the likely one first; sooner, whether any of them is a success, and whether a cause
// holds at all. Notation, part 4, "Which refusal comes first"; part 7.

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { answerOf, causesOf, SERVICE_CAUSES, type CauseAnswer } from '../../analysis/refusals/errors.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey, kindOfCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Asked } from '../world/world.ts';
import { factsOf, type Facts } from './causes/context.ts';
import { isRepeated } from './causes/repeats.ts';
import { isOfTaken } from './causes/rows.ts';
import { comparePlaces, isBehindKey, partsOf, placeOfKey, type Part, type Place } from './checks.ts';
import type { Expected, Failure, Outcome } from './expected.ts';
import { orderOf } from './order.ts';
import { isNotModified } from './tags.ts';
import { failuresOf } from './failures.ts';
import { gapsAsked, gapsHolding, gapsOfAnswer, gapsOfValues, openGaps } from './gaps.ts';

/** A cause that holds, or may; or what is not shown, and would have to say it. */
interface Candidate {
  readonly place: Place;
  /** Lower is answered first, of one place; a gap goes before all. */
  readonly rank: number;
  readonly isSure: boolean;
  readonly outcome: Outcome;
}

export function expect(asked: Asked): Expected {
  const facts = factsOf(asked);
  const held = gapsHolding(facts);
  if (held.length > 0) return { outcomes: [{ kind: 'gap', gaps: held }] };
  const candidates = candidatesOf(facts).toSorted((a, b) => comparePlaces(a.place, b.place) || a.rank - b.rank);
  const sure = candidates.findIndex(({ isSure }) => isSure);
  // Where HTTP answers by itself in the order of checks, the document does not say.
  const before = candidates
    .filter(({ outcome }, place) => sure < 0 || place < sure || (place > sure && mayPass(outcome)))
    .map(({ outcome }) => outcome);
  if (sure >= 0) return { outcomes: [candidates[sure]!.outcome, ...before, ...besides(facts, candidates.slice(sure))] };
  const unmodified: Outcome = { kind: 'not modified' };
  const truth = isNotModified(facts);
  const success: Outcome = { kind: 'success' };
  const best = truth === false ? [success] : truth === true ? [unmodified] : [success, unmodified];
  return { outcomes: [...best, ...before] };
}

/** Can it not succeed? As `expect` says, but that one cause is enough, whichever comes first: the one that held last is tried before others. */
export function isHopeless(asked: Asked): boolean {
  const facts = factsOf(asked);
  const { last } = refusalsOf(facts.linked);
  if (last && isSure(facts, last)) return true;
  const order = orderOf(facts.linked);
  return (
    gapsHolding(facts).length > 0 ||
    isRefusedFor(asked, () => true) ||
    gapsAsked(facts, order).some((one) => one.isSure) ||
    isRepeated(facts).truth === true ||
    isNotModified(facts) === true
  );
}

/** Is one of these causes surely met? Which one of all answers, only `expect` says. */
export function isRefusedFor(asked: Asked, isWanted: (cause: MetCause) => boolean): boolean {
  const facts = factsOf(asked);
  const cause = lookedFor(facts).find((one) => isWanted(one) && isSure(facts, one));
  if (cause) refusalsOf(facts.linked).last = cause;
  return cause !== undefined;
}

const refusalsOf = oncePer<[], LinkedOperation, { last?: MetCause }>(() => ({}));

function isSure(facts: Facts, cause: MetCause): boolean {
  return (
    partsIn(facts, cause).some(({ truth }) => truth === true) &&
    !(MAY_PASS.has(cause.kind) && mayPass(outcomeOf(facts, cause, answerOf(facts.model, facts.linked, cause))))
  );
}

/** Without Checks the document says of none that it goes first; nor does it of two machines whose moves are illegal. */
function besides({ linked }: Facts, [sure, ...others]: readonly Candidate[]): readonly Outcome[] {
  if (valueOf(linked.facts.checks) === undefined)
    return others.flatMap(({ isSure, outcome }) => (isSure || outcome.kind !== 'gap' ? [outcome] : []));
  if (!isIllegalMove(sure!)) return [];
  return others
    .filter((one) => isIllegalMove(one) && comparePlaces(one.place, sure!.place) === 0)
    .map(({ outcome }) => outcome);
}

function isIllegalMove({ outcome }: Candidate): boolean {
  return 'cause' in outcome && outcome.cause.kind === 'illegal move';
}

function candidatesOf(facts: Facts): readonly Candidate[] {
  const order = orderOf(facts.linked);
  const { truth, first } = isRepeated(facts);
  // What the first call itself has brought about refuses none that is the same, whatever may come first.
  const isOfFirst = (cause: MetCause, { place }: Part): boolean =>
    truth === true && first?.broughtAbout.has(causeKey(cause)) === true && isBehindKey(place, order);
  const met = lookedFor(facts).flatMap((cause) =>
    partsIn(facts, cause).flatMap((part) =>
      part.truth === false || isOfFirst(cause, part) ? [] : [candidate(facts, cause, part)],
    ),
  );
  const asked = gapsAsked(facts, order).map((one): Candidate => ({
    ...one,
    rank: -1,
    outcome: { kind: 'gap', gaps: one.gaps, about: one.about },
  }));
  const untold = openGaps(facts).map((gaps): Candidate => ({
    place: BEHIND,
    rank: 0,
    isSure: false,
    outcome: { kind: 'gap', gaps, about: 'refusal' },
  }));
  const values = gapsOfValues(facts);
  if (values.length > 0)
    untold.push({ place: BEHIND, rank: 0, isSure: false, outcome: { kind: 'gap', gaps: values, about: 'value' } });
  const kept: Candidate = {
    place: placeOfKey(order),
    rank: -1,
    isSure: truth === true,
    outcome: { kind: 'kept', first },
  };
  return [...met, ...(truth === false ? [] : [kept]), ...asked, ...untold];
}

function lookedFor({ model, linked }: Facts): readonly MetCause[] {
  return allOf(model, linked);
}

const allOf = oncePer((model: Model, linked: LinkedOperation): readonly MetCause[] => [
  ...causesOf(model, linked),
  ...SERVICE_CAUSES.filter(isOfOperation),
]);

/** One call is often asked about first in a few words, and then in full. */
function partsIn(facts: Facts, cause: MetCause): readonly Part[] {
  const known = partsOfAll(facts);
  let parts = known.get(cause);
  if (!parts) known.set(cause, (parts = partsOf(facts, cause, orderOf(facts.linked))));
  return parts;
}

const partsOfAll = oncePer<[], Facts, Map<MetCause, readonly Part[]>>(() => new Map());

/** All checks. */
const BEHIND: Place = [Number.POSITIVE_INFINITY, 0];

function isOfOperation(cause: MetCause): boolean {
  return kindOfCause(cause).outside === true && cause.kind !== 'too large';
}

function candidate(facts: Facts, cause: MetCause, { place, truth }: Part): Candidate {
  const answer = answerOf(facts.model, facts.linked, cause);
  const outcome = outcomeOf(facts, cause, answer);
  const rank = outcome.kind === 'gap' ? -1 : (answer?.rank ?? Number.MAX_SAFE_INTEGER);
  const isSure = truth === true && !mayPass(outcome);
  if (outcome.kind !== 'gap' || isSure || !isOfTaken(cause)) return { place, rank, isSure, outcome };
  // Where it does not hold, nothing is different; what a service makes of other causes may look like a success.
  return { place, rank, isSure, outcome: { ...outcome, about: 'refusal' } };
}

/** HTTP lets a service answer these calls as if nothing were wrong: https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7 */
const MAY_PASS: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>(['not acceptable', 'unsupported media type']);

function mayPass(outcome: Outcome): boolean {
  return outcome.kind === 'floor' && MAY_PASS.has(outcome.cause.kind);
}

function outcomeOf(facts: Facts, cause: MetCause, answer: CauseAnswer | undefined): Outcome {
  const gaps = gapsOfAnswer(facts, cause, answer);
  if (gaps.length > 0) return { kind: 'gap', gaps };
  if (answer) {
    // Most outcomes are none of those that a reply is held against.
    let failures: readonly Failure[] | undefined;
    return {
      kind: 'refusal',
      cause,
      answer,
      get failures() {
        return (failures ??= failuresOf(facts, cause));
      },
    };
  }
  return { kind: 'floor', cause, status: kindOfCause(cause).floor! };
}
