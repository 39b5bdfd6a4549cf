// What a migration would do to the rows that are there. Input: the tables as they are stored and as the document wants them.
// Output: each change with the rows that it concerns; only looks. Decisions 0006 and 0015.

import type { Column, Table } from '../../plan/plan.ts';
import type { Doing, MigrationChange, Wish } from '../migration.ts';
import { count, counted } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import { changesOf } from './changes.ts';
import type { Judging, Obstacle } from './changes.ts';
import type { Dialect } from './dialect.ts';
import { fillingOf, foreseen } from './filling.ts';
import { perhapsRenamed } from './perhaps-renamed.ts';
import { askedBy, renamed, renamesFor } from './renames.ts';
import type { Renames } from './renames.ts';
import { schemaOf } from './schema.ts';
import type { TableShape } from './schema.ts';
import { takenOver } from './sides.ts';
import type { Side } from './sides.ts';
import { shown } from './shown.ts';
import { withUndecided } from './undecided.ts';
import { uniques } from './uniques.ts';
import type { Given } from './uniques.ts';

export interface Known {
  readonly tables: readonly Table[];
  readonly knowsReferences: boolean;
  /** Statements of part 9 to which the data was brought before. */
  readonly renames: readonly string[];
  /** Does what no document names stay where it is? */
  readonly leaves: boolean;
  /** What rules have made already. */
  readonly sides?: readonly Side[];
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
    changes.push(...(yield* tableChanges(was, shape, judging, known)));
  }
  return changes;
}

function* gone(shape: TableShape, leaves: boolean): Looking<readonly MigrationChange[]> {
  const rows = shape.table.ofStore ? 0 : yield* count(shape, undefined);
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
    // The stored field has the document's name: part 9 is not needed.
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
  { leaves, renames, sides = [] }: Pick<Known, 'leaves' | 'renames' | 'sides'>,
): Looking<readonly MigrationChange[]> {
  const resource = shape.table.name;
  const out: MigrationChange[] = [];
  const perhaps = perhapsRenamed(was, shape, renames);
  const wanted = new Map(shape.table.columns.map((column) => [column.name, column]));
  const lost: Given[] = [];
  const { obstacles } = changesOf(was, shape, judging);
  const filling = fillingOf(was, shape, obstacles, judging.fits);
  const side = sides.find((one) => one.filling.was.table.name === was.table.name);
  if (filling) out.push(...(yield* side ? takenOver(side) : foreseen(filling)));
  for (const obstacle of obstacles) {
    if (obstacle.filled) continue;
    const { number: rows, first, keys } = yield* counted(was, obstacle.rows);
    const field = obstacle.loss?.field;
    if (obstacle.loss) lost.push({ ...obstacle.loss, rows, ...(keys && { keys }) });
    out.push({
      does: rows === 0 ? 'adds' : doing(obstacle, was, leaves),
      resource,
      ...(field !== undefined && { field }),
      what: whatOf(obstacle, rows, field === undefined ? undefined : wanted.get(field)),
      rows,
      ...(first !== undefined && { first }),
      ...instead(obstacle, rows, perhaps),
    });
  }
  for (const [name] of shape.columns) {
    const column = wanted.get(name);
    if (was.columns.has(name) || name === shape.table.rowKey || column?.fill === undefined || isMade(column)) continue;
    const rows = yield* count(was, undefined);
    out.push({
      does: 'adds',
      resource,
      ...(column.unstated
        ? { what: TIMED }
        : { field: name, what: `is new; the rows that are there ${given(column)}` }),
      rows,
    });
  }
  return [...out, ...(yield* uniques(was, shape, lost, filling?.unique ?? []))];
}

function instead({ loss }: Obstacle, rows: number, perhaps: ReadonlyMap<string, string>): { changeRow?: string } {
  const changeRow = loss?.how === 'gone' && rows > 0 ? perhaps.get(loss.field) : undefined;
  return changeRow === undefined ? {} : { changeRow };
}

function isMade({ made }: Column): boolean {
  return made !== undefined && 'value' in made;
}

/** A column that notes since when: decision 0012. */
const TIMED = 'is moved by time now; for the rows that are there it begins with the next start';

/** What rows have in a field that has no value for them, or no longer one that may stay. */
function given(column: Column | undefined, none = 'have none'): string {
  const why = column?.made && 'unknown' in column.made ? `: ${column.made.unknown}` : '';
  return column?.fill === undefined || column.fill === null ? `${none}${why}` : `get ${shown(column, column.fill)}`;
}

/** Rows that are made from now on would lack what every row must have. */
function doing({ loss }: Obstacle, was: TableShape, leaves: boolean): Doing {
  if (!loss) return 'stops';
  const { nullable, fill } = was.table.columns.find(({ name }) => name === loss.field) ?? {};
  const mayLack = nullable === true || (fill !== undefined && fill !== null);
  return leaves && loss.how === 'gone' && mayLack ? 'leaves' : 'loses';
}

function whatOf({ what, loss, rows: stake }: Obstacle, rows: number, column: Column | undefined): string {
  if (rows === 0) {
    if (stake.kind === 'values')
      return `${what.split(' holds ')[0]} may hold something else now, and every value keeps to it`;
    return stake.kind === 'all' ? `${what}; there are no rows` : `${what}; no row prevents it`;
  }
  if (!loss || loss.how === 'gone') return what;
  return `${what}; these rows ${given(column, 'have none then')}`;
}
