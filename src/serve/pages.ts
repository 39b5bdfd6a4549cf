// Pages of a list. Input: the plan of its pages, and a request whose query has been read. Output: where the page begins, as bindings of the
// store; of an answer, its rows, whether there are more, and what is sent for them. Notation, part 4, Pages; decision 0050.

import type { CursorOrder, CursorPlan, PagesPlan } from '../plan/pages-plan.ts';
import { same } from '../sql/compared.ts';
import { compileValue } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import { cursorValue, INCLUDED, SIDE } from '../sql/keyset.ts';
import type { Bindings, Program, Result, Row, Store } from '../store/store.ts';
import type { Sealer } from './cursors.ts';
import { note, type Failure, type Findings } from './findings.ts';
import { compileNextAddress } from './next-address.ts';
import type { Exchange } from './respond.ts';
import { encoder } from './resources.ts';

type Done = Extract<Result, { kind: 'done' }>;

export interface Page {
  readonly rows: readonly Row[];
  readonly more: boolean;
  /** What is sent for the next one; null: there is none. */
  readonly next: () => string | number | bigint | null;
  /** The address of the next one. */
  readonly address: () => string | undefined;
}

export interface Pages {
  /** Undefined: it needs no secret. */
  readonly sealer: (() => Sealer | Promise<Sealer>) | undefined;
  /** Finds the place of the row that a cursor names. */
  readonly find: Program | undefined;
  readonly template: Bindings;
  /** Is a Link header sent with each page but the last one? */
  readonly link: boolean;
  /** The place where the page begins is bound; what is wrong with the cursor is noted. `sealer`: where there is one. */
  begin(findings: Findings, sealer: Sealer | undefined): void;
  /** The place of the row that was found is bound. False: there is none. */
  locate(found: Bindings, findings: Findings): boolean;
  /** Was the cursor given to another caller? */
  isOfAnother(done: Done, bindings: Bindings): boolean;
  /** The cursor that was sent is none. */
  failure(bindings: Bindings): Failure;
  page(done: Done, bindings: Bindings, exchange: Exchange): Page;
}

interface Of {
  readonly id: string;
  readonly url: string;
  readonly store: Pick<Store, 'prepare'>;
  readonly sealer: () => Sealer | Promise<Sealer>;
  /** The places of the columns in the rows of an answer. */
  readonly columns: ReadonlyMap<string, number>;
}

const NO_ROW = {};

/** Bound beside the place: who got the cursor. */
const owner = (place: number): string => `cursor.of.${place}`;

export function compilePages(plan: PagesPlan, { id, url, store, sealer, columns }: Of): Pages {
  const { cursor, size, more: isAsked } = plan;
  const is = cursor?.is;
  const opaque = is?.kind === 'opaque' ? is : undefined;
  const sizeOf = size && compileValue(size);
  const addressOf = compileNextAddress(url, plan.name, plan.keeps);
  const tell = compileNext(plan, columns);
  let known: Sealer | undefined;
  const about = (bindings: Bindings): string => subject(id, orderOf(cursor!, bindings), opaque!.request, bindings);
  return {
    sealer: opaque && sealer,
    find: is?.kind === 'field' ? store.prepare(is.find) : undefined,
    template: templateOf(cursor),
    link: plan.link === true,
    begin(findings, given) {
      known = given;
      if (cursor) begin(plan, cursor, findings, (text) => known?.open(text, about(findings.bindings)));
    },
    locate(found, { bindings }) {
      const { columns: values } = orderOf(cursor!, bindings);
      for (const [at, name] of values.entries()) bindings[cursorValue(at)] = found[name] ?? null;
      // The key of a row comes last, and no row is without it.
      return found[values.at(-1)!] !== null;
    },
    isOfAnother(done, given) {
      if (!opaque || (given[SIDE] ?? null) === null) return false;
      const bound = done.bound ?? given;
      return opaque.caller.some((name, at) => !isSame(bound[name] ?? null, given[owner(at)] ?? null));
    },
    failure(bindings) {
      const { invalid, before } = cursor!;
      const field = bindings[SIDE] === 'before' ? before!.name : plan.name;
      const { cause, problem } = invalid as Extract<typeof invalid, { do: 'refuse' }>;
      return { cause, field, problem };
    },
    page(done, given, exchange) {
      const bindings = done.bound ?? given;
      const most = sizeOf?.(NO_ROW, bindings) ?? null;
      const more = isAsked === true && most !== null && done.rows.length > Number(most);
      const found = more ? done.rows.slice(0, Number(most)) : done.rows;
      const isBack = bindings[SIDE] === 'before';
      // Backwards, the nearest row comes first.
      const last = found.at(-1);
      const next = (): string | number | bigint | null =>
        more && last ? tell(last, bindings, Number(most), (content) => known!.seal(content, about(bindings))) : null;
      return {
        rows: isBack ? found.toReversed() : found,
        more,
        next,
        address: () => (more ? addressOf(exchange, String(next())) : undefined),
      };
    },
  };
}

