// Where the reasons of an operation are shown on the page. Input: what is asked, and what is held by words that this runtime does
// not do. Output: for each id the place of its entry. One question may be about several gaps.

import type { Report } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { asksOf, type AskGroup } from '../analysis/questions/questions.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import type { GapEntry } from '../analysis/document/gap-view.ts';
import { anchor } from './html.ts';

export interface Open {
  readonly groups: readonly AskGroup[];
  /** Stated, and not done by this runtime. */
  readonly notDone: readonly GapEntry[];
  readonly places: ReadonlyMap<string, Reason>;
}

export interface Reason {
  readonly place: string;
  readonly question: string;
}

export function openOf(model: Model, { assumed }: Report): Open {
  const groups = asksOf(model);
  const { gaps } = gapView(model);
  const notDone = gaps.filter(({ status }) => status === 'unsupported');
  const places = new Map<string, Reason>();
  const asks = groups.flatMap((group) => group.asks);
  const own = new Map(gaps.map(({ id, question }) => [id, question]));
  for (const { gap, gaps: ids } of asks)
    for (const id of ids) places.set(id, { place: anchor('gap', gap.id), question: own.get(id) ?? gap.question });
  for (const { id, question } of notDone) places.set(id, { place: anchor('gap', id), question });
  for (const { id, text } of assumed) places.set(id, { place: anchor('assumed', id), question: text });
  return { groups, notDone, places };
}
