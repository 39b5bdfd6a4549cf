// The fields that an order names. Input: its keys, and the resource whose rows are in order. Output: findings. Notation, part 4, Order.

import type { Resource } from '../notation/resources.ts';
import type { OrderKey } from '../notation/values/ordering.ts';
import type { References } from './references.ts';

export function linkOrder(refs: References, row: Resource | undefined, keys: readonly OrderKey[]): void {
  for (const key of keys) if (key.kind === 'field') refs.field(row, key.path, key.at);
}
