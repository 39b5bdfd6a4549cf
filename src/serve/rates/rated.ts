// What the rates of a request have said. Input: limits and their states, by place. Output: by request, for the headers of its answer, and what
// is done when it ends. Nothing is kept of a request that no rate counts. Notation, part 8.

import type { IncomingMessage } from 'node:http';
import type { RatePlan } from '../../plan/limits.ts';
import type { RateState } from '../../store/rates.ts';

export interface Rated {
  readonly rate: RatePlan;
  readonly state: RateState;
}

const RATED: unique symbol = Symbol('rated');
type Marked = IncomingMessage & { [RATED]?: Rated[] };

export function noteRated(request: Marked, rated: readonly Rated[]): void {
  const known = request[RATED];
  if (known) known.push(...rated);
  else request[RATED] = [...rated];
}

export function ratedOf(request: Marked): readonly Rated[] {
  return request[RATED] ?? [];
}
