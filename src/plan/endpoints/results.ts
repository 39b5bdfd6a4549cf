// What is judged of the row that is answered, in the transaction and before anything is kept. Input: an operation. Output: rules over
// answered columns.

import { mergedResults, type Merged } from '../merged.ts';
import type { Build } from './assigned.ts';
import { repeatedResults } from './kept-rows.ts';

export function resultsOf(build: Build): readonly Merged[] {
  return [...mergedResults(build.context), ...repeatedResults(build)];
}
