// How long a service tries to send an event that is not accepted. Input: what Delivery states. Output: milliseconds. Notation, part 6, Tries and
// Waits.

import type { DeliveryFacts } from '../../notation/events.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Waits } from '../../notation/values/delivery.ts';

/** Until the second try; undefined: there is none, or it is not stated when. */
export function firstWait({ tries, waits }: DeliveryFacts): number | undefined {
  const stated = valueOf(tries);
  const [first] = valueOf(waits)?.times ?? [];
  return stated?.kind === 'times' && stated.times < 2 ? undefined : first;
}

/** From the first try to the last one; undefined: it has no end, or it is not stated when. */
export function triesTake({ tries, waits }: DeliveryFacts): number | undefined {
  const [stated, between] = [valueOf(tries), valueOf(waits)];
  if (stated?.kind === 'for') return stated.time;
  if (stated?.kind !== 'times') return undefined;
  if (stated.times === 1) return 0;
  return between && Array.from({ length: stated.times - 1 }, (_, nth) => waitOf(between, nth)).reduce((a, b) => a + b);
}

/** `nth`: from 0. Behind the last one it is that again, or twice as long each time. */
function waitOf({ times, doubling, atMost = Infinity }: Waits, nth: number): number {
  const last = times.length - 1;
  const wait = times[Math.min(nth, last)]! * (doubling ? 2 ** Math.max(0, nth - last) : 1);
  return Math.min(wait, atMost);
}
