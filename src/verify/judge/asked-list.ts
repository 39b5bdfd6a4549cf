// The list that a call asks for: its path, order and filters, and who asks. Input: a call taken apart. Output: what a cursor of it is good for.
// Notation, part 4, "Pages by cursors".

import { pageParameters } from '../../analysis/document/pages.ts';
import type { Pages } from '../../notation/values/lists.ts';
import { callingRow, UNKNOWN, type AskedList } from '../world/known.ts';
import type { Asked } from '../world/world.ts';

/** What a call asks for beside the page. */
export function listAsked(pages: Pages, { path, query, caller }: Asked): AskedList {
  const ofPage = new Set(pageParameters(pages));
  const others = [...query].filter(([name]) => !ofPage.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const isPlain = typeof caller === 'string' || caller === UNKNOWN;
  return { text: JSON.stringify([[...path], others]), caller: isPlain ? caller : callingRow(caller) };
}

export function isSameList(one: AskedList, other: AskedList): boolean {
  return one.text === other.text && one.caller === other.caller;
}
