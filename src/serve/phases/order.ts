// The order of the checks of an operation. Input: the plan's order. Output: which of two checks is made first. Notation, part 4
// "Checks".

import type { RunPlan } from '../../plan/plan.ts';

export type Check = RunPlan['order'][number];

/** Does `first` come before `second` in this operation's order? */
export function comesBefore(order: readonly Check[], first: Check, second: Check): boolean {
  const at = order.indexOf(first);
  const other = order.indexOf(second);
  return at !== -1 && (other === -1 || at < other);
}
