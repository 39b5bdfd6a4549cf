// Fields that no row can be without. Comes in: a field of a resource. Goes out: whether its column always has a value, so
// that it is kept as NOT NULL and an answer always has something to show. Notation, part 2, heads Required and Set by.

import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field, Resource } from '../model/resources.ts';
import { valueOf } from '../model/status.ts';
import { bodyOf } from '../model/views/inputs.ts';
import { CREATES } from '../model/views/shape-fields.ts';
import { effectsOf, pathFacts } from '../model/views/targets.ts';
import { isComputed, ruleOf } from './rows.ts';
import { isNullable } from './values.ts';

/** Required, and whoever creates a row cannot leave it out. */
export function isAlwaysSet(model: Model, resource: Resource, field: Field): boolean {
  const type = valueOf(field.type);
  if (!type || isNullable(type) || valueOf(field.required)?.kind !== 'yes') return false;
  const setBy = valueOf(field.setBy);
  if (setBy?.kind === 'caller')
    return creatorsOf(model, resource).every((linked) => gives(model, linked, resource, field));
  const rule = ruleOf(field);
  switch (rule?.kind) {
    case 'new id':
    case 'now':
    case 'state':
      return true;
    case 'text':
      return rule.parts.every((part) => part.kind !== 'field' || isKept(model, resource, part.path.join('.')));
    case 'address':
      return keysOf(model, resource, rule.operation.text).every((name) => isKept(model, resource, name));
    default:
      return false;
  }
}

/** What is reckoned itself may rest on anything. */
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

const cache = new WeakMap<Resource, readonly LinkedOperation[]>();

/** The operations that create rows; others have no say. */
function creatorsOf(model: Model, resource: Resource): readonly LinkedOperation[] {
  const known = cache.get(resource);
  if (known) return known;
  const found = [...model.operations.values()].filter((linked) =>
    effectsOf(linked).some((effect) => creates(effect, resource)),
  );
  cache.set(resource, found);
  return found;
}

function creates(effect: ReturnType<typeof effectsOf>[number], resource: Resource): boolean {
  return CREATES.has(effect.kind) && 'target' in effect && effect.target.text === resource.name.text;
}

/** Does an operation that creates rows give each of them this field? */
function gives(model: Model, linked: LinkedOperation, resource: Resource, field: Field): boolean {
  const name = field.name.text;
  return effectsOf(linked).every((effect) => {
    if (!creates(effect, resource)) return true;
    const body = bodyOf(model, linked);
    if (body.kind === 'fields' && body.fields.some((one) => one.sets?.field === field)) return true;
    if ('with' in effect && effect.with.some((one) => one.field.text === name)) return true;
    return effect.kind === 'creates or replaces' && pathFacts(model, linked).names.includes(name);
  });
}
