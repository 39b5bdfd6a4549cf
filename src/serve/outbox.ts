// How many events wait to be sent. Input: the plan and its store. Output: what the operator's port shows; the service's own port shows
// nothing of it. Decisions 0013, 0068.

import type { Plan } from '../plan/plan.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { Standing } from '../store/deliveries.ts';
import type { Program, Store } from '../store/store.ts';

export interface Waiting {
  /** Events in the outbox; null: the store cannot be asked now. */
  readonly waiting: number | null;
  readonly events: readonly { readonly event: string; readonly waiting: number | null }[];
  /** What keeps events from being sent: what is not shown of Delivery or of what they carry, or not supported. */
  readonly heldBy: readonly { readonly id: string; readonly question?: string }[];
  /** Of the oldest, why they are there. */
  readonly why: readonly Reason[];
  /** How many of the oldest that are. */
  readonly looked: number;
  /** Receivers, by row key, that did not accept what waits for them, and when the next try is. */
  readonly away: Standing['receivers'];
}

export interface Reason {
  readonly event: string;
  readonly why: (typeof WHY)[keyof typeof WHY];
  readonly events: number;
  /** When the first of them happened. */
  readonly oldest: string;
}

export const WHY = {
  held: 'held',
  /** The operator names no broker that takes them. */
  'no broker': 'no broker',
  /** The operator names no secret by which they are signed. */
  'no secret': 'no secret',
  /** The document that is served has no such event. */
  unknown: 'not in the document',
  'without payload': 'without payload',
  new: 'on its way',
  'on its way': 'on its way',
  'not accepted': 'receiver away',
  'given up': 'given up',
} as const;

/** The oldest that are looked at: requests may wait meanwhile. */
const LOOKED = 500;

/** `lacks`: what the operator does not name, and all of them need. */
export function compileWaiting(plan: Plan, store: Store, lacks: Lack | undefined): () => Promise<Waiting> {
  const { events = [] } = plan;
  const heldBy = eventsHeldBy(plan);
  if (events.length === 0) return async () => ({ waiting: 0, events: [], heldBy, why: [], looked: 0, away: [] });
  const all = compileCount(plan, store);
  const each = compileKinds(plan, store);
  return async () => {
    const [waiting, kinds, standing] = await Promise.all([all(), each(), standingIn(store)]);
    const why = reasonsOf(plan, standing, lacks);
    const looked = why.reduce((sum, one) => sum + one.events, 0);
    return { waiting, events: kinds, heldBy, why, looked, away: standing.receivers };
  };
}

const NOTHING: Standing = { events: [], receivers: [] };

async function standingIn({ deliveries }: Store): Promise<Standing> {
  return (await deliveries?.standing(LOOKED).catch(() => undefined)) ?? NOTHING;
}

/** Of all events, or of some. */
export function eventsHeldBy({ delivery, gaps }: Plan): Waiting['heldBy'] {
  const ids = [...(delivery?.heldBy ?? []), ...Object.values(delivery?.events ?? {}).flatMap((one) => one.heldBy)];
  return [...new Set(ids)].map((id) => ({ id, ...(Object.hasOwn(gaps, id) && { question: gaps[id]! }) }));
}

function reasonsOf({ delivery, events = [] }: Plan, standing: Standing, lacks: Lack | undefined): readonly Reason[] {
  const isHeld = (event: string): boolean =>
    (delivery?.heldBy ?? []).length > 0 || Object.hasOwn(delivery?.events ?? {}, event);
  const found = new Map<string, Reason>();
  for (const { event, why, count, oldest } of standing.events) {
    const isOpen = why === 'new' || why === 'without payload';
    const said = saidOf(why, {
      held: isHeld(event),
      unknown: isOpen && !events.includes(event),
      lacks: why === 'without payload' ? undefined : lacks,
    });
    const key = JSON.stringify([event, WHY[said]]);
    const { events: before = 0, oldest: first = oldest } = found.get(key) ?? {};
    found.set(key, { event, why: WHY[said], events: before + count, oldest: first < oldest ? first : oldest });
  }
  return [...found.values()];
}

type Why = Standing['events'][number]['why'];
export type Lack = 'no broker' | 'no secret';

interface Above {
  readonly held: boolean;
  readonly unknown: boolean;
  readonly lacks: Lack | undefined;
}

/** What counts more than what the store knows, the first of them that is so. */
function saidOf(why: Why, { held, unknown, lacks }: Above): keyof typeof WHY {
  if (why === 'given up') return unknown ? 'unknown' : why;
  if (held) return 'held';
  return unknown ? 'unknown' : (lacks ?? why);
}

