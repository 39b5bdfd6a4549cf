// Indexes of a table that has the columns of the plan. Input: a session inside of a transaction, the table as it was and as it is
// wanted. Output: what need not be unique any more is dropped, what is missing is made; else what rows do not hold to.

import type { Table } from '../../plan/plan.ts';
import { shared } from '../relational/at-stake.ts';
import type { Dialect } from '../relational/dialect.ts';
import { alike, alikeNow, foldings, refuseAlike, type Anew } from '../relational/folding.ts';
import type { MigrationChange } from '../migration.ts';
import { indexesOf } from '../relational/indexes.ts';
import type { TableShape, UniqueShape } from '../relational/schema.ts';
import type { Left } from './alter.ts';
import { mayNot, violatedIndex } from './faults.ts';
import { foldFunction } from './functions.ts';
import { look } from './look.ts';
import { dropIndex, indexesOn } from './rename.ts';
import type { Session } from './session.ts';

/** Drops what need not be unique any more, makes what is missing; answers what rows do not hold to. */
export async function reindex(session: Session, was: TableShape, shape: TableShape): Promise<readonly string[]> {
  const rows = await indexesOn(session, shape.sql);
  const there = new Set(rows.map(([name]) => name));
  const before = new Map(was.unique.map(({ name, create }) => [name, create]));
  // Of one name, and another that leaves other rows out.
  const wanted = new Set(shape.unique.flatMap(({ name, create }) => (before.get(name) === create ? [name] : [])));
  for (const [name, isUnique] of rows) if (isUnique && !wanted.has(name)) await session.command(dropIndex(name));
  const standing: string[] = [];
  for (const unique of shape.unique)
    if (!there.has(unique.name) || !wanted.has(unique.name))
      standing.push(...(await makeUnique(session, shape, unique)));
  for (const name of outgrown(was, shape)) if (there.delete(name)) await session.command(dropIndex(name));
  for (const { name, create } of indexesOf(shape)) if (!there.has(name)) await session.command(create);
  return standing;
}

/** Indexes that have another form now, or no room for what their columns may hold: other indexes are left alone. */
function outgrown(was: TableShape, shape: TableShape): readonly string[] {
  const wanted = new Map(indexesOf(shape).map(({ name, create }) => [name, create]));
  const left = new Set(shape.table.columns.filter((column: Left) => column.left).map(({ name }) => name));
  const grows = (column: string): boolean =>
    !left.has(column) && (shape.columns.get(column)?.bytes ?? 0) > (was.columns.get(column)?.bytes ?? 0);
  return indexesOf(was)
    .filter(({ name, create, columns }) => (wanted.get(name) ?? create) !== create || columns.some(grows))
    .map(({ name }) => name);
}

/** What is unique ignoring case is made anew when the function is another one; `create` makes it. */
export async function refold(
  session: Session,
  stored: readonly Table[],
  { tables, dialect }: { readonly tables: readonly Table[]; readonly dialect: Dialect },
  create: () => Promise<unknown>,
): Promise<void> {
  const folded = foldings(stored, tables, dialect);
  const there = new Set<string>();
  for (const { sql } of new Set(folded.map(({ shape }) => shape)))
    for (const [name] of await indexesOn(session, sql)) there.add(name);
  for (const { unique } of folded) if (there.has(unique.name)) await session.command(dropIndex(unique.name));
  await create();
  const found: string[] = [];
  for (const { shape, unique, stays } of folded)
    if (stays) found.push(...(await makeUnique(session, shape, unique, alike)));
  refuseAlike(found);
}

/** What is alike by the function of this version, which is one of this transaction alone. Where none can be made, nothing is said. */
export async function considerFolding(
  session: Session,
  stored: readonly Table[],
  { tables, dialect }: { readonly tables: readonly Table[]; readonly dialect: Dialect },
): Promise<readonly MigrationChange[]> {
  const folded = foldings(stored, tables, dialect).filter(({ stays }) => stays);
  if (folded.length === 0) return [];
  await session.command('BEGIN');
  try {
    await session.command(foldFunction('pg_temp.'));
    return await look(session, alikeNow(folded, ANEW));
  } catch (error) {
    if (mayNot(error)) return [];
    throw error;
  } finally {
    await session.command('ROLLBACK').catch(() => undefined);
  }
}

const ANEW: Anew = {
  table: (sql) => sql,
  term: (sql) => sql.replaceAll('ninefold_fold(', 'pg_temp.ninefold_fold('),
};

async function makeUnique(
  session: Session,
  shape: TableShape,
  unique: UniqueShape,
  found = shared,
): Promise<readonly string[]> {
  await session.command('SAVEPOINT making');
  try {
    await session.command(unique.create);
    await session.command('RELEASE making');
    return [];
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
    await session.command('ROLLBACK TO making');
    return [await look(session, found(shape, unique))];
  }
}
