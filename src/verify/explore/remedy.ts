// What would let an operation succeed. Input: resources of which a row lacks, calls that would be refused, what was seen to already. Output: a
// cause to see to.

import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Candidate } from './candidate.ts';

/** What lacks, or why the first of the calls would be refused, and was not yet seen to. */
export function remedyFor(
  lacks: readonly string[],
  others: readonly Candidate[],
  remedied: ReadonlySet<string>,
): MetCause | undefined {
  const isNew = (cause: MetCause): boolean => !remedied.has(JSON.stringify(cause));
  const lacking = lacks.map((resource): MetCause => ({ kind: 'no such', resource })).find(isNew);
  if (lacking) return lacking;
  for (const { outcomes } of others)
    for (const outcome of outcomes)
      if ((outcome.kind === 'refusal' || outcome.kind === 'floor') && isNew(outcome.cause)) return outcome.cause;
  return undefined;
}
