// Where the parameters of a statement go. Input: names and constants. Output: one number for each, and what is bound to it.

import type { SqlType, SqlValue } from '../../sql/expression.ts';
import type { Dialect } from './dialect.ts';

/** A value bound by its name, or one that never changes. `type`: as what it is bound. */
export type Argument =
  | { readonly name: string; readonly type: SqlType }
  | { readonly constant: SqlValue; readonly type: SqlType };

export interface Printed {
  readonly sql: string;
  readonly args: readonly Argument[];
}

/** Gives each name and each constant one number in the statement. The type left out: a row key's. */
export interface Places {
  readonly args: readonly Argument[];
  name(name: string, type?: SqlType): string;
  constant(value: SqlValue, type: SqlType): string;
}

export function places(dialect: Dialect): Places {
  const args: Argument[] = [];
  const known = new Map<string, string>();
  return {
    args,
    name(name, type = 'integer') {
      const key = JSON.stringify([name, dialect.castOf(type)]);
      const place = known.get(key) ?? dialect.place(args.push({ name, type }), type);
      known.set(key, place);
      return place;
    },
    constant: (constant, type) => dialect.place(args.push({ constant, type }), type),
  };
}
