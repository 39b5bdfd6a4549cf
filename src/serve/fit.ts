// Does a value fit its schema? Input: a schema of the plan and the type of the value. Output: a judgement of JSON as it was sent. What may
// be spelled in several ways is judged as it is shown: a uuid in small letters, an instant as UTC, a set with each member once.

import type { JsonSchema, ValueType } from '../plan/input.ts';
import { instantOf } from '../base/formats.ts';
import { compileSchema } from './validate.ts';

/** `stored`: the same value as it is kept, where that is known. */
export type Fits = (json: unknown, stored?: unknown) => boolean;

export function compileFit(schema: JsonSchema, value: ValueType): Fits {
  const fits = compileSchema(schema);
  if (value.format === 'set') return (json, stored) => fits(typeof stored === 'string' ? JSON.parse(stored) : json);
  const show = speller(value);
  // Only these keywords look at the spelling.
  if (show === undefined || !/"(?:enum|const|pattern)":/.test(JSON.stringify(schema))) return fits;
  return (json) => fits(show(json));
}

/** Undefined: there is but one way to spell it. */
function speller(value: ValueType): ((json: unknown) => unknown) | undefined {
  if (value.format === 'uuid') return (json) => (typeof json === 'string' ? json.toLowerCase() : json);
  if (value.type === 'instant' && value.format !== 'seconds')
    return (json) => (typeof json === 'string' ? (instantOf(json) ?? json) : json);
  const show = value.of && speller(value.of);
  if (show === undefined) return undefined;
  return (json) => {
    if (Array.isArray(json)) return json.map(show);
    if (typeof json !== 'object' || json === null) return json;
    return Object.fromEntries(Object.entries(json).map(([name, each]) => [name, show(each)]));
  };
}
