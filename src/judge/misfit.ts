// Whether a literal is a value of its type. Input: a type and what is written. Output: what to write instead, or nothing.
// Notation, part 2, head Type, and rule 1.5: the type of the other side decides what a tick is.

import { instantOf, isDate, isDuration, isEmail, isTime, isUrl, isUuid } from '../base/formats.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';

type Stated = Exclude<Literal, { kind: 'null' }>;

/**
 * What to write instead; undefined: it fits, or that cannot be known here. `exact`: it is to be kept as it is;
 * compared, a number may have more digits than the type.
 */
export function misfit(type: FieldType, literal: Stated, exact: boolean): string | undefined {
  const text = String(literal.value);
  switch (type.kind) {
    case 'nullable':
      return misfit(type.of, literal, exact);
    case 'integer':
      if (!(exact ? /^[+-]?\d+$/ : NUMBER).test(text)) return 'a whole number';
      return isWithin64Bits(text, 0) ? undefined : 'a whole number of at most 64 bits';
    case 'decimal':
      if (!fitsDecimal(text, exact ? type.scale : undefined))
        return `a number with at most ${type.scale} digits after the point`;
      return isWithin64Bits(text, type.scale) ? undefined : 'a number that 64 bits hold with its digits';
    case 'number':
      return NUMBER.test(text) && isDouble(text) ? undefined : 'a number';
    case 'seconds since 1970':
      return isSeconds(text) || isMoment(text) ? undefined : 'seconds since 1970';
    case 'date-time':
      return (type.asSent ? instantOf(text) !== undefined : isMoment(text))
        ? undefined
        : 'an instant such as `2026-01-31T10:00:00Z`';
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : '`true` or `false`';
    case 'one-of':
      return type.values.some((one) => one.text === text)
        ? undefined
        : `one of ${type.values.map((one) => `\`${one.text}\``).join(', ')}`;
    case 'array':
    case 'set':
      return exact && !isJson(literal, '[') ? 'a list such as `[]`' : undefined;
    case 'map':
    case 'object':
    case 'resource':
      return exact && !isJson(literal, '{') ? 'an object such as `{}`' : undefined;
    default:
      return FORMATS.get(type.kind)?.(text);
  }
}

const FORMATS: ReadonlyMap<FieldType['kind'], (text: string) => string | undefined> = new Map([
  form('date', isDate, 'a date such as `2026-01-31`'),
  form('time', isTime, 'a time such as `10:30:00`'),
  form('duration', isDuration, 'a duration such as `PT15M`'),
  form('uuid', isUuid, 'a uuid such as `0190a3f2-7c1e-7000-8000-000000000001`'),
  form('url', isUrl, 'an absolute address such as `https://example.org/`'),
  form('email', isEmail, 'an address such as `someone@example.org`'),
]);

function form(
  kind: FieldType['kind'],
  fits: (text: string) => boolean,
  expected: string,
): readonly [FieldType['kind'], (text: string) => string | undefined] {
  return [kind, (text) => (fits(text) ? undefined : expected)];
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Only 0 is kept as 0, and a number beyond all doubles is not kept. */
function isDouble(text: string): boolean {
  return Number.isFinite(Number(text)) && (Number(text) !== 0 || !/[1-9]/.test(text));
}

/** Within the years 0000 to 9999. */
function isSeconds(text: string): boolean {
  return /^-?\d{1,12}$/.test(text) && Number(text) >= -62_167_219_200 && Number(text) <= 253_402_300_799;
}

function fitsDecimal(text: string, scale: number | undefined): boolean {
  const match = /^[+-]?\d+(?:\.(\d+))?$/.exec(text);
  return match !== null && (scale === undefined || (match[1]?.replace(/0+$/, '').length ?? 0) <= scale);
}

/** As it is kept: with so many digits after the point, and no point. */
function isWithin64Bits(text: string, scale: number): boolean {
  const [whole = '', fraction = ''] = text.split('.');
  const stored = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`.replace(/^\+/, ''));
  return BigInt.asIntN(64, stored) === stored;
}

/** A date counts as its first moment in UTC. */
function isMoment(text: string): boolean {
  return isDate(text) || instantOf(text) !== undefined;
}

function isJson(literal: Stated, opening: string): boolean {
  return literal.kind === 'json' && literal.value.trim().startsWith(opening);
}
