// Values between JSON, text and the store. Input: a ValueType of the plan. Output: decoders and encoders, compiled once.
// Notation, part 2, head Type: what each type looks like on the wire, and how exactly it is kept.

import { compareNumerals } from '../base/numerals.ts';
import type { ValueType } from '../plan/input.ts';
import { decimalText, scaled } from '../sql/exact.ts';
import type { SqlValue } from '../sql/expression.ts';
import { isRounded, numeralOf } from './exact-json.ts';
import {
  instantOf,
  isDate,
  isDuration,
  isEmail,
  isInstant,
  isKeptEmail,
  isTime,
  isUrl,
  isUuid,
} from '../base/formats.ts';
import { quote } from './quote.ts';

/** `undefined`: the value does not fit the type. `exact` is the same value with long numbers as raw JSON. */
export type Decode = (json: unknown, exact: unknown) => SqlValue | undefined;
export type Encode = (value: SqlValue) => string;

/** JSON → what the store keeps, for all but lists, maps and objects. Null is decided before, by the field's rules. */
export function decoder(value: ValueType): Decode {
  const decode = decoderOfType(value);
  const { least, most, scale = 0 } = value;
  if (least === undefined && most === undefined) return decode;
  return (json, exact) => {
    const stored = decode(json, exact);
    if (stored === undefined || stored === null) return stored;
    const text = decimalText(stored as number | bigint, scale);
    const isBelow = least !== undefined && compareNumerals(text, least) < 0;
    return isBelow || (most !== undefined && compareNumerals(text, most) > 0) ? undefined : stored;
  };
}

function decoderOfType(value: ValueType): Decode {
  switch (value.type) {
    case 'text':
      return textDecoder(value.format);
    case 'boolean':
      return (json) => (json === true ? 1 : json === false ? 0 : undefined);
    case 'integer':
      return (json, exact) => {
        if (typeof json !== 'number') return undefined;
        // 1e-400 is not 0: what a double would round counts by its own digits.
        if (Number.isSafeInteger(json) && !isRounded(exact)) return json === 0 ? 0 : json;
        return exactly(numeralOf(json, exact), 0);
      };
    case 'decimal':
      return (json, exact) =>
        typeof json === 'number' ? exactly(numeralOf(json, exact), value.scale ?? 0) : undefined;
    case 'real':
      return (json, exact) => (typeof json === 'number' && isHeld(json, exact) ? json : undefined);
    case 'instant':
      return value.format === 'seconds'
        ? fromSeconds
        : (json) => (typeof json === 'string' ? instantOf(json) : undefined);
    case 'date':
      return (json) => (typeof json === 'string' && isDate(json) ? json : undefined);
    case 'json':
      throw new Error('a value kept as JSON is decoded by nested.ts');
  }
}

/** A number is kept as its nearest double: not one beyond all doubles, and as 0 only 0 itself. */
function isHeld(json: number, exact: unknown): boolean {
  if (json === 0 && isRounded(exact)) return !/[1-9]/.test(numeralOf(json, exact).split(/e/i)[0]!);
  return Number.isFinite(json);
}

function textDecoder(format: ValueType['format']): Decode {
  // Read in any case, shown in small letters: https://www.rfc-editor.org/rfc/rfc9562#section-4
  if (format === 'uuid') return (json) => (typeof json === 'string' && isUuid(json) ? json.toLowerCase() : undefined);
  const fits = TEXT_FORMATS[format ?? ''];
  if (fits === undefined) return (json) => (typeof json === 'string' ? json : undefined);
  return (json) => (typeof json === 'string' && fits(json) ? json : undefined);
}

const TEXT_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isInstant,
  'date-time as sent': isInstant,
  date: isDate,
  time: isTime,
  url: isUrl,
  email: isKeptEmail,
  'sent email': isEmail,
  duration: isDuration,
};

function exactly(numeral: string, scale: number): number | bigint | undefined {
  return scaled(numeral, scale) ?? undefined;
}

function fromSeconds(json: unknown, exact: unknown): SqlValue | undefined {
  const seconds = typeof json === 'number' ? Number(exactly(numeralOf(json, exact), 0) ?? Number.NaN) : Number.NaN;
  // No comparison holds for what is no whole number.
  return seconds >= -62_167_219_200 && seconds <= 253_402_300_799 ? new Date(seconds * 1000).toISOString() : undefined;
}

/** What the store keeps → JSON text. */
export function encoder(value: ValueType): Encode {
  const encode = encoderOfSet(value);
  return (stored) => (stored === null ? 'null' : encode(stored));
}

function encoderOfSet(value: ValueType): (stored: string | number | bigint) => string {
  switch (value.type) {
    case 'text':
      return (stored) => quote(stored as string);
    case 'boolean':
      // oxlint-disable-next-line eqeqeq -- an engine may answer 1 or 1n
      return (stored) => (stored == 1 ? 'true' : 'false');
    case 'integer':
      return (stored) => `${number(stored)}`;
    case 'real':
      return (stored) => (Number.isFinite(Number(number(stored))) ? `${stored}` : 'null');
    case 'decimal': {
      const scale = value.scale ?? 0;
      return (stored) => decimalText(number(stored), scale);
    }
    case 'instant':
      return value.format === 'seconds' ? seconds : quoted;
    case 'date':
      return quoted;
    case 'json':
      return (stored) => stored as string;
  }
}

/** A text is never read as a number, not even one of digits. */
function number(stored: string | number | bigint): number | bigint {
  if (typeof stored === 'string') throw new Error('a text is kept where a number should be');
  return stored;
}

function seconds(stored: string | number | bigint): string {
  const time = Date.parse(`${stored}`);
  if (Number.isNaN(time)) throw new Error('no instant is kept where one should be');
  return `${Math.floor(time / 1000)}`;
}

/** Instants and dates hold no sign that JSON would escape; what is neither is not sent. */
function quoted(stored: string | number | bigint): string {
  const text = `${stored}`;
  if (!/^[\d:.TZ-]+$/.test(text)) throw new Error('no instant and no date is kept where one should be');
  return `"${text}"`;
}

/** As plain text, for headers and texts with holes. Nothing gives the empty text. */
export function texter(value: ValueType): Encode {
  if (value.type === 'text' || value.type === 'date') return (stored) => (stored === null ? '' : `${stored}`);
  const encode = encoder(value);
  if (value.type === 'instant' && value.format !== 'seconds') return (stored) => (stored === null ? '' : `${stored}`);
  return (stored) => (stored === null ? '' : encode(stored));
}
