// Which row an item is that does not show what identifies its row. Input: rows that it may be, how an item is compared with one. Output: rows.

import type { Knowledge } from '../../world/knowledge.ts';
import { isMembers } from '../../world/json.ts';
import type { Row } from '../../world/known.ts';
import { Match } from './match.ts';

export type Compare = (match: Match, row: Row) => void;

/** So many at the most. */
export function fitting(world: Knowledge, rows: readonly Row[], compare: Compare, most: number): readonly Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    if (found.length >= most) break;
    if (differences(world, row, compare) === 0) found.push(row);
  }
  return found;
}

/** Where none fits, it is the one of which the least is shown otherwise, if that is little: then that is what is wrong. */
export function nearest(world: Knowledge, rows: readonly Row[], item: unknown, compare: Compare): Row | undefined {
  const shown = isMembers(item) ? Object.keys(item).length : 0;
  let [least, found] = [Math.max(2, shown / 2), undefined as Row | undefined];
  for (const row of rows) {
    const count = differences(world, row, compare);
    if (count < least) [least, found] = [count, row];
  }
  return found;
}

/** Tried as if it were the row, which then is there, and taken back. */
function differences(world: Knowledge, row: Row, compare: Compare): number {
  const mark = world.mark();
  const tried = new Match();
  if (row.isThere === undefined) world.setThere(row, true);
  compare(tried, row);
  world.undo(mark);
  return tried.differences.length;
}
