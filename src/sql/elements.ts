// The elements of a JSON list as stored values. Input: JSON text and the type sought. Output: values, numbers by their own
// digits, never by way of a double. Notation, part 2 "Conditions" (`has`).

import { scaled } from './exact.ts';
import type { JsonStep, SqlType, SqlValue } from './expression.ts';

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

/** The values at a path in json, each once, without nulls. */
export function elementsAt(json: SqlValue, path: readonly JsonStep[], type: SqlType): readonly SqlValue[] {
  const at = path.reduce<readonly unknown[]>(
    (found, step) => found.flatMap((each) => inside(each, step)),
    json === null ? [] : [JSON.parse(String(json), numberText as (key: string, value: unknown) => unknown)],
  );
  const values = at.map((each) => (each instanceof NumberText ? scaled(each.text, 0) : each));
  const fits = type === 'text' ? 'string' : 'number';
  // oxlint-disable-next-line valid-typeof -- one of two
  return [...new Set(values)].filter((each): each is SqlValue => typeof each === fits || typeof each === 'bigint');
}

function inside(json: unknown, step: JsonStep): readonly unknown[] {
  if (typeof json !== 'object' || json === null || json instanceof NumberText) return [];
  if (step === 'each') return Array.isArray(json) ? json : [];
  if (Array.isArray(json)) return [];
  if (step === 'values') return Object.values(json);
  return Object.hasOwn(json, step.name) ? [(json as Readonly<Record<string, unknown>>)[step.name]] : [];
}
