// Events that were delivered are kept for a time, with what was tried, so that they can be looked at and sent again. Input: a plan, where deliveries are
// kept, for how long. Output: a group of the sweeper that takes out what is older. docs/operate.md.

import { millisecondsOf } from '../../base/durations.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Store } from '../../store/store.ts';
import { instantText } from '../clock.ts';
import { takingOut } from '../taking-out.ts';
import type { TimedRunner } from '../timed.ts';
import { KEPT_FOR, type RelaySettings } from './context.ts';

/** None where nothing is delivered. What the document states under Kept for is the least. */
export function sentGroups(
  { deliveries }: Store,
  { delivery }: Pick<Plan, 'delivery'>,
  { keep = millisecondsOf(KEPT_FOR)! }: Pick<RelaySettings, 'keep'>,
): readonly TimedRunner[] {
  if (!deliveries) return [];
  const time = Math.max(keep, delivery?.webhook?.keptFor ?? 0);
  return [takingOut((now, most) => deliveries.sweep(instantText(now - time), most))];
}
