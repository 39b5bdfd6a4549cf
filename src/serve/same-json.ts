// When two JSON texts say the same. Input: a text, or what was read of it. Output: one text for all that have the same value: members in any order, numbers by
// their value, whatever white space. A list in another order is another value, and null is not absence.
// https://www.rfc-editor.org/rfc/rfc8259#section-4

import { isRounded, numeralOf, parseJson, type Parsed } from './exact-json.ts';

/** Undefined where it is no JSON, or JSON that no request may have. */
export function sameJson(text: string): string | undefined {
  try {
    return sameValue(parseJson(text));
  } catch {
    return undefined;
  }
}

export function sameValue({ value, exact }: Parsed): string {
  return canonical(exact === undefined ? value : exact);
}

type Json = Readonly<Record<string, unknown>>;

function canonical(value: unknown): string {
  if (isRounded(value)) return numeral(numeralOf(0, value));
  if (typeof value === 'number') return numeral(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Json)[name])}`).join(',')}}`;
}

const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Digits without zeros at their ends, and the power of ten of the last one: `1.50` and `15e-1` are `15e-1`. */
function numeral(text: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] = NUMERAL.exec(text)!;
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const shown = withoutZeros(digits);
  if (shown === '') return '0';
  return `${sign}${shown}e${BigInt(power) - BigInt(part.length) + BigInt(digits.length - shown.length)}`;
}

/** Without those at the end; a pattern would look at each run of them from each of its places. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}
