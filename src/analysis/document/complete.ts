// Whether a list holds all there is. Input: a model, a list. Output: yes, or that there may be more. Notation, rules 3 and 4.

import type { Model } from '../../model/model.ts';
import { valueOf, type List } from '../../notation/slot.ts';

/** By its own mark, else by what the title says of lists. */
export function isComplete(model: Model, { mark }: List<unknown>): boolean {
  return mark === 'closed' || (mark !== 'open' && isCompleteUnmarked(model));
}

/** What the title says of a list without a mark. */
export function isCompleteUnmarked({ document }: Model): boolean {
  return valueOf(document.title.lists) === 'complete unless marked';
}
