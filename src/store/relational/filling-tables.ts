// Values that rules give rows that are there, on their way: tables beside the stored ones, filled in batches, each a transaction.
// What is stored stays as it is until one transaction takes the values over; a process that was killed goes on where it was.
// Input: what is to be filled. Output: statements, and what is in the way. Decision 0041.

import type { SqlValue } from '../../sql/expression.ts';
import { CannotOpen } from '../store.ts';
import type { Row } from '../store.ts';
import { nameOf, said } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Dialect } from './dialect.ts';
import { breaking, columnsRead, filled, isRefused } from './filling.ts';
import type { FilledField, Filling, Found } from './filling.ts';
import { createIndexes } from './indexes.ts';
import { createTable, VERSION } from './schema.ts';
import type { ColumnShape, TableShape } from './schema.ts';
import type { Side } from './sides.ts';
import { free } from './slug.ts';

/** How a transaction begins; undefined: one is open, and goes on. */
export type Begin = readonly string[] | undefined;

/** The key of the note that says which side tables there are. */
const NOTE = 'filling';

/**
 * Fills the side tables. `told`: how much of it is done, from 0 to 1. Answers what is in the way; then they are of no use.
 */
export function* fill(
  sides: readonly Side[],
  begin: Begin,
  told: (part: number) => void = () => undefined,
): Looking<readonly string[]> {
  const [first] = sides;
  if (!first) return [];
  const { dialect } = first.shape;
  yield* within(begin, opened(sides, dialect));
  const ends: number[] = [];
  for (const { filling } of sides) {
    const [row] = yield asked(`SELECT max(${filling.was.key}) FROM ${filling.was.sql}`);
    ends.push(Number(row?.[0] ?? 0));
  }
  const all = Math.max(
    1,
    ends.reduce((sum, one) => sum + one, 0),
  );
  let before = 0;
  for (const [place, side] of sides.entries()) {
    let last: SqlValue = -1;
    while (last !== undefined) {
      const batch: Batch = yield* within(begin, oneBatch(sides, side, last, begin !== undefined));
      if (batch.found !== undefined) return [batch.found];
      if (batch.last === undefined) break;
      last = batch.last;
      told((before + Number(last)) / all);
    }
    before += ends[place]!;
  }
  return [];
}

/** Takes the side tables away, those of an earlier migration, too. */
export function* forget(dialect: Dialect): Looking<void> {
  const note = yield* noted();
  for (let place = 0; place < (note?.tables ?? 0); place++) yield asked(`DROP TABLE IF EXISTS "_filling ${place}"`);
  if (note) yield asked(`DELETE FROM _ninefold WHERE key = ${textOf(dialect, NOTE)}`);
}

interface Note {
  readonly tables: number;
  /** What is filled, by which rules, from what. */
  readonly from: string;
}

function* noted(): Looking<Note | undefined> {
  const [row] = yield asked(`SELECT value FROM _ninefold WHERE key = '${NOTE}'`);
  return row === undefined ? undefined : (JSON.parse(String(row[0])) as Note);
}

function noteOf(sides: readonly Side[]): Note {
  const from = sides.map(({ filling: { was, fields, read } }) => ({
    table: was.table.name,
    fields: fields.map(({ column }) => column),
    read: read.map((name) => was.columns.get(name)),
  }));
  return { tables: sides.length, from: JSON.stringify(from) };
}

/** Of an interrupted migration of the same kind, what still holds is kept: rows that have not changed since. */
function* opened(sides: readonly Side[], dialect: Dialect): Looking<void> {
  const note = noteOf(sides);
  const known = yield* noted();
  if (known?.from === note.from) {
    for (const { filling, shape } of sides) yield asked(stale(filling, shape));
    return;
  }
  yield* forget(dialect);
  for (const { shape } of sides)
    for (const statement of [createTable(shape), ...createIndexes(shape)]) yield asked(statement);
  yield asked(`INSERT INTO _ninefold VALUES (${textOf(dialect, NOTE)}, ${textOf(dialect, JSON.stringify(note))})`);
}

function stale({ was }: Filling, { sql, key, columns }: TableShape): string {
  const same = `was.${was.key} = ${sql}.${key} AND was.${version(was)} = ${sql}.${columns.get(VERSION)!.sql}`;
  return `DELETE FROM ${sql} WHERE NOT EXISTS (SELECT 1 FROM ${was.sql} AS was WHERE ${same})`;
}

function version(shape: TableShape): string {
  return shape.columns.get(VERSION)!.sql;
}

/** `last` undefined: there are no more rows. */
interface Batch {
  readonly last?: SqlValue;
  readonly found?: string;
}

const ROWS = 1_000;
/** Characters of a statement, about. */
const LONGEST = 1_000_000;

