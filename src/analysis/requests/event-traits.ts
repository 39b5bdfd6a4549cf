// The traits of Delivery and of an event that their declarations name: when a statement is due, and when it is settled.
// Input: what is stated of them. Output: whether the trait holds. Notation, rule 1.8 and part 6.

import { oncePer } from '../../base/once-per.ts';
import type { DeliveryFacts, DeliveryTrait, EventKind, EventTrait } from '../../notation/events.ts';
import { valueOf, type Scope, isOpen } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import { declaresNoEvent } from '../document/settled.ts';

export const DELIVERY_TRAITS: Readonly<Record<DeliveryTrait, (model: Model, facts: DeliveryFacts) => boolean>> = {
  'calls receivers': (_, facts) => callsReceivers(facts),
  'tries again': (_, facts) => callsReceivers(facts) && !triesOnce(facts),
  streams: (_, { sentAs }) => valueOf(sentAs)?.kind === 'server-sent events',
  'declares no event': declaresNoEvent,
};

export const EVENT_TRAITS: Readonly<Record<EventTrait, (model: Model, event: EventKind) => boolean>> = {
  'is emitted by nothing': (model, { name }) => {
    const sent = emitted(model);
    return sent !== 'any' && !sent.has(name.text);
  },
  'has no fields': (_, { fields }) => !fields.written,
};

/** A receiver reads a stream or a queue by itself: nothing is accepted, tried again or signed. */
function callsReceivers({ sentAs }: DeliveryFacts): boolean {
  return (valueOf(sentAs)?.kind ?? 'request') === 'request';
}

function triesOnce({ tries }: DeliveryFacts): boolean {
  const value = valueOf(tries);
  return value?.kind === 'times' && value.times === 1;
}

/** Emits of an operation or a move states when the event is sent; where that is not shown, it may be any. */
const emitted = oncePer((model: Model): ReadonlySet<string> | 'any' => {
  const { states, endpoints } = model.document;
  if (isLeftOut(states.scope, states.machines.items) || isLeftOut(endpoints.scope, endpoints.operations.items))
    return 'any';
  const scopes = [...states.machines.items, ...endpoints.operations.items].map(({ scope }) => scope);
  if (scopes.some(({ mark }) => mark.status === 'gap')) return 'any';
  const slots = [
    ...[...model.operations.values()].map(({ facts }) => facts.emits),
    ...[...model.machines.values()].flatMap(({ moves }) => moves.items.map(({ emits }) => emits)),
  ];
  return slots.some(isOpen) ? 'any' : new Set(slots.flatMap((slot) => (valueOf(slot) ?? []).map(({ text }) => text)));
});

function isLeftOut(scope: Scope, items: readonly unknown[]): boolean {
  return scope.mark.status === 'gap' || (scope.mark.status === 'absent' && items.length === 0);
}
