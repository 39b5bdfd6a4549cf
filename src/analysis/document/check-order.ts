// The order in which an operation looks at things. Input: an operation. Output: all checks, the first one first. Notation, part 4, "Which
// refusal comes first".

import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { CHECKS, type Check } from '../../notation/values/policies.ts';

/** As stated; what `Checks` leaves out keeps its place behind what goes before it. */
export function orderOf(linked: LinkedOperation): readonly Check[] {
  const stated = valueOf(linked.facts.checks);
  if (!stated) return CHECKS;
  const order = [...stated];
  for (const [place, check] of CHECKS.entries()) {
    if (order.includes(check)) continue;
    const before = CHECKS.slice(0, place).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, check);
  }
  return order;
}
