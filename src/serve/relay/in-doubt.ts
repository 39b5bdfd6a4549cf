// Deliveries that are in hand while the operator takes events out. Input: what was claimed; that events were taken out. Output: whether a delivery that is
// about to be sent is gone. It is asked only of those that were claimed before this process took some out, or so long ago that another may have.

import type { Claimed, Deliveries } from '../../store/deliveries.ts';

/** Milliseconds. */
const LONG = 30_000;

/** How often this process has taken events out of the data. */
const times = new WeakMap<object, number>();

/** Events are gone. */
export function tookOut(deliveries: Deliveries | undefined): void {
  if (deliveries) times.set(deliveries, timesOf(deliveries) + 1);
}

const timesOf = (deliveries: object): number => times.get(deliveries) ?? 0;

export interface Doubt {
  /** Before deliveries are claimed; what is answered is called with them. */
  claiming(): (claimed: readonly Claimed[]) => void;
  /** `gone`: what becomes of one that is. Rejects where the store cannot be asked now, too. */
  sending<More extends readonly unknown[], Sent>(
    send: (claimed: Claimed, ...more: More) => Promise<Sent>,
    gone: Sent,
  ): (claimed: Claimed, ...more: More) => Promise<Sent>;
}

export function doubtOf(deliveries: Deliveries): Doubt {
  const known = new WeakMap<Claimed, { readonly times: number; readonly at: number }>();
  return {
    claiming() {
      const mark = { times: timesOf(deliveries), at: performance.now() };
      return (claimed) => claimed.forEach((one) => known.set(one, mark));
    },
    sending:
      (send, gone) =>
      async (claimed, ...more) => {
        const mark = known.get(claimed);
        if (!mark || (mark.times === timesOf(deliveries) && performance.now() - mark.at < LONG))
          return send(claimed, ...more);
        const [found] = await deliveries.list({ id: claimed.event.id }, claimed.delivery - 1, 1);
        return found?.delivery === claimed.delivery ? send(claimed, ...more) : gone;
      },
  };
}
