// The slots of part 6: Delivery, each event and its fields. Input: the document as read. Output: facts in the writer;
// notation/events.ts declares what is due. Notation, part 6.

import type { Span } from '../../../base/span.ts';
import { DELIVERY, EVENT, type Delivery, type EventKind } from '../../../notation/events.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Payload } from '../../../notation/values/bodies.ts';
import type { Occasion } from '../../../notation/values/occasions.ts';
import { isHalfRule } from '../../../notation/values/rules.ts';
import { DELIVERY_TRAITS, EVENT_TRAITS } from '../../requests/event-traits.ts';
import { declaredFeature, type Feature, type Features } from '../../document/features.ts';
import { runs } from '../../document/supported.ts';
import { bringersOf, occasionFeature } from '../../requests/occasions.ts';
import { otherId } from '../../document/slot-ids.ts';
import { deliveryFeatures } from '../supported/delivery.ts';
import { payloadFeatures } from '../supported/payloads.ts';
import type { Subject } from './fact.ts';
import { statementSlots } from './statements.ts';
import { wholePart, type SlotWriter } from './writer.ts';

export function eventSlots(writer: SlotWriter): void {
  const { scope, delivery, kinds } = writer.model.document.events;
  const written = kinds.items.length > 0 || kinds.mark !== undefined || delivery !== undefined;
  if (wholePart(writer, 'events', scope, written)) return;
  const base = { part: 'events', subject: { on: 'events', kinds: undefined } } as const;
  writer.openness({ ...base, id: '6/events', names: { fact: 'events' } }, kinds);
  const whole = {
    ...base,
    id: otherId(6, 'delivery'),
    kind: 'delivery',
    names: { fact: 'where to, how often, in which order' },
    words: () => [declaredFeature('Delivery', DELIVERY.sentAs.head)],
  } as const;
  if (delivery) {
    const settled = DELIVERY_TRAITS['declares no event'](writer.model, delivery.facts);
    if (!writer.scope({ ...whole, settled }, delivery.scope)) deliverySlots(writer, delivery, kinds.at);
  } else if (kinds.items.length > 0) writer.gap(whole, kinds.at);
  for (const kind of kinds.items) oneEvent(writer, kind);
}

function deliverySlots(writer: SlotWriter, { scope, facts }: Delivery, at: Span): void {
  statementSlots(writer, DELIVERY, facts, ({ head }) => ({
    id: (fact) => otherId(6, 'delivery', fact),
    part: 'events',
    subject: { on: 'events', kinds: undefined },
    names: { fact: head },
    holds: (trait) => DELIVERY_TRAITS[trait](writer.model, facts),
    words: (key, value) => deliveryFeatures(writer.model, key, value),
    at: scope.heading ?? at,
  }));
}

/** What does not run holds the operations that would bring it about. */
function whenOf(
  { model }: SlotWriter,
  { name, when }: EventKind,
): { readonly words: (key: string, value: readonly Occasion[]) => Features; readonly subject?: Subject } {
  const feature = (one: Occasion): Feature => occasionFeature(model, name.text, one);
  const open = (valueOf(when) ?? []).filter((one) => !runs(feature(one)));
  return {
    words: (_, value) => value.map(feature),
    ...(open.length > 0 && { subject: { on: 'operations', operations: bringersOf(model, open) } }),
  };
}

function oneEvent(writer: SlotWriter, event: EventKind): void {
  const name = event.name.text;
  const base = { part: 'events', kind: 'event', subject: { on: 'events', kinds: [name] }, names: { name } } as const;
  if (writer.scope({ ...base, id: otherId(6, name) }, event.scope)) return;
  statementSlots(writer, EVENT.columns, event, (of) => ({
    ...base,
    ...(of === EVENT.columns.when && whenOf(writer, event)),
    ...(of === EVENT.columns.payload && {
      words: (_: string, value: unknown) => payloadFeatures(writer.model, value as Payload),
    }),
    id: (fact) => otherId(6, name, fact),
    names: { name, fact: of.head },
    holds: (trait) => EVENT_TRAITS[trait](writer.model, event),
  }));
  if (!event.fields.written) return;
  writer.openness(
    { part: 'events', subject: base.subject, id: otherId(6, name, 'fields'), names: { fact: `fields of \`${name}\`` } },
    event.fields,
  );
  for (const field of event.fields.items) {
    const id = (head: string): string => otherId(6, `${name}.${field.name.text}`, head);
    writer.add({ ...base, id: id('type'), slot: field.type, due: false });
    writer.add({ ...base, id: id('required'), slot: field.required, due: false });
    writer.add({ ...base, id: id('set-by'), slot: field.setBy, due: false, half: isHalfRule });
  }
}
