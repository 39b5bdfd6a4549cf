// What a sample is wanted for. Input: nothing. Output: the type that samples.ts and texts.ts share.

import type { JsonSchema, ShapePlan, ValueType } from '../plan/input.ts';
import type { Effort } from '../base/effort.ts';

export interface Wanted {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: Pick<ValueType, 'format' | 'scale' | 'of' | 'shape'>;
  readonly shapes: Readonly<Record<string, ShapePlan>>;
  /** 1, 2, …: another value each time, as far as the schema lets it. */
  readonly vary: number;
  /** Of days and instants: how far they are from `now`. Left out: they are the same whenever they are made. */
  readonly when?: When;
  readonly effort: Effort;
  /** How many shapes it is nested in. */
  readonly depth?: number;
}

/** `days` from `now`, negative before it; milliseconds since 1970. */
export interface When {
  readonly now: number;
  readonly days: number;
}
