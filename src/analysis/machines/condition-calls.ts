// Which operations judge a condition that a document states for a code. Input: the model and the condition, as it was read. Output: the operations, in the
// order of the document.

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { ruleCauses } from './refusal-rules.ts';

export function callsOf(model: Model, condition: Condition): readonly LinkedOperation[] {
  return byCondition(model).get(condition) ?? [];
}

const byCondition = oncePer((model: Model): ReadonlyMap<Condition, readonly LinkedOperation[]> => {
  const calls = new Map<Condition, LinkedOperation[]>();
  for (const linked of model.operations.values()) {
    for (const when of new Set(ruleCauses(model, linked).map((rule) => rule.when))) {
      if (!calls.get(when)?.push(linked)) calls.set(when, [linked]);
    }
  }
  return calls;
});
