// What time does: rows that it moves, tokens and keys that end. Input: a run; a clock that can be moved, where there is one. Output: nothing but the
// run's steps. Without such a clock only short times are waited for. Notation, part 3, "By time"; part 5; part 4, Repeat.

import { setTimeout as sleep } from 'node:timers/promises';

import { keyHeader, repeatSlot } from '../../analysis/document/repeats.ts';
import { schemesOf } from '../../analysis/document/schemes.ts';
import { timedMovesOf, type TimedMove } from '../../analysis/machines/timed.ts';
import { valueOf } from '../../notation/slot.ts';
import type { ServiceClock } from '../clock/clock.ts';
import { dueOf } from '../judge/effects/time.ts';
import { SLACK } from '../world/callers.ts';
import type { Row } from '../world/known.ts';
import type { Candidate } from './candidate.ts';
import type { Draft } from './draft.ts';
import { inGoodOrder, listersOf, readersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Milliseconds that are waited for by the clock of this machine. */
const LONGEST_WAIT = 3_000;
/** So far from an instant both sides agree on what has passed. */
const CLEAR = 2 * SLACK;

export async function passTime(session: Session, reach: Reach, clock: ServiceClock | undefined): Promise<void> {
  session.extend(40 + 12 * session.model.machines.size + session.model.operations.size, 20_000);
  const pass = async (by: number): Promise<boolean> => {
    if (!clock && by > LONGEST_WAIT + CLEAR) return false;
    if (by <= 0) return true;
    await (clock ? clock.advance(by) : sleep(by));
    return true;
  };
  for (const resource of session.model.resources.keys())
    for (const move of timedMovesOf(session.model, resource))
      for (const state of move.from) if (!session.isOver) await moveByTime(session, reach, move, state, pass);
  await endKeys(session, reach, pass);
  await endTokens(session, reach, pass);
}

type Pass = (by: number) => Promise<boolean>;

async function moveByTime(session: Session, reach: Reach, move: TimedMove, state: string, pass: Pass): Promise<void> {
  const row = await reach.bring(move.view, state);
  const due = row && dueOf(session.world, row, move);
  if (!row || !due) return;
  // By who sees it now: behind the move nobody may.
  const reads = readersOf(session.model, row.resource).flatMap((reader) =>
    mostPromising(reach.candidates(reader, { row })),
  );
  const look = (): Promise<void> => lookAt(session, reach, row, reads);
  await look();
  const left = due[0] - session.now();
  const clear = 2 * session.world.slack;
  // Just before it is due nothing has changed.
  if (left > 2 * clear && (await pass(left - clear))) await look();
  if (await pass(due[1] - session.now() + clear)) await look();
}

/** The row by itself, and among others. */
async function lookAt(session: Session, reach: Reach, row: Row, reads: readonly Draft[]): Promise<void> {
  for (const draft of reads) if (!session.isOver) await session.perform(draft);
  const [lister] = listersOf(session.model, row.resource);
  if (lister && !session.isOver) await reach.reach(lister, { actor: reads[0]?.actor });
}

function mostPromising(candidates: Iterable<Candidate>): readonly Draft[] {
  let best: Candidate | undefined;
  for (const one of candidates) {
    if (!best || one.score > best.score) best = one;
    if (best.score === 3) break;
  }
  return best ? [best.draft] : [];
}

/** Behind Kept for a key is new. */
async function endKeys(session: Session, reach: Reach, pass: Pass): Promise<void> {
  for (const linked of inGoodOrder(session.model)) {
    const lifetime = keyHeader(linked) === undefined ? undefined : valueOf(repeatSlot(linked, 'keptFor'));
    if (lifetime === undefined || session.isOver || !reach.may(linked)) continue;
    const first = await reach.reach(linked);
    if (first && (await pass(lifetime + CLEAR))) await session.perform(first.draft);
    return;
  }
}

async function endTokens(session: Session, reach: Reach, pass: Pass): Promise<void> {
  for (const scheme of schemesOf(session.model)) {
    const lifetime = valueOf(scheme.tokenLifetime);
    if (lifetime === undefined || session.isOver) continue;
    await reach.signUp();
    const drafts = signedIn(session, reach);
    if (drafts.length > 0 && (await pass(lifetime + CLEAR)))
      for (const draft of drafts) if (!session.isOver) await session.perform(draft);
    await reach.signUp();
  }
}

/** Of each operation that asks who calls, a call by somebody who is let in. */
function signedIn(session: Session, reach: Reach): readonly Draft[] {
  return inGoodOrder(session.model).flatMap((linked): readonly Draft[] => {
    if (valueOf(linked.facts.who)?.kind === 'anyone' || !reach.may(linked)) return [];
    for (const { draft, score } of reach.candidates(linked, {}))
      if (score > 0 && draft.actor.kind === 'known') return [draft];
    return [];
  });
}
