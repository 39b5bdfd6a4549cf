// Which rows a limit of part 8 counts, and which operations may add to them. Input: a limit such as `10 Webhook`, Per `Account`. Output: the
// resource, and the field whose value rows have alike; why there is none. Notation, part 8.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Limit } from '../../notation/limits.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { LimitEach } from '../../notation/values/limits.ts';
import { bringsBack, goneMachines } from './gone-states.ts';
import { writtenFields } from '../document/changed-fields.ts';
import { EFFECT_TRAITS, isCreation, isMove } from '../document/effect-traits.ts';
import { callersOf } from '../document/schemes.ts';
import { effectsOf } from '../document/targets.ts';
import { referenceOf } from '../document/value-kinds.ts';

/** `by`: rows with the same value there are counted together; left out: all. */
export interface CountedRows {
  readonly resource: Resource;
  readonly by?: Field;
}

/** Per names no one thing that rows belong to: nobody, one of several, or what is no row. */
export type Uncounted = 'not shown' | 'no reference' | 'several references' | 'no caller' | 'another resource';

export function countedRows(model: Model, limit: Limit): CountedRows | Uncounted {
  const value = valueOf(limit.value);
  const resource = value?.kind === 'rows' ? model.resources.get(value.resource.text) : undefined;
  const per = valueOf(limit.per);
  const [each, ...others] = per ?? [];
  if (!resource || !each || others.length > 0) return 'not shown';
  return countedBy(model, resource, each);
}

function countedBy(model: Model, resource: Resource, each: LimitEach): CountedRows | Uncounted {
  switch (each.kind) {
    case 'service':
      return { resource };
    case 'field': {
      if (each.field.owner.text !== resource.name.text) return 'another resource';
      const by = model.fields.get(`${resource.name.text}.${each.field.field.text}`);
      return by ? { resource, by } : 'not shown';
    }
    case 'resource':
      return referring(model, resource, [each.resource.text]);
    case 'caller': {
      const callers = callersOf(model);
      if (callers.length === 0) return 'no caller';
      return referring(
        model,
        resource,
        callers.map(({ name }) => name.text),
      );
    }
    default:
      return 'not shown';
  }
}

/** By the one field that refers to one of them. */
function referring(model: Model, resource: Resource, owners: readonly string[]): CountedRows | Uncounted {
  const [by, ...others] = resource.fields.items.filter((field) => {
    const type = valueOf(field.type);
    const refers = type && referenceOf(model, type);
    return refers !== undefined && owners.includes(refers.resource);
  });
  if (!by) return 'no reference';
  return others.length > 0 ? 'several references' : { resource, by };
}

/** May a call leave a row there that was not among them before? */
export function mayAdd(model: Model, linked: LinkedOperation, counted: CountedRows): boolean {
  const name = counted.resource.name.text;
  const isMade = effectsOf(linked).some(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === name,
  );
  return isMade || mayTurn(model, linked, counted);
}

/** Rows that are there are changed at once, and may be counted elsewhere then. */
export function turnsManyCounted(model: Model, linked: LinkedOperation): boolean {
  return model.document.limits.limits.items.some((limit) => {
    const counted = countedRows(model, limit);
    if (typeof counted === 'string' || !mayTurn(model, linked, counted)) return false;
    const name = counted.resource.name.text;
    return effectsOf(linked).some(
      (effect) => 'target' in effect && effect.target.text === name && EFFECT_TRAITS[effect.kind].touch === 'every',
    );
  });
}

/** Of a row that is there. */
export function mayTurn(model: Model, linked: LinkedOperation, { resource, by }: CountedRows): boolean {
  const name = resource.name.text;
  const written = writtenFields(model, linked).get(name);
  const moved = new Set(effectsOf(linked).flatMap((effect) => (isMove(effect) ? [effect.field.text] : [])));
  // Where a move leads, the table of part 3 says.
  const isSet = goneMachines(model, name).some(({ field }) => written?.has(field) && !moved.has(field));
  return (by !== undefined && written?.has(by.name.text) === true) || isSet || bringsBack(model, linked, name);
}
