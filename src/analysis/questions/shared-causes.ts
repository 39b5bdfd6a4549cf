// Causes of failure that are alike: a field that is missing, a row that does not exist. Input: causes that nothing answers. Output: which
// of them are asked about together, and in which words. Notation, part 7.

import { ticked } from '../../base/ticked.ts';
import { kindOfCause } from '../../notation/values/cause-kinds.ts';
import type { Alike, MetCause } from '../../notation/values/met-causes.ts';
import type { Model } from '../../model/model.ts';
import { fieldsTaken } from '../gaps/questions/cause-questions.ts';

/** undefined: it is like no other. */
export function alikeOf(cause: MetCause): Alike | undefined {
  return kindOfCause(cause).alike?.(cause);
}

/** All that are alike. What is unique together is named together. */
export function alikeNames(model: Model, causes: readonly MetCause[]): readonly string[] {
  const names = causes.map((cause) => {
    const isTaken = cause.kind === 'field' && cause.failure === 'taken';
    return (isTaken ? fieldsTaken(model, cause) : [alikeOf(cause)!.about]).map(ticked).join(' with ');
  });
  return [...new Set(names)];
}
