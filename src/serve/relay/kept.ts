// Events that were delivered are kept for a time, with what was tried, so that they can be looked at and sent again. Input: a plan, where deliveries are
// kept, for how long. Output: a group of the sweeper that takes out what is older. docs/operate.md.

import { millisecondsOf } from '../../base/durations.ts';
import type { StreamPlan } from '../../plan/delivery-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Deliveries } from '../../store/deliveries.ts';
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
  if (delivery?.stream) return [streamed(deliveries, delivery.stream)];
  const time = Math.max(keep, (delivery?.webhook ?? delivery?.broker)?.keptFor ?? 0);
  return [takingOut((now, most) => deliveries.sweep(instantText(now - time), most))];
}

/** Milliseconds for which events are there for those who read them now. */
const FOR_READERS = 60_000;

/** As long as the document says. The newest one stays: by its number readers go on that have had all. */
function streamed(deliveries: Deliveries, { keptFor }: StreamPlan): TimedRunner {
  const time = Math.max(keptFor ?? 0, FOR_READERS);
  return takingOut(async (now, most) => {
    const before = instantText(now - time);
    const newest = await deliveries.ends();
    return newest ? deliveries.sweep(newest.done < before ? newest.done : before, most) : 0;
  });
}
