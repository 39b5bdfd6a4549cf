// Fields whose value a change may take away, and that a row must have under a condition. Input: an operation and a field of its body.
// Output: the condition, judged on the row as it will be. Notation, part 2, head Required; part 4, "Omitted, null and empty".

import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { InputField } from '../document/input-fields.ts';
import { isNullableInput, modeOf, newInputRules, type InputRule } from './input-rules.ts';

interface Cleared {
  readonly condition: Condition;
  /** Also where it is left out. */
  readonly omitted: boolean;
}

/** Undefined: nothing is cleared, or nothing is asked for. Creation and replacement are judged by what they are sent. */
export function clearedIf(model: Model, linked: LinkedOperation, field: InputField): Cleared | undefined {
  const required = field.sets && valueOf(field.sets.field.required);
  if (required?.kind !== 'if' || isNullableInput(field)) return undefined;
  const mode = modeOf(linked, field);
  if (mode === 'create' || mode === 'replace') return undefined;
  const { omitted, nulls, empty } = newInputRules(model, linked, field);
  if (![omitted, nulls, empty].some(clears)) return undefined;
  return { condition: required.condition, omitted: clears(omitted) };
}

/** It leaves nothing. */
export function clears(rule: InputRule): boolean {
  return rule.do === 'ask' ? clears(rule.otherwise) : rule.do === 'null';
}
