// From which sites pages may call an operation. Input: an operation. Output: the rule; undefined: nothing is said, or none. Notation, part 4.

import type { LinkedOperation } from '../../model/model.ts';
import type { CrossOrigin } from '../../notation/values/answers.ts';
import { valueOf } from '../../notation/slot.ts';

const ANY: CrossOrigin = { kind: 'any', origins: [], credentials: false };

export function crossOriginOf({ facts: { crossOrigin } }: LinkedOperation): CrossOrigin | undefined {
  return crossOrigin.status === 'any' ? ANY : valueOf(crossOrigin);
}
