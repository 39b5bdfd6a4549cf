// Deliveries in a directory, by the process that serves it. Input: the open file. Output: deliveries, written in the groups of other
// writes. The process delivers alone: who holds a lane is forgotten when the file is opened. Decision 0068.

import type { DatabaseSync } from 'node:sqlite';
import type { Deliveries, Found } from '../deliveries.ts';
import {
  attemptsOf,
  DELIVERIES,
  deliveryPages,
  ENDS,
  endsOf,
  listed,
  logged,
  numbered,
  outboxEvent,
  undispatched,
  type Ask,
} from '../delivery-entries.ts';
import { standingOf } from '../standing.ts';
import type { Schema } from '../relational/schema.ts';
import type { Result, Row } from '../store.ts';
import { DeliveryWrites } from './delivery-writes.ts';
import type { Group } from './group.ts';
import type { Parts } from './program.ts';

const WORDS = { place: () => '?' };

/** Deliveries of one turn: requests wait meanwhile. */
const AT_ONCE = 64;

/** Of this process: documents that are served after each other have one each. */
let nodes = 0;

/** Nothing where no operation emits one. */
export function deliveriesOf(
  schema: Schema,
  { database, group, counts }: Pick<Parts, 'database' | 'group' | 'counts'>,
): { readonly deliveries?: Deliveries } {
  if (!schema.has(DELIVERIES)) return {};
  const writes = new DeliveryWrites(database, schema, counts);
  const node = `${process.pid} ${++nodes}`;
  const next = database.prepare(`SELECT "due" FROM _lanes WHERE "holder" IS NULL ORDER BY "holder", "due" LIMIT 1`);
  // oxlint-disable-next-line require-await -- what this engine cannot do rejects, as with one that answers later
  const ask: Ask = async ({ sql, values }) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all(...values) as unknown as Row[];
  };
  const write = <T>(run: () => T): Promise<T> => inGroup(group, run);
  // A delivery of which the outcome is lost is sent again, as after any end of the process before its outcome was written.
  const lossy = <T>(run: () => T): Promise<T> => inGroup(group, run, true);
  return {
    deliveries: {
      async undispatched(kinds, most) {
        const sql = undispatched(kinds.map(WORDS.place).join(', '), most);
        return (await ask({ sql, values: kinds })).map(outboxEvent);
      },
      async dispatch(found, now) {
        for (const some of inTurns(found)) await write(() => writes.dispatch(some, now));
      },
      // It lives as long as the process does.
      alive: () => Promise.resolve(),
      leave: () => write(() => writes.leave(node)),
      claim: (asked) => lossy(() => writes.claim(node, { ...asked, most: Math.min(asked.most, AT_ONCE) })),
      // oxlint-disable-next-line require-await -- as above
      async next() {
        const row = next.get();
        return row === undefined ? undefined : String(row['due']);
      },
      mostSettled: AT_ONCE,
      settle: (fates, release) => lossy(() => writes.settle(node, fates, release)),
      list: (query, after, most) => listed(ask, query, after, most, WORDS),
      attempts: (event, most) => attemptsOf(ask, event, most, WORDS),
      standing: (most) => standingOf(ask, most),
      async replay(query, now) {
        let again = 0;
        for await (const found of deliveryPages(ask, query, 0, WORDS)) {
          const settled = found.filter(({ state }) => state !== 'waiting').map(({ delivery }) => delivery);
          for (let start = 0; start < settled.length; start += AT_ONCE)
            again += await write(() => writes.again(settled.slice(start, start + AT_ONCE), now));
        }
        return again;
      },
      log: async (from, most) => (await ask({ sql: logged('?', most), values: [from] })).map(numbered),
      ends: async () => endsOf(await ask({ sql: ENDS, values: [] })),
      // Asked again and again: where nothing is old, nothing is written.
      sweep: async (before, most) => (writes.isAnyOld(before, most) ? write(() => writes.sweep(before, most)) : 0),
    },
  };
}

/** Events that make about as many deliveries as one turn has room for; one event is never divided. */
function* inTurns(found: readonly Found[]): Generator<readonly Found[]> {
  let some: Found[] = [];
  let count = 0;
  for (const one of found) {
    some.push(one);
    count += 1 + one.to.length;
    if (count < AT_ONCE) continue;
    yield some;
    [some, count] = [[], 0];
  }
  if (some.length > 0) yield some;
}

/** When the file is opened. */
export function forgetHolders(database: DatabaseSync): void {
  const isThere = database.prepare(`SELECT 1 FROM main.sqlite_schema WHERE name = '_lanes'`).get() !== undefined;
  if (isThere) database.exec('UPDATE _lanes SET "holder" = NULL WHERE "holder" IS NOT NULL');
}

/** Runs once more where the COMMIT failed: what it answers is of its last run. */
export async function inGroup<T>(group: Group, run: () => T, mayBeLost = false): Promise<T> {
  let answer: T;
  const effect = (): Result => {
    answer = run();
    return { kind: 'done', outcome: 'updated', rows: [], total: undefined };
  };
  const result = await group.submit({ effect, savepoint: true, deadline: undefined, ...(mayBeLost && { mayBeLost }) });
  if (result.kind !== 'done') throw new Error(result.kind === 'unavailable' ? result.reason : result.kind);
  return answer!;
}
