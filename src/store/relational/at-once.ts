// A read together with what is found out before it, such as who calls, and with the number of all rows of a list: one statement in the place
// of several. Input: steps that only read.
// Output: an effect; its result is `NO_ROW` where the statement finds none, and the steps say one by one why. What the steps before
// bind is looked up in the place of each parameter; an engine does that once in a statement.

import type { Step } from '../../plan/steps.ts';
import { searches } from '../../sql/walk.ts';
import type { Expr, Select, SqlValue } from '../../sql/expression.ts';
import type { Result } from '../store.ts';
import { every, refusedBy } from './guards.ts';
import { condition, output, scopeOf, tableOf, value } from './print.ts';
import { selection } from './selection.ts';
import type { Places, Scope } from './print.ts';
import { joined } from './joined.ts';
import { answered, isBig } from './answered.ts';
import { amongOf, countOf, lastPage, prepareTotal } from './lists.ts';
import type { Reading, ReadStep } from './ran.ts';
import { judgedWith } from './reads.ts';
import { refused, type RunAll } from './run.ts';
import type { Preparing } from './statement.ts';

type Bind = Extract<Step, { kind: 'bind' }>;
type Rows = Extract<ReadStep, { kind: 'find' | 'list' }>;

export const NO_ROW: Result = { kind: 'done', outcome: 'found', rows: [], total: undefined };

/** Undefined: there is nothing before the read, or they cannot be one. */
export function atOnce(on: Preparing, steps: readonly ReadStep[], reading: Reading): RunAll | undefined {
  const before = steps.slice(0, -1).filter((step): step is Bind => step.kind === 'bind');
  const last = steps.at(-1);
  if (before.length < steps.length - 1) return undefined;
  if (!last || last.kind === 'bind' || last.kind === 'free' || !isOneSelect(last, reading) || !before.every(isPlain))
    return undefined;
  const counts = last.kind === 'list' && last.total === true && reading.counts !== undefined;
  if (before.length === 0 && !counts) return undefined;
  const own = scopeOf(on.schema, last.select.table);
  const given = new Map<string, string>();
  const scope: Scope = { ...own, ticks: reading.ticks, places: instead(own.places, given) };
  const beside = before.find(({ from }) => from !== undefined && isBeside(on, from, last));
  const values = before.flatMap((bind) => {
    const texts = bind.values.map(
      ({ name, expr }) => [name, lookedUp(bind, expr, on, scope, bind === beside)] as const,
    );
    for (const [name, text] of texts) given.set(name, text);
    return texts;
  });
  const guards = [...before.flatMap((bind) => bind.guards), ...(last.kind === 'list' ? (last.guards ?? []) : [])];
  const { texts, failing } = judgedWith(guards, { ...scope, own: undefined });
  const { scope: ofColumns, text: joins } = joined(last.select, scope);
  const rows = answered(last.select.columns, ofColumns);
  const { guards: ofRow = [] } = last.kind === 'find' ? last : {};
  const where = ofRow.length === 0 ? last.select.where : every(last.select.where ?? { kind: 'true' }, ofRow);
  const select = { ...last.select, ...(where && { where }) };
  const limit = last.kind === 'find' && !select.limit ? ' LIMIT 1' : '';
  const columns = [rows.sql, ...values.map(([, text]) => text), ...texts].join(', ');
  const which: Scope = last.kind === 'list' ? { ...scope, among: amongOf(last) } : scope;
  const rest = beside ? together(beside, select, on, scope, joins) : selection(select, which, joins);
  const page = `SELECT ${columns} ${rest}${limit}`;
  const sql = counts ? withTotal(page, last, scope) : page;
  const big = rows.big || before.some((bind) => bind.values.some(({ expr }) => isBig(expr, ofBind(bind, on, scope))));
  const statement = on.prepare({ sql, args: own.places.args }, { big, one: last.kind === 'find' });
  const totalOf = last.kind === 'list' && last.total && !counts ? prepareTotal(on, last, reading) : undefined;
  const ofNone = counts && before.length === 0 ? lastPage(last.select) : undefined;
  const first = Math.max(last.select.columns.length, 1);
  const names = values.map(([name]) => name);
  return function* (bindings) {
    const found = yield { statement, bindings };
    const row = found[0];
    if (row === undefined) {
      const total = ofNone?.(bindings, 0);
      return total === undefined ? NO_ROW : { kind: 'done', outcome: 'found', rows: found, total };
    }
    const bound: Record<string, SqlValue> = { ...bindings };
    for (let place = 0; place < names.length; place++) bound[names[place]!] = row[first + place] ?? null;
    const why = refusedBy(failing(row, first + names.length, bound));
    if (why) return refused(why);
    const total = counts ? Number(row.at(-1)) : totalOf && (yield* totalOf(bound, found.length));
    if (before.length > 0) return { kind: 'done', outcome: 'found', rows: found, total, bound };
    return { kind: 'done', outcome: 'found', rows: found.map((each) => each.slice(0, -1)), total };
  };
}

