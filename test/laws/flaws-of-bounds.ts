// Every request that is beyond a limit of part 8, or names another version than the current one, for one operation of a generated document.
// Input: the world. Output: calls, behind rows to make them of.

import { fitting, flaws, long } from './flaws.ts';
import { fittingHeaders } from './generate-words.ts';
import { namedIn } from './generate-versions.ts';
import type { Random } from './random.ts';
import type { Call } from './requests.ts';
import type { OperationWorld, World } from './world.ts';

/** More than any rate by chance admits. */
const MANY = 9;

function times(call: Call): Call[] {
  return Array.from({ length: MANY }, () => call);
}

/** The same call again and again, whatever becomes of it; and each that is larger than it may be. */
export function beyondLimits(random: Random, of: OperationWorld): Call[] {
  const one = flaws(random, of);
  const large = long(random, of);
  const fits = one.filter(({ body }) => !body || 'json' in body);
  const some = random.shuffled(fits).slice(0, MANY);
  const wide: Call[] = [...one.slice(0, 1), ...fitting(random, of)].map((call) => ({
    ...call,
    headers: { ...fittingHeaders(of), ...call.headers, 'x-long': 'x'.repeat(600) },
  }));
  return [
    ...wide,
    ...large,
    ...fitting(random, of).flatMap(times),
    ...one.slice(0, 4).flatMap(times),
    ...some.flatMap(times),
  ];
}

/** Each way to name a version, and none. */
export function otherVersions(random: Random, { versions }: World, of: OperationWorld): Call[] {
  if (!versions) return [];
  const names = [undefined, 'v9', ...versions.older, ...versions.withdrawn];
  const calls = [...fitting(random, of), ...flaws(random, of).slice(0, 2)];
  return names.flatMap((name) => calls.map((call) => namedIn(versions, call, name)));
}
