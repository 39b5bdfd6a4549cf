// What a call has done, looked at afterwards: the row that it was about, the row that it made, and the lists of both. Input: a step.
// Output: further steps; the judge holds them to what is known.

import type { Row } from '../world/known.ts';
import { readsCredentials } from '../../analysis/document/callers.ts';
import { formerActors } from './actors.ts';
import { NOBODY, type DraftedBody } from './draft.ts';
import { asBefore, isPlain, OfRow, type Drafted } from './drafted.ts';
import { predicted } from './candidate.ts';
import { drafted } from './drafting.ts';
import { isCostly, isReading, listersOf, operationsOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';
import { isSuccessful, type Step } from './step.ts';
import { oncePer } from '../../base/once-per.ts';
import { effectsOf, headingOf, targetsOf } from '../../analysis/document/targets.ts';

/** Longer lists are read now and then only. */
const SHORT = 30;
const NOW_AND_THEN = 8;

export async function readBack(session: Session, reach: Reach, step: Step): Promise<void> {
  const { draft } = step;
  const rows = new Set<Row>([...draft.rows.slice(-1), ...step.rows.slice(-1)]);
  for (const row of rows) {
    if (session.isOver) return;
    await reach.show(row, draft.actor);
  }
  if (!draft.linked) return;
  const caller = draft.actor.row;
  if (caller && targetsOf(session.model, draft.linked).includes(caller.resource)) rows.add(caller);
  if (isSecretDue(session, step))
    for (const row of rows) {
      await signIn(session, step, row);
      await callAsBefore(session, reach, row);
    }
  const isMore = isSuccessful(step) || rows.size === 0;
  for (const resource of targetsOf(session.model, draft.linked)) {
    const known = session.rows(resource).filter(({ isThere }) => isThere !== false).length;
    const isDue = known <= SHORT ? isMore || session.random.isOneIn(2) : session.random.isOneIn(NOW_AND_THEN);
    const [lister] = listersOf(session.model, resource);
    if (!isDue || !lister || session.isOver) continue;
    await reach.reach(lister, draft.actor === NOBODY ? {} : { actor: draft.actor });
  }
}

/** To sign in takes long: behind the first calls of an operation that came to the same, and then now and then. */
function isSecretDue(session: Session, step: Step): boolean {
  const { linked } = step.draft;
  if (!linked) return false;
  const key = `${headingOf(linked)} ${isSuccessful(step)}`;
  const came = (looked(session).get(key) ?? 0) + 1;
  looked(session).set(key, came);
  return came <= FIRST || came % NOW_AND_THEN === 0;
}

const FIRST = 2;
const looked: (session: Session) => Map<string, number> = oncePer(() => new Map<string, number>());

/** A secret is in no reply: who has it signs in. */
async function signIn(session: Session, { draft, judgement }: Step, row: Row): Promise<void> {
  const { model } = session;
  if (!draft.linked || !isCostly(model, draft.linked) || judgement.findings.length > 0) return;
  for (const linked of operationsOf(model)) {
    const isOwn = effectsOf(linked).some((effect) => effect.kind === 'signs in' && effect.target.text === row.resource);
    if (!isOwn || linked === draft.linked || session.isOver) continue;
    const made = drafted(session, linked, { actor: NOBODY, row, isFull: true });
    if (!('draft' in made)) continue;
    const before = row.former.size === 0 ? [] : [{ ...made.draft, body: formerBody(made.draft.body) }];
    for (const draft of [made.draft, ...before])
      if (predicted(session, draft) && !session.isOver) await session.perform(draft);
  }
}

/** What was a secret before it was changed lets nobody in any more. */
async function callAsBefore(session: Session, reach: Reach, row: Row): Promise<void> {
  const [actor] = row.former.size === 0 ? [] : formerActors(session.world, row);
  const own = operationsOf(session.model).filter((linked) => isReading(linked) && readsCredentials(linked));
  for (const linked of actor ? own : []) {
    const [candidate] = reach.candidates(linked, { actor });
    if (!candidate || session.isOver) continue;
    await session.perform(candidate.draft);
    return;
  }
}

function formerBody(body: DraftedBody): DraftedBody {
  return 'value' in body ? { ...body, value: former(body.value) } : body;
}

function former(value: Drafted): Drafted {
  if (value instanceof OfRow && value.row.former.has(value.field)) return asBefore(value);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, former(one)]));
}
