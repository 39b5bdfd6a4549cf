// Fields that no row can be without. Input: a field of a resource. Output: whether its column always has a value, so that it is
// kept as NOT NULL and an answer always has something to show. Notation, part 2, heads Required and Set by.

import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isAlwaysSet as isSetAtOnce } from './always-set.ts';
import { pathFacts } from '../document/targets.ts';
import { mustBeThere } from './service-rules.ts';
import { isComputed, madeAtCreate, ruleOf } from '../document/field-rules.ts';
import { isNullable } from '../document/value-kinds.ts';

/** Given to each row, or required of the client that creates one. */
export function isAlwaysSet(model: Model, resource: Resource, field: Field): boolean {
  const type = valueOf(field.type);
  if (!type || isNullable(type)) return false;
  const isRequired = valueOf(field.required)?.kind === 'yes';
  const rule = ruleOf(field);
  // No row is made without a result.
  if (madeAtCreate(field)) return mustBeThere(field);
  switch (rule?.kind) {
    case 'text':
      return (
        isRequired && rule.parts.every((part) => part.kind !== 'field' || isKept(model, resource, part.path.join('.')))
      );
    case 'address':
      return isRequired && keysOf(model, resource, rule.operation.text).every((name) => isKept(model, resource, name));
    default:
      return isSetAtOnce(model, resource, field);
  }
}

/** What is computed itself may rest on anything. */
function isKept(model: Model, resource: Resource, name: string): boolean {
  const field = model.fields.get(`${resource.name.text}.${name}`);
  return field !== undefined && !isComputed(field) && isAlwaysSet(model, resource, field);
}

/** The fields that fill the address of an operation, by their paths. */
function keysOf(model: Model, resource: Resource, heading: string): readonly string[] {
  const linked = model.operations.get(heading);
  const selections = linked ? pathFacts(model, linked).selections : [];
  return selections.flatMap((one) => one.keys.map(({ field }) => (one.resource === resource.name.text ? field : '')));
}
