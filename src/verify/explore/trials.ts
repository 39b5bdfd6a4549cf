// What is tried of all operations before their values are varied, the most telling first. Input: a run. Output: nothing but its steps.

import type { LinkedOperation } from '../../model/model.ts';
import { tryApart } from './apart.ts';
import { deleteWithOthers } from './deletions.ts';
import { filterTogether } from './filters-together.ts';
import { useFilters } from './filters.ts';
import { meetGuards } from './guarded.ts';
import { tryOtherCase } from './other-case.ts';
import { followPages } from './pages.ts';
import type { Reach } from './reach.ts';
import { repeatAsIs, repeatWithKeys, repeatWithValues } from './repeats.ts';
import type { Session } from './session.ts';
import { tryTies } from './ties.ts';
import { tryTags } from './tags.ts';

/** What takes several calls that belong together. */
export const TRIALS: readonly ((
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
) => Promise<void>)[] = [
  useFilters,
  meetGuards,
  deleteWithOthers,
  repeatAsIs,
  repeatWithKeys,
  repeatWithValues,
  filterTogether,
  tryOtherCase,
  tryTags,
  followPages,
  tryTies,
  tryApart,
];
