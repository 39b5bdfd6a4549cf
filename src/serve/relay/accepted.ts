// Does an answer accept an event? Input: the status codes that the document states, as data; a status. Output: yes or no. Notation, part 6,
// Accepted.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';

export function isAccepted(accepted: WebhookPlan['accepted'], status: number): boolean {
  const range = `${Math.floor(status / 100)}xx`;
  return accepted.some((each) => ('code' in each ? each.code === status : each.class === range));
}
