// Rows of the resources for the operator of the service, page by page in the order in which they were made. Input: a plan, its
// store, what time moves. Output: fields as the document has them, values as answers show them; what is hidden or secret is not
// read at all. Rows are as a request would find them at that moment; those in a gone state are included, and marked.

import type { RowFieldPlan, RowsPlan } from '../plan/row-fields.ts';
import { CUT } from '../plan/row-fields.ts';
import type { Expr } from '../sql/expression.ts';
import type { Bindings, Program, Result, Row } from '../store/store.ts';
import { instantText } from './clock.ts';
import type { OperationContext } from './compiled.ts';
import { compileKept, type ReadKept } from './kept-rows.ts';
import { quote } from './quote.ts';
import { conditionOf, howsOf, SOUGHT, type How, type RowCondition, type RowFilter } from './row-filters.ts';
import { encoder } from './resources.ts';
import type { TimedRunner } from './timed.ts';

/** What one resource has to show. */
export interface ShownResource {
  readonly resource: string;
  readonly fields: readonly ShownField[];
  /** Moves that time makes are open here: rows are shown as they are kept. */
  readonly asKept: boolean;
}

export type ShownField = Pick<RowFieldPlan, 'name' | 'type' | 'notShown'> & {
  /** Without `by` nothing shows the row but its row key, which is hidden on the service's port. */
  readonly refers?: { readonly resource: string; readonly by?: string };
};

/** Cursors of another page. Anything that is none is the first page; `before: 'end'` is the last. */
export interface Asked {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
  /** Only rows that it finds. */
  readonly filter?: RowFilter | undefined;
}

export interface RowsPage {
  readonly rows: readonly ShownRow[];
  /** Cursors: `after` of the page behind, `before` of the page before; undefined where there is none. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

export interface ShownRow {
  /** The row key. */
  readonly key: string;
  /** In a state of Kind `gone`: kept, and absent where that state is not named. */
  readonly gone: boolean;
  /** In the order of the fields; undefined for one that is not shown. */
  readonly values: readonly (ShownValue | undefined)[];
}

export interface ShownValue {
  /** With exact digits; of a value that is cut, the start of its text. */
  readonly json: string;
  /** For people: a text as it is, anything else as its JSON. Empty where nothing is kept. */
  readonly text: string;
  /** `null` and `absent`: nothing is kept; an answer shows null, or leaves the field out. */
  readonly kind: 'value' | 'null' | 'absent';
  /** All octets of a value that is cut. */
  readonly octets?: number;
  /** The row key of the row that it refers to. */
  readonly row?: string;
}

/** `isBound`: there are more than that. */
export interface RowCount {
  readonly count: number;
  readonly isBound: boolean;
}

/** `unknown`: the document has no such resource. `unfit`: nothing can be sought like that. `unavailable`: the store cannot be asked now. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unfit'; readonly why: string }
  | { readonly kind: 'unavailable' };

export interface Rows {
  resources(): readonly ShownResource[];
  /** How rows are found by each of the fields, in their order. */
  found(resource: string): readonly (readonly How[])[];
  page(resource: string, asked: Asked): Promise<Read<RowsPage>>;
  /** By its row key; undefined: it is not there. */
  row(resource: string, key: string): Promise<Read<ShownRow | undefined>>;
  count(resource: string): Promise<Read<RowCount>>;
  /** The newest, as far as they are shown. */
  readonly kept: ReadKept;
}

/** Rows of a page, when nothing is said, and at most. */
export const PAGE = 50;
export const MOST = 200;
/** Rows that are counted one by one. */
const COUNTED = 10_000;

export type Setting = Pick<OperationContext, 'plan' | 'store' | 'base' | 'clock' | 'timed'>;

