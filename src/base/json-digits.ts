// JSON whose numbers keep all their digits: a double would round them. Input: JSON text. Output: its value, numbers as `Digits`.

/** A number by its digits. */
export class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function digits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new Digits(context.source ?? String(value)) : value;
}

/** Throws what JSON.parse throws. */
export function parseDigits(text: string): unknown {
  return JSON.parse(text, digits as (key: string, value: unknown) => unknown);
}

/** An object of JSON: no list, no number, not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);
}
