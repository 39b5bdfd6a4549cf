// What is sent as operands: fields of a body, parameters of a path. Input: an operation and the place of a field. Output: the field, its
// type, and whether it may be nothing when the effect runs. Notation, rule 1.5 (`` body `f` ``, `{param}`) and part 4.

import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { inputRules, type InputRule } from './input-rules.ts';
import { pathFacts } from '../document/targets.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { bodyOf } from '../document/inputs.ts';
import { fieldsByPath, type InputField } from '../document/input-fields.ts';

export function bodyField(model: Model, linked: LinkedOperation, name: string): InputField | undefined {
  const body = bodyOf(model, linked);
  return body.kind === 'fields' ? fieldsByPath(body.fields).get(name) : undefined;
}

/** Left out or null, and the call goes on. */
export function mayLackBody(model: Model, linked: LinkedOperation, field: InputField): boolean {
  const rules = inputRules(model, linked, field);
  const isNullable = field.types.some((slot) => valueOf(slot)?.kind === 'nullable');
  const each = [rules.omitted, rules.nulls, rules.empty];
  const copied = each.find((rule) => rule.do === 'copy');
  const from = copied && inputOf(model, linked, field, copied.from);
  return (
    each.some((rule) => leavesNothing(rule, isNullable)) || (from !== undefined && mayLackBody(model, linked, from))
  );
}

/** The field of the body that sets this one of the same row. */
export function inputOf(
  model: Model,
  linked: LinkedOperation,
  { sets, list }: InputField,
  name: string,
): InputField | undefined {
  const body = bodyOf(model, linked);
  return (body.kind === 'fields' ? body.fields : []).find(
    (one) =>
      one.sets?.resource === sets?.resource &&
      one.sets?.field.name.text === name &&
      (one.list === undefined) === (list === undefined),
  );
}

function leavesNothing(rule: InputRule, isNullable: boolean): boolean {
  switch (rule.do) {
    case 'keep':
    case 'null':
      return true;
    case 'accept':
      return isNullable;
    case 'fill':
      return rule.default.kind === 'null';
    case 'ask':
      return leavesNothing(rule.otherwise, isNullable);
    case 'refuse':
    case 'as missing':
    case 'copy':
      return false;
  }
}

/** The type of `{param}`: what the Path table says, else that of the field it selects by, else text; while it is not shown
 * what it selects, nothing. */
export function pathType(model: Model, linked: LinkedOperation, name: string): FieldType | undefined {
  const { rows, selections, open } = pathFacts(model, linked);
  const written = rows.get(name)?.type;
  const stated = written && valueOf(written);
  if (stated) return stated;
  if (open.includes(name)) return undefined;
  for (const { resource, keys } of selections) {
    const key = keys.find((one) => one.parameter === name);
    const field = key && model.fields.get(`${resource}.${key.field}`);
    const type = field && valueOf(field.type);
    if (type) return type;
  }
  return !written || written.status === 'any' || written.status === 'absent' ? { kind: 'string' } : undefined;
}
