// A value of a header that no other call has, as far as its row lets it. Input: the header, a UUID, and a number that differs each time. Output:
// its text; undefined where none is allowed. Notation, part 4, Repeat.

import type { ParameterPlan } from '../plan/input.ts';
import { effortForAll } from '../base/effort.ts';
import { headerText } from './headers.ts';
import { sample } from './samples.ts';
import { isAllowed } from './texts.ts';

/** The UUID where it is allowed: a row of the Header table may ask for less, or for something else. */
export function freshKey({ name, schema, value }: ParameterPlan, uuid: string, vary: number): string | undefined {
  const effort = effortForAll();
  const isText = value.type === 'text' && (value.format === undefined || value.format === 'uuid');
  if (isText && schema['enum'] === undefined && isAllowed(uuid, schema, effort)) return uuid;
  const made = sample({ name, schema, value, shapes: {}, vary, effort });
  return made === undefined ? undefined : headerText(made);
}
