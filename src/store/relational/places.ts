// Where the parameters of a statement go. Input: names and constants. Output: one number for each, and what is bound to it.

import type { SqlType, SqlValue } from '../../sql/expression.ts';
import type { Dialect } from './dialect.ts';

/**
 * A value bound by its name, or one that never changes. `type`: as what it is bound. `each`: the list of those of all rows that a
 * body has.
 */
export type Argument =
  | { readonly name: string; readonly type: SqlType; readonly each?: true }
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

/** Where each row that a body has brings its own values: those are columns of what `fromEach` prints. */
export interface EachPlaces extends Places {
  readonly columns: readonly string[];
}

const ROWS = '"_rows"';
export const ORDINAL: string = `${ROWS}."#"`;

export function eachPlaces(dialect: Dialect, names: readonly string[]): EachPlaces {
  const own = new Set(names);
  const others = places(dialect);
  const args: Argument[] = others.args as Argument[];
  const columns: string[] = [];
  const known = new Map<string, string>();
  const list = (name: string, type: SqlType): string => {
    const key = JSON.stringify([name, dialect.castOf(type)]);
    const column =
      known.get(key) ?? `${ROWS}."${columns.push(`${dialect.place(args.push({ name, type, each: true }), type)}[]`)}"`;
    known.set(key, column);
    return column;
  };
  // Without values of their own there are as many.
  list(names[0] ?? NO_NAME, 'text');
  return {
    args,
    columns,
    name: (name, type = 'integer') => (own.has(name) ? list(name, type) : others.name(name, type)),
    constant: (value, type) => others.constant(value, type),
  };
}

/** Of a row that brings nothing. */
export const NO_NAME = '';

/** The rows in their order, which is `"#"`. */
export function fromEach({ columns }: EachPlaces): string {
  const names = [...columns.map((_, place) => `"${place + 1}"`), '"#"'];
  return `unnest(${columns.join(', ')}) WITH ORDINALITY AS ${ROWS}(${names.join(', ')})`;
}