/** With a total: where nothing is written between the page and the number of rows, or where it comes with the page. */
function isOneSelect(last: Rows, { count, counts }: Reading): boolean {
  return last.kind === 'find'
    ? !last.or
    : !last.orders && !last.keyset && (!last.total || count !== undefined || counts !== undefined);
}

/** The number of all rows behind the columns of each: on a page that is not full there is no more to count. */
function withTotal(page: string, last: Extract<Rows, { kind: 'list' }>, scope: Scope): string {
  const { limit, offset, place } = last.select;
  const all = `(${countOf(last, scope)})`;
  if (!limit || (place && place.side !== 'first'))
    return `WITH "_page" AS MATERIALIZED (${page}) SELECT "_page".*, ${all} FROM "_page"`;
  const found = '(SELECT count(*) FROM "_page")';
  const before = offset ? `${value(offset, scope)} + ` : '';
  const total = `CASE WHEN ${found} < ${value(limit, scope)} THEN ${before}${found} ELSE ${all} END`;
  return `WITH "_page" AS MATERIALIZED (${page}) SELECT "_page".*, ${total} FROM "_page"`;
}

/** Its guards look at no row of its own, and it tells no outcome. */
function isPlain({ from, guards, outcome }: Bind): boolean {
  return outcome === undefined && (!from || !guards.some(({ where }) => searches(where)));
}

/** Where its values are: in the row that it looks for, or nowhere. */
function ofBind({ from }: Bind, { schema }: Preparing, scope: Scope): Scope {
  const shape = from && tableOf(schema, from.table);
  return { ...scope, own: shape && { shape, name: shape.sql } };
}

/** Each is one row: then the other row is looked for once, and its columns are at hand. */
function isBeside({ schema }: Preparing, { table, where }: Exclude<Bind['from'], undefined>, last: Rows): boolean {
  const keys = where.kind === 'and' ? where.items : [where];
  const isOne = tableOf(schema, table).unique.some(
    ({ index: { columns, except } }) =>
      except === undefined && columns.every((column) => keys.some((key) => isKey(key, column))),
  );
  const { order, limit, offset, distinct } = last.select;
  const isPlainFind = last.kind === 'find' && order.length === 0 && !limit && !offset && !distinct;
  return isOne && isPlainFind && table !== last.select.table;
}

function isKey(where: Expr, column: string): boolean {
  if (where.kind !== 'compare' || where.operator !== '=' || where.left.kind !== 'column') return false;
  return where.left.column === column && where.left.source === undefined;
}

/** FROM to WHERE, of both rows. */
function together(bind: Bind, { table, where }: Select, on: Preparing, scope: Scope, joins: string): string {
  const inner = ofBind(bind, on, scope);
  const conditions = [condition(bind.from!.where, inner), ...(where ? [condition(where, scope)] : [])];
  return `FROM ${inner.own!.name} CROSS JOIN ${tableOf(on.schema, table).sql}${joins} WHERE ${conditions.join(' AND ')}`;
}

function lookedUp(bind: Bind, expr: Expr, on: Preparing, scope: Scope, isHere: boolean): string {
  const inner = ofBind(bind, on, scope);
  const text = output(expr, inner);
  if (!bind.from || isHere) return text;
  return `(SELECT ${text} FROM ${inner.own!.name} WHERE ${condition(bind.from.where, inner)} LIMIT 1)`;
}

/** Names that are given stand for their texts. */
function instead({ args, name, constant }: Places, given: ReadonlyMap<string, string>): Places {
  return { args, name: (of, type) => given.get(of) ?? name(of, type), constant };
}
