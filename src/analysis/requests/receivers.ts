// Who gets events: the condition behind `where` of Sent as, as it is asked of an event about a row of each resource. Input: a model. Output:
// the resources that events are about, and the condition for each. Notation, part 6, "Who gets an event".

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { SentAs } from '../../notation/values/delivery.ts';
import type { Occasion } from '../../notation/values/occasions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { elementOf, followPath } from '../document/paths.ts';
import { operandFact, type OperandPlace } from '../values/operand-types.ts';
import { accessesOfEvent } from './emitted.ts';

export type Request = Extract<SentAs, { readonly kind: 'request' }>;

/** Events are sent to the rows of that resource; undefined: they are sent in another way, or it is not known how. */
export function receiversOf(model: Model): { readonly sent: Request; readonly resource: Resource } | undefined {
  const { delivery } = model.document.events;
  const sent = delivery && valueOf(delivery.facts.sentAs);
  const resource = sent?.kind === 'request' ? model.resources.get(sent.to.owner.text) : undefined;
  return sent?.kind === 'request' && resource ? { sent, resource } : undefined;
}

/** The resources whose rows events are about. */
export const toldResources: (model: Model) => readonly Resource[] = oncePer((model: Model): readonly Resource[] => {
  const names = new Set([...toldByEvent(model).values()].flatMap((told) => [...told]));
  return [...model.resources.values()].filter(({ name }) => names.has(name.text));
});

/** Those that one kind of event is about. */
export function toldResourcesOf(model: Model, event: string): readonly Resource[] {
  const names = toldByEvent(model).get(event);
  return names ? [...model.resources.values()].filter(({ name }) => names.has(name.text)) : [];
}

const toldByEvent = oncePer((model: Model): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const add = (event: string, resource: string): void => {
    const known = found.get(event);
    if (known) known.add(resource);
    else found.set(event, new Set([resource]));
  };
  const ofCall = (heading: string, events: readonly string[]): void => {
    const linked = model.operations.get(heading);
    for (const event of linked ? events : [])
      for (const { resource } of accessesOfEvent(model, linked!, event) ?? []) add(event, resource);
  };
  for (const [heading, { facts }] of model.operations) ofCall(heading, textsOf(valueOf(facts.emits)));
  for (const { resource, moves } of model.document.states.machines.items)
    for (const { emits } of moves.items) for (const event of textsOf(valueOf(emits))) add(event, resource.text);
  for (const { name, when } of model.document.events.kinds.items)
    for (const occasion of valueOf(when) ?? []) {
      if (occasion.kind === 'call') ofCall(occasion.operation.text, [name.text]);
      else add(name.text, toldBy(occasion));
    }
  return found;
});

function textsOf(names: readonly Name[] | undefined): readonly string[] {
  return (names ?? []).map(({ text }) => text);
}

function toldBy(occasion: Exclude<Occasion, { readonly kind: 'call' }>): string {
  return 'field' in occasion ? occasion.field.owner.text : occasion.resource.text;
}

export interface AskedOfEvent {
  readonly condition: Condition;
  readonly place: OperandPlace;
}

/** The condition, once for each resource that events are about. */
export function receiverConditions(model: Model): readonly AskedOfEvent[] {
  const receivers = receiversOf(model);
  if (!receivers?.sent.where) return [];
  const told = toldResources(model);
  if (told.length === 0) return [{ condition: receivers.sent.where, place: placeOf(receivers.resource, undefined) }];
  return told.map((about) => askedOf(model, receivers.sent.where!, receivers.resource, about));
}

/** `self` is the row that the event is about. */
function placeOf(row: Resource, self: Resource | undefined): OperandPlace {
  return { row, self, request: undefined, event: true };
}

/**
 * Where events are about rows of several resources, what only some of them have is nothing for the others, and so is `this` beside a reference
 * to a row of another one: no comparison with it is true. What none of them has is left as it is, to be reported.
 */
export function askedOf(model: Model, condition: Condition, row: Resource, about: Resource): AskedOfEvent {
  const others = toldResources(model).filter((one) => one !== about);
  const lacks = (operand: Operand, beside: Operand | undefined, ground: OperandPlace): boolean => {
    if (operand.kind === 'this')
      return beside !== undefined && isOther(model, beside, ground, about) && !isOtherForAll(model, beside, ground);
    if (operand.kind !== 'field') return false;
    const { owner, path } = operand;
    if (owner === 'this') return !mayHave(model, about, path) && others.some((one) => mayHave(model, one, path));
    return owner !== about.name.text && others.some(({ name }) => name.text === owner);
  };
  return { condition: without(condition, placeOf(row, about), lacks, model), place: placeOf(row, about) };
}

function mayHave(model: Model, resource: Resource, path: readonly string[]): boolean {
  return followPath(model, resource, path).end !== 'unknown';
}

/** It is, or refers to, a row of another resource. */
function isOther(model: Model, operand: Operand, place: OperandPlace, about: Resource): boolean {
  const named = rowNamed(model, operand, place);
  return named !== undefined && named !== about.name.text;
}

function isOtherForAll(model: Model, operand: Operand, place: OperandPlace): boolean {
  return toldResources(model).every((one) => isOther(model, operand, place, one));
}

function rowNamed(model: Model, operand: Operand, place: OperandPlace): string | undefined {
  const fact = operandFact(model, operand, place);
  if (fact.kind === 'row') return fact.resource.name.text;
  if (fact.kind !== 'value') return undefined;
  const { type } = elementOf(fact.type);
  return fact.refers?.resource ?? (type.kind === 'resource' ? type.resource.text : undefined);
}

type Lacks = (operand: Operand, beside: Operand | undefined, place: OperandPlace) => boolean;

function without(condition: Condition, place: OperandPlace, lacks: Lacks, model: Model): Condition {
  const one = (operand: Operand, beside?: Operand): Operand =>
    lacks(operand, beside, place) ? { kind: 'null', at: operand.at } : operand;
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, items: condition.items.map((item) => without(item, place, lacks, model)) };
    case 'not':
      return { ...condition, item: without(condition.item, place, lacks, model) };
    case 'compare':
    case 'has':
    case 'contains': {
      const { left, right } = condition;
      return { ...condition, left: one(left, right), right: one(right, left) };
    }
    case 'in': {
      const { left, values } = condition;
      return { ...condition, left: one(left, values[0]), values: values.map((value) => one(value, left)) };
    }
    case 'is-blank':
    case 'is-set':
      return { ...condition, operand: one(condition.operand) };
    case 'matches':
      return { ...condition, left: one(condition.left) };
    case 'exists':
    case 'count': {
      const searched = { ...place, row: model.resources.get(condition.resource.text) };
      const where = condition.where && without(condition.where, searched, lacks, model);
      return condition.kind === 'count'
        ? { ...condition, where, right: one(condition.right) }
        : { ...condition, where };
    }
  }
}
