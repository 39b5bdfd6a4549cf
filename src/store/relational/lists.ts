// The rows of a list, and how many there are. Input: a `list` step. Output: a function from bindings to rows: in the order that is chosen,
// from the place that is sent. Notation, part 4, Order and Pages.

import type { Guard, Step } from '../../plan/steps.ts';
import { compileCondition, compileValue } from '../../sql/evaluate.ts';
import type { OrderTerm, Select } from '../../sql/expression.ts';
import { placeKey, placeOf, SIDE } from '../../sql/keyset.ts';
import type { Bindings } from '../store.ts';
import { rowsOf } from './answered.ts';
import { refusedBy } from './guards.ts';
import type { Among } from './keyed.ts';
import { scopeOf, tableOf, type Scope } from './print.ts';
import type { Reading, RunStep } from './ran.ts';
import { keysOf } from './selection.ts';
import type { Effect, Preparing, Statement } from './statement.ts';
import { selectTotal, totalOf } from './total-tables.ts';

export type List = Extract<Step, { kind: 'list' }>;

const NO_COLUMNS = {};

/**
 * Those that a reference leads from may be many: all of them are looked at where they are counted, else the first that are
 * met in order may be enough.
 */
export function amongOf({ total }: List): Among {
  return total ? 'any' : 'keys';
}

export function list(on: Preparing, step: List, reading: Reading): RunStep {
  const prepared = ({ select }: List): Statement => {
    const { printed, big } = rowsOf(on.schema, select, reading.ticks, { among: amongOf(step) });
    return on.prepare(printed, { big });
  };
  const statementFor = perChoice(step, prepared);
  const failing = judgedHere(step.guards ?? []);
  const totalOf = step.total ? prepareTotal(on, step, reading) : undefined;
  return function* (bindings) {
    const refused = refusedBy(failing(bindings));
    if (refused) return refused;
    const rows = yield { statement: statementFor(bindings), bindings };
    if (!totalOf) return { rows, outcome: 'found' };
    return { rows, total: yield* totalOf(bindings, rows.length), outcome: 'found' };
  };
}

/** Those that are not true; they look at no row and search none. */
function judgedHere(guards: readonly Guard[]): (bindings: Bindings) => readonly Guard[] {
  const judged = guards.map((guard) => ({ guard, isTrue: compileCondition(guard.where) }));
  return (bindings) => judged.flatMap(({ guard, isTrue }) => (isTrue(NO_COLUMNS, bindings) ? [] : [guard]));
}

/** One statement for each order and each kind of place, made when it is first asked for: a document has few. */
function perChoice<T>(step: List, made: (chosen: List) => T): (bindings: Bindings) => T {
  const usual = made(chosenBy(step, {}));
  if (!step.orders && !step.keyset) return () => usual;
  const known = new Map<string, T>();
  return (bindings) => {
    const key = choiceOf(step, bindings);
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = made(chosenBy(step, bindings))));
    return found;
  };
}

/** The same for the same list. */
export function choiceOf(step: List, bindings: Bindings): string {
  const order = orderBy(step, bindings);
  const place = step.keyset ? placeKey(placeOf(bindings, order.order.length)) : '';
  return `${order.value ?? ''}\n${place}`;
}

/** The list in the order that is chosen, from the place that is bound. */
export function chosenBy(step: List, bindings: Bindings): List {
  const { orders: _, keyset, ...list } = step;
  const { order } = orderBy(step, bindings);
  return { ...list, select: { ...list.select, order, ...(keyset && { place: placeOf(bindings, order.length) }) } };
}

function orderBy(
  { orders, select }: List,
  bindings: Bindings,
): { readonly value?: string; readonly order: readonly OrderTerm[] } {
  const sent = orders && bindings[orders.by];
  return orders?.of.find(({ value }) => value === sent) ?? select;
}

/** How many rows match, on all pages. `found`: on the page. */
export function prepareTotal(
  on: Preparing,
  step: List,
  reading: Reading,
): (bindings: Bindings, found: number) => Effect<number> {
  const { table, where } = step.select;
  const known = where || step.most !== undefined ? undefined : reading.count;
  if (known) {
    // oxlint-disable-next-line require-yield -- nothing has to be asked
    return function* () {
      return known(table);
    };
  }
  const scope: Scope = { ...scopeOf(on.schema, table), ticks: reading.ticks };
  const count = on.prepare({ sql: countOf(step, scope), args: scope.places.args }, { one: true });
  const isLast = lastPage(step.select);
  return function* (bindings, found) {
    const all = isLast(bindings, found);
    if (all !== undefined) return all;
    const before = where ? undefined : reading.counted?.(table);
    if (before !== undefined) return before;
    const [counted] = yield { statement: count, bindings };
    return Number(counted?.[0] ?? 0);
  };
}

/** On a page that is not full is the last row: then there are as many as are before it. Undefined: there may be more. */
export function lastPage({ limit, offset, place }: Select): (bindings: Bindings, found: number) => number | undefined {
  const [most, before] = [limit, offset].map((expr) => expr && compileValue(expr));
  return (bindings, found) => {
    if (place ? place.side !== 'first' : (bindings[SIDE] ?? null) !== null) return undefined;
    const size = most?.(NO_COLUMNS, bindings) ?? null;
    const start = before?.(NO_COLUMNS, bindings) ?? 0;
    if (typeof start !== 'number' || (found === 0 && start > 0)) return undefined;
    const isFull = size !== null && !(typeof size === 'number' && found < size);
    return isFull ? undefined : start + found;
  };
}

/** All rows that match, without limit and offset. Without a condition it may be kept, and SQLite counts pages, not rows: nothing to report. */
export function countOf({ select, most }: List, within: Scope): string {
  const { limit: _, offset: __, place: ___, ...all } = select;
  const isOfAll = !select.where && !select.distinct && !select.members && most === undefined;
  const kept = isOfAll ? totalOf(tableOf(within.schema, select.table)) : undefined;
  if (kept) return selectTotal(kept);
  const scope: Scope = { ...within, ticks: within.ticks === true && select.where !== undefined, among: 'any' };
  const rows = keysOf({ ...all, order: [] }, scope).from;
  const from = most === undefined ? rows : `FROM (SELECT 1 ${rows} LIMIT ${most + 1}) AS "_some"`;
  return `SELECT count(*) ${from}`;
}
