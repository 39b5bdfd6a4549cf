// A value of a call before the call is written: what comes from rows, tokens and chance is named, so that the same call can be made again
// where rows have other identities. Input: JSON with such leaves, and what they are bound to. Output: JSON.

import { randomUUID } from 'node:crypto';

import { rawNumber } from '../world/json.ts';
import { Digits } from '../../base/json-digits.ts';
import { UNKNOWN, Row } from '../world/known.ts';

/** A field of a row. */
export class OfRow {
  readonly row: Row;
  readonly field: string;
  /** It refers to a row, and this field of that row names it. */
  readonly by: string | undefined;
  /** Its letters in the other case. */
  readonly isOtherCase: boolean;
  /** As it was before a call has changed it. */
  readonly isFormer: boolean;
  constructor(row: Row, field: string, by?: string, isOtherCase = false, isFormer = false) {
    this.row = row;
    this.field = field;
    this.by = by;
    this.isOtherCase = isOtherCase;
    this.isFormer = isFormer;
  }
}

/** What the field held before a call has changed it. */
export function asBefore({ row, field, by }: OfRow): OfRow {
  return new OfRow(row, field, by, false, true);
}

/** A value that no call had before: another for each number. */
export class Fresh {
  readonly nth: number;
  readonly make: (vary: number) => unknown;
  constructor(nth: number, make: (vary: number) => unknown) {
    this.nth = nth;
    this.make = make;
  }
}

/** A key that marks a call, and that no other call ever had: two runs on one service never share one. */
export class Key {
  readonly text: string = randomUUID();
}

/** A value that no row had before, made of a key. */
export class Own {
  readonly key: Key;
  readonly form: (key: string) => string;
  constructor(key: Key, form: (key: string) => string) {
    this.key = key;
    this.form = form;
  }
}

/** A text that a reply has shown: a token, a tag, a cursor. */
export class Shown {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Values and texts, one behind the other: `Bearer …`. */
export class Joined {
  readonly pieces: readonly Drafted[];
  readonly isBase64: boolean;
  constructor(pieces: readonly Drafted[], isBase64 = false) {
    this.pieces = pieces;
    this.isBase64 = isBase64;
  }
}

/** JSON, with these as leaves. */
export type Drafted = unknown;

/** An object of JSON, whose members may be such leaves. */
export function isPlain(value: Drafted): value is Readonly<Record<string, Drafted>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

export interface Binding {
  /** Undefined: it is not known here. */
  row(row: Row): Row | undefined;
  shown(text: string): string | undefined;
  vary(nth: number): number;
  key(key: Key): string;
}

/** Something that the value comes from is not there. */
export class Unbound extends Error {
  override readonly name = 'Unbound';
}

/** Of a run itself: everything is what it is. */
export const ITSELF: Binding = {
  row: (row) => row,
  shown: (text) => text,
  vary: (nth) => nth,
  key: ({ text }) => text,
};

export function bound(value: Drafted, binding: Binding): unknown {
  if (value instanceof OfRow) return ofRow(value, binding);
  if (value instanceof Fresh) return value.make(binding.vary(value.nth));
  if (value instanceof Key) return binding.key(value);
  if (value instanceof Own) return value.form(binding.key(value.key));
  if (value instanceof Shown) return binding.shown(value.text) ?? lost();
  if (value instanceof Joined) return joined(value, binding);
  if (Array.isArray(value)) return value.map((one) => bound(one, binding));
  if (typeof value !== 'object' || value === null || value instanceof Digits) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, bound(one, binding)] as const);
  return Object.fromEntries(entries);
}

function lost(): never {
  throw new Unbound();
}

function ofRow({ row, field, by, isOtherCase, isFormer }: OfRow, binding: Binding): unknown {
  const own = binding.row(row) ?? lost();
  const found = isFormer ? (own.former.get(field) ?? UNKNOWN) : own.get(field);
  const value = found instanceof Row && by !== undefined ? found.get(by) : found;
  if (value === UNKNOWN || value instanceof Row) return lost();
  if (!isOtherCase || typeof value !== 'string') return value;
  return value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
}

function joined({ pieces, isBase64 }: Joined, binding: Binding): string {
  const text = pieces.map((piece) => asText(bound(piece, binding))).join('');
  return isBase64 ? Buffer.from(text, 'utf8').toString('base64') : text;
}

/** As a value is written in an address or a header. */
export function asText(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** As a body has it: digits stay as they are. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (one instanceof Digits ? rawNumber(one.text) : one));
}
