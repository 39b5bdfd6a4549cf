// The features that a row of the Limit table needs to run. Input: its value and the row. Output: features. Notation, part 8.

import type { Limit } from '../../../notation/limits.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { LimitValue } from '../../../notation/values/limits.ts';
import type { Features } from '../../document/features.ts';

export function limitFeatures(value: LimitValue, limit: Limit): Features {
  if (value.kind !== 'size') return [`Limit: ${value.kind}`];
  return [isOfEachRequest(limit) ? 'Limit: size of each request' : 'Limit: another size'];
}

/** Of calls that their heading names, and with the error that answers what is larger. */
function isOfEachRequest({ per, appliesTo, whenExceeded }: Limit): boolean {
  const isOpen = appliesTo.status === 'gap' || appliesTo.status === 'unreadable';
  const isOfCalls = !isOpen && valueOf(appliesTo)?.kind !== 'condition';
  return valueOf(per)?.kind === 'request' && isOfCalls && valueOf(whenExceeded) !== undefined;
}
