// Fields that are stored under older names. Input: the stored tables and the renames of part 9. Output: those that wait
// for `migrate`; or the tables with the columns renamed. Decision 0015.

import type { Table } from '../../plan/plan.ts';
import { count, said } from '../relational/at-stake.ts';
import type { Dialect } from '../relational/dialect.ts';
import { columnNames, renamed } from '../relational/renames.ts';
import type { Renames } from '../relational/renames.ts';
import { quote, schemaOf } from '../relational/schema.ts';
import type { Schema } from '../relational/schema.ts';
import { look } from './look.ts';
import type { Session } from './session.ts';

/** Fields with values under an older name: only `migrate` renames them. */
export async function waiting(
  session: Session,
  stored: Schema,
  moves: Renames['moves'],
): Promise<readonly { readonly table: string; readonly what: string }[]> {
  const out: { table: string; what: string }[] = [];
  for (const [table, shape] of stored)
    for (const [was, field] of moves.get(table) ?? []) {
      const rows = await look(session, count(shape, `${shape.columns.get(was)!.sql} IS NOT NULL`));
      if (rows > 0) out.push({ table, what: said(shape, `${field} was ${was}, and is still kept as ${was}`, rows) });
    }
  return out;
}

/** The indexes of renamed columns have the old names: they are made anew. */
export async function rename(
  session: Session,
  stored: readonly Table[],
  moves: Renames['moves'],
  dialect: Dialect,
): Promise<Schema> {
  const before = schemaOf(stored, dialect);
  const after = schemaOf(renamed(stored, moves), dialect);
  for (const [table, own] of moves) {
    const { sql } = before.get(table)!;
    for (const [from, to] of columnNames(before.get(table)!, after.get(table)!, own))
      await session.command(`ALTER TABLE ${sql} RENAME COLUMN ${from} TO ${to}`);
    for (const [name] of await indexesOn(session, sql)) await session.command(dropIndex(name));
  }
  return after;
}

/** Of a table, but for its row key: the name, and whether it keeps values unique. */
export async function indexesOn(session: Session, sql: string): Promise<readonly (readonly [string, boolean])[]> {
  const rows = await session.query(
    `SELECT c.relname, i.indisunique FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass AND NOT i.indisprimary`,
    [sql],
  );
  return rows.map(([name, isUnique]) => [String(name), isUnique === 1]);
}

export function dropIndex(name: string): string {
  return `DROP INDEX ${quote(name)}`;
}