export function compileRows(setting: Setting): Rows {
  const { plan, store } = setting;
  const resources = plan.rows.map(describe);
  const readers = new Map(plan.rows.map((one) => [one.resource, oncePrepared(() => compileReader(one, setting))]));
  const counters = new Map(
    plan.rows.map(({ resource }) => [
      resource,
      oncePrepared(() => {
        const select = { table: resource, columns: [], where: undefined, order: [], limit: whole(0) };
        return store.prepare([{ kind: 'list', select, total: true, most: COUNTED }]);
      }),
    ]),
  );
  return {
    resources: () => resources,
    found: (resource) => plan.rows.find((one) => one.resource === resource)?.fields.map(howsOf) ?? [],
    page: async (resource, asked) => (await readers.get(resource)?.()(asked)) ?? UNKNOWN,
    row: async (resource, key) => {
      const reader = readers.get(resource);
      const at = keyOf(key);
      if (!reader || at === undefined) return reader ? { kind: 'read', value: undefined } : UNKNOWN;
      const found = await reader()({ after: String(at - 1), limit: 1 });
      if (found.kind !== 'read') return found;
      const [first] = found.value.rows;
      return { kind: 'read', value: first?.key === key ? first : undefined };
    },
    count: async (resource) => {
      const counter = counters.get(resource);
      return counter ? counted(counter()) : UNKNOWN;
    },
    kept: compileKept(setting),
  };
}

const UNKNOWN = { kind: 'unknown' } as const;

/** Statements are prepared at the first use. */
function oncePrepared<T>(prepare: () => T): () => T {
  let prepared: { readonly is: T } | undefined;
  return () => (prepared ??= { is: prepare() }).is;
}

function describe({ resource, fields, asKept }: RowsPlan): ShownResource {
  return {
    resource,
    asKept: asKept === true,
    fields: fields.map(({ name, type, notShown, refers }) => ({
      name,
      ...(type !== undefined && { type }),
      ...(notShown && { notShown }),
      ...(refers && { refers: { resource: refers.resource, ...(refers.by !== undefined && { by: refers.by }) } }),
    })),
  };
}

async function counted(counter: Program): Promise<Read<RowCount>> {
  const result = done(await counter.run({}));
  if (!result) return { kind: 'unavailable' };
  const { total = 0 } = result;
  return {
    kind: 'read',
    value: { count: total === COUNTED + 1 ? COUNTED : total, isBound: total === COUNTED + 1 },
  };
}

type Done = Extract<Result, { kind: 'done' }>;

function done(result: Result): Done | undefined {
  if (result.kind === 'done') return result;
  if (result.kind === 'unavailable') return undefined;
  throw new Error(`rows are read, and the store says ${result.kind}`);
}

type Reader = (asked: Asked) => Promise<Read<RowsPage>>;

