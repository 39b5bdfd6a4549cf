// By what the rates of a plan are judged. Notation, part 8; decision 0072.

import type { Places } from '../../store/places.ts';
import type { RateCounter } from '../../store/rates.ts';

export interface Judging {
  readonly counter: RateCounter;
  /** Of calls that run at once. */
  readonly places: Places;
  readonly observing: Observing;
}

export interface Observing {
  /** Calls beyond a rate are logged, and go on. */
  readonly isOn: boolean;
  /** Told of each call that a limit has judged. */
  of(limit: string, operation: string): (isAdmitted: boolean) => void;
}
