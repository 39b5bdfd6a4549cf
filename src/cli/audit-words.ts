// Changes of rows in words, for `ninefold audit` and the operator's page. Input: an entry of an audit. Output: what was done, and a line for
// each field; numbers have all their digits. docs/audit.md.

import { Digits, isObject, parseDigits } from '../base/json-digits.ts';
import type { AuditEntry } from '../store/audit-entry.ts';

export const DID = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/** Of a change the fields that differ; of a row that was made or deleted all that it had. */
export function changes({ before, after, masked }: AuditEntry): readonly string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    if (masked.includes(name)) return [`    ${name}: (masked) → (masked)`];
    const [from, to] = [was[name], is[name]].map((value) => value !== undefined && shown(value));
    if (from === to) return [];
    if (before === null) return isNothing(to) ? [] : [`    ${name}: ${to}`];
    if (after === null) return isNothing(from) ? [] : [`    ${name}: ${from}`];
    return [`    ${name}: ${from || 'null'} → ${to || 'null'}`];
  });
}

function isNothing(value: string | false | undefined): boolean {
  return value === false || value === 'null';
}

function fieldsOf(row: string | null): Readonly<Record<string, unknown>> {
  return row === null ? {} : (parseDigits(row) as Record<string, unknown>);
}

/** As JSON, numbers with all their digits. */
function shown(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inside]) => `${JSON.stringify(name)}: ${shown(inside)}`)
    .join(', ')}}`;
}
