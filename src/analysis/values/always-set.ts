// Whether every row has a value in a field. Input: a field. Output: yes, where no caller can create a row without it and nothing
// takes it away. Notation, part 2, heads Required and Set by.

import { isCreation } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf } from '../document/inputs.ts';
import type { InputField } from '../document/input-fields.ts';
import { isAlwaysBrought } from './body-whens.ts';
import { isAlwaysGiven } from '../document/settled.ts';
import type { FieldAt } from '../document/paths.ts';
import { effectsOf, pathFacts } from '../document/targets.ts';

/** Of a type without null, and set by a rule that gives it to each row, or required of each caller that creates one. */
export function isAlwaysSet(model: Model, resource: Resource, field: Field): boolean {
  if (valueOf(field.type)?.kind === 'nullable') return false;
  if (isAlwaysGiven(field)) return true;
  if (valueOf(field.required)?.kind !== 'yes' || valueOf(field.setBy)?.kind !== 'caller') return false;
  return creatorsIn(model)(resource).every((linked) => gives(model, linked, resource, field));
}

/** The operations that create rows; others do not matter. A resource may be in two models, one with less stated. */
const creatorsIn = oncePer((model: Model) =>
  oncePer((resource: Resource): readonly LinkedOperation[] =>
    [...model.operations.values()].filter((linked) => effectsOf(linked).some((effect) => creates(effect, resource))),
  ),
);

const setIn = oncePer(
  ({
    fields,
  }: Extract<ReturnType<typeof bodyOf>, { readonly kind: 'fields' }>): ReadonlyMap<
    Field | undefined,
    readonly InputField[]
  > => Map.groupBy(fields, ({ sets }) => sets?.field),
);

function creates(effect: ReturnType<typeof effectsOf>[number], resource: Resource): boolean {
  return isCreation(effect) && 'target' in effect && effect.target.text === resource.name.text;
}

/** Does an operation that creates rows give each of them this field? */
function gives(model: Model, linked: LinkedOperation, resource: Resource, field: Field): boolean {
  const name = field.name.text;
  return effectsOf(linked).every((effect) => {
    if (!creates(effect, resource)) return true;
    const body = bodyOf(model, linked);
    if (body.kind === 'fields' && isAlwaysBrought(model, linked, setIn(body).get(field) ?? [])) return true;
    if ('with' in effect && effect.with.some((one) => one.field.text === name)) return true;
    return effect.kind === 'creates or replaces' && pathFacts(model, linked).names.includes(name);
  });
}

/** A field that a row may do without. */
export function mayLackField({ field }: FieldAt): boolean {
  const type = valueOf(field.type);
  if (type?.kind === 'nullable') return true;
  // Whether it must be there is a question of its own where it is not shown.
  if (field.required.status !== 'stated') return false;
  return field.required.value.kind !== 'yes' && valueOf(field.setBy)?.kind !== 'service';
}
