// A table that cannot be altered in place: its rows are copied into a new one that takes its name. Input: both shapes, and where
// each column comes from. Output: how much of it is done, as it goes on.

import type { DatabaseSync } from 'node:sqlite';
import { createTable, quote } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';

export type Told = (part: number) => void;

/** How much of the work is done after a part of a table: by the keys that were given, since rows take time to count. */
export function progressOver(
  database: DatabaseSync,
  tables: readonly TableShape[],
  progress: Told,
): (was: TableShape) => Told {
  const keys = new Map(
    tables.map(({ table, key, sql }) => {
      const { last } = database.prepare(`SELECT max(${key}) AS last FROM ${sql}`).get()!;
      return [table.name, Number(last ?? 0)] as const;
    }),
  );
  const all = [...keys.values()].reduce((sum, one) => sum + one, 0);
  let done = 0;
  return ({ table }) => {
    const begun = done;
    const own = keys.get(table.name) ?? 0;
    done += own;
    return (part) => progress((begun + part * own) / Math.max(1, all));
  };
}

/** Into a new table that takes the name; the last key given stays the last. `columns` is empty when there are no rows. */
export function copy(
  database: DatabaseSync,
  was: TableShape,
  shape: TableShape,
  columns: readonly { readonly into: string; readonly from: string }[],
  told: Told,
): void {
  const last = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(was.name)?.['seq'] ?? null;
  const fresh = quote(`_new ${shape.name}`);
  database.exec(createTable(shape, fresh));
  if (columns.length > 0) {
    const into = columns.map((each) => each.into).join(', ');
    const from = columns.map((each) => each.from).join(', ');
    const piece = database.prepare(
      `INSERT INTO ${fresh} (${into}) SELECT ${from} FROM ${was.sql} WHERE ${was.key} >= ? AND ${was.key} < ?`,
    );
    for (const [place, [first, end]] of piecesOf(database, was).entries()) {
      piece.run(first, end);
      told((COPIED * (place + 1)) / PIECES);
    }
  }
  database.exec(`DROP TABLE ${was.sql}`);
  database.exec(`ALTER TABLE ${fresh} RENAME TO ${shape.sql}`);
  database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(shape.name);
  if (last !== null) database.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(shape.name, last);
}

/** The number of pieces in which a table is copied, so that progress can be reported. */
const PIECES = 20;
/** The rest of the time goes into indexes. */
const COPIED = 0.8;

/** Keys from the first one on, and the one behind the last. */
function piecesOf(
  database: DatabaseSync,
  { sql, key }: TableShape,
): readonly (readonly [first: bigint, end: bigint])[] {
  const ends = database.prepare(`SELECT min(${key}) AS first, max(${key}) AS last FROM ${sql}`);
  ends.setReadBigInts(true);
  const { first, last } = ends.get()!;
  if (typeof first !== 'bigint' || typeof last !== 'bigint') return [];
  const at = (place: number): bigint => first + ((last - first + 1n) * BigInt(place)) / BigInt(PIECES);
  return Array.from({ length: PIECES }, (_, place) => [at(place), at(place + 1)] as const);
}
