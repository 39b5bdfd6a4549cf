// How long a request may take. Input: an operation, the operator's bounds. Output: the time of part 8 or the operator's, whichever is shorter,
// and the failure of a request that takes longer. Notation, part 8.

import type { RunPlan } from '../plan/plan.ts';
import type { Failure } from './findings.ts';
import type { Bounds } from './limits.ts';

export interface Deadline {
  /** From the head of the request on. */
  readonly milliseconds: number;
  readonly failure: Failure;
}

/** Undefined: a request may take as long as it does. */
export function deadlineOf({ run: { time }, context: { bounds } }: Timed): Deadline | undefined {
  const stated = time && { milliseconds: time.milliseconds, failure: { cause: time.cause } };
  const { deadline } = bounds;
  if (deadline === undefined || (stated && stated.milliseconds <= deadline)) return stated;
  return { milliseconds: deadline, failure: { cause: 'unavailable', floor: 'unavailable' } };
}

interface Timed {
  readonly run: Pick<RunPlan, 'time'>;
  readonly context: { readonly bounds: Pick<Bounds, 'deadline'> };
}
