// Whether a literal is a value of its type, and a pattern a regular expression. Comes in: what is written. Goes out:
// findings. Notation, part 2, heads Type, Allowed values and Default.

import type { Span } from '../../base/span.ts';
import { badPattern, impossibleValue } from '../../diagnostics/linking.ts';
import type { Constraint, FieldType, Literal } from '../field-types.ts';
import { valueOf, type Slot } from '../status.ts';
import type { References } from './references.ts';

/** `name` as messages show it: `` `Order.total` ``. */
export function judgeDefault(refs: References, type: FieldType, slot: Slot<Literal>, name: string): void {
  const literal = valueOf(slot);
  if (!literal || literal.kind === 'null') return;
  const expected = misfit(type, literal, true);
  if (expected !== undefined) refs.report(impossibleValue, slot.at, { value: shownOf(literal), name, expected });
}

export function judgeAllowed(
  refs: References,
  type: FieldType | undefined,
  slot: Slot<readonly Constraint[]>,
  name: string,
): void {
  for (const constraint of valueOf(slot) ?? []) {
    if (constraint.kind === 'matches') judgePattern(refs, constraint.pattern, slot.at);
    if (constraint.kind !== 'values' || !type) continue;
    for (const literal of constraint.values) {
      const expected = literal.kind === 'null' ? undefined : misfit(elementOf(type), literal, true);
      if (expected !== undefined) refs.report(impossibleValue, slot.at, { value: shownOf(literal), name, expected });
    }
  }
}

export function judgePattern(refs: References, pattern: string, at: Span): void {
  try {
    new RegExp(pattern, 'u').test('');
  } catch {
    refs.report(badPattern, at, { pattern });
  }
}

function elementOf(type: FieldType): FieldType {
  return type.kind === 'array' || type.kind === 'set' || type.kind === 'nullable' ? elementOf(type.of) : type;
}

function shownOf(literal: Literal): string {
  return literal.kind === 'null' ? 'null' : String(literal.value);
}

type Stated = Exclude<Literal, { kind: 'null' }>;

/**
 * What should stand there instead; undefined: it fits, or nobody can tell here. `exact`: it is to be kept as it is;
 * compared, a number may have more digits than the type.
 */
export function misfit(type: FieldType, literal: Stated, exact: boolean): string | undefined {
  const text = String(literal.value);
  switch (type.kind) {
    case 'nullable':
      return misfit(type.of, literal, exact);
    case 'integer':
      return (exact ? /^[+-]?\d+$/ : NUMBER).test(text) ? undefined : 'a whole number';
    case 'decimal':
      return fitsDecimal(text, exact ? type.scale : undefined)
        ? undefined
        : `a number with at most ${type.scale} digits after the point`;
    case 'number':
      return NUMBER.test(text) ? undefined : 'a number';
    case 'seconds since 1970':
      return /^-?\d+$/.test(text) || isInstant(text) ? undefined : 'seconds since 1970';
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : '`true` or `false`';
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && isInstant(text) ? undefined : 'a date such as `2026-01-31`';
    case 'date-time':
      return isInstant(text) ? undefined : 'an instant such as `2026-01-31T10:00:00Z`';
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d/.test(text) ? undefined : 'a time such as `10:30:00`';
    case 'one-of':
      return type.values.some((one) => one.text === text)
        ? undefined
        : `one of ${type.values.map((one) => `\`${one.text}\``).join(', ')}`;
    case 'array':
    case 'set':
      return exact && !isJson(literal, '[') ? 'a list such as `[]`' : undefined;
    case 'map':
    case 'object':
      return exact && !isJson(literal, '{') ? 'an object such as `{}`' : undefined;
    default:
      return undefined;
  }
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function fitsDecimal(text: string, scale: number | undefined): boolean {
  const match = /^[+-]?\d+(?:\.(\d+))?$/.exec(text);
  return match !== null && (scale === undefined || (match[1]?.replace(/0+$/, '').length ?? 0) <= scale);
}

function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return false;
  const time = Date.parse(text);
  // 30 February is read as 1 March by some; the day has to come back.
  return !Number.isNaN(time) && new Date(Date.parse(text.slice(0, 10))).toISOString().startsWith(text.slice(0, 10));
}

function isJson(literal: Stated, opening: string): boolean {
  return literal.kind === 'json' && literal.value.trim().startsWith(opening);
}
