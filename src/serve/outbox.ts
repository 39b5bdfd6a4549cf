// How many events wait to be sent. Input: the plan and its store. Output: what the operator's port shows; the service's own port shows
// nothing of it. Decisions 0013, 0068.

import type { Plan } from '../plan/plan.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { Program, Store } from '../store/store.ts';

export interface Waiting {
  /** Null: the store cannot be asked now. */
  readonly waiting: number | null;
  readonly events: readonly { readonly event: string; readonly waiting: number | null }[];
}

export function compileWaiting({ events = [] }: Plan, store: Store): () => Promise<Waiting> {
  if (events.length === 0) return async () => ({ waiting: 0, events: [] });
  const all = counting(store, undefined);
  const each = events.map((event) => ({ event, program: counting(store, event) }));
  return async () => ({
    waiting: await countOf(all),
    events: await Promise.all(each.map(async ({ event, program }) => ({ event, waiting: await countOf(program) }))),
  });
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
  /** When the oldest happened, in milliseconds since 1970; undefined: there is none. */
  readonly oldest: number | undefined;
}

/** Undefined: the store cannot be asked now. */
export function compilePending(plan: Plan, store: Store): () => Promise<Pending | undefined> {
  if ((plan.events ?? []).length === 0) return async () => ({ waiting: 0, oldest: undefined });
  const all = compileCount(plan, store);
  const [limit, at, id] = [literal(1), column('at', 'instant'), column('id', 'integer')];
  const first = { table: '_outbox', columns: [{ name: 'at', expr: at }], where: undefined, limit };
  const oldest = store.prepare([
    { kind: 'list', select: { ...first, order: [{ expr: id, descending: false }] }, total: false },
  ]);
  return async () => {
    const [waiting, found] = await Promise.all([all(), oldest.run({})]);
    if (waiting === null || found.kind !== 'done') return undefined;
    const [row] = found.rows;
    return { waiting, oldest: row && Date.parse(String(row[0])) };
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
