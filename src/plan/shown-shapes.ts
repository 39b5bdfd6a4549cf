// `Present: if …` inside of nested shapes: what answers leave out of values that are kept whole. Input: a model. Output: by resource,
// the fields of each shape in which something is left out, at some depth. Notation, part 2, head Present; decision 0067.

import { fault } from '../base/fault.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Condition } from '../notation/values/conditions.ts';
import { isNested } from '../analysis/document/paths.ts';
import { nestedIn } from '../analysis/values/nested-rules.ts';
import { overFieldsBeside } from './beside-fields.ts';
import type { ShownField } from './output.ts';
import type { Plan } from './plan.ts';
import { columnOf } from './rows.ts';
import { unlessOpen } from './unless-wrong.ts';
import { valueType } from './values.ts';

export function shownShapes(model: Model): Pick<Plan, 'shown'> {
  const nested = [...model.resources.values()].filter((resource) => isNested(resource));
  const leaving = new Set(nested.filter(({ fields }) => fields.items.some((field) => conditionOf(field))));
  // Those that hold one of them, until there is no further one.
  for (let before = -1; before !== leaving.size;) {
    before = leaving.size;
    for (const one of nested)
      if (one.fields.items.some((field) => leaving.has(shapeIn(model, field)!))) leaving.add(one);
  }
  if (leaving.size === 0) return {};
  const shown = [...leaving].map((resource) => [resource.name.text, fieldsOf(model, resource)] as const);
  return { shown: Object.fromEntries(shown) };
}

function conditionOf({ present }: Field): Condition | undefined {
  const stated = valueOf(present);
  return stated?.kind === 'if' ? stated.condition : undefined;
}

function shapeIn(model: Model, { type }: Field): Resource | undefined {
  return nestedIn(model, valueOf(type));
}

function fieldsOf(model: Model, resource: Resource): readonly ShownField[] {
  return resource.fields.items.flatMap((field): readonly ShownField[] => {
    const condition = conditionOf(field);
    const path = field.name.text.split('.');
    const shown = unlessOpen(model, () => shownField(model, resource, field, condition));
    if (shown) return [{ path, ...shown }];
    // What is open holds all that shows the field; were it shown, nothing would be let out.
    return condition ? [{ path, value: { type: 'json', format: 'any' }, when: { kind: 'false' } }] : [];
  });
}

function shownField(
  model: Model,
  resource: Resource,
  field: Field,
  condition: Condition | undefined,
): Omit<ShownField, 'path'> {
  const type = valueOf(field.type);
  if (!type || !columnOf(model, field)) fault(`${field.name.text} is not kept`);
  const value = valueType(model, type);
  return { value, ...(condition && { when: overFieldsBeside(model, resource, condition) }) };
}
