// JSON text → values, exact where a double is not. In: the text of a body. Out: the parsed value and, only when it holds
// long numbers, a second one in which each of them stands as its own digits. https://www.rfc-editor.org/rfc/rfc8259

export interface Parsed {
  readonly value: unknown;
  /** Like `value`, with long numbers as raw JSON; undefined when every number is exact as it is. */
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
export function parseJson(text: string): Parsed {
  const value: unknown = JSON.parse(text);
  if (text.includes('\\u')) refuseLoneSurrogates(text);
  if (!LONG.test(text)) return { value, exact: undefined };
  return { value, exact: JSON.parse(text, raw as (key: string, value: unknown) => unknown) };
}

function raw(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  const source = context.source;
  return typeof value === 'number' && source !== undefined && source !== String(value) ? json.rawJSON(source) : value;
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

/** The digits of a number as they were sent. */
export function numeralOf(value: number, exact: unknown): string {
  return json.isRawJSON(exact) ? exact.rawJSON : String(value);
}

/** A numeral that a double would round, for `exact` beside a number read from text. */
export function exactNumeral(text: string): unknown {
  return json.rawJSON(text);
}
