// Rates and numbers of rows at their bounds: as many calls as are admitted, and one more. Input: a run. Output: nothing but its steps; whether
// each call is within a rate is judged when it is made. Notation, part 8.

import { setTimeout as sleep } from 'node:timers/promises';

import { callerResources } from '../../analysis/document/schemes.ts';
import { endsOf, limitsOf } from '../../analysis/refusals/errors.ts';
import { countedBy } from '../../analysis/refusals/rates.ts';
import { countedRows } from '../../analysis/values/counted-rows.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Limit } from '../../notation/limits.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { limitObligation } from '../restriction-obligations.ts';
import type { ServiceClock } from '../clock/clock.ts';
import type { Draft } from './draft.ts';
import { inGoodOrder, isReading, makersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import { isSuccessful } from './step.ts';
import type { Session } from './session.ts';
import { variations } from './variations.ts';

/** More calls are not made for one limit. */
const MOST_CALLS = 2_000;
/** Rows that are made for one limit where limits are not asked for. */
const FEW_ROWS = 12;

/** `isAsked`: with `--limits`. Rates are left alone otherwise: nothing else could be tried behind them. */
export async function tryLimits(
  session: Session,
  reach: Reach,
  isAsked: boolean,
  clock: ServiceClock | undefined,
): Promise<void> {
  for (const limit of session.model.document.limits.limits.items) {
    const value = valueOf(limit.value);
    if (value?.kind === 'rows') await fill(session, reach, limit, value.count, isAsked ? MOST_CALLS : FEW_ROWS);
    const most = value?.kind === 'rate' ? (value.burst ?? value.count) : Infinity;
    if (!isAsked || value?.kind !== 'rate' || most > MOST_CALLS) continue;
    session.extend(most + MORE, Math.min(value.window, LONGEST) + LONGEST);
    // What was counted before counts no more.
    const pass = async (): Promise<void> => {
      if (clock) await clock.advance(OVER * value.window);
      else if (value.window <= SHORT) await sleep(value.window + 200);
    };
    await exhaust(session, reach, limit, { most, pass });
  }
}

const MORE = 20;
/** Milliseconds. */
const LONGEST = 30_000;

/** Windows that are waited for. Milliseconds. */
const SHORT = 10_000;
/** So many windows of a clock that is moved. */
const OVER = 1.1;

async function exhaust(
  session: Session,
  reach: Reach,
  limit: Limit,
  { most, pass }: { readonly most: number; readonly pass: () => Promise<void> },
): Promise<void> {
  const { model } = session;
  const beyond = limitObligation(limit, 'beyond');
  const counted = inGoodOrder(model).filter(
    (linked) =>
      countedBy(model, linked, limit) !== undefined &&
      limitsOf(model, linked).some((one) => one.limit === limit) &&
      reach.may(linked),
  );
  for (const linked of counted.toSorted((one, other) => Number(isReading(other)) - Number(isReading(one)))) {
    if (session.isOver) return;
    const next = drafts(session, reach, linked, limit);
    await pass();
    for (let calls = 0; calls < most + MORE && !session.isOver; calls += 1) {
      const draft = await next();
      if (!draft) break;
      const { judgement } = await session.perform(draft);
      if (!judgement.exercised.includes(beyond)) continue;
      const other = elsewhere(session, reach, linked, limit);
      if (other && !session.isOver) await session.perform(other);
      return;
    }
  }
}

/** A call that is counted apart, such as that of somebody else. */
function elsewhere(session: Session, reach: Reach, linked: LinkedOperation, limit: Limit): Draft | undefined {
  const ends = endsOf(session.model, linked, limit);
  const callers = [...callerResources(session.model)].flatMap((name) => session.rows(name).slice(-MORE));
  for (const about of [{}, ...callers.map((row) => ({ row }))])
    for (const { draft } of reach.candidates(linked, about)) {
      const drafts = ends ? [...variations(session, draft)].map((one) => one.draft) : [draft];
      const other = drafts.find((one) =>
        ends ? isEnd(session, one, ends) : session.predict(one)?.outcomes[0]?.kind === 'success',
      );
      if (other) return other;
    }
  return undefined;
}

/** Calls that the limit counts, each with values of its own. */
function drafts(
  session: Session,
  reach: Reach,
  linked: LinkedOperation,
  limit: Limit,
): () => Promise<Draft | undefined> {
  const ends = endsOf(session.model, linked, limit);
  let last: Draft | undefined;
  const fitting = (): Draft | undefined => {
    for (const { draft } of reach.candidates(linked, last ? { actor: last.actor } : {})) return draft;
    return undefined;
  };
  return async () => {
    const isFirst = last === undefined;
    const draft = fitting() ?? (isFirst ? (await reach.reach(linked))?.draft : undefined);
    if (!draft) return undefined;
    if (!ends) return (last = draft);
    // What failed once fails again.
    last ??= [...variations(session, draft)].find((other) => isEnd(session, other.draft, ends))?.draft;
    return last;
  };
}

function isEnd(session: Session, draft: Draft, ends: readonly MetCause[]): boolean {
  const outcome = session.predict(draft)?.outcomes[0];
  return outcome !== undefined && 'cause' in outcome && ends.some((end) => causeKey(end) === causeKey(outcome.cause));
}

/** One row after the other, by one caller, until one is refused. */
async function fill(session: Session, reach: Reach, limit: Limit, count: number, most: number): Promise<void> {
  const counted = countedRows(session.model, limit);
  if (typeof counted === 'string' || count > most) return;
  session.extend(count + MORE, LONGEST);
  for (const linked of makersOf(session.model, counted.resource.name.text)) {
    if (!reach.may(linked) || !limitsOf(session.model, linked).some((one) => one.limit === limit)) continue;
    const first = await reach.reach(linked);
    if (!first) continue;
    const [row] = first.draft.rows.slice(-1);
    for (let made = 0; made <= count && !session.isOver; made += 1) {
      const [next] = reach.candidates(linked, { actor: first.draft.actor, ...(row && { row }) });
      if (!next || !isSuccessful(await session.perform(next.draft))) break;
    }
    return;
  }
}
