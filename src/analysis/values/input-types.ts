// The fields of a body as operands. Input: an operation and the place of a field. Output: the field, and whether it may be nothing when
// the effect runs. Notation, rule 1.5 (`` body `f` ``) and part 4, keys on fields.

import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { inputRules, type InputRule } from './input-rules.ts';
import { bodyOf, fieldsByPath, type InputField } from '../document/inputs.ts';

export function bodyField(model: Model, linked: LinkedOperation, name: string): InputField | undefined {
  const body = bodyOf(model, linked);
  return body.kind === 'fields' ? fieldsByPath(body.fields).get(name) : undefined;
}

/** Left out or null, and the call goes on. */
export function mayLackBody(model: Model, linked: LinkedOperation, field: InputField): boolean {
  const rules = inputRules(model, linked, field);
  const isNullable = field.types.some((slot) => valueOf(slot)?.kind === 'nullable');
  return [rules.omitted, rules.nulls, rules.empty].some((rule) => leavesNothing(rule, isNullable));
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
      return false;
  }
}
