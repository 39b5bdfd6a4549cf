// A page of more rows than the document lets a page have, where there are so many that it shows whether it is cut. Input: a run. Output: nothing but its
// steps. Notation, part 4, Pages.

import { pageNames } from '../../analysis/document/pages.ts';
import { listedBy } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Draft } from './draft.ts';
import { basesOf, withoutChoice } from './filters.ts';
import { rowsListed } from './listings.ts';
import { isCostly, makersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Rows of one page, and calls of one run that make them. */
const MOST_ROWS = 60;
const MOST_CALLS = 120;

export async function fillPages(session: Session, reach: Reach, operations: readonly LinkedOperation[]): Promise<void> {
  let left = MOST_CALLS;
  for (const linked of operations) {
    const pages = valueOf(linked.facts.pages);
    const size = pages && pageNames(pages).size;
    const base = size === undefined || session.isOver ? undefined : basesOf(reach, linked)[0];
    if (!base || typeof pages?.atMost !== 'number' || typeof pages.more !== 'number') continue;
    const plain = withoutChoice(session, linked, base);
    const most = Math.max(pages.more, pages.atMost);
    const lacking = most + 1 - rowsListed(session, plain).length;
    if (most > MOST_ROWS || lacking > left) continue;
    const before = session.requests;
    await makeSome(session, reach, plain, lacking);
    left -= session.requests - before;
    if (rowsListed(session, plain).length > most && !session.isOver)
      await session.perform({ ...plain, query: [...plain.query, [size!, most + 1]] });
  }
}

/** Each by one call, until one does not succeed. */
async function makeSome(session: Session, reach: Reach, list: Draft, count: number): Promise<void> {
  const resource = listedBy(session.model, list.linked!)?.name.text;
  const maker = makersOf(session.model, resource ?? '').find((one) => !isCostly(session.model, one));
  const actor = list.actor.kind === 'known' ? list.actor : undefined;
  if (!maker) return;
  for (let made = 0; made < count && !session.isOver; made += 1) {
    const before = rowsListed(session, list).length;
    const step = await reach.reach(maker, actor ? { actor } : {});
    if (!step || rowsListed(session, list).length <= before) return;
  }
}
