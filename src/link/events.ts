// The names in part 6: operations, resources, fields and events. Input: Delivery and the events. Output: findings, each at the
// name. Notation, part 6.

import { entriesOf, type SlotKey, type ValueOf } from '../notation/declaration.ts';
import { DELIVERY, type DeliveryFacts } from '../notation/events.ts';
import { valueOf } from '../notation/slot.ts';
import type { Occasion } from '../notation/values/occasions.ts';
import { linkShape } from './answers.ts';
import { linkOwned } from './owned-fields.ts';
import type { References } from './references.ts';

export function linkEvents(refs: References): void {
  const { delivery, kinds } = refs.model.document.events;
  for (const { when, payload } of kinds.items) {
    for (const occasion of valueOf(when) ?? []) linkOccasion(refs, occasion);
    // What a bare name of a payload is a field of, only the event's own text says.
    const value = valueOf(payload);
    if (value?.kind === 'same as') refs.event(value.event);
    else if (value) linkShape(refs, value.shape, undefined);
  }
  if (delivery)
    for (const [key] of entriesOf(DELIVERY)) {
      const value = valueOf<unknown>(delivery.facts[key]);
      if (value !== undefined) LINK[key]?.(refs, value as never);
    }
}

function linkOccasion(refs: References, occasion: Occasion): void {
  switch (occasion.kind) {
    case 'call':
      refs.operation(occasion.operation);
      break;
    case 'becomes':
    case 'changes':
      linkOwned(refs, occasion.field);
      break;
    default:
      refs.resource(occasion.resource);
  }
}

type Link = {
  readonly [K in SlotKey<DeliveryFacts>]?: (refs: References, value: ValueOf<DeliveryFacts[K]>) => void;
};

const LINK: Link = {
  sentAs: (refs, sent) => {
    if (sent.kind === 'request') linkOwned(refs, sent.to);
    if (sent.kind === 'server-sent events') refs.operation(sent.operation);
  },
  order: (refs, order) => {
    if (order.kind === 'each row') refs.resource(order.resource);
  },
  signature: (refs, { secret }) => {
    if (secret?.kind === 'field') linkOwned(refs, secret.field);
  },
  givenUp: (refs, given) => {
    if (given.kind === 'deletes') refs.resource(given.resource);
    else if ('field' in given) linkOwned(refs, given.field);
  },
};
