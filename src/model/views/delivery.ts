// What is due of Delivery, by how events are sent. Comes in: what its bullets say. Goes out: keys. Notation, rule 1.8 and part 6.

import { valueOf, type Slot } from '../../notation/slot.ts';

/** Who takes up a stream, or a queue, is not called: nothing is accepted, tried again or signed. One try waits for none. */
export function dueOfDelivery(said: ReadonlyMap<string, Slot<string>>): ReadonlySet<string> {
  const text = (key: string): string | undefined => {
    const slot = said.get(key);
    return slot && valueOf(slot)?.trim();
  };
  if (/^(?:server-sent events|subject|topic|queue)\b/i.test(text('Sent as') ?? ''))
    return new Set(['Sent as', 'Order']);
  const waits = /^(?:at most )?1(?: times| tries)?$/i.test(text('Tries') ?? '') ? [] : ['Waits'];
  return new Set(['Sent as', 'Accepted', 'Tries', ...waits, 'Time-out', 'Order', 'Signature']);
}
