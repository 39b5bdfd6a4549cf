// What is wrong with what was sent, place by place. Types, and a tiny function.

import { oncePer } from '../../../base/once-per.ts';
import { causeKey } from '../../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { some, type Truth } from '../../world/known.ts';

export interface Finding {
  readonly cause: MetCause;
  /** In the body. */
  readonly path: readonly string[];
  readonly truth: Truth;
}

/** Whether a cause holds somewhere. */
export function truthsOf(findings: readonly Finding[]): (cause: MetCause) => Truth {
  const found = new Map<string, Truth>();
  for (const { cause, truth } of findings) {
    const key = causeKey(cause);
    found.set(key, found.has(key) ? some([found.get(key), truth]) : truth);
  }
  return (cause) => {
    if (found.size === 0) return false;
    const key = keyOf(cause);
    return found.has(key) ? found.get(key) : false;
  };
}

const keyOf: (cause: MetCause) => string = oncePer(causeKey);

export interface BodyFindings {
  readonly findings: readonly Finding[];
  /** What is not shown, and would have to say whether something is wrong. */
  readonly gaps: readonly string[];
}
