// Causes that no row of part 7 answers yet, and rows that are assumed for them. Input: a model, and a cause or a row. Output: whether that
// row answers open causes and no others, and for whom. Notation, part 7 and section 1.9.

import { causeKey, withoutPlace } from '../../../notation/values/cause-kinds.ts';
import type { Cause } from '../../../notation/values/causes.ts';
import type { ErrorCode } from '../../../notation/errors.ts';
import type { Model } from '../../../model/model.ts';
import { assumptionOf, valueOf } from '../../../notation/slot.ts';
import { answerOf, causesOf, spelledAs, unansweredCauses } from '../errors.ts';
import { headingOf } from '../../document/targets.ts';
import { ruleCauses, shapeOf } from '../../machines/refusal-rules.ts';

export function openCauses(model: Model): (cause: Cause) => boolean {
  // Key of a spelling → is it about open causes only?
  const spellings = new Map<string, boolean>();
  const conditions = new Set<string>();
  for (const linked of model.operations.values()) {
    const open = new Set(unansweredCauses(model, linked));
    for (const cause of causesOf(model, linked))
      for (const key of spelledAs(model, linked, cause).map(causeKey))
        spellings.set(key, open.has(cause) && spellings.get(key) !== false);
    for (const { code, when } of ruleCauses(model, linked)) if (code === undefined) conditions.add(shapeOf(when));
  }
  return (cause) =>
    cause.kind === 'condition'
      ? !cause.after && conditions.has(shapeOf(cause.condition))
      : spellings.get(causeKey(withoutPlace(cause))) === true;
}

/** A row that is assumed beside a Code table that is complete: without it the causes that it names are open, and no others. */
export function isOfOpenCauses({ document }: Model, { at }: ErrorCode): boolean {
  const [first] = document.assumptions ?? [];
  if (!first || at.start < first.start) return false;
  const { mark, assumed } = document.errors.codes;
  const { lists } = document.title;
  if (mark !== undefined) return mark === 'closed' && !assumed;
  return valueOf(lists) === 'complete unless marked' && !assumptionOf(lists);
}

/** Headings of the operations whose requests a row of part 7 answers. */
export function answeredBy(model: Model, code: ErrorCode): readonly string[] {
  return [...model.operations.values()]
    .filter((linked) => causesOf(model, linked).some((cause) => answerOf(model, linked, cause)?.code === code))
    .map(headingOf);
}
