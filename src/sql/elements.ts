// The elements of a JSON list as stored values. Input: JSON text and the type sought. Output: values, numbers by their own
// digits, never by way of a double. Notation, part 2 "Conditions" (`has`).

import { scaled } from './exact.ts';
import type { SqlType, SqlValue } from './expression.ts';

/** Null: an element that no value of `type` equals. */
export function elements(list: string, type: SqlType, scale: number): readonly SqlValue[] {
  const exact = type === 'integer' || type === 'decimal';
  const parsed: unknown = exact
    ? JSON.parse(list, numberText as (key: string, value: unknown) => unknown)
    : JSON.parse(list);
  if (!Array.isArray(parsed)) return [];
  return parsed.map((each: unknown) => {
    if (type === 'boolean') return typeof each === 'boolean' ? Number(each) : null;
    if (exact) return each instanceof NumberText ? scaled(each.text, type === 'decimal' ? scale : 0) : null;
    if (type === 'real') return typeof each === 'number' ? each : null;
    return typeof each === 'string' ? each : null;
  });
}

class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function numberText(_key: string, each: unknown, context: { readonly source?: string }): unknown {
  return typeof each === 'number' ? new NumberText(context.source ?? String(each)) : each;
}
