// The key of a call that acts once for each key. Input: a request of a row, its operation. Output: the same with a key that no other call
// has; as it is, where the operation recognizes no calls by a key. Notation, part 4, Repeat; docs/seed.md.

import { randomInt, randomUUID } from 'node:crypto';

import { freshKey } from '../../calls/fresh-key.ts';
import type { Way } from './operations.ts';
import type { SeedRequest } from './request.ts';

/** Values that differ: so many that two of one file are hardly ever the same. */
const VALUES = 2 ** 47;

export function keyed(request: SeedRequest, { run }: Way): SeedRequest {
  const header = run.headers?.find(({ parameter }) => parameter === run.repeat?.parameter);
  const key = header && freshKey(header, randomUUID(), randomInt(1, VALUES));
  return header && key !== undefined ? { ...request, headers: { ...request.headers, [header.name]: key } } : request;
}