type Tell = (
  last: Row,
  bindings: Bindings,
  size: number,
  seal: (content: string) => string,
) => string | number | bigint | null;

/** What asks for the rows behind the last one. */
function compileNext({ by, parameter, cursor }: PagesPlan, columns: ReadonlyMap<string, number>): Tell {
  if (!cursor) {
    return (_last, bindings, size) => plus(bindings[parameter] ?? 0, by === 'rows' ? size : 1);
  }
  const { is } = cursor;
  if (is.kind === 'field') {
    const at = columns.get(is.column);
    const encode = encoder(is.value);
    return (last) => wordOf(encode(last[at!]!));
  }
  return (last, bindings, _size, seal) => {
    const values = orderOf(cursor, bindings).columns.map((name) => last[columns.get(name)!] ?? null);
    const owners = is.caller.map((name) => bindings[name] ?? null);
    const isBehind = bindings[SIDE] === 'before' ? 0 : 1;
    return seal(JSON.stringify([isBehind, owners, values], kept));
  };
}

function plus(start: SqlValue, by: number): number | bigint {
  const sum = BigInt(start ?? 0) + BigInt(by);
  return sum <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(sum) : sum;
}

/** Of a value as JSON, in a body or an address. */
function wordOf(json: string): string | number | bigint {
  if (json.startsWith('"')) return JSON.parse(json) as string;
  return /^-?\d+$/.test(json) && !Number.isSafeInteger(Number(json)) ? BigInt(json) : Number(json);
}

function begin(
  { name, parameter }: PagesPlan,
  cursor: CursorPlan,
  findings: Findings,
  open: (text: string) => string | undefined,
): void {
  const { bindings } = findings;
  const { before, beside, invalid, is } = cursor;
  const [after, back] = [bindings[parameter] ?? null, (before && bindings[before.parameter]) ?? null];
  if (after !== null && back !== null) {
    note(beside, findings, before!.name);
    return;
  }
  const sent = after ?? back;
  // What is wrong with the rest of the query is reported; the cursor depends on it.
  if (sent === null || findings.failures.length > 0) return;
  bindings[SIDE] = after === null ? 'before' : 'after';
  if (is.kind === 'field') return;
  const place = contentOf(open(String(sent)), is.caller.length, orderOf(cursor, bindings).columns.length);
  if (!place) {
    note(invalid, findings, after === null ? before!.name : name);
    return;
  }
  // It is a place between two rows: behind one of them, or in front of it.
  bindings[INCLUDED] = place.isBehind === (after === null) ? 1 : 0;
  for (const [at, value] of place.values.entries()) bindings[cursorValue(at)] = value;
  for (const [at, value] of place.owners.entries()) bindings[owner(at)] = value;
}

interface Content {
  readonly isBehind: boolean;
  readonly owners: readonly SqlValue[];
  readonly values: readonly SqlValue[];
}

/** Undefined: it was made for another document. */
function contentOf(text: string | undefined, owners: number, values: number): Content | undefined {
  if (text === undefined) return undefined;
  // A number beyond 2^53 is an object in it.
  const [isBehind, of, place] = (text.includes('{') ? JSON.parse(text, readAgain) : JSON.parse(text)) as [
    number,
    SqlValue[],
    SqlValue[],
  ];
  return of.length === owners && place.length === values
    ? { isBehind: isBehind === 1, owners: of, values: place }
    : undefined;
}

/** No value is an object. */
function kept(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { bigint: String(value) } : value;
}

function readAgain(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return BigInt((value as { readonly bigint: string }).bigint);
}

/** For what a cursor is good: these rows of this list, in this order. */
function subject(id: string, { says }: CursorOrder, names: readonly string[], bindings: Bindings): string {
  return JSON.stringify([1, id, says, names.map((name) => [name, bindings[name] ?? null])], kept);
}

function orderOf({ order, chosen }: CursorPlan, bindings: Bindings): CursorOrder {
  const sent = chosen && bindings[chosen.by];
  return chosen?.of.find(({ value }) => value === sent)?.order ?? order;
}

/** Every name that may be bound. */
function templateOf(cursor: CursorPlan | undefined): Bindings {
  if (!cursor) return {};
  const orders = [cursor.order, ...(cursor.chosen?.of ?? []).map(({ order }) => order)];
  const most = Math.max(...orders.map(({ columns }) => columns.length));
  const owners = cursor.is.kind === 'opaque' ? cursor.is.caller : [];
  return {
    [SIDE]: null,
    [INCLUDED]: 0,
    ...Object.fromEntries(Array.from({ length: most }, (_, at) => [cursorValue(at), null])),
    ...Object.fromEntries(owners.map((_, at) => [owner(at), null])),
  };
}

/** Nothing is the same as nothing here. */
function isSame(one: SqlValue, other: SqlValue): boolean {
  return one === null || other === null ? one === other : same(one, other);
}
