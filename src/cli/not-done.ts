// What a form that this runtime does not do would hold. In: operations. Out: a few words.

import { few } from './gap-map.ts';

export function notDoneText(holds: readonly string[]): string {
  return holds.length === 0 ? 'not done yet' : `not done yet: would hold ${few(holds)}`;
}
