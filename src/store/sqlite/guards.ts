// Why a guarded statement changed no row. In: the condition that finds the row and the guards, in order. Out: a function
// from bindings to the cause: that there is no such row, or the first guard that is not true of it. Design, section 6.

import type { DatabaseSync } from 'node:sqlite';
import type { Guard } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Bindings } from '../store.ts';
import { condition, scopeOf, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import type { Schema } from './schema.ts';
import { prepare } from './statement.ts';

/** The row and the guards, in one condition. */
export function guarded(where: Expr, guards: readonly Guard[], scope: Scope): string {
  return condition({ kind: 'and', items: [where, ...guards.map((guard) => guard.where)] }, scope);
}

/** Undefined: there is no row. */
export function whyNot(
  database: DatabaseSync,
  schema: Schema,
  table: string,
  where: Expr,
  guards: readonly Guard[],
): (bindings: Bindings) => string | undefined {
  const scope = scopeOf(schema, table);
  const judged = guards.map((guard) => `(${condition(guard.where, scope)}) IS TRUE`);
  const from = `FROM ${tableOf(schema, table).sql} WHERE ${condition(where, scope)} LIMIT 1`;
  const statement = prepare(
    database,
    { sql: `SELECT ${['1', ...judged].join(', ')} ${from}`, args: scope.places.args },
    false,
  );
  return (bindings) => {
    const row = statement.get(bindings);
    if (row === undefined) return undefined;
    // The same transaction asked a moment ago, and nobody else writes: some guard fails.
    const guard = guards[row.indexOf(0) - 1];
    if (!guard) throw new Error(`no row of ${table} was changed, and every guard holds`);
    return guard.cause;
  };
}

/** For a step over every row that matches: the first guard that some of them fails. Undefined: all hold. */
export function anyFails(
  database: DatabaseSync,
  schema: Schema,
  table: string,
  where: Expr,
  guards: readonly Guard[],
): (bindings: Bindings) => string | undefined {
  const { sql } = tableOf(schema, table);
  const probes = guards.map((guard) => {
    const scope = scopeOf(schema, table);
    const failing = condition({ kind: 'and', items: [where, { kind: 'not', item: guard.where }] }, scope);
    const printed = { sql: `SELECT 1 FROM ${sql} WHERE ${failing} LIMIT 1`, args: scope.places.args };
    return { cause: guard.cause, statement: prepare(database, printed, false) };
  });
  return (bindings) => probes.find((probe) => probe.statement.get(bindings) !== undefined)?.cause;
}
