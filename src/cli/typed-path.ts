// Where a fact stands whose id somebody typed, and which may be none of the document. Input: the id. Output: its path, with everything that it
// begins with at a slash or a point.

import type { SlotPath } from '../analysis/document/slot-ids.ts';

/** `2/Order.total/type`: below `2/Order.total`, `2/Order`, the fields of `2/Order`, `2`. */
export function typedPath(id: string): SlotPath {
  const above = [...id.matchAll(/[./]/g)].map(({ index }) => id.slice(0, index)).reverse();
  return { id, above: above.flatMap((one) => [one, `${one}/fields`]) };
}
