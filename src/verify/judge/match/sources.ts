// What a value that differs from what is known says about the calls before. Input: a setting, a row, a field. Output: a class of findings.

import type { FindingClass } from '../../verdict.ts';
import type { Row } from '../../world/known.ts';
import type { Setting } from './match.ts';

/** What follows from a call that succeeded never came to be; what a reply has shown was changed, perhaps by a call that was refused. */
export function classOf({ world, linked }: Setting, row: Row, field: string): FindingClass {
  if (linked && linked.operation.method !== 'GET') return 'wrong body';
  if (world.sourceOf(row, field) === 'follows') return 'effect lacking';
  return world.isRefusedSince(row) ? 'side effect' : 'wrong body';
}
