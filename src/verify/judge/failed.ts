// A reply that fits nothing: one finding, and what it leaves known. Input: what is known, a call, its reply, the outcomes that were tried. Output:
// a judgement; the world has learned.

import type { LinkedOperation } from '../../model/model.ts';
import type { Reply } from '../exchange.ts';
import { causeObligation } from '../obligations.ts';
import type { Judgement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { blur, doubtShown } from './blur.ts';
import { factsOf } from './causes/context.ts';
import type { Outcome } from './expected.ts';
import { differing, inventedIn, otherStatus, type Unfit } from './findings.ts';
import { countCall } from './rates.ts';
import { learnKey } from './repeats.ts';
import { successesTried } from './success.ts';
import { take } from './taken.ts';

const NOTHING: Judgement = { findings: [], invented: [], inconclusive: [], exercised: [] };

/** A reply that fits nothing is one finding: the nearest outcome says what was expected. */
export function failed(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  unfit: readonly Unfit[],
): Judgement {
  const near = unfit
    .filter(({ isStatus }) => isStatus)
    .toSorted((a, b) => a.match.differences.length - b.match.differences.length);
  const [nearest] = near;
  learnKey(world, asked, reply, []);
  countCall(
    world,
    factsOf(asked),
    near.map(({ outcome }) => outcome),
  );
  if (!nearest) {
    const finding = otherStatus(world.model, linked, asked, reply, unfit);
    const isDone = reply.status >= 200 && reply.status < 300 && unfit.some(({ outcome }) => outcome.kind === 'success');
    if (isDone) relive(world, linked, asked, reply, true);
    else {
      blur(world, linked, asked);
      doubtShown(world, linked, reply);
    }
    if (reply.status >= 200 && reply.status < 300) take(world, linked, asked, refusedIn(unfit));
    const { obligation } = finding;
    return { ...NOTHING, findings: [finding], exercised: obligation === undefined ? [] : [obligation] };
  }
  const finding = differing(linked, nearest);
  const invented = inventedIn(linked, reply, nearest.match);
  const exercised = [...nearest.match.exercised, ...metBy(linked, nearest.outcome)];
  if (nearest.outcome.kind === 'kept') blur(world, linked, asked);
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
