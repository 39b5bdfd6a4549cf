// Causes that the store or a condition names. Input: the places of the plan. Output: from a cause to the failure: where it is about a
// field, the field and its place in the body go with it. Notation, part 4, `<field>`, `<path>`, `<pointer>`.

import type { RunPlan } from '../plan/plan.ts';
import type { Failure } from './findings.ts';

export function compileFailures(places: RunPlan['places'] = {}): (cause: string) => Failure {
  const known = new Map(
    Object.entries(places).map(([cause, place]): [string, Failure] => [cause, { cause, ...place }]),
  );
  return (cause) => known.get(cause) ?? { cause };
}
