// The key of a call that acts once for each key. Input: a request of a row, its operation. Output: the same with a key that no other call
// has; as it is, where the operation recognizes no calls by a key. Notation, part 4, Repeat; docs/seed.md.

import { randomInt, randomUUID } from 'node:crypto';

import { effortForAll } from '../../calls/effort.ts';
import { headerText } from '../../calls/headers.ts';
import { sample } from '../../calls/samples.ts';
import { isAllowed } from '../../calls/texts.ts';
import type { ParameterPlan } from '../../plan/input.ts';
import type { Way } from './operations.ts';
import type { SeedRequest } from './request.ts';

/** Values that differ: so many that two of one file are hardly ever the same. */
const VALUES = 2 ** 47;

export function keyed(request: SeedRequest, { run }: Way): SeedRequest {
  const header = run.headers?.find(({ parameter }) => parameter === run.repeat?.parameter);
  const key = header && freshKey(header);
  return header && key !== undefined ? { ...request, headers: { ...request.headers, [header.name]: key } } : request;
}

/** A row of the Header table may ask for less than a UUID, or for something else. */
function freshKey({ name, schema, value }: ParameterPlan): string | undefined {
  const effort = effortForAll();
  const uuid = randomUUID();
  const isText = value.type === 'text' && (value.format === undefined || value.format === 'uuid');
  if (isText && schema['enum'] === undefined && isAllowed(uuid, schema, effort)) return uuid;
  const made = sample({ name, schema, value, shapes: {}, vary: randomInt(1, VALUES), effort });
  return made === undefined ? undefined : headerText(made);
}
