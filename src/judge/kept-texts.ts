// A literal as one text for all the ways to write the value that is kept of it. Input: a type and a literal. Output: text.

import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Model } from '../model/model.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import { shownOf } from './literals.ts';

/** `1` and `1.0`, a uuid in capitals, one instant by two offsets are one value each. */
export function keptText(model: Model, written: FieldType | undefined, literal: Literal): string {
  const text = shownOf(literal);
  const type = written && literal.kind !== 'null' && plainType(model, written)?.type;
  if (!type) return text;
  switch (type.kind) {
    case 'uuid':
      return text.toLowerCase();
    case 'integer':
    case 'decimal':
      return plainNumber(text);
    case 'number':
      return String(Number(text) + 0);
    case 'date-time':
      return type.asSent ? text : instant(text, Date.parse(text));
    case 'seconds since 1970':
      return instant(text, /^-?\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text));
    default:
      return text;
  }
}

function plainNumber(text: string): string {
  const [, sign, whole, fraction = ''] = /^([+-]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return text;
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

function instant(text: string, time: number): string {
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}
