// JSON text → values, exact where a double is not. Input: the text of a body. Output: the parsed value and, only when it holds
// long numbers or names that JSON.parse moves, a second one in which each number keeps its own digits and each name its place.
// https://www.rfc-editor.org/rfc/rfc8259

import { membersOf, namesOf, noteOrder, survey, type Survey } from './json-members.ts';

export interface Parsed {
  readonly value: unknown;
  /** Like `value`, with long numbers as raw JSON and names in order; undefined when `value` is exact as it is. */
  readonly exact: unknown;
}

/** A run of digits that a double may round, or an exponent. Hits inside strings only cost time. */
const LONG = /\d[\d.]{15}|\d[eE][+-]?\d/;

interface RawJson {
  readonly rawJSON: string;
}
interface WithSource {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}
const json = JSON as unknown as WithSource;

/** Throws SyntaxError, or RangeError for a nesting that cannot be walked. */
export function parseJson(text: string, { members }: Survey = survey(text)): Parsed {
  const value: unknown = JSON.parse(text);
  if (text.includes('\\u')) refuseLoneSurrogates(text);
  const { count, moved } = membersOf(value);
  // Readers differ in which of the two counts: https://www.rfc-editor.org/rfc/rfc8259#section-4
  if (count !== members) throw new SyntaxError('a name is twice in an object');
  const long = LONG.test(text);
  if (!moved && !long) return { value, exact: undefined };
  const exact: unknown = long ? JSON.parse(text, raw as (key: string, value: unknown) => unknown) : value;
  if (moved) noteOrder(text, exact);
  return { value, exact };
}

/** What a double holds as it is written stays a number: it is always shown in the same way. */
function raw(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const source = context.source;
  if (typeof value !== 'number' || source === undefined || source === String(value)) return value;
  return LONG.test(source) ? json.rawJSON(source) : value;
}

/** Half of a pair is no text: UTF-8, and so no store, can hold it. */
function refuseLoneSurrogates(text: string): void {
  JSON.parse(text, (key: string, value: unknown) => {
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
      throw new SyntaxError('half of a surrogate pair');
    }
    return value;
  });
}

/** Is this number kept as its own digits, because a double may hold others? */
export function isRounded(exact: unknown): boolean {
  return json.isRawJSON(exact);
}

/** The digits of a number as they were sent. */
export function numeralOf(value: number, exact: unknown): string {
  return json.isRawJSON(exact) ? exact.rawJSON : String(value);
}

/** A numeral that a double would round, for `exact` beside a number read from text. */
export function exactNumeral(text: string): unknown {
  return json.rawJSON(text);
}

type Json = Readonly<Record<string, unknown>>;

/** A value as JSON text, with its names in the order in which they were sent. */
export function textOf({ value, exact }: Parsed): string {
  return exact === undefined ? JSON.stringify(value) : exactText(exact);
}

function exactText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (json.isRawJSON(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`;
  const pairs = namesOf(value).map((name) => `${JSON.stringify(name)}:${exactText((value as Json)[name])}`);
  return `{${pairs.join(',')}}`;
}
