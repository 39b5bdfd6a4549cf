// Texts of parameters and of what the operator types, as JSON. Input: a text and the JSON type that it is meant to have. Output: its value,
// or nothing where it is not written as that type is.

import { exactNumeral } from './exact-json.ts';

/** A text as the JSON value of its type; `exact` where a double would round it. Undefined: not of that type. */
export interface FromText {
  readonly json: unknown;
  readonly exact?: unknown;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function fromText(text: string, kind: string): FromText | undefined {
  switch (kind) {
    case 'boolean':
      return text === 'true' ? { json: true } : text === 'false' ? { json: false } : undefined;
    case 'integer':
      return INTEGER.test(text) ? number(text) : undefined;
    case 'number':
      return NUMBER.test(text) ? number(text) : undefined;
    default:
      return { json: text };
  }
}

function number(text: string): FromText {
  const json = Number(text);
  return String(json) === text ? { json } : { json, exact: exactNumeral(text) };
}
