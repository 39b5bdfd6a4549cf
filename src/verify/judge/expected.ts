// What the document says must come of one call, by what is known: one outcome, or several where nobody can tell which. Pure types;
// `expect.ts` finds them.

import type { MetCause } from '../../notation/values/met-causes.ts';
import type { CauseAnswer } from '../../analysis/refusals/errors.ts';
import type { KeptCall } from '../world/known.ts';

export interface Failure {
  readonly cause: MetCause;
  /** The place in the body; empty: in none of it. */
  readonly path: readonly string[];
  /** Nobody can tell whether it is one, where it is false. */
  readonly isSure: boolean;
}

export type Outcome =
  | { readonly kind: 'success' }
  /** `answer`: the rows of the document that answer the cause. `failures`: of a field that failed, all that failed with it, this one first. */
  | {
      readonly kind: 'refusal';
      readonly cause: MetCause;
      readonly answer: CauseAnswer;
      readonly failures: readonly Failure[];
    }
  /** A read is answered 304: what the caller has is what it is now. */
  | { readonly kind: 'not modified' }
  /** The answer that was kept for the key of the call. Undefined: it is not known. */
  | { readonly kind: 'kept'; readonly first: KeptCall | undefined }
  /** HTTP itself answers the cause (docs/http-floor.md). */
  | { readonly kind: 'floor'; readonly cause: MetCause; readonly status: number }
  /**
   * What must come is not shown: the ids of the gaps. `about`: only whether what is sent is refused, or only which value a field has that is left
   * out; all else is stated.
   */
  | { readonly kind: 'gap'; readonly gaps: readonly string[]; readonly about?: 'refusal' | 'value' | undefined };

export interface Expected {
  /** At least one. The likely one comes first. */
  readonly outcomes: readonly Outcome[];
}
