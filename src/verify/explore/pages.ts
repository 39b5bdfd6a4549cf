// Lists in pages, followed from the first page to the last by what each says of the next. Input: a run. Output: nothing but its steps.
// Notation, part 4, key Pages.

import { pageNames } from '../../analysis/document/pages.ts';
import { listedBy } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Pages } from '../../notation/values/lists.ts';
import { isReply } from '../exchange.ts';
import { linkedNext } from '../judge/match/pages.ts';
import type { Pair } from './draft.ts';
import { Shown } from './drafted.ts';
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
    await fill(session, reach, linked);
    const first = await reach.reach(linked);
    const { size, first: begins } = pageNames(pages);
    if (!first) continue;
    const followed = new Set<string | number>();
    const small: readonly Pair[] = size === undefined ? [] : [[size, SMALL]];
    let step = await session.perform({ ...first.draft, query: [...first.draft.query, ...small] });
    for (let nth = 1; nth < MOST_PAGES && !session.isOver; nth += 1) {
      const cursor = numbered(pages, nth) ?? nextIn(step, begins) ?? latest(session, linked);
      if (cursor === undefined || followed.has(cursor) || (typeof cursor === 'number' && nth > MOST_NUMBERED)) break;
      followed.add(cursor);
      if (nth === 1 && typeof cursor === 'string') await takeOut(session, reach, linked);
      step = await session.perform({
        ...first.draft,
        query: [...first.draft.query, ...small, [begins, typeof cursor === 'number' ? cursor : new Shown(cursor)]],
      });
    }
  }
}

/** A row of the page before, one that the run made: a cursor is a place between rows, and counts none. */
async function takeOut(session: Session, reach: Reach, linked: LinkedOperation): Promise<void> {
  const resource = listedBy(session.model, linked)?.name.text;
  const row =
    resource &&
    session.rows(resource).find((one) => one.isMade && one.isThere === true && session.world.isSeenNow(one));
  if (!row) return;
  for (const remover of removersOf(session.model, row.resource)) if (await reach.reach(remover, { row })) return;
}

async function fill(session: Session, reach: Reach, linked: LinkedOperation): Promise<void> {
  const resource = listedBy(session.model, linked)?.name.text;
  if (resource === undefined) return;
  for (let made = there(session, resource); made < MOST_MADE && !session.isOver; made += 1)
    if (!(await reach.make(resource))) return;
}

function there(session: Session, resource: string): number {
  return session.rows(resource).filter(({ isThere }) => isThere === true).length;
}

/** Undefined: a page is not told by its number. */
function numbered({ kind }: Pages, nth: number): number | undefined {
  if (kind === 'offset and limit') return nth * SMALL;
  return kind === 'page and size' ? nth + 1 : undefined;
}

/** The cursor that a body has shown last. */
function latest({ world }: Session, linked: LinkedOperation): string | undefined {
  const own = [...world.cursors].filter(([, one]) => one.operation === linked.operation.name.text && !one.isBefore);
  return own.at(-1)?.[0];
}

/** What asks for the next page, in a link. */
function nextIn({ exchange: { reply } }: Step, name: string): string | undefined {
  if (!isReply(reply) || reply.status !== 200) return undefined;
  const address = linkedNext(reply);
  return address === null ? undefined : (new URL(address, 'http://any').searchParams.get(name) ?? undefined);
}
