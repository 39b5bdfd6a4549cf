// The step `limit`. Input: the step of a plan. Output: a function that refuses where the rows that were made or changed leave more alike than
// there may be. Where writers run beside each other, those that add to the same number come one after the other: each sees what was kept
// before it. It is the last thing that an effect does, so that nobody waits for one who waits himself. Decision 0074.

import { COUNTED } from '../store.ts';
import type { AddedRows, Step } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import { aliasOf, columnOf, condition, operand, scopeOf, tableOf, type Scope } from './print.ts';
import type { RunStep } from './ran.ts';
import { VERSION } from './schema.ts';
import type { Preparing, Statement } from './statement.ts';

type Limit = Extract<Step, { kind: 'limit' }>;

export function limit(on: Preparing, step: Limit): RunStep {
  const turn = turnOf(on, step);
  const statement = tooMany(on, step);
  return function* (bindings) {
    // What is asked behind it sees what others have kept by then.
    if (turn) yield { statement: turn, bindings, unread: true };
    const rows = yield { statement, bindings };
    return rows.length > 0 ? { refused: step.cause } : {};
  };
}

function tooMany(on: Preparing, step: Limit): Statement {
  const scope = placeOf(on, step);
  const alias = aliasOf(step.alias, scope);
  const most: Expr = { kind: 'literal', value: step.most, type: 'integer' };
  const more = condition({ kind: 'compare', operator: '>', left: step.count, right: most }, scope);
  const by = step.by && columnOf(tableOf(on.schema, step.table), step.by.column);
  const each = by === undefined ? '1' : `DISTINCT ${alias}.${by}`;
  const one = by === undefined ? ' LIMIT 1' : '';
  const sql = `SELECT 1 FROM (SELECT ${each} ${added(step, scope)}${one}) AS ${alias} WHERE ${more} LIMIT 1`;
  return on.prepare({ sql, args: scope.places.args }, { one: true });
}

/** Undefined: there is one writer at a time. Several numbers in one order, no matter who adds to them. */
function turnOf(on: Preparing, step: Limit): Statement | undefined {
  const { claim } = on.schema.dialect;
  if (!claim) return undefined;
  const scope = placeOf(on, step);
  const { sql: table, key } = tableOf(on.schema, COUNTED);
  const by: Expr | undefined = step.by && { kind: 'column', ...step.by, source: step.alias };
  const shown = by && on.schema.dialect.text(operand(by, scope), 0);
  const name = scope.places.constant(step.name, 'text');
  const version = columnOf(tableOf(on.schema, COUNTED), VERSION);
  const sql = `INSERT INTO ${table} AS "_own" (${key}) SELECT DISTINCT ${claim(name, shown)} ${added(step, scope)} ORDER BY 1
    ON CONFLICT (${key}) DO UPDATE SET ${version} = "_own".${version} + 1`;
  return on.prepare({ sql, args: scope.places.args });
}

function placeOf(on: Preparing, { table, alias }: Limit): Scope {
  return { ...scopeOf(on.schema, undefined), sources: new Map([[alias, tableOf(on.schema, table)]]) };
}

/** FROM and WHERE of the rows that are counted now, and were not before. */
function added({ table, alias: name, added: all, by, counts }: Limit, scope: Scope): string {
  const shape = tableOf(scope.schema, table);
  const alias = aliasOf(name, scope);
  const rows = all.map((one) => rowsOf(one, `${alias}.${shape.key}`, scope));
  const value = by && `${alias}.${columnOf(shape, by.column)} IS NOT NULL`;
  return `FROM ${shape.sql} AS ${alias} WHERE ${[`(${rows.join(' OR ')})`, value, condition(counts, scope)].filter((one) => one !== undefined).join(' AND ')}`;
}

function rowsOf({ key, many, was }: AddedRows, own: string, scope: Scope): string {
  if (!many) {
    const here = `${own} = ${scope.places.name(key)}`;
    return was ? `(${here} AND ${condition({ kind: 'not', item: was }, scope)})` : here;
  }
  const { from, value, fits } = scope.schema.dialect.members(scope.places.name(key, 'json'), 'integer', 0);
  return `${own} IN (SELECT ${value} FROM ${from} WHERE ${fits})`;
}
