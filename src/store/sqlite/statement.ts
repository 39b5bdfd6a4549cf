// Prepared statements and how effects run on them. Input: printed SQL; then what an effect asks, one statement at a time. Output: rows as
// arrays, integers as numbers where they are safe and as big integers where not; the effect's own result.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Argument } from '../relational/print.ts';
import type { Schema } from '../relational/schema.ts';
import { Violated } from '../relational/statement.ts';
import type { Ask, Effect, Preparing, Statement } from '../relational/statement.ts';
import type { Bindings, Row } from '../store.ts';
import { isUniqueViolation } from './faults.ts';

interface Prepared extends Statement {
  rows(bindings: Bindings): readonly Row[];
}

export function preparing(database: DatabaseSync, schema: Schema, grow: Preparing['grow']): Preparing {
  const indexes = new Map(
    [...schema.values()].flatMap(({ unique }) =>
      unique.map(({ violation, name }) => [`UNIQUE constraint failed: ${violation}` as string, name] as const),
    ),
  );
  /** What the statement threw, as the steps know it. */
  const known = (error: unknown): unknown => {
    const index = isUniqueViolation(error) ? indexes.get(error.message) : undefined;
    return index === undefined ? error : new Violated(index, error);
  };
  return {
    schema,
    returning: 'after',
    grow,
    prepare(printed, { big = false, one = false } = {}): Prepared {
      const statement = database.prepare(printed.sql);
      statement.setReturnArrays(true);
      if (big) statement.setReadBigInts(true);
      const bind = binder(printed.args);
      const rows = one ? first(statement, big) : all(statement, big);
      return {
        printed,
        rows(bindings) {
          try {
            return rows(bind(bindings));
          } catch (error) {
            throw known(error);
          }
        },
      };
    },
  };
}

/** Runs an effect to its end, in this turn. */
export function runNow<T>(effect: Effect<T>): T {
  let next = effect.next();
  while (next.done !== true) {
    let rows: readonly Row[];
    try {
      rows = rowsOf(next.value);
    } catch (error) {
      next = effect.throw(error);
      continue;
    }
    next = effect.next(rows);
  }
  return next.value;
}

function rowsOf({ statement, bindings }: Ask): readonly Row[] {
  return (statement as Prepared).rows(bindings);
}

const NONE: readonly Row[] = [];

function first(statement: StatementSync, big: boolean): (args: readonly SqlValue[]) => readonly Row[] {
  return (args) => {
    const row = statement.get(...args) as SqlValue[] | undefined;
    return row === undefined ? NONE : [big ? shrink(row) : row];
  };
}

function all(statement: StatementSync, big: boolean): (args: readonly SqlValue[]) => readonly Row[] {
  return (args) => {
    const rows = statement.all(...args) as unknown as SqlValue[][];
    if (big) for (const row of rows) shrink(row);
    return rows;
  };
}

/** In place: no one else uses the row. */
function shrink(row: SqlValue[]): SqlValue[] {
  for (let i = 0; i < row.length; i++) {
    const each = row[i];
    if (typeof each === 'bigint') row[i] = integer(each);
  }
  return row;
}

/** The values in the order of their numbers. */
function binder(args: readonly Argument[]): (bindings: Bindings) => SqlValue[] {
  const names = args.map((arg) => ('name' in arg ? arg.name : undefined));
  const constants = args.map((arg) => ('constant' in arg ? arg.constant : null));
  const length = args.length;
  return (bindings) => {
    const values: SqlValue[] = [];
    for (let i = 0; i < length; i++) {
      const name = names[i];
      const bound = name === undefined ? constants[i] : bindings[name];
      if (bound === undefined) throw new Error(`the parameter ${name} is not bound`);
      values.push(bound);
    }
    return values;
  };
}
