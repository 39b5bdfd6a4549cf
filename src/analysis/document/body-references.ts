// Where a path of the body goes on behind a reference that is sent. Input: an operation and a path as it is written. Output: the field
// that names a row, the resource of that row, and the path in it. Notation, part 2, "Conditions".

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { bodyOf } from './inputs.ts';
import { fieldsByPath, type InputField } from './input-fields.ts';
import { referenceOf } from './value-kinds.ts';

export interface BodyReference {
  /** What is sent: it names the row by `by`. */
  readonly field: InputField;
  readonly target: Resource;
  readonly by: string;
  /** From the row on. */
  readonly path: readonly string[];
}

/** `` body `plan.asynchronous` ``, where `plan` is Plan by `` `id` ``; a field of the body that has the whole name comes first. */
export function bodyReference(
  model: Model,
  linked: LinkedOperation,
  path: readonly string[],
): BodyReference | undefined {
  const body = path.length > 1 ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return undefined;
  const fields = fieldsByPath(body.fields);
  if (fields.has(path.join('.'))) return undefined;
  for (let length = path.length - 1; length > 0; length--) {
    const field = fields.get(path.slice(0, length).join('.'));
    if (field) return referenceIn(model, field, path.slice(length));
  }
  return undefined;
}

function referenceIn(model: Model, field: InputField, path: readonly string[]): BodyReference | undefined {
  for (const slot of field.types) {
    const type = valueOf(slot);
    const refers = type && referenceOf(model, type);
    const target = refers && model.resources.get(refers.resource);
    if (target && refers.by !== undefined && target.identifiedBy.status !== 'none')
      return { field, target, by: refers.by, path };
  }
  return undefined;
}

/** Does the path begin with a field of the body whose type is not shown? It may be a reference. */
export function mayLeadOn(model: Model, linked: LinkedOperation, path: readonly string[]): boolean {
  const body = path.length > 1 ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return false;
  return path.some((_, length) => {
    const field = fieldsByPath(body.fields).get(path.slice(0, length).join('.'));
    return field !== undefined && field.types.every((slot) => valueOf(slot) === undefined);
  });
}

/** The reference of an operand; undefined: it is none of the body, or has its value there. */
export function sentReference(model: Model, linked: LinkedOperation, operand: Operand): BodyReference | undefined {
  if (operand.kind !== 'field' || operand.owner !== 'body') return undefined;
  return bodyReference(model, linked, operand.path);
}
