// The order of the checks of an operation. Input: an operation. Output: all checks, the first one first. Notation, part 4, "Which refusal comes
// first".

import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { CHECKS, type Check } from '../../notation/values/policies.ts';

/** What Checks leaves out keeps its place behind what goes before it in the list of all. */
export function orderOf(linked: LinkedOperation): readonly Check[] {
  const stated = valueOf(linked.facts.checks) ?? [];
  const order: Check[] = [];
  const put = (check: Check): void => {
    order.push(check);
    const next = CHECKS[CHECKS.indexOf(check) + 1];
    if (next !== undefined && !stated.includes(next)) put(next);
  };
  const first = CHECKS[0];
  if (!stated.includes(first)) put(first);
  for (const check of stated) put(check);
  return order;
}
