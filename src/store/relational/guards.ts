// Why a guarded statement changed no row. Input: the condition that finds the row and the guards, in order. Output: a function
// from bindings to the cause: that there is no such row, or the first guard that fails for it.

import type { Guard, LegalMove, Step } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Bindings, Row } from '../store.ts';
import { condition, output, scopeOf, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { calledBy, columnsNamed } from './shown.ts';
import { ComeBetween } from './statement.ts';
import type { Effect, Preparing } from './statement.ts';

/** The row and the guards, in one condition. */
export function guarded(where: Expr, guards: readonly Guard[], scope: Scope): string {
  return condition(every(where, guards), scope);
}

export function every(where: Expr, guards: readonly Guard[]): Expr {
  return { kind: 'and', items: [where, ...guards.map((guard) => guard.where)] };
}

/** Undefined: there is no row. */
export function whyNot(
  on: Preparing,
  table: string,
  where: Expr,
  guards: readonly Guard[],
  moves?: readonly LegalMove[],
): (bindings: Bindings) => Effect<Refused | undefined> {
  const scope = scopeOf(on.schema, table);
  const judged = [...guards, ...(moves ?? [])].map((each) => output(holds(each), scope));
  const from = `FROM ${tableOf(on.schema, table).sql} WHERE ${condition(where, scope)} LIMIT 1`;
  const sql = `SELECT ${['1', ...judged].join(', ')} ${from}`;
  const statement = on.prepare({ sql, args: scope.places.args }, { one: true });
  return function* (bindings) {
    const [row] = yield { statement, bindings };
    if (row === undefined) return undefined;
    const refused = refusedBy(guards.filter((_, place) => row[place + 1] === 0));
    if (!refused) throw new ComeBetween(`no row of ${table} was changed, and every guard holds`);
    if (!moves || !guards.some((guard, place) => row[place + 1] === 0 && guard.cause === refused.refused && guard.move))
      return refused;
    const legal = moves.filter((_, place) => row[guards.length + place + 1] === 1);
    return { ...refused, moves: legal.map(({ operation }) => operation) };
  };
}

/** As a value: 1 where the guard is true, else 0. */
export function holds({ where }: Pick<Guard, 'where'>): Expr {
  return { kind: 'and', items: [where] };
}

/** As a step answers it. */
export interface Refused {
  readonly refused: string;
  readonly also: readonly string[];
  readonly moves?: readonly string[];
  /** Of a step over every row: one that refuses all, in words. */
  readonly row?: string;
}

/**
 * The first that fails; where it is about the body, the others about the body go with it. What is made of a value that fails says
 * nothing of its own.
 */
export function refusedBy(failing: readonly Guard[]): Refused | undefined {
  const failed = new Set(failing.map(({ of }) => of));
  const [first, ...others] = failing.filter(({ from = [] }) => !from.some((field) => failed.has(field)));
  if (!first) return undefined;
  const also = first.check === 'body' ? others.filter(({ check }) => check === 'body') : [];
  return { refused: first.cause, also: [...new Set(also.map(({ cause }) => cause))] };
}

/** For a step over every row that matches: the first guard that fails for one of them, and that row. Undefined: all hold. */
export function anyFails(
  on: Preparing,
  { table, where, guards, named = [] }: Extract<Step, { kind: 'update' | 'delete' }>,
): (bindings: Bindings) => Effect<Refused | undefined> {
  const shape = tableOf(on.schema, table);
  const columns = columnsNamed(shape.table, named);
  const big = named.some((name) => shape.columns.get(name)?.big ?? true);
  const probes = guards.map((guard) => {
    const scope = scopeOf(on.schema, table);
    const failing = condition({ kind: 'and', items: [where, { kind: 'not', item: guard.where }] }, scope);
    const told = columns.map(({ name, type }) => output({ kind: 'column', column: name, type }, scope));
    const text = `SELECT ${['1', ...told].join(', ')} FROM ${shape.sql} WHERE ${failing} LIMIT 1`;
    return { guard, statement: on.prepare({ sql: text, args: scope.places.args }, { big, one: true }) };
  });
  return function* (bindings) {
    const failing: Guard[] = [];
    let first: Row | undefined;
    for (const { guard, statement } of probes) {
      const [row] = yield { statement, bindings };
      if (row === undefined) continue;
      failing.push(guard);
      first ??= row;
    }
    const refused = refusedBy(failing);
    return refused && first && columns.length > 0
      ? { ...refused, row: `${table} ${calledBy(columns, first.slice(1))}` }
      : refused;
  };
}
