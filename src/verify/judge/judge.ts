// One exchange, held to the document by what is known of the service. Input: what is known, an exchange. Output: findings, inventions, what
// nobody can judge because of a gap, and the obligations that were exercised; the world has learned. Decision 0075.

import { isSafe } from '../../analysis/document/effect-traits.ts';
import { effectsOf, targetsOf } from '../../analysis/document/targets.ts';
import { slotsOf } from '../../analysis/gaps/slots.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { kindOfCause } from '../../notation/values/cause-kinds.ts';
import { happeningsOf } from '../arrivals/happened.ts';
import { headerOf, isReply, type Exchange, type NoReply, type Reply } from '../exchange.ts';
import { causeObligation, operationObligation } from '../obligations.ts';
import { statementOf } from '../statements.ts';
import type { Judgement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { askedOf } from './asked.ts';
import { blur } from './blur.ts';
import { crossOriginOf } from './cross-origin.ts';
import { factsOf } from './causes/context.ts';
import { deletionsRefused, goneAt } from './deleted.ts';
import { expect } from './expect.ts';
import type { Outcome } from './expected.ts';
import { unfitting } from './failed.ts';
import { faultOfCall, GARBAGE, inventedIn, NOTHING, type Unfit } from './findings.ts';
import type { Match } from './match/match.ts';
import { judgeOutside } from './outside.ts';
import { keptTried } from './repeats.ts';
import { floorTried, refusalTried, type Refusing } from './refusals.ts';
import { routeOf } from './route.ts';
import { successesTried, type Tried } from './success.ts';
import { notModifiedTried } from './tags.ts';
import { takeAll, takeOdd } from './taken.ts';

import { isUnlike } from './versions.ts';
import { learnCall, learnCaller, learnRefusal } from './learned.ts';
import { settle, shownByTime } from './effects/time.ts';

export function judge(world: Knowledge, exchange: Exchange): Judgement {
  world.begin(exchange.from, exchange.to);
  settle(world);
  const routed = routeOf(world.model, exchange.call);
  const judged =
    routed.kind === 'operation'
      ? judgeCall(world, exchange, routed.linked, askedOf(world, exchange, routed))
      : judgeOutside(world, exchange, routed);
  const { reply, call } = exchange;
  if (isReply(reply) && reply.status < 300) world.madeUp.take(call.body ?? '');
  world.keep();
  return judged;
}

/** An outcome that fits the reply. */
interface Fit {
  readonly outcome: Outcome;
  readonly match: Match;
}

function judgeCall(world: Knowledge, exchange: Exchange, linked: LinkedOperation, asked: Asked): Judgement {
  const { reply } = exchange;
  const operation = linked.operation.name.text;
  // By the tags as they were before the call.
  const expected = expect(asked).outcomes;
  const changedBefore = world.tags.lastChange;
  if (!effectsOf(linked).every(isSafe)) world.tags.lastChange = world.exchange;
  if (!isReply(reply)) return withoutReply(world, linked, asked, reply, expected[0]);
  const outcomes = keptFirst(expected);
  const held = heldBy(world, reply);
  if (held.length > 0)
    return { ...NOTHING, inconclusive: [{ gaps: held, operation, what: 'it is answered 501, as the gap is open' }] };
  if (isUnlike(asked)) {
    blur(world, linked, asked, reply);
    return NOTHING;
  }
  // What it has read of the body nobody can tell.
  const isAmbiguous = asked.body.kind === 'ambiguous';
  if (isAmbiguous && reply.status < 300) {
    takeAll(world, linked, asked, []);
    blur(world, linked, asked, reply);
    learnCall(world, asked, reply, []);
    return NOTHING;
  }
  const mark = world.mark();
  const unfit: Unfit[] = [];
  const fits: Fit[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'gap') continue;
    if (outcome.kind === 'success') {
      const tried = fittingSuccess(world, linked, asked, reply, unfit);
      // What it did is kept only where it is the one that fits.
      if (tried) {
        if (outcomes.some(mayRefuseBody)) takeOdd(world, linked, asked, tried.doing);
        world.happened.push(...happeningsOf(tried.doing));
        const fitting = [...fits, { outcome, match: tried.match }];
        return { ...accepted(world, linked, asked, reply, fitting), inconclusive: shownAnyhow(operation, outcomes) };
      }
      world.undo(mark);
      continue;
    }
    const tried = triedWithoutEffect({ world, linked, asked, call: exchange.call, reply }, outcome);
    if (!tried) continue;
    if (tried.isStatus && tried.match.differences.length === 0) fits.push({ outcome, match: tried.match });
    else unfit.push({ ...tried, outcome });
    if (outcome.kind === 'kept' && fits.length > 0) break;
  }
  if (fits.length > 0) {
    // It has changed nothing.
    world.tags.lastChange = changedBefore;
    return accepted(world, linked, asked, reply, fits, expected[0]);
  }
  if (isAmbiguous && reply.status < 500) {
    learnCall(world, asked, reply, []);
    return NOTHING;
  }
  return unfitting({ world, exchange, linked, asked, reply, outcomes, unfit });
}

/** A value of what was left out is as the service likes. */
function shownAnyhow(operation: string, outcomes: readonly Outcome[]): Judgement['inconclusive'] {
  return outcomes.flatMap((one) =>
    one.kind === 'gap' && one.about === 'value'
      ? [{ gaps: one.gaps, operation, what: 'a value that is not stated is shown' }]
      : [],
  );
}

