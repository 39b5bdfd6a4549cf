// The place of a printed expression. Input: a schema, a table. Output: whose columns it may name, and where its parameters go.

import type { Among } from './keyed.ts';
import { places, type Places } from './places.ts';
import { quote, type Schema, type TableShape } from './schema.ts';

/** What the members of lists go by: selection.ts. */
export const MEMBERS = '"_members"';

/** The place of an expression: whose columns it may name, and where its parameters go. */
export interface Scope {
  readonly schema: Schema;
  readonly places: Places;
  /** The statement's own table; undefined where there is no row, as in the values of an insert. */
  readonly own: { readonly shape: TableShape; readonly name: string } | undefined;
  /** Tables of enclosing subqueries by alias. */
  readonly sources: ReadonlyMap<string, TableShape>;
  /** Sources whose row is bound instead: `row` of a cascade. Columns print as the parameter `<source>.<column>`. */
  readonly bound?: string;
  /** Does the statement report the rows it visits? See budget.ts. */
  readonly ticks?: boolean;
  /** Rows that are joined, by what leads to them: their aliases. See joined.ts. */
  readonly joins?: ReadonlyMap<string, string>;
  /** Which rows match is asked of all of them: a search that a few rows answer is asked once, and not for each row. */
  readonly among?: Among;
}

export function scopeOf(schema: Schema, table: string | undefined, hasRow = true): Scope {
  const shape = table === undefined ? undefined : tableOf(schema, table);
  const own = shape && hasRow ? { shape, name: shape.sql } : undefined;
  return { schema, places: places(schema.dialect), own, sources: new Map() };
}

export function tableOf(schema: Schema, table: string): TableShape {
  const shape = schema.get(table);
  if (!shape) throw new Error(`the plan names a table ${table} that it does not store`);
  return shape;
}

/** The alias of a row, as no resource is called: to SQLite `r1` and a table `R1` are one name. */
export function aliasOf(alias: string, { schema }: Pick<Scope, 'schema'>): string {
  return quote(schema.dialect.legalName(`_${alias}`));
}
