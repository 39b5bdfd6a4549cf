// Which row an item is that shows nothing by which its row is told. Input: rows that it may be, how an item is compared with one. Output: rows.

import type { Knowledge } from '../../world/knowledge.ts';
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

/** Where each row is known and none fits, it is the first of which a single thing is shown otherwise: then that is what is wrong. */
export function nearest(world: Knowledge, rows: readonly Row[], compare: Compare): Row | undefined {
  return rows.find((row) => differences(world, row, compare) === 1);
}

/** Tried, and taken back. */
function differences(world: Knowledge, row: Row, compare: Compare): number {
  const mark = world.mark();
  const tried = new Match();
  compare(tried, row);
  world.undo(mark);
  return tried.differences.length;
}
