// Headers that every answer of an operation has: `Headers` as a key. Input: the plan's. Output: what they are for a request, and what of
// them an answer takes. Notation, part 4, key Headers.

import type { IncomingMessage } from 'node:http';
import type { OperationPlan } from '../plan/plan.ts';
import type { Clock } from './clock.ts';
import type { Headers } from './respond.ts';
import { compileHeaders, repeatedIn, type Words } from './words.ts';

const NOTHING: Omit<Words, 'request'> = { rows: [], total: undefined, bindings: {}, failure: undefined, failures: [] };

/** Undefined: it has none. Those that rates say are known when the answer is sent. */
export function compileShared(
  { headers, run }: OperationPlan,
  { base, clock }: { readonly base: string; readonly clock: Clock },
): ((request: IncomingMessage) => Headers | (() => Headers)) | undefined {
  if (headers === undefined) return undefined;
  // Only what is declared is written there: analysis/document/angle-words.ts
  const build = compileHeaders(headers, {
    clock,
    columns: new Map(),
    constants: { base },
    headers: repeatedIn(headers),
  });
  const isLate = run?.rates !== undefined;
  return (request) => {
    const built = (): Headers => build([], { ...NOTHING, request });
    return isLate ? built : built();
  };
}