function* oneBatch(sides: readonly Side[], side: Side, after: SqlValue, isAlone: boolean): Looking<Batch> {
  const { filling, shape } = side;
  const { was, where } = filling;
  // Each batch is a transaction: another migration may have begun in between.
  if (isAlone && (yield* noted())?.from !== noteOf(sides).from)
    throw new CannotOpen(
      'Another migration of this data has begun in the meantime. When it has ended, run this one again.',
    );
  const rest = `NOT EXISTS (SELECT 1 FROM ${shape.sql} AS side WHERE side.${shape.key} > ${after} AND side.${shape.key} = ${was.sql}.${was.key})`;
  const conditions = [`${was.key} > ${after}`, ...(where === undefined ? [] : [where]), rest];
  const rows = yield asked(
    `SELECT ${columnsRead(filling)} FROM ${was.sql} WHERE ${conditions.join(' AND ')} ORDER BY ${was.key} LIMIT ${ROWS}`,
  );
  if (rows.length === 0) return {};
  const values = rows.map((row) => new Map(filled(filling, row)));
  for (const field of filling.fields) if (field.rule.slug) yield* freeSlugs(side, field, values);
  for (const [place, row] of rows.entries())
    for (const field of filling.fields) {
      const found = values[place]!.get(field.name)!;
      if (!found.stays && isRefused(field, found))
        return {
          found: `${said(was, `${field.name}: ${found.why}`, 1)}, the first ${yield* nameOf(was, row[0] ?? null)}`,
        };
    }
  yield* keep(side, rows, values);
  return { last: rows.at(-1)?.[0] ?? null };
}

/** As the step `insert` does: in the order in which the rows were made, a number behind what another row has. */
function* freeSlugs(side: Side, field: FilledField, values: readonly Map<string, Found>[]): Looking<void> {
  const open = values.filter((row) => row.get(field.name)!.value !== null && row.get(field.name)!.stays !== true);
  const wanted = [...new Set(open.map((row) => String(row.get(field.name)!.value)))];
  const known = new Map<string, boolean>();
  const ask = function* (texts: readonly string[]): Looking<void> {
    for (const text of texts) known.set(text, false);
    for (const look of searches(side, field, texts)) for (const [text] of yield look) known.set(String(text), true);
  };
  // Most are free, and nearly all of the others with the first number: few look-ups for many rows.
  yield* ask(wanted);
  yield* ask(wanted.filter((text) => known.get(text)).map((text) => `${text}-2`));
  const isTaken = function* (candidate: string): Looking<boolean> {
    if (!known.has(candidate)) yield* ask([candidate]);
    return known.get(candidate)!;
  };
  for (const row of open) {
    const text = yield* free(String(row.get(field.name)!.value), isTaken);
    known.set(text, true);
    row.set(field.name, field.fits(text) ? { value: text } : breaking(field, text));
  }
}

/** Which of the texts are there, in the side table or in the stored one. */
function searches(
  { filling: { was }, shape }: Side,
  { name, before }: FilledField,
  texts: readonly string[],
): readonly ReturnType<typeof asked>[] {
  if (texts.length === 0) return [];
  const all: SqlValue[] = [];
  const bind = (value: SqlValue): string => was.dialect.place(all.push(value), 'text');
  const among = texts.map((text) => was.dialect.literal(text, 'text', bind)).join(', ');
  const look = (table: string, column: ColumnShape): ReturnType<typeof asked> =>
    asked(`SELECT DISTINCT ${column.sql} FROM ${table} WHERE ${column.sql} IN (${among})`, all);
  return [look(shape.sql, shape.columns.get(name)!), ...(before ? [look(was.sql, before)] : [])];
}

function* keep(
  { filling, shape }: Side,
  rows: readonly Row[],
  values: readonly ReadonlyMap<string, Found>[],
): Looking<void> {
  const { dialect } = shape;
  const columns = filling.fields.map(({ name }) => shape.columns.get(name)!);
  const into = [shape.key, version(shape), ...columns.map(({ sql }) => sql)].join(', ');
  let bound: SqlValue[] = [];
  let lines: string[] = [];
  let length = 0;
  const insert = (): ReturnType<typeof asked> =>
    asked(`INSERT INTO ${shape.sql} (${into}) VALUES ${lines.join(', ')}`, bound);
  for (const [place, row] of rows.entries()) {
    const own = filling.fields.map(({ name }, at) => {
      const found = values[place]!.get(name)!;
      const column = columns[at]!;
      const given = found.stays ? null : found.value;
      const value = typeof given === 'bigint' ? { bigint: String(given) } : given;
      const sql = dialect.literal(value, column.type, (each) => dialect.place(bound.push(each), column.type));
      return dialect.into({ sql, type: column.type }, column);
    });
    const line = `(${String(row[0])}, ${String(row[1])}, ${own.join(', ')})`;
    lines.push(line);
    length += line.length;
    if (length < LONGEST && place < rows.length - 1) continue;
    yield insert();
    [bound, lines, length] = [[], [], 0];
  }
}

function* within<T>(begin: Begin, run: Looking<T>): Looking<T> {
  for (const statement of begin ?? []) yield asked(statement);
  const result = yield* run;
  if (begin) yield asked('COMMIT');
  return result;
}

function asked(
  sql: string,
  values: readonly SqlValue[] = [],
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  return { sql, values };
}

function textOf(dialect: Dialect, text: string): string {
  return dialect.literal(text, 'text', () => {
    throw new Error('a note that cannot be written into a statement');
  });
}
