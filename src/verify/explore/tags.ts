// Tags, as callers use them: a read again by its tag; a change by the tag that the row had, by one that no row has, and by the one that it has.
// Input: a run. Output: nothing but its steps. Notation, part 4, "Preconditions and tags".

import { isConditionalRead, preconditionOn, preconditionsOf } from '../../analysis/document/preconditions.ts';
import { isDeletion } from '../../analysis/document/effect-traits.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { isReply } from '../exchange.ts';
import { tagSlot } from '../restriction-obligations.ts';
import type { Row } from '../world/known.ts';
import { NO_TAG } from '../world/tags.ts';
import { Shown, type Drafted } from './drafted.ts';
import { NOBODY, withHeader, type Draft } from './draft.ts';
import { valueFor, withAt } from './drafting.ts';
import type { Reach } from './reach.ts';
import { readBack } from './read-back.ts';
import type { Session } from './session.ts';
import type { Step } from './step.ts';

export async function tryTags(session: Session, reach: Reach, operations: readonly LinkedOperation[]): Promise<void> {
  for (const linked of operations) {
    if (session.isOver) return;
    if (isConditionalRead(linked) && tagSlot(linked)) await readAgain(session, reach, linked);
    else if (preconditionsOf(linked).some(({ on }) => on?.text.toLowerCase() === 'etag'))
      await changeByTag(session, reach, linked);
  }
}

/** As it was, twice, so that it is seen whether its tag stays; then by its tag. */
async function readAgain(session: Session, reach: Reach, linked: LinkedOperation): Promise<void> {
  const first = await reach.reach(linked);
  if (!first) return;
  const step = await session.perform(first.draft);
  const tag = tagIn(step);
  if (tag === undefined) return;
  if (preconditionOn(linked, 'if-none-match'))
    for (const value of [new Shown(tag), NO_TAG])
      if (!session.isOver) await session.perform(withHeader(first.draft, 'If-None-Match', value));
  const row = first.draft.rows.at(-1);
  if (row) await afterEachChange(session, reach, first.draft, row);
}

/** Fields of one operation that are changed alone. */
const MOST_FIELDS = 8;

/** Each field is changed alone, and the row is read behind it: a tag may be made of some of the fields. */
async function afterEachChange(session: Session, reach: Reach, read: Draft, row: Row): Promise<void> {
  const { model } = session;
  for (const linked of model.operations.values()) {
    const changes = effectsOf(linked).some((effect) => 'target' in effect && effect.target.text === row.resource);
    const body = bodyOf(model, linked);
    if (!changes || body.kind !== 'fields' || reach.resourceOf(linked) !== row.resource) continue;
    const fields = body.fields.filter(({ list, path }) => list === undefined && path.length > 0);
    for (const field of fields.length > 1 ? fields.slice(0, MOST_FIELDS) : []) {
      const [candidate] = reach.candidates(linked, { row });
      const value = valueFor(session, linked, field, { row, actor: candidate?.draft.actor ?? NOBODY });
      if (session.isOver || candidate?.draft.body.kind !== 'json' || value === undefined) break;
      await session.perform({ ...candidate.draft, body: { kind: 'json', value: withAt({}, field.path, value) } });
      await session.perform(read);
    }
  }
}

function tagIn({ exchange: { reply } }: Step): string | undefined {
  return isReply(reply) ? reply.headers.find(([name]) => name === 'etag')?.[1] : undefined;
}

async function changeByTag(session: Session, reach: Reach, linked: LinkedOperation): Promise<void> {
  const name = preconditionOn(linked, 'if-match')?.header.text;
  const resource = reach.resourceOf(linked);
  const row = name === undefined || resource === undefined ? undefined : await reach.make(resource);
  if (!row || name === undefined) return;
  const old = await shownTag(session, reach, linked, row);
  if (old !== undefined && (await changed(session, reach, linked, row))) {
    const now = await shownTag(session, reach, linked, row);
    await tryOne(session, reach, linked, row, name, new Shown(old));
    await tryOne(session, reach, linked, row, name, NO_TAG);
    if (now !== undefined) await tryOne(session, reach, linked, row, name, new Shown(now));
  } else if (old !== undefined) {
    await tryOne(session, reach, linked, row, name, NO_TAG);
    await tryOne(session, reach, linked, row, name, new Shown(old));
  }
}

async function shownTag(
  session: Session,
  reach: Reach,
  linked: LinkedOperation,
  row: Row,
): Promise<string | undefined> {
  for (const { draft } of reach.candidates(linked, { row })) {
    await reach.show(row, draft.actor);
    break;
  }
  return session.headerOf(row, 'ETag');
}

/** By whichever operation changes such a row and leaves it there. */
async function changed(session: Session, reach: Reach, linked: LinkedOperation, row: Row): Promise<boolean> {
  for (const other of [linked, ...session.model.operations.values()]) {
    const effects = effectsOf(other);
    if (reach.resourceOf(other) !== row.resource || effects.some(isDeletion) || other.operation.method === 'GET')
      continue;
    const [target] = effects;
    if (!target || !('target' in target) || target.target.text !== row.resource) continue;
    if (await reach.reach(other, { row })) return true;
  }
  return false;
}

async function tryOne(
  session: Session,
  reach: Reach,
  linked: LinkedOperation,
  row: Row,
  header: string,
  value: Drafted,
): Promise<void> {
  if (session.isOver || row.isThere === false) return;
  for (const { draft } of reach.candidates(linked, { row })) {
    await readBack(session, reach, await session.perform(withHeader(draft, header, value)));
    return;
  }
}
