// Values as texts, and parts of texts. Input: a stored value. Output: a text, or its size, as every engine gives it; null stays
// null.

import { foldCase } from '../base/fold-case.ts';
import { decimalText } from './exact.ts';
import type { SqlType, SqlValue } from './expression.ts';

/** As JSON shows it, without quotes. `encode`: https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */
export function textOf(value: SqlValue, type: SqlType, scale: number, encode: boolean): SqlValue {
  if (value === null || typeof value === 'string') return encode && value !== null ? encodeURIComponent(value) : value;
  if (type === 'boolean') return Number(value) === 0 ? 'false' : 'true';
  return type === 'decimal' ? decimalText(value, scale) : String(value);
}

/** The first `most` characters, where it has more octets than that. */
export function startOf(text: SqlValue, most: number): SqlValue {
  if (text === null || Number(octetsOf(text)) <= most) return text;
  let end = 0;
  const whole = String(text);
  for (let n = 0; n < most && end < whole.length; n++) end += whole.codePointAt(end)! > 0xffff ? 2 : 1;
  return whole.slice(0, end);
}

/** Without its case. */
export function folded(text: SqlValue): SqlValue {
  return text === null ? null : foldCase(String(text));
}

/** In UTF-8. */
export function octetsOf(text: SqlValue): SqlValue {
  return text === null ? null : new TextEncoder().encode(String(text)).length;
}
