// Deliveries in a database that any number of processes share. Input: sessions. Output: deliveries; each lane is held by one node, and a node
// that does not say that it lives loses its lanes. Decision 0068.

import { randomUUID } from 'node:crypto';
import type { SqlValue } from '../../sql/expression.ts';
import type { Claimed, Claiming, Deliveries } from '../deliveries.ts';
import {
  attemptsOf,
  claimedTogether,
  DELIVERIES,
  deliveryPages,
  eachOf,
  ENDS,
  endsOf,
  keptColumns,
  listed,
  logged,
  numbered,
  outboxEvent,
  undispatched,
  type Ask,
} from '../delivery-entries.ts';
import { standingOf } from '../standing.ts';
import type { Schema } from '../relational/schema.ts';
import {
  doneWithout,
  firsts,
  forgetting,
  giving,
  IN_TURN,
  leaving,
  living,
  lockingLanes,
  numbering,
  repeating,
  settling,
  sweeping,
} from './delivery-texts.ts';
import { taking } from './lane-turns.ts';
import { transactionsOf, type Transaction, type Transactions } from './delivery-transactions.ts';
import type { Lend } from './program.ts';
import type { Signals } from './signals.ts';
import { encode } from './values.ts';

const WORDS = { place: (number: number): string => `$${number}` };

/** Deliveries that are made due again in one transaction. */
const AT_ONCE = 500;

const NEXT = 'SELECT "due" FROM _lanes WHERE "holder" IS NULL ORDER BY "holder", "due" LIMIT 1';

/** Nothing where no operation emits one. */
export function deliveriesOf(
  schema: Schema,
  lend: Lend,
  during: <T>(run: () => Promise<T>) => Promise<T>,
  { tell: tellOthers, whenTold }: Signals,
): { readonly deliveries?: Deliveries } {
  if (!schema.has(DELIVERIES)) return {};
  const kept = keptColumns(schema);
  const node = randomUUID();
  const transactions = transactionsOf(lend, during);
  const { sent, read } = transactions;
  const ask: Ask = ({ sql, values }) => read({ sql, values: values.map(bound) });
  return {
    deliveries: {
      tellOthers,
      whenTold,
      async undispatched(kinds, most) {
        if (kinds.length === 0) return [];
        const places = kinds.map((_, place) => `$${place + 1}`).join(', ');
        return (await ask({ sql: undispatched(places, most), values: kinds })).map(outboxEvent);
      },
      async dispatch(found, now) {
        if (found.length > 0) await sent([IN_TURN, numbering(found, now), doneWithout(found, now, kept)]);
      },
      alive: async (milliseconds) => void (await sent(living(node, milliseconds))),
      leave: async () => void (await sent(leaving(node))),
      claim: claimer(node, transactions),
      async next() {
        const [row] = await read({ sql: NEXT, values: [] });
        return row === undefined ? undefined : String(row[0]);
      },
      async settle(fates, release) {
        if (fates.length + release.length === 0) return [];
        const [, , settled = []] = await sent(settling(node, fates, release, kept));
        const done = new Set(settled.map(([id]) => Number(id)));
        return fates.map(({ delivery }) => done.has(delivery));
      },
      list: (query, after, most) => listed(ask, query, after, most, WORDS),
      attempts: (event, most) => attemptsOf(ask, event, most, WORDS),
      standing: (most) => standingOf(async (text) => (await sent([text]))[0] ?? [], most),
      async replay(query, now) {
        let again = 0;
        for await (const found of deliveryPages(ask, query, 0, WORDS)) {
          const settled = found.filter(({ state }) => state !== 'waiting').map(({ delivery }) => delivery);
          for (let start = 0; start < settled.length; start += AT_ONCE) {
            const [, , , rows] = await sent(repeating(settled.slice(start, start + AT_ONCE), now, kept));
            again += Number(rows?.[0]?.[0] ?? 0);
          }
        }
        return again;
      },
      log: async (from, most) => (await ask({ sql: logged('$1', most), values: [from] })).map(numbered),
      ends: async () => endsOf(await read({ sql: ENDS, values: [] })),
      async sweep(before, most) {
        const [, events, attempts] = await sent(sweeping(before, most));
        return Number(events?.[0]?.[0] ?? 0) + Number(attempts?.[0]?.[0] ?? 0);
      },
    },
  };
}

function claimer(node: string, { within, sent }: Transactions): Deliveries['claim'] {
  /** Lanes of which it is not known whether this node holds them, and nobody was told. */
  let unclear: readonly string[] = [];
  /** The receiver that had its turn last; undefined: the first has the next one. */
  let turn: string | undefined;
  const giveBack = async (lanes: readonly string[]): Promise<void> => {
    await sent([lockingLanes(lanes), forgetting(lanes), giving(lanes, node)]);
  };
  const takenBy = async (ask: Transaction['ask'], asked: Claiming): Promise<readonly string[]> => {
    for (;;) {
      const began = turn;
      const rows = await ask(taking(node, began, asked));
      const last = rows.find(([, due]) => due === null);
      turn = last && Number(last[2]) === 1 ? String(last[0]) : undefined;
      const taken = rows.filter((row) => row !== last);
      if (taken.length > 0) return taken.toSorted(byDue).map(([lane]) => String(lane));
      // Behind the last one nothing was due.
      if (began === undefined || turn !== undefined) return [];
    }
  };
  return async (asked) => {
    if (unclear.length > 0) {
      await giveBack(unclear);
      unclear = [];
    }
    let lanes: readonly string[] = [];
    let rows: readonly (readonly SqlValue[])[];
    try {
      rows = await within(async ({ ask, askLast }) => {
        lanes = [];
        const taken = await takenBy(ask, asked);
        if (taken.length === 0) return [];
        lanes = taken;
        return askLast(firsts(taken, eachOf(taken.length, asked.most, asked.perLane)));
      });
    } catch (error) {
      unclear = lanes;
      throw error;
    }
    const claimed = claimedTogether();
    const found = rows.map((row) => ({ one: claimed(row), due: String(row.at(-1)) }));
    const heads = new Map<string, boolean>();
    for (const { one, due } of found) if (!heads.has(one.lane)) heads.set(one.lane, due <= asked.now);
    // Nothing waits there, or not yet: what freed it did not see all.
    const idle = lanes.filter((lane) => heads.get(lane) !== true);
    if (idle.length > 0) await giveBack(idle);
    return found.flatMap(({ one }): readonly Claimed[] => (heads.get(one.lane) === true ? [one] : []));
  };
}

function byDue([, one]: readonly SqlValue[], [, other]: readonly SqlValue[]): number {
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

function bound(value: SqlValue): SqlValue {
  return typeof value === 'string' ? encode(value, 'text') : value;
}