/** How many of each kind that the document has. */
function compileKinds({ events = [] }: Plan, store: Store): () => Promise<Waiting['events']> {
  const each = events.map((event) => ({ event, program: counting(store, event) }));
  return () => Promise.all(each.map(async ({ event, program }) => ({ event, waiting: await countOf(program) })));
}

/** One that waits. */
export interface WaitingEvent {
  readonly id: string;
  readonly event: string;
  readonly resource: string;
  /** The row key. */
  readonly key: string;
  readonly at: string;
  readonly operation: string;
}

/** The oldest that wait, at most so many; null: the store cannot be asked now. Of their rows only the key is read. */
export type ReadOutbox = (most: number) => Promise<readonly WaitingEvent[] | null>;

export function compileOutbox({ events = [] }: Plan, store: Store): ReadOutbox {
  if (events.length === 0) return async () => [];
  const id = column('id', 'integer');
  const texts = ['event', 'resource', 'operation'].map((name) => ({ name, expr: column(name, 'text') }));
  const columns = [
    { name: 'id', expr: id },
    ...texts,
    { name: 'key', expr: column('key', 'integer') },
    { name: 'at', expr: column('at', 'instant') },
  ];
  const limit: Expr = { kind: 'parameter', name: 'limit', type: 'integer' };
  const select = { table: '_outbox', columns, where: undefined, order: [{ expr: id, descending: false }], limit };
  const program = store.prepare([{ kind: 'list', select, total: false }]);
  return async (most) => {
    const found = await program.run({ limit: most });
    if (found.kind !== 'done') return null;
    return found.rows.map((row) => {
      const [number, event, resource, operation, key, at] = row.map(String) as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      return { id: number, event, resource, key, at, operation };
    });
  };
}

/** How many events are in the outbox; null: the store cannot be asked now. */
export function compileCount({ events = [] }: Plan, store: Store): () => Promise<number | null> {
  if (events.length === 0) return () => Promise.resolve(0);
  const all = counting(store, undefined);
  return () => countOf(all);
}

/** What a scrape asks of the outbox. */
export interface Pending {
  readonly waiting: number;
  readonly kinds: Waiting['events'];
  /** When the oldest happened that was not given up, in milliseconds since 1970; undefined: there is none. */
  readonly oldest: number | undefined;
}

/** Undefined: the store cannot be asked now. */
export function compilePending(plan: Plan, store: Store): () => Promise<Pending | undefined> {
  if ((plan.events ?? []).length === 0) return async () => ({ waiting: 0, kinds: [], oldest: undefined });
  const [all, kinds, oldest] = [compileCount(plan, store), compileKinds(plan, store), compileOldest(store)];
  return async () => {
    const [waiting, of, since] = await Promise.all([all(), kinds(), oldest()]);
    if (waiting === null || since === null) return undefined;
    return { waiting, kinds: of, oldest: since };
  };
}

/** Of those that are not given up; null: the store cannot be asked now. */
function compileOldest(store: Store): () => Promise<number | undefined | null> {
  const [limit, at, id] = [literal(1), column('at', 'instant'), column('id', 'integer')];
  const first = { table: '_outbox', columns: [{ name: 'at', expr: at }], where: undefined, limit };
  const oldest = store.prepare([
    { kind: 'list', select: { ...first, order: [{ expr: id, descending: false }] }, total: false },
  ]);
  return async () => {
    const [found, { events }] = await Promise.all([oldest.run({}), standingIn(store)]);
    if (found.kind !== 'done') return null;
    const waiting = events.filter(({ why }) => why !== 'given up').map((one) => Date.parse(one.oldest));
    if (waiting.length > 0) return Math.min(...waiting);
    const looked = events.reduce((sum, { count }) => sum + count, 0);
    const [row] = looked > 0 && looked < LOOKED ? [] : found.rows;
    return row && Date.parse(String(row[0]));
  };
}

const literal = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const column = (name: string, type: SqlType): Expr => ({ kind: 'column', column: name, type });

function counting(store: Store, event: string | undefined): Program {
  const left: Expr = { kind: 'column', column: 'event', type: 'text' };
  const right: Expr = { kind: 'literal', value: event ?? null, type: 'text' };
  const where: Expr | undefined = event === undefined ? undefined : { kind: 'compare', operator: '=', left, right };
  const limit: Expr = { kind: 'literal', value: 0, type: 'integer' };
  return store.prepare([
    { kind: 'list', select: { table: '_outbox', columns: [], where, order: [], limit }, total: true },
  ]);
}

async function countOf(program: Program): Promise<number | null> {
  const result = await program.run({});
  return result.kind === 'done' ? (result.total ?? 0) : null;
}
