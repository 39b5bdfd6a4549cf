// Tables beside those that are stored, for what rules make of their rows. Input: the stored tables and the wanted ones. Output:
// their shapes, and how a table takes over what is in them. Decision 0041.

import type { Table } from '../../plan/plan.ts';
import type { MigrationChange } from '../migration.ts';
import type { Looking } from './at-stake.ts';
import type { Dialect } from './dialect.ts';
import { changesOf } from './changes.ts';
import type { Changes } from './changes.ts';
import { fillingOf } from './filling.ts';
import type { Filling } from './filling.ts';
import { askedBy, renamed, renamesFor } from './renames.ts';
import { schemaOf } from './schema.ts';
import type { TableShape } from './schema.ts';
import { withUndecided } from './undecided.ts';
import type { Wish } from '../store.ts';

/** One side table, and the columns that it has. */
export interface Side {
  readonly filling: Filling;
  readonly shape: TableShape;
}

/** What a migration fills, of the tables as they are stored. */
export function sidesFor(
  known: { readonly tables: readonly Table[]; readonly renames: readonly string[] },
  wish: Wish,
  dialect: Dialect,
): readonly Side[] {
  const { moves } = renamesFor(known.tables, wish.renames, known.renames);
  const names = renamed(known.tables, moves);
  const wanted = schemaOf(withUndecided(wish.tables, names), dialect);
  const fillings = [...schemaOf(known.tables, dialect)].flatMap(([name, before]) => {
    const was = askedBy(before, names.find((table) => table.name === name) ?? before.table, moves.get(name));
    const shape = wanted.get(name);
    if (!shape) return [];
    const { obstacles } = changesOf(was, shape, { fits: wish.fits, knowsReferences: true });
    return fillingOf(was, shape, obstacles, wish.fits) ?? [];
  });
  return sidesOf(fillings, dialect);
}

/** No resource has such a name. */
function sidesOf(fillings: readonly Filling[], dialect: Dialect): readonly Side[] {
  const tables = fillings.map(({ fields }, place) => ({
    name: `_filling ${place}`,
    rowKey: '_row',
    columns: fields.map(({ column: { name, type, scale, rule } }) => ({
      name,
      type,
      nullable: true,
      ...(scale !== undefined && { scale }),
      // It says how long values are, which decides how they are found.
      ...(rule && { rule }),
    })),
    unique: [],
    indexes: fields.flatMap(({ name, rule }) => (rule.slug ? [[name]] : [])),
  }));
  const shapes = schemaOf(tables, dialect);
  return fillings.map((filling, place) => ({ filling, shape: shapes.get(tables[place]!.name)! }));
}

/** What is copied of the rows of a table, with what was made for them. */
export function withFilled(
  copied: Changes['copied'],
  side: Side | undefined,
  was: TableShape,
  is: TableShape,
): Changes['copied'] {
  if (!side) return copied;
  const made = new Map(
    side.filling.fields.map(({ name }) => {
      const { shape } = side;
      const row = `${shape.sql} WHERE ${shape.sql}.${shape.key} = ${was.sql}.${was.key}`;
      const value = `(SELECT ${shape.columns.get(name)!.sql} FROM ${row})`;
      const before = was.columns.get(name)?.sql;
      return [is.columns.get(name)!.sql, before === undefined ? value : `coalesce(${before}, ${value})`];
    }),
  );
  return copied.map(({ into, from }) => ({ into, from: made.get(into) ?? from }));
}

/** The same in place: one statement. */
export function takeOver({ filling, shape }: Side, is: TableShape): string {
  const set = filling.fields.map(({ name }) => {
    const { sql } = is.columns.get(name)!;
    return `${sql} = coalesce(${is.sql}.${sql}, side.${shape.columns.get(name)!.sql})`;
  });
  return `UPDATE ${is.sql} SET ${set.join(', ')} FROM ${shape.sql} AS side WHERE side.${shape.key} = ${is.sql}.${is.key}`;
}

/** How much of the time the side tables take. */
export const FILLED = 0.7;

/** What was made, in words: as filling.ts foresees it. */
export function* takenOver({ filling: { was, fields }, shape }: Side): Looking<readonly MigrationChange[]> {
  const counts = fields.map(({ name }) => `count(${shape.columns.get(name)!.sql})`).join(', ');
  const [row = []] = yield { sql: `SELECT count(*), ${counts} FROM ${shape.sql}`, values: [] };
  return fields.flatMap(({ name: field, since, rule, before }, place) => {
    const rows = Number(row[place + 1]);
    const none = before === undefined ? Number(row[0]) - rows : 0;
    const change = { resource: was.table.name, field };
    return [
      ...(rows > 0 ? [{ ...change, does: 'fills' as const, what: `${since}; these rows get ${rule.said}`, rows }] : []),
      ...(none > 0 ? [{ ...change, does: 'adds' as const, what: `${since}; these rows have none`, rows: none }] : []),
    ];
  });
}
