// Which words of the notation a row of the Status table uses. Input: its Status and When, and its operation. Output: features. Notation, part 4,
// table Status.

import type { StatusRow } from '../../../notation/endpoints.ts';
import type { StatusWhen } from '../../../notation/values/answers.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { mayBeNotModified } from '../../document/preconditions.ts';
import { sameValuesOf } from '../../document/repeats.ts';
import { isSentOnly } from '../../machines/refusal-rules.ts';
import { answeredResource, answersMany, isNothing, tellsUnchanged } from '../../requests/outcomes.ts';
import { isOpen } from '../../../notation/slot.ts';
import { conditionFeatures } from './values.ts';

export function statusFeatures(
  value: { readonly code: number } | { readonly class: string },
  isSuccess: boolean,
): Features {
  if ('code' in value) return ['Status: code'];
  return [
    isSuccess && value.class.toLowerCase() === '2xx' ? 'Status: class' : 'Status: class other than 2xx of a success',
  ];
}

export function statusWhenFeatures(model: Model, when: StatusWhen, linked: LinkedOperation): Features {
  const { condition } = when;
  if (when.kind === 'error')
    return ['Status: When: error', ...featureIf(condition !== undefined, 'Status: When: condition of an error')];
  const words = when.outcomes.map((outcome): Feature => {
    const isElse = outcome === 'unchanged' && !tellsUnchanged(linked) && !mayBeNotModified(linked);
    if (outcome === 'repeated' && !sameValuesOf(linked) && !isOpen(linked.facts.repeat) && !isOpen(linked.facts.does))
      return 'Status: When: repeated, of what is never repeated';
    return isElse ? 'Status: When: unchanged by another effect' : `Status: When: ${outcome}`;
  });
  if (!condition) return words;
  const row = answeredResource(model, linked);
  const isOfMany = (isNothing(linked) || answersMany(model, linked)) && !isSentOnly(model, linked, condition);
  const whole = isOfMany ? 'Status: When: condition on many rows' : 'Status: When: condition';
  return [...words, whole, ...conditionFeatures(model, condition, { row, self: row, sentTo: [linked] })];
}

/** `found`, `created`, …: what a Status row without a word of its own would be. */
export function whenOutcomes(row: StatusRow): readonly string[] {
  return row.when.status === 'stated' && row.when.value.kind === 'outcome' ? row.when.value.outcomes : [];
}
