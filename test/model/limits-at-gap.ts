// What of the limits of part 8 an operation rests on where it is not shown, for computation.ts. Input: the limits, an operation. Output: ids with
// their slots, and whether each is due.

import type { Operation } from '../../src/notation/endpoints.ts';
import type { Limit } from '../../src/notation/limits.ts';
import type { Slot } from '../../src/notation/slot.ts';
import { isColumn, isForOthers } from './rows.ts';

const CELLS: readonly (readonly [head: string, cell: (limit: Limit) => Slot<unknown>, isDue: boolean])[] = [
  ['value', ({ value }) => value, true],
  ['per', ({ per }) => per, true],
  ['applies-to', ({ appliesTo }) => appliesTo, false],
  ['when-exceeded', ({ whenExceeded }) => whenExceeded, true],
];

export function limitCells(
  limits: readonly Limit[],
  operation: Operation,
): readonly (readonly [id: string, slot: Slot<unknown>, isDue: boolean])[] {
  const mine = limits.filter((limit) => !isForOthers(limit, operation));
  return CELLS.flatMap(([head, cell, isDue]) => {
    const isLeft = limits.every((limit) => isColumn(cell(limit)));
    // A column that is left out is one gap.
    if (isLeft) return mine.slice(0, 1).map((limit) => [`8/limits/${head}`, cell(limit), isDue] as const);
    return mine.map((limit) => [`8/${limit.name.text}/${head}`, cell(limit), isDue] as const);
  });
}
