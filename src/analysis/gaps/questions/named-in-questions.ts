// What a question names beside its own sentence: the causes without a code, the states of a table that is not there. Input: a gap.
// Output: the gap with the longer question.

import { ticked } from '../../../base/ticked.ts';
import { kindOf } from '../../../notation/declaration.ts';
import { CODE } from '../../../notation/errors.ts';
import { STATE } from '../../../notation/states.ts';
import type { Model } from '../../../model/model.ts';
import type { GapEntry } from '../../document/gap-view.ts';
import type { Fact } from '../slots/fact.ts';
import { openKinds } from '../../machines/state-kinds.ts';
import { questionOf } from './questions.ts';

const CAUSES_NAMED = 3;

export function withCauses(gap: GapEntry, causes: readonly string[]): GapEntry {
  if (gap.kind !== kindOf(CODE.columns.when) || causes.length === 0) return gap;
  const more = causes.length - CAUSES_NAMED;
  const named = causes.slice(0, CAUSES_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const count = causes.length === 1 ? '1 cause has no code yet' : `${causes.length} causes have no code yet`;
  return { ...gap, question: `${gap.question} ${count}: ${named}.` };
}

/** Where the moves alone declare the states, the first one is asked about: the answer writes the table of all. */
export function withFirst(model: Model, fact: Fact, gap: GapEntry): GapEntry {
  if (fact.of !== STATE.columns.kind || fact.slot || fact.table || fact.subject.on !== 'machine') return gap;
  const { machine } = fact.subject;
  const [first, ...others] = openKinds(model, model.machines.get(machine)!);
  if (first === undefined) return gap;
  const asked = questionOf({ of: fact.of, kind: fact.kind }, { name: `${ticked(first)} of ${ticked(machine)}` });
  const then =
    others.length === 0 ? 'it' : `it and ${others.map(ticked).join(', ')}, each of which is asked about then`;
  return { ...gap, question: `${asked} The answer begins a State table with ${then}.` };
}
