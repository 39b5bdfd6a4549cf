// The number of all rows of a table, as an engine keeps it beside them: in several parts, so that writers do not wait for each other. Input: a
// table of the plan. Output: the name of what keeps it, and how the number is read. Decision 0045.

import { quote, type TableShape } from './schema.ts';

export interface TotalShape {
  /** Whose rows are counted. */
  readonly of: TableShape;
  /** As the engine knows it, bare and quoted. */
  readonly name: string;
  readonly sql: string;
}

/** No resource has such a name. */
const PREFIX = '_total ';

/** LIKE, where `\` escapes. */
export const TOTAL_TABLES: string = `${PREFIX.replace('_', '\\_')}%`;

/** Undefined: nobody asks for it, or the engine keeps none. */
export function totalOf(of: TableShape): TotalShape | undefined {
  const { table, dialect } = of;
  if (!table.total || !dialect.keepsTotals) return undefined;
  const name = dialect.legalName(`${PREFIX}${of.name}`);
  return { of, name, sql: quote(name) };
}

export function selectTotal({ sql }: TotalShape): string {
  return `SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM ${sql}`;
}
