// Where a path goes on inside of a value: a nested shape, a map, a list of them. Input: the type of the value and the rest of the path.
// Output: the way through its JSON to what the path ends at, or to the reference through which it goes on. Notation, part 2, "Conditions":
// through a list a path means some member.

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComputed } from './field-rules.ts';
import { endsInGroup, followPath, isNested } from './paths.ts';
import { isNamedForGood } from './named-for-good.ts';
import type { Step } from './references-inside.ts';
import { isSealed } from './type-traits.ts';
import { kindOf, plainType, referenceOf, type RowReference } from './value-kinds.ts';

export interface InsideValue {
  readonly steps: readonly Step[];
  /** It goes through a list: there is a value for each member. */
  readonly isMany: boolean;
  /** What is there, without `or null`: a reference as the field that it is shown by. */
  readonly type: FieldType;
  /** What is there is the name of a row, in which `rest` goes on. */
  readonly refers: (RowReference & { readonly by: string }) | undefined;
  readonly rest: readonly string[];
  /** The field of a nested shape at which it ends; none where that is a member or a value of a map. */
  readonly end: { readonly resource: Resource; readonly field: Field } | undefined;
}

interface At {
  readonly steps: readonly Step[];
  readonly isMany: boolean;
  readonly end: InsideValue['end'];
}

/** Undefined: it leads to nothing that has a type of its own, such as into a free object. */
export function insideValue(model: Model, type: FieldType, path: readonly string[]): InsideValue | undefined {
  return follow(model, type, path, { steps: [], isMany: false, end: undefined });
}

function follow(model: Model, type: FieldType, path: readonly string[], at: At): InsideValue | undefined {
  switch (type.kind) {
    case 'nullable':
      return follow(model, type.of, path, at);
    case 'array':
    case 'set':
      if (path.length === 0) return found(model, type, path, at);
      return follow(model, type.of, path, { ...at, steps: [...at.steps, 'each'], isMany: true });
    case 'map': {
      const [name, ...rest] = path;
      if (name === undefined) return found(model, type, path, at);
      return follow(model, type.of, rest, { ...at, steps: [...at.steps, { name }], end: undefined });
    }
    case 'resource': {
      const shape = model.resources.get(type.resource.text);
      if (type.by || !shape || !isNested(shape)) return type.by ? found(model, type, path, at) : undefined;
      return path.length === 0 ? found(model, type, path, at) : inShape(model, shape, path, at);
    }
    default:
      return path.length === 0 ? found(model, type, path, at) : undefined;
  }
}

function inShape(model: Model, shape: Resource, path: readonly string[], at: At): InsideValue | undefined {
  for (let length = path.length; length > 0; length--) {
    const names = path.slice(0, length);
    const field = model.fields.get(`${shape.name.text}.${names.join('.')}`);
    const type = field && valueOf(field.type);
    if (!field) continue;
    if (!type || isSealed(type) || isComputed(field)) return undefined;
    const steps = [...at.steps, ...names.map((name) => ({ name }))];
    return follow(model, type, path.slice(length), { ...at, steps, end: { resource: shape, field } });
  }
  return undefined;
}

function found(model: Model, type: FieldType, rest: readonly string[], at: At): InsideValue | undefined {
  const plain = plainType(model, type);
  if (!plain || kindOf(plain.type) === 'other' || kindOf(plain.type) === 'as sent') return undefined;
  const by = type.kind === 'resource' ? type.by?.text : undefined;
  const refers = by === undefined || type.kind !== 'resource' ? undefined : { resource: type.resource.text, by };
  if (refers && !isNamedForGood(model, refers)) return undefined;
  // A list of references shows which of them lead somewhere: nothing of that is asked here.
  return { ...at, type: plain.type, refers, rest };
}

/** What a path from a row ends at. */
export interface PathEnd {
  /** Without `or null`; a reference as the field that it is shown by. */
  readonly type: FieldType;
  readonly refers: RowReference | undefined;
  readonly isMany: boolean;
  readonly field: InsideValue['end'];
}

/** Of a path that goes into a value; undefined: it goes into none, or leads to nothing that has a type of its own. */
export function pathInside(model: Model, base: Resource, path: readonly string[]): PathEnd | undefined {
  for (let length = path.length; length > 0; length--) {
    const field = model.fields.get(`${base.name.text}.${path.slice(0, length).join('.')}`);
    const type = field && valueOf(field.type);
    if (!field) continue;
    const rest = path.slice(length);
    if (!type || rest.length === 0) return undefined;
    const refers = referenceOf(model, type);
    const target = refers && model.resources.get(refers.resource);
    if (target) return pathInside(model, target, rest);
    if (isComputed(field) || isSealed(type)) return undefined;
    const inside = insideValue(model, type, rest);
    return inside && endOf(model, inside);
  }
  return undefined;
}

function endOf(model: Model, { type, refers, rest, isMany, end }: InsideValue): PathEnd | undefined {
  if (rest.length === 0) return { type, refers, isMany, field: end };
  const target = refers && model.resources.get(refers.resource);
  if (!target) return undefined;
  const further = pathInside(model, target, rest) ?? plainEnd(model, target, rest);
  return further && { ...further, isMany: isMany || further.isMany };
}

/** Of a path through references alone. */
function plainEnd(model: Model, base: Resource, path: readonly string[]): PathEnd | undefined {
  const followed = followPath(model, base, path);
  const end = followed.fields.at(-1);
  const type = followed.end === 'found' && end && !endsInGroup(followed, path) ? valueOf(end.field.type) : undefined;
  const plain = type && !isSealed(type) ? plainType(model, type) : undefined;
  return plain && { ...plain, isMany: false, field: end };
}
