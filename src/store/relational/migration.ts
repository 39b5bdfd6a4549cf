// What a migration would do to the rows that are there. In: the tables as they are stored and as the document wants them.
// Out: each change with the rows that it concerns; only looks. Decisions 0006 and 0015.

import type { Column, Table, UniqueIndex } from '../../plan/plan.ts';
import type { Doing, MigrationChange, Wish } from '../migration.ts';
import { count, counted } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import { changesOf } from './changes.ts';
import type { Judging, Obstacle } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { askedBy, renamed, renamesFor } from './renames.ts';
import type { Renames } from './renames.ts';
import { holdsKey, schemaOf, stateLiterals } from './schema.ts';
import type { ColumnShape, TableShape } from './schema.ts';
import { withUndecided } from './undecided.ts';

export interface Known {
  readonly tables: readonly Table[];
  readonly knowsReferences: boolean;
  /** Statements of part 9 to which the data was brought before. */
  readonly renames: readonly string[];
  /** Does what no document names stay where it is? */
  readonly leaves: boolean;
}

export function* migrationOf(known: Known, wish: Wish, dialect: Dialect): Looking<readonly MigrationChange[]> {
  const renames = renamesFor(known.tables, wish.renames, known.renames);
  const names = new Map(renamed(known.tables, renames.moves).map((table) => [table.name, table]));
  const wanted = schemaOf(withUndecided(wish.tables, [...names.values()]), dialect);
  const stored = schemaOf(known.tables, dialect);
  const changes: MigrationChange[] = [];
  for (const shape of stored.values()) {
    const resource = shape.table.name;
    if (!wanted.has(resource)) changes.push(...(yield* gone(shape, known.leaves)));
  }
  for (const shape of wanted.values()) {
    const before = stored.get(shape.table.name);
    if (!before) {
      changes.push({ does: 'adds', resource: shape.table.name, what: 'is new', rows: 0 });
      continue;
    }
    const moves = renames.moves.get(before.table.name);
    const was = askedBy(before, names.get(before.table.name) ?? before.table, moves);
    changes.push(...(yield* renamedFields(before, shape, renames)));
    const judging = {
      fits: wish.fits,
      knowsReferences: known.knowsReferences,
      renamed: new Set(moves?.values()),
    };
    changes.push(...(yield* tableChanges(was, shape, judging, known.leaves)));
  }
  return changes;
}

function* gone(shape: TableShape, leaves: boolean): Looking<readonly MigrationChange[]> {
  const rows = yield* count(shape, undefined);
  const resource = shape.table.name;
  if (rows === 0) return [];
  return [{ does: leaves ? 'leaves' : 'loses', resource, what: 'the document does not name it any more', rows }];
}

function* renamedFields(
  before: TableShape,
  shape: TableShape,
  { moves, unclear }: Renames,
): Looking<readonly MigrationChange[]> {
  const resource = before.table.name;
  const out: MigrationChange[] = [];
  for (const [was, field] of moves.get(resource) ?? []) {
    const rows = yield* holding(before, was);
    out.push({ does: 'renames', resource, field, what: `was ${was}`, rows });
  }
  for (const { table, was, what } of unclear) {
    if (table !== resource) continue;
    const rows = yield* holding(before, was);
    // The stored field is what the document calls it: nothing is asked of part 9.
    const isNamed = shape.columns.has(was);
    if (rows > 0 && !isNamed)
      out.push({ does: 'stops', resource, field: was, what: `it cannot be told what is meant: ${what}`, rows });
  }
  return out;
}

function* holding(shape: TableShape, name: string): Looking<number> {
  const column = shape.columns.get(name);
  return column ? yield* count(shape, `${column.sql} IS NOT NULL`) : 0;
}

