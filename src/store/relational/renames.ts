// Stored fields under names that part 9 gives as older ones. Input: the stored tables, the wanted ones, what part 9 states and
// what of it was settled before. Output: which column gets which name, and what is ambiguous. Decision 0015.

import type { RenamePlan, Table } from '../../plan/plan.ts';
import type { TableShape } from './schema.ts';

/** Of one table: the new name by the stored one. */
export type Moves = ReadonlyMap<string, string>;

export interface Renames {
  /** By table. */
  readonly moves: ReadonlyMap<string, Moves>;
  /** Statements that could mean two things: the stored field, and what contradicts it. */
  readonly unclear: readonly { readonly table: string; readonly was: string; readonly what: string }[];
}

/** How a statement is remembered once the data has been brought to it. */
export function settled(renames: readonly RenamePlan[]): readonly string[] {
  return renames.map(({ resource, field, was }) => JSON.stringify([resource, field, ...was]));
}

/**
 * A statement counts once: two names that changed places would change back. The newest name that is stored is taken; a
 * name that the document has beside it is a new field.
 */
export function renamesFor(
  stored: readonly Table[],
  renames: readonly RenamePlan[],
  known: readonly string[],
): Renames {
  const moves = new Map<string, Map<string, string>>();
  const unclear: { table: string; was: string; what: string }[] = [];
  const done = new Set(known);
  const open = renames.filter((one) => !done.has(settled([one])[0]!));
  for (const table of stored) {
    const there = new Set([table.rowKey, ...table.columns.map(({ name }) => name)]);
    const own = new Map<string, string>();
    for (const { resource, field, was } of open) {
      const before = resource === table.name ? was.find((name) => there.has(name)) : undefined;
      if (before === undefined) continue;
      const other = own.get(before);
      if (other === undefined) own.set(before, field);
      else unclear.push({ table: table.name, was: before, what: `${other} and ${field} both were ${before}` });
    }
    for (const [before, field] of own) {
      if (!there.has(field) || own.has(field)) continue;
      own.delete(before);
      unclear.push({ table: table.name, was: before, what: `${field} was ${before}, and both are stored` });
    }
    if (own.size > 0) moves.set(table.name, own);
  }
  return { moves, unclear };
}

/** The stored tables as they are described under the new names. */
export function renamed(tables: readonly Table[], moves: Renames['moves']): readonly Table[] {
  return tables.map((table) => {
    const own = moves.get(table.name);
    if (!own) return table;
    const name = (before: string): string => own.get(before) ?? before;
    return {
      ...table,
      rowKey: name(table.rowKey),
      ...(table.identity && { identity: table.identity.map(name) }),
      columns: table.columns.map((column) => ({ ...column, name: name(column.name) })),
      unique: table.unique.map((unique) => ({
        ...unique,
        columns: unique.columns.map(name),
        ...(unique.except && { except: unique.except.map((each) => ({ ...each, column: name(each.column) })) }),
      })),
      indexes: table.indexes.map((columns) => columns.map(name)),
      ...(table.counted && { counted: table.counted.map(name) }),
      ...(table.members && {
        members: table.members.map((one) => ({
          ...one,
          column: name(one.column),
          order: one.order.map((by) => ({ ...by, column: name(by.column) })),
        })),
      }),
    };
  });
}

/** A table that still has its columns under the old names, as one that is asked by the new ones. */
export function askedBy(shape: TableShape, table: Table, moves: Moves | undefined): TableShape {
  if (!moves) return shape;
  const columns = new Map([...shape.columns].map(([name, column]) => [moves.get(name) ?? name, column]));
  return { ...shape, table, columns };
}

/** Columns that get another name, quoted; names may go round in a circle. */
export function columnNames(was: TableShape, shape: TableShape, moves: Moves): readonly (readonly [string, string])[] {
  const pairs = [...was.columns].flatMap(([name, { sql }]) => {
    const now = shape.columns.get(moves.get(name) ?? name)?.sql;
    return now === undefined || now === sql ? [] : [[sql, now] as const];
  });
  const between = pairs.map((_, place) => `"_renamed ${place}"`);
  return [
    ...pairs.map(([from], place) => [from, between[place]!] as const),
    ...pairs.map(([, to], place) => [between[place]!, to] as const),
  ];
}
