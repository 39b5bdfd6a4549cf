// Calls that come again: as they are; with their key the same call, another one, that of another caller, and one that was refused; where the row has the same
// values, and where one of them is another one. Input: a run. Output: nothing but its steps. Notation, part 4, "What a second call does".

import { machinesOf } from '../../analysis/document/moves.ts';
import { keyHeader, sameValuesOf } from '../../analysis/document/repeats.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Outcome } from '../judge/expected.ts';
import { actorsFor } from './actors.ts';
import { predicted } from './candidate.ts';
import { withHeader, type Actor, type Draft } from './draft.ts';
import { Key } from './drafted.ts';
import { isReading } from './operations.ts';
import type { Reach } from './reach.ts';
import { readBack } from './read-back.ts';
import type { Session } from './session.ts';
import { variations } from './variations.ts';

export async function repeatWithKeys(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations) {
    const header = keyHeader(linked);
    if (header === undefined || session.isOver) continue;
    const first = await reach.reach(linked);
    if (!first || !keyIn(first.draft, header)) continue;
    await again(session, reach, first.draft);
    await again(session, reach, otherBody(session, first.draft));
    await again(session, reach, await ofOther(session, reach, first.draft, header));
    const refused = refusable(session, first.draft, header);
    if (!refused || session.isOver) continue;
    await session.perform(refused);
    await again(session, reach, refused);
  }
}

/** By the state in which the row is by now. */
export async function repeatWithValues(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations) {
    if (!sameValuesOf(linked) || session.isOver) continue;
    await reach.reach(linked);
    for (const draft of makingEach(session, linked)) {
      await again(session, reach, draft);
      for (const other of otherValues(session, draft)) await again(session, reach, other);
    }
  }
}

/** The latest call of the operation that made a row, for each state that such rows are in. */
function makingEach(session: Session, linked: LinkedOperation): readonly Draft[] {
  const found = new Map<string, Draft>();
  for (const { draft, rows } of session.steps) {
    const row = rows.find(({ isThere }) => isThere === true);
    if (!row || draft.linked !== linked) continue;
    const states = machinesOf(session.model, row.resource).map(({ field }) => row.get(field));
    found.set(states.map(String).join(' '), draft);
  }
  return [...found.values()];
}

/** One for each field that may have another value. */
function otherValues(session: Session, draft: Draft): readonly Draft[] {
  const found = new Map<string, Draft>();
  for (const { name, draft: other } of variations(session, draft)) {
    const kind = name.replace(/ \d+$/, '');
    if (other.body === draft.body || other.headers !== draft.headers || found.has(kind)) continue;
    const outcome = likely(session, other);
    if (outcome && 'cause' in outcome && outcome.cause.kind === 'other values') found.set(kind, other);
  }
  return [...found.values()];
}

/** The same call twice, where no key tells that it is the same. */
export async function repeatAsIs(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations) {
    if (keyHeader(linked) !== undefined || isReading(linked) || session.isOver) continue;
    const first = await reach.reach(linked);
    if (first) await again(session, reach, first.draft);
  }
}

async function again(session: Session, reach: Reach, draft: Draft | undefined): Promise<void> {
  // What the call needs may be gone meanwhile.
  if (!draft || session.isOver || !predicted(session, draft)) return;
  await readBack(session, reach, await session.perform(draft));
}

function keyIn({ headers }: Draft, header: string): Key | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
  return value instanceof Key ? value : undefined;
}

function likely(session: Session, draft: Draft): Outcome | undefined {
  return session.predict(draft)?.outcomes[0];
}

function otherBody(session: Session, draft: Draft): Draft | undefined {
  for (const { draft: other } of variations(session, draft)) {
    if (other.body === draft.body || other.headers !== draft.headers) continue;
    const outcome = likely(session, other);
    if (outcome && 'cause' in outcome && outcome.cause.kind === 'same key, other body') return other;
  }
  return undefined;
}

/** The same call of another caller, or one that fits that caller where it names what is the first one's own. */
async function ofOther(session: Session, reach: Reach, draft: Draft, header: string): Promise<Draft | undefined> {
  const linked = draft.linked!;
  const others = actorsFor(session.world, linked).filter(({ row }) => row !== draft.actor.row);
  const same = others.map((actor): Draft => ({ ...draft, actor })).find((other) => isAnswered(session, other));
  if (same) return same;
  const key = keyIn(draft, header)!;
  // Which row a body names is drawn, and may be one that the caller does not see.
  const fitting = (actor: Actor): Draft | undefined => {
    for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1)
      for (const candidate of reach.candidates(linked, { actor })) {
        const other = withHeader(candidate.draft, header, key);
        if (isAnswered(session, other)) return other;
      }
    return undefined;
  };
  for (const actor of others) {
    const other = fitting(actor);
    if (other) return other;
  }
  for (const actor of others) {
    const other = (await reach.reach(linked, { actor })) && fitting(actor);
    if (other) return other;
  }
  return undefined;
}

const MOST_DRAWN = 6;

function isAnswered(session: Session, draft: Draft): boolean {
  return likely(session, draft)?.kind === 'success';
}

/** With a key of its own. */
function refusable(session: Session, draft: Draft, header: string): Draft | undefined {
  const { headers } = withHeader(draft, header, new Key());
  for (const {
    draft: { body },
  } of variations(session, draft)) {
    if (body === draft.body || body.kind !== 'json') continue;
    const other: Draft = { ...draft, headers, body };
    const outcomes = session.predict(other)?.outcomes ?? [];
    if (outcomes[0]?.kind === 'refusal' && !outcomes.some(({ kind }) => kind === 'success')) return other;
  }
  return undefined;
}
