// Lists in pages, followed from the first page to the last by what each says of the next. Input: a run. Output: nothing but its steps.
// Notation, part 4, key Pages.

import { pageNames } from '../../analysis/document/pages.ts';
import { listedBy } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Pages } from '../../notation/values/lists.ts';
import { isReply } from '../exchange.ts';
import { linkedNext } from '../judge/match/pages.ts';
import type { Row } from '../world/known.ts';
import type { Draft, Pair } from './draft.ts';
import { Shown } from './drafted.ts';
import { rowsListed } from './listings.ts';
import { removersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';
import type { Step } from './step.ts';

const MOST_PAGES = 12;
/** Each is found by its number alone. */
const MOST_NUMBERED = 4;
/** Rows of a page. */
const SMALL = 2;
/** Rows that are made so that there is a second page. */
const MOST_MADE = 6;

export async function followPages(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations) {
    const pages = valueOf(linked.facts.pages);
    if (!pages || session.isOver) continue;
    const first = await reach.reach(linked);
    const { size, first: begins } = pageNames(pages);
    if (!first) continue;
    await fill(session, reach, first.draft);
    const followed = new Set<string | number>();
    const small: readonly Pair[] = size === undefined ? [] : [[size, SMALL]];
    let step = await session.perform({ ...first.draft, query: [...first.draft.query, ...small] });
    for (let nth = 1; nth < MOST_PAGES && !session.isOver; nth += 1) {
      const cursor = numbered(pages, nth) ?? nextIn(step, begins) ?? shownNow(session);
      if (cursor === undefined || followed.has(cursor) || (typeof cursor === 'number' && nth > MOST_NUMBERED)) break;
      followed.add(cursor);
      if (nth === 1 && typeof cursor === 'string') await changeRows(session, reach, first.draft);
      step = await session.perform({
        ...first.draft,
        query: [...first.draft.query, ...small, [begins, typeof cursor === 'number' ? cursor : new Shown(cursor)]],
      });
    }
  }
}

/** A cursor is a place between rows, and counts none: a row of the page before goes, or, where none can, a new one comes. */
async function changeRows(session: Session, reach: Reach, draft: Draft): Promise<void> {
  const resource = listedIn(session, draft);
  if (resource === undefined) return;
  const row = session.rows(resource).find((one) => one.isMade && one.isThere === true && session.world.isSeenNow(one));
  if (row)
    for (const remover of removersOf(session.model, row.resource)) if (await reach.reach(remover, { row })) return;
  await makeFor(reach, draft, resource);
}

/** As many rows as take several pages, all of which this call lists. */
async function fill(session: Session, reach: Reach, draft: Draft): Promise<void> {
  const resource = listedIn(session, draft);
  if (resource === undefined) return;
  let listed = rowsListed(session, draft).length;
  for (let left = MOST_MADE, missed = 0; left > 0 && listed < MOST_MADE && missed < 2 && !session.isOver; left -= 1) {
    if (!(await makeFor(reach, draft, resource))) return;
    const now = rowsListed(session, draft).length;
    if (now <= listed) missed += 1;
    listed = now;
  }
}

/** By who asks for the list, and inside of the row that it is of; else by anybody. */
async function makeFor(reach: Reach, draft: Draft, resource: string): Promise<Row | undefined> {
  const row = draft.rows.at(-1);
  const actor = draft.actor.kind === 'known' ? draft.actor : undefined;
  return (await reach.make(resource, { actor, row })) ?? (actor && (await reach.make(resource, { row })));
}

function listedIn({ model }: Session, { linked }: Draft): string | undefined {
  return linked && listedBy(model, linked)?.name.text;
}

/** Undefined: a page is not told by its number. */
function numbered({ kind }: Pages, nth: number): number | undefined {
  if (kind === 'offset and limit') return nth * SMALL;
  return kind === 'page and size' ? nth + 1 : undefined;
}

/** The cursor that the last body has shown. */
function shownNow({ world }: Session): string | undefined {
  return [...world.cursors].findLast(([, one]) => one.exchange === world.exchange && !one.isBefore)?.[0];
}

/** What asks for the next page, in a link. */
function nextIn({ exchange: { reply } }: Step, name: string): string | undefined {
  if (!isReply(reply) || reply.status !== 200) return undefined;
  const address = linkedNext(reply);
  return address === null ? undefined : (new URL(address, 'http://any').searchParams.get(name) ?? undefined);
}
