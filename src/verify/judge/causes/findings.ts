// What is wrong with what was sent, place by place. Pure types.

import type { MetCause } from '../../../notation/values/met-causes.ts';
import type { Truth } from '../../world/known.ts';

export interface Finding {
  readonly cause: MetCause;
  /** In the body. */
  readonly path: readonly string[];
  readonly truth: Truth;
}

export interface BodyFindings {
  readonly findings: readonly Finding[];
  /** What is not shown, and would have to say whether something is wrong. */
  readonly gaps: readonly string[];
}