function compileReader(plan: RowsPlan, { store, base, clock, timed }: Setting): Reader {
  const key = plan.select.columns[0]!.expr;
  const programs = new Map<string, Program>();
  const reading = (operator: '<' | '>' | undefined, found: RowCondition | undefined): Program => {
    const name = `${operator} ${found?.name}`;
    const known = programs.get(name);
    if (known) return known;
    const right: Expr = { kind: 'parameter', name: 'key', type: 'integer' };
    const behind: readonly Expr[] = operator ? [{ kind: 'compare', operator, left: key, right }] : [];
    const items = [...behind, ...(found ? [found.where] : [])];
    const where: Expr | undefined = items.length < 2 ? items[0] : { kind: 'and', items };
    const order = [{ expr: key, descending: operator === '<' }];
    const limit: Expr = { kind: 'parameter', name: 'limit', type: 'integer' };
    const made = store.prepare([{ kind: 'list', select: { ...plan.select, where, order, limit }, total: false }]);
    programs.set(name, made);
    return made;
  };
  const groups = (plan.timed ?? []).flatMap((table) => timed.get(table) ?? []);
  const show = compileRow(plan);
  return async (asked) => {
    const found = asked.filter && conditionOf(plan, asked.filter);
    if (typeof found === 'string') return { kind: 'unfit', why: found };
    const limit = limitOf(asked.limit);
    const at = await momentOf(clock, groups);
    if (at === undefined) return { kind: 'unavailable' };
    const bindings: Bindings = {
      base,
      now: instantText(at),
      limit: limit + 1,
      ...(found && { [SOUGHT]: found.sought }),
    };
    const end = asked.before === 'end' ? Number.MAX_SAFE_INTEGER : keyOf(asked.before);
    const last = end === undefined ? [] : await run(reading('<', found), { ...bindings, key: end });
    if (!last) return { kind: 'unavailable' };
    if (last.length > 0) {
      const rows = last.slice(0, limit).toReversed();
      const next = asked.before === 'end' ? undefined : cursorOf(rows.at(-1));
      return page(rows, show, next, last.length > limit ? cursorOf(rows[0]) : undefined);
    }
    const start = end === undefined ? keyOf(asked.after) : undefined;
    const first = await (start === undefined
      ? run(reading(undefined, found), bindings)
      : run(reading('>', found), { ...bindings, key: start }));
    if (!first) return { kind: 'unavailable' };
    const rows = first.slice(0, limit);
    const previous = start === undefined ? undefined : (cursorOf(rows[0]) ?? String(start + 1));
    return page(rows, show, first.length > limit ? cursorOf(rows.at(-1)) : undefined, previous);
  };
}

/** What is due is written first, as before a request. Undefined: it cannot be now. */
async function momentOf(clock: Setting['clock'], groups: readonly TimedRunner[]): Promise<number | undefined> {
  if ((await clock.look?.()) !== undefined) return undefined;
  const at = clock.now();
  for (const group of groups) if ((await group.catchUp(instantText(at))) !== undefined) return undefined;
  return at;
}

function limitOf(limit: number | undefined): number {
  return limit === undefined || !(limit >= 1) ? PAGE : Math.min(Math.floor(limit), MOST);
}

/** Undefined: no cursor. */
function keyOf(cursor: string | undefined): number | undefined {
  const key = cursor !== undefined && /^\d{1,16}$/.test(cursor) ? Number(cursor) : undefined;
  return Number.isSafeInteger(key) ? key : undefined;
}

function cursorOf(row: Row | undefined): string | undefined {
  return row && String(row[0]);
}

async function run(program: Program, bindings: Bindings): Promise<readonly Row[] | undefined> {
  return done(await program.run(bindings))?.rows;
}

type Show = (row: Row) => ShownRow;

function page(
  rows: readonly Row[],
  show: Show,
  next: string | undefined,
  previous: string | undefined,
): Read<RowsPage> {
  return { kind: 'read', value: { rows: rows.map(show), next, previous } };
}

function whole(value: number): Expr {
  return { kind: 'literal', value, type: 'integer' };
}

function compileRow({ fields, gone }: RowsPlan): Show {
  const show = fields.map(compileValue);
  return (row) => ({
    key: String(row[0]),
    gone: gone !== undefined && Number(row[gone]) === 1,
    values: show.map((each) => each?.(row)),
  });
}

function compileValue({ shown, refers }: RowFieldPlan): ((row: Row) => ShownValue) | undefined {
  if (!shown) return undefined;
  const { at, value, octets: sized, null: isNull } = shown;
  const encode = encoder(value);
  return (row) => {
    const stored = row[at] ?? null;
    const named = refers && row[refers.at];
    const to = named !== undefined && named !== null && { row: String(named) };
    if (stored === null) return { json: 'null', text: '', kind: isNull ? 'null' : 'absent', ...to };
    const octets = sized === undefined ? 0 : Number(row[sized]);
    // A start may be the whole, of characters with several octets.
    const isCut = octets > CUT && Buffer.byteLength(String(stored)) < octets;
    const json = isCut ? quote(String(stored)) : encode(stored);
    const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
    return { json, text, kind: 'value', ...(isCut && { octets }), ...to };
  };
}