/** What was sent may be what no type allows. */
function mayRefuseBody(outcome: Outcome): boolean {
  return (
    (outcome.kind === 'gap' && outcome.about !== 'value') ||
    ('cause' in outcome && kindOfCause(outcome.cause).of === 'field')
  );
}

function withoutReply(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: NoReply,
  likely: Outcome | undefined,
): Judgement {
  blur(world, linked, asked, reply);
  learnCall(world, asked, reply, []);
  if (reply.kind === 'not seen') return NOTHING;
  // What is down is down for each operation.
  const operation = reply.kind === 'unreachable' ? undefined : linked.operation.name.text;
  // What is no HTTP is so for each call: one place makes it.
  const fault = reply.kind === 'garbage' ? GARBAGE : faultOfCall(asked, likely, 'no reply', reply.kind);
  const finding = { class: 'no reply', operation, statement: undefined, expected: 'a reply', got: reply.said } as const;
  return { ...NOTHING, findings: [{ ...finding, fault }] };
}

/** What was answered once is the same to the octet, as hardly anything else is. */
function keptFirst(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.toSorted((one, other) => Number(other.kind === 'kept') - Number(one.kind === 'kept'));
}

/** A service of our own says that the call meets a gap. */
function heldBy(world: Knowledge, reply: Reply): readonly string[] {
  const named = reply.status === 501 ? headerOf(reply.headers, 'ninefold-gap') : undefined;
  const ids = [...(named ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, id]) => id!.replace(/\\(.)/g, '$1'));
  const { open } = slotsOf(world.model);
  return ids.filter((id) => open.has(id));
}

/** The world is left as the way leaves it that fits; where several rows may be meant, with less in it. */
function fittingSuccess(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  unfit: Unfit[],
): Tried | undefined {
  const mark = world.mark();
  const fitting: Tried[] = [];
  for (const tried of successesTried(world, linked, asked, reply)) {
    if (tried.isStatus && tried.match.differences.length === 0) {
      if (!tried.isUnsure) return tried;
      fitting.push(tried);
    } else {
      const statement = statementOf(world.model, tried.slot);
      unfit.push({ ...tried, said: `${tried.said} (success)`, statement, outcome: { kind: 'success' } });
    }
    world.undo(mark);
  }
  const [only, ...others] = fitting;
  if (only === undefined) return undefined;
  if (others.length === 0) return again(world, linked, asked, reply, only);
  blur(world, linked, asked, reply);
  return only;
}

/** The one way that fits, once more. */
function again(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  { nth }: Tried,
): Tried | undefined {
  const mark = world.mark();
  for (const tried of successesTried(world, linked, asked, reply)) {
    if (tried.nth === nth) return tried;
    world.undo(mark);
  }
  return undefined;
}

/** A reply held against what does nothing: a refusal, an answer that was kept, or that nothing was modified. */
function triedWithoutEffect(
  refusing: Refusing & { readonly linked: LinkedOperation; readonly asked: Asked },
  outcome: Exclude<Outcome, { readonly kind: 'gap' | 'success' }>,
): Omit<Unfit, 'outcome'> | undefined {
  const { world, linked, asked, reply } = refusing;
  switch (outcome.kind) {
    case 'floor':
      return floorTried(refusing, outcome.cause, outcome.status);
    case 'refusal':
      return refusalTried(refusing, outcome.cause, outcome.answer, outcome.failures);
    case 'kept':
      return keptTried(world, linked, reply, outcome.first);
    case 'not modified':
      return notModifiedTried(world, linked, asked, reply);
  }
}

/** What was shown, and what the world learns of a refusal. */
function accepted(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  reply: Reply,
  fits: readonly Fit[],
  likely?: Outcome,
): Judgement {
  // What the document answers is not in doubt because HTTP would answer alike.
  const [only, ...others] = fits.filter(({ outcome }, nth) => nth === 0 || outcome.kind !== 'floor');
  const best = fits.find(({ outcome }) => outcome.kind === 'success') ?? only!;
  const { outcome, match } = best;
  const outcomes = fits.map((one) => one.outcome);
  const exercised = new Set([...match.exercised, ...learnCall(world, asked, reply, outcomes)]);
  for (const id of shownByTime(world, outcome)) exercised.add(id);
  if (outcome.kind === 'success') learnCaller(world, linked, asked);
  else {
    for (const name of targetsOf(world.model, linked)) world.refuse(name);
    world.madeUp.refuse(asked.call.body ?? '');
    // What surely had to come has come, whatever else may have been wrong.
    if ('cause' in outcome && (others.length === 0 || outcome === likely))
      for (const id of [causeObligation(linked, outcome.cause), ...deletionsRefused(factsOf(asked), outcome.cause)])
        exercised.add(id);
    if ('cause' in outcome && others.length === 0) {
      for (const id of goneAt(world, linked, asked, outcome.cause)) exercised.add(id);
      learnRefusal(world, linked, asked, outcome);
    }
  }
  for (const id of exercised) world.goneAlong.delete(id);
  if (headerOf(asked.call.headers, 'origin') !== undefined && crossOriginOf(linked))
    exercised.add(operationObligation(linked, 'cross-origin'));
  return { ...NOTHING, invented: inventedIn(linked, reply, match), exercised: [...exercised] };
}
