// The smallest of the sizes that part 8 lets a request to an operation have. Input: an operation. Output: octets, and the cause that is
// refused beyond them; undefined where none is stated. Notation, part 8.

import type { Limit } from '../../notation/limits.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import { octetsOf } from '../../notation/values/limits.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { isLimited } from '../../analysis/refusals/causes/restriction.ts';
import { runs } from '../../analysis/document/supported.ts';
import { limitFeatures } from '../../analysis/gaps/supported/limits.ts';
import type { SizeLimit } from '../plan.ts';

export function sizeLimitOf(model: Model, linked: LinkedOperation): SizeLimit | undefined {
  return model.document.limits.limits.items
    .flatMap((limit) => (isLimited(linked, limit) ? (sizeOf(limit) ?? []) : []))
    .toSorted((one, other) => one.octets - other.octets)[0];
}

function sizeOf(limit: Limit): SizeLimit | undefined {
  const value = valueOf(limit.value);
  if (value?.kind !== 'size' || !limitFeatures(value, limit).every(runs)) return undefined;
  return { octets: octetsOf(value), cause: causeKey({ kind: 'limit reached', limit: limit.name.text }) };
}
