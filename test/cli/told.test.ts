// What a saved document is said to change. Input: two plans. Output: lines.

import { expect, it } from 'vitest';

import { toldChanges } from '../../src/cli/watching/changes.ts';
import type { Plan } from '../../src/plan/plan.ts';

const plan = (heldBy: readonly string[]): Plan =>
  ({
    operations: [{ id: 'POST /plots', runs: heldBy.length > 0 ? 'no' : 'yes', heldBy, partlyHeldBy: [] }],
    storage: [],
    gaps: {},
    complete: true,
    openBy: [],
  }) as unknown as Plan;

it.each([
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more'],
  [Array.from({ length: 16 }, (_, index) => `gap-${index}`), 'gap-0, gap-1, gap-2 and 13 more'],
])('names at most three of what holds an operation: %j', (heldBy, named) => {
  expect(toldChanges(plan([]), plan(heldBy), (_, text) => text)).toEqual([`  - POST /plots is held by ${named}`]);
});
