// A reply that fits nothing: an answer that may be kept, what meets a gap, what the document does not speak of; else one finding. Input: what is
// known, a call, its reply, the outcomes that were tried. Output: a judgement; the world has learned.

import type { LinkedOperation } from '../../model/model.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { causeObligation } from '../obligations.ts';
import type { Judgement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { blur, doubtShown } from './blur.ts';
import { factsOf } from './causes/context.ts';
import type { Outcome } from './expected.ts';
import { differing, inventedIn, isOfAnotherCode, NOTHING, otherStatus, type Unfit } from './findings.ts';
import { learnCall } from './learned.ts';
import { countCall } from './rates.ts';
import { learnKey, mayBeKept } from './repeats.ts';
import { successesTried } from './success.ts';
import { take, takeAll } from './taken.ts';
import { isUnspoken } from './unspoken.ts';

interface Unfitting {
  readonly world: Knowledge;
  readonly exchange: Exchange;
  readonly linked: LinkedOperation;
  readonly asked: Asked;
  readonly reply: Reply;
  readonly outcomes: readonly Outcome[];
  readonly unfit: readonly Unfit[];
}

export function unfitting({ world, exchange, linked, asked, reply, outcomes, unfit }: Unfitting): Judgement {
  const operation = linked.operation.name.text;
  // With which status it refuses is not shown, either.
  const isRefused = reply.status >= 400;
  const gaps = outcomes.flatMap((one) => {
    const isMet = one.kind === 'gap' && (one.about === undefined || (one.about === 'refusal' && isRefused));
    return isMet ? one.gaps : [];
  });
  // What was answered once is not known: it may be this.
  if (outcomes.some((one) => one.kind === 'kept' && !one.first) && mayBeKept(linked, reply)) {
    blur(world, linked, asked, reply);
    return NOTHING;
  }
  if (gaps.length > 0) {
    if (reply.status < 300) takeAll(world, linked, asked, outcomes);
    blur(world, linked, asked, reply);
    learnCall(world, asked, reply, []);
    return { ...NOTHING, inconclusive: [{ gaps, operation, what: `it is answered ${reply.status}` }] };
  }
  if (isUnspoken(world, exchange, linked, reply, outcomes)) {
    if (reply.status < 300) take(world, linked, asked);
    if (reply.status < 400 || reply.status >= 500) blur(world, linked, asked, reply);
    const invented = { what: 'status', name: String(reply.status), at: operation, isComplete: false } as const;
    return { ...NOTHING, invented: [invented] };
  }
  return failed(world, linked, asked, reply, unfit);
}

/** A reply that fits nothing is one finding: the nearest outcome says what was expected. */
function failed(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  unfit: readonly Unfit[],
): Judgement {
  const near = unfit
    .filter(({ isStatus }) => isStatus)
    .toSorted((a, b) => a.match.differences.length - b.match.differences.length);
  const [likely] = unfit;
  // What is to succeed, and is refused with a code of its own, is near to no other refusal that might have come.
  const isOther = likely?.outcome.kind === 'success' && near[0] && isOfAnotherCode(world.model, linked, reply, near[0]);
  const nearest = isOther ? undefined : near[0];
  learnKey(world, asked, reply, []);
  countCall(
    world,
    factsOf(asked),
    near.map(({ outcome }) => outcome),
  );
  if (!nearest) {
    const finding = otherStatus(world, linked, asked, reply, unfit);
    const isDone = reply.status >= 200 && reply.status < 300 && unfit.some(({ outcome }) => outcome.kind === 'success');
    if (isDone) relive(world, linked, asked, reply, true);
    else {
      blur(world, linked, asked, reply);
      doubtShown(world, linked, reply);
    }
    if (reply.status >= 200 && reply.status < 300) take(world, linked, asked, refusedIn(unfit));
    const { obligation } = finding;
    return { ...NOTHING, findings: [finding], exercised: obligation === undefined ? [] : [obligation] };
  }
  const finding = differing(linked, nearest);
  const invented = inventedIn(linked, reply, nearest.match);
  const exercised = [...nearest.match.exercised, ...metBy(linked, nearest.outcome)];
  if (nearest.outcome.kind === 'kept') blur(world, linked, asked, reply);
  if (nearest.outcome.kind === 'success') {
    world.unclear.push(world.exchange);
    relive(world, linked, asked, reply);
  }
  return { ...NOTHING, findings: [finding], invented, exercised };
}

/** The cause of a refusal was met, whatever else is wrong with the answer. */
function metBy(linked: LinkedOperation, outcome: Outcome): readonly string[] {
  return 'cause' in outcome ? [causeObligation(linked, outcome.cause)] : [];
}

/** The places in the body for which the call had to be refused. */
function refusedIn(unfit: readonly Unfit[]): readonly (readonly string[])[] {
  return unfit.flatMap(({ outcome }) => (outcome.kind === 'refusal' ? outcome.failures.map(({ path }) => path) : []));
}

/** The call succeeded, and its reply is wrong: what it did is known, but for what differs. */
function relive(world: Knowledge, linked: LinkedOperation, asked: Asked, reply: Reply, isLoose = false): void {
  const mark = world.mark();
  let fewest = Infinity;
  for (const { isStatus, match } of successesTried(world, linked, asked, reply, isLoose)) {
    if (isStatus) fewest = Math.min(fewest, match.differences.length);
    world.undo(mark);
  }
  for (const { isStatus, match } of successesTried(world, linked, asked, reply, isLoose)) {
    if (isStatus && match.differences.length === fewest) {
      for (const { forget } of match.differences) forget?.();
      return;
    }
    world.undo(mark);
  }
}
