// What this runtime does not do, beside the questions that are open. Input: a model and the questions. Output: which question
// takes the place of such a statement, and for each operation what holds it after any answer.

import type { Model } from '../../model/model.ts';
import { gapView } from '../gaps/gaps.ts';
import type { GapEntry } from '../document/gap-view.ts';

export interface NotDoneHere {
  /** By ids of statements: the question whose answer is written at the same place. */
  readonly answered: ReadonlyMap<string, string>;
  /** By operations: ids of statements that hold it after any answer; empty where none does. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
}

export function notDoneHere(model: Model, open: ReadonlyMap<string, GapEntry>): NotDoneHere {
  const { gaps, operations } = gapView(model);
  const askedAt = new Map([...open.values()].map(({ id, at }) => [at.start, id]));
  const answered = new Map<string, string>();
  const stays = new Set<string>();
  for (const { id, status, at } of gaps) {
    if (status !== 'unsupported') continue;
    const question = askedAt.get(at.start);
    if (question === undefined) stays.add(id);
    else answered.set(id, question);
  }
  const holds = new Map(operations.map(({ id, heldBy }) => [id, heldBy.filter((one) => stays.has(one))]));
  return { answered, holds };
}
