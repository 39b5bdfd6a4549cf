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
): (bindings: Bindings) => Refused | undefined {
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
    const refused = refusedBy(guards.filter((_, place) => row[place + 1] === 0));
    if (!refused) throw new Error(`no row of ${table} was changed, and every guard holds`);
    return refused;
  };
}

/** As a step answers it. */
export interface Refused {
  readonly refused: string;
  readonly also: readonly string[];
}

/** The first that fails; where it is about the body, the others about the body go with it. */
export function refusedBy(failing: readonly Guard[]): Refused | undefined {
  const [first, ...others] = failing;
  if (!first) return undefined;
  const also = first.check === 'body' ? others.filter(({ check }) => check === 'body') : [];
  return { refused: first.cause, also: [...new Set(also.map(({ cause }) => cause))] };
}

/** For a step over every row that matches: the first guard that some of them fails. Undefined: all hold. */
export function anyFails(
  database: DatabaseSync,
  schema: Schema,
  table: string,
  where: Expr,
  guards: readonly Guard[],
): (bindings: Bindings) => Refused | undefined {
  const { sql } = tableOf(schema, table);
  const probes = guards.map((guard) => {
    const scope = scopeOf(schema, table);
    const failing = condition({ kind: 'and', items: [where, { kind: 'not', item: guard.where }] }, scope);
    const printed = { sql: `SELECT 1 FROM ${sql} WHERE ${failing} LIMIT 1`, args: scope.places.args };
    return { guard, statement: prepare(database, printed, false) };
  });
  const fails = (bindings: Bindings, probe: (typeof probes)[number]): boolean =>
    probe.statement.get(bindings) !== undefined;
  return (bindings) => {
    const first = probes.findIndex((probe) => fails(bindings, probe));
    if (first === -1) return undefined;
    const others = probes.slice(first + 1).filter((probe) => fails(bindings, probe));
    return refusedBy([probes[first]!, ...others].map(({ guard }) => guard));
  };
}
