// Fields of a nested shape that must be sent under a condition over its other fields. Input: the value as sent. Output: failures, each at
// its place. Notation, part 2, head Required.

import { besideName } from '../plan/beside-fields.ts';
import type { FieldRule, NestedField, ShapePlan } from '../plan/input.ts';
import { compileCondition } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import { storedValue } from './findings.ts';
import { decoder } from './resources.ts';

/** The fields that are missed. */
export type Missed = (valueAt: (path: readonly string[]) => unknown, exactAt: typeof valueAt) => readonly NestedField[];

/** Undefined: nothing is asked for under a condition. */
export function compileMissed({ fields }: ShapePlan): Missed | undefined {
  const asked = fields.flatMap((field) =>
    field.requiredIf ? [{ field, holds: compileCondition(field.requiredIf.when) }] : [],
  );
  if (asked.length === 0) return undefined;
  const each = fields.map((field) => ({
    field,
    name: besideName(field.path.join('.')),
    decode: field.value.type === 'json' ? asText : decoder(field.value),
  }));
  return (valueAt, exactAt) => {
    const bindings: Record<string, SqlValue> = {};
    for (const { field, name, decode } of each) {
      const given = ruled(field, valueAt(field.path));
      if (given === undefined) bindings[name] = filled(field.omitted);
      else if (given === null) bindings[name] = filled(field.nulls);
      else bindings[name] = decode(given, exactAt(field.path)) ?? null;
    }
    return asked
      .filter(({ field, holds }) => isLeftOut(field, ruled(field, valueAt(field.path))) && holds({}, bindings))
      .map(({ field }) => field);
  };
}

function asText(given: unknown): string {
  return JSON.stringify(given);
}

/** By the rules for the empty text and null; undefined: left out. */
function ruled({ empty, nulls }: NestedField, given: unknown): unknown {
  if (given === '' && empty?.do === 'as missing') return undefined;
  const value = given === '' && empty?.do === 'as null' ? null : given;
  return value === null && nulls.do === 'as missing' ? undefined : value;
}

/** What is cleared is no value: it counts as left out. */
function isLeftOut({ nulls, requiredIf }: NestedField, value: unknown): boolean {
  if (value === undefined) return true;
  return value === null && nulls.do === 'as null' && requiredIf?.orNull !== true;
}

function filled(rule: FieldRule): SqlValue {
  return rule.do === 'fill' ? storedValue(rule.value) : null;
}
