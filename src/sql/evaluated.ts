// What evaluate.ts compiles to: functions of a row and bindings. Input: the name of a column or a parameter. Output: its value.

import type { SqlValue } from './expression.ts';

export type Values = Readonly<Record<string, SqlValue>>;
export type Value = (row: Values, bindings: Values) => SqlValue;
export type Truth = (row: Values, bindings: Values) => boolean;

/** The rows of other tables, for `exists`, `count` and `lookup`. */
export type Rows = (table: string) => Iterable<Values>;

/** Rows of enclosing subqueries by alias, while one is searched. */
export interface Scope {
  readonly rows: Rows | undefined;
  readonly sources: Map<string, Values>;
}

export function column(name: string, source: string | undefined, scope: Scope): Value {
  const missing = (): never => {
    throw new Error(`the row has no column ${name}`);
  };
  if (source === undefined) return (row) => row[name] ?? (name in row ? null : missing());
  return () => {
    const row = scope.sources.get(source);
    return row === undefined ? missing() : (row[name] ?? (name in row ? null : missing()));
  };
}

export function parameter(name: string): Value {
  return (_row, bindings) => {
    const bound = bindings[name];
    if (bound === undefined) throw new Error(`the parameter ${name} is not bound`);
    return bound;
  };
}