function* tableChanges(
  was: TableShape,
  shape: TableShape,
  judging: Judging,
  leaves: boolean,
): Looking<readonly MigrationChange[]> {
  const resource = shape.table.name;
  const out: MigrationChange[] = [];
  const wanted = new Map(shape.table.columns.map((column) => [column.name, column]));
  for (const obstacle of changesOf(was, shape, judging).obstacles) {
    const { number: rows, first } = yield* counted(was, obstacle.rows);
    const field = obstacle.loss?.field;
    out.push({
      does: rows === 0 ? 'adds' : doing(obstacle, was, leaves),
      resource,
      ...(field !== undefined && { field }),
      what: whatOf(obstacle, rows, field === undefined ? undefined : wanted.get(field)),
      rows,
      ...(first !== undefined && { first }),
    });
  }
  for (const [name] of shape.columns) {
    const column = wanted.get(name);
    if (was.columns.has(name) || name === shape.table.rowKey || column?.fill === undefined) continue;
    const rows = yield* count(was, undefined);
    const given =
      column.fill === null ? 'the rows that are there have none' : `the rows that are there get ${column.fill}`;
    out.push({ does: 'adds', resource, field: name, what: `is new; ${given}`, rows });
  }
  return [...out, ...(yield* uniques(was, shape))];
}

/** Rows that are made from now on would lack what every row must have. */
function doing({ loss }: Obstacle, was: TableShape, leaves: boolean): Doing {
  if (!loss) return 'stops';
  const mayLack = was.columns.get(loss.field)?.nullable === true;
  return leaves && loss.how === 'gone' && mayLack ? 'leaves' : 'loses';
}

function whatOf({ what, loss, rows: stake }: Obstacle, rows: number, column: Column | undefined): string {
  if (rows === 0) {
    if (stake.kind === 'values')
      return `${what.split(' holds ')[0]} may hold something else now, and every value keeps to it`;
    return stake.kind === 'all' ? `${what}; there are no rows` : `${what}; no row stands against it`;
  }
  if (!loss || loss.how === 'gone') return what;
  const instead = column?.fill === null || column?.fill === undefined ? 'have none then' : `get ${column.fill}`;
  return `${what}; these rows ${instead}`;
}

/** What must be unique now and was not. */
function* uniques(was: TableShape, shape: TableShape): Looking<readonly MigrationChange[]> {
  const before = new Set(was.table.unique.map(wordOf));
  const out: MigrationChange[] = [];
  for (const unique of shape.unique) {
    if (before.has(wordOf(unique.index))) continue;
    const { columns, ignoringCase } = unique.index;
    const values = columns.map((name) => storedValue(was, shape, name));
    const terms = columns.map((name, place) => unique.term(values[place]!, name));
    const except = (unique.index.except ?? []).map(({ column, states }) => ({
      sql: storedValue(was, shape, column),
      states: stateLiterals(states, was.dialect),
    }));
    const some = [...holdsKey({ except }), ...values.map((value) => `${value} IS NOT NULL`)].join(' AND ');
    const groups = `SELECT count(*) AS n FROM ${was.sql} WHERE ${some} GROUP BY ${terms.join(', ')} HAVING count(*) > 1`;
    const [row] = yield { sql: `SELECT coalesce(sum(n), 0) FROM (${groups}) AS "_shared"`, values: [] };
    const rows = Number(row?.[0]);
    const what = `${columns.join(', ')} must be unique now${ignoringCase ? ', ignoring case' : ''}`;
    out.push({
      does: rows === 0 ? 'adds' : 'stops',
      resource: shape.table.name,
      ...(columns.length === 1 && { field: columns[0]! }),
      what: rows === 0 ? `${what}; no two rows share a value` : `${what}, and rows share a value`,
      rows,
    });
  }
  return out;
}

function wordOf({ columns, ignoringCase, except }: UniqueIndex): string {
  return JSON.stringify([columns, ignoringCase, except]);
}

/** What rows will have there, from what they have. */
function storedValue(was: TableShape, shape: TableShape, name: string): string {
  const column = shape.columns.get(name);
  const before = was.columns.get(name);
  if (before && before.as === column?.as) return before.sql;
  const fill = shape.table.columns.find((each) => each.name === name)?.fill ?? null;
  return column ? literalFor(shape, column, fill) : 'NULL';
}

/** What a new field of rows that are there has, as SQL. */
export function literalFor({ dialect }: TableShape, column: ColumnShape, fill: string | number | null): string {
  const sql = dialect.literal(fill, column.type, () => {
    throw new Error(`the default of ${column.sql} cannot be written into a statement`);
  });
  return dialect.into({ sql, type: column.type }, column);
}
