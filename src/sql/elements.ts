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
  return parsed.map((each: unknown) => stored(each, type, scale));
}

function stored(each: unknown, type: SqlType, scale: number): SqlValue {
  switch (type) {
    case 'boolean':
      return typeof each === 'boolean' ? Number(each) : null;
    case 'integer':
    case 'decimal':
      return each instanceof NumberText ? scaled(each.text, type === 'decimal' ? scale : 0) : null;
    case 'real':
      return each instanceof NumberText ? Number(each.text) : typeof each === 'number' ? each : null;
    case 'json':
      return typeof each === 'object' && each !== null && !(each instanceof NumberText) ? written(each) : null;
    default:
      return typeof each === 'string' ? each : null;
  }
}

/** With the digits of its numbers. */
function written(json: unknown): string {
  if (json instanceof NumberText) return json.text;
  if (Array.isArray(json)) return `[${json.map(written).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  return `{${Object.entries(json)
    .map(([name, value]) => `${JSON.stringify(name)}:${written(value)}`)
    .join(',')}}`;
}

/** One for each place that the path leads to, null where it is none of the type: nothing at the end of names is nothing, too. */
export function valuesAt(json: SqlValue, path: readonly JsonStep[], type: SqlType, scale: number): readonly SqlValue[] {
  const whole =
    json === null
      ? null
      : (JSON.parse(String(json), numberText as (key: string, value: unknown) => unknown) as unknown);
  const at = path.reduce<readonly unknown[]>((found, step) => found.flatMap((each) => places(each, step)), [whole]);
  return at.map((each) => stored(each, type, scale));
}

function places(json: unknown, step: JsonStep): readonly unknown[] {
  const found = inside(json, step);
  return typeof step === 'object' && found.length === 0 ? [null] : found;
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
