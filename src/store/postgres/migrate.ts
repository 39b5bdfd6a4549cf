// Brings what is stored to the tables of the plan. Input: a session and the wanted tables. Output: additive changes are applied
// in one transaction under one lock, however many processes start; for anything else CannotOpen, with one sentence, and nothing
// is touched. Decisions 0006 and 0011.

import type { RenamePlan, Table } from '../../plan/plan.ts';
import { isAllowed } from '../migration.ts';
import type { Allowed, Doable, Migration, MigrationChange } from '../migration.ts';
import { refuseTooLarge } from '../relational/capacity.ts';
import { atStake } from '../relational/at-stake.ts';
import { changesOf } from '../relational/changes.ts';
import type { Judging, Obstacle } from '../relational/changes.ts';
import type { Dialect } from '../relational/dialect.ts';
import { brokenRows, replacements } from '../relational/losses.ts';
import { migrationOf } from '../relational/migration.ts';
import { renamesFor, settled } from '../relational/renames.ts';
import { schemaOf } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';
import { isSameKey, withUndecided } from '../relational/undecided.ts';
import { freed } from '../relational/uniques.ts';
import { CannotOpen, DoesNotFit, FOLDING } from '../store.ts';
import type { Fits, Stored } from '../store.ts';
import { alterations, createAll, withLeft } from './alter.ts';
import type { Left } from './alter.ts';
import { look } from './look.ts';
import { refold, reindex } from './reindex.ts';
import { dropIndex, indexesOn, rename, waiting } from './rename.ts';
import { isAmongItsOwn, joined } from './serving.ts';
import type { Served } from './serving.ts';
import type { Session } from './session.ts';

/** Raised when a database of this version could not be read by the one before. */
export const FORMAT = 2;

export interface Wanted {
  readonly tables: readonly Table[];
  readonly dialect: Dialect;
  /** Statements that make what the tables and the printed SQL need. */
  readonly functions: () => readonly string[];
  readonly fits: Fits | undefined;
  readonly renames: readonly RenamePlan[];
  /** Milliseconds to wait for processes whose document allows more; left out, as long as a start waits. */
  readonly patience?: number | undefined;
  /** The database, as messages call it. */
  readonly shown: string;
}

/** Raised when functions.ts has others; test/store/postgres-open.test.ts knows them by their hash. */
export const FUNCTIONS = 2;

interface Kept extends Stored {
  readonly format: number;
  readonly functions: number;
  /** Left out by earlier versions. */
  readonly served?: readonly Served[];
}

/**
 * What a start does: nothing that the document does not name is dropped. `mark`: of the process that will serve the tables;
 * its sessions have it as their name.
 */
export async function migrate(session: Session, wanted: Wanted, mark?: string): Promise<void> {
  refuseTooLarge(wanted.tables, wanted.dialect);
  const isDone = await underLock(session, 'shared', async () => {
    const known = await keptBefore(session, wanted);
    return isUpToDate(known, wanted) && (mark === undefined || isAmongItsOwn(session, mark, known.served));
  });
  if (isDone) return;
  await underLock(session, 'alone', async () => {
    const known = await keptBefore(session, wanted);
    const served = mark === undefined ? known?.served : await joined(session, mark, known, wanted);
    const tables = isUpToDate(known, wanted) ? known.tables : await bring(session, known, wanted, undefined);
    await keep(session, { tables, served }, settledBy(known, wanted, false));
  });
}

/**
 * Renames as part 9 states, and with `drop` gives up what the document does not name or allow any more. The result
 * is what was done: it was counted when no one could write any more. Undefined: the schema is empty.
 */
export async function applyMigration(
  session: Session,
  wanted: Wanted,
  allowed: Doable,
): Promise<Migration | undefined> {
  return underLock(session, 'alone', async () => {
    const known = await keptBefore(session, wanted);
    const tables = [...schemaOf(known?.tables ?? [], wanted.dialect).values()].map(({ sql }) => sql);
    if (tables.length > 0) await session.command(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    const changes = await considerMigration(session, wanted, allowed);
    if (!changes) return undefined;
    if (!isAllowed(changes, allowed)) return { changes, applied: false };
    const brought = await bring(session, known, wanted, allowed);
    await keep(session, { tables: brought, served: known?.served }, settledBy(known, wanted, true));
    return { changes, applied: true };
  });
}

/** In one transaction. A session that changes anything is alone in the schema: even those that only read its shape wait. */
async function underLock<T>(session: Session, how: 'alone' | 'shared', run: () => Promise<T>): Promise<T> {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await session.command('BEGIN');
  try {
    await session.query(`SELECT ${lock}(hashtext('ninefold'), hashtext(current_schema()))`);
    const result = await run();
    await session.command('COMMIT');
    return result;
  } catch (error) {
    await session.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** How the tables are described now. */
async function keep(
  session: Session,
  { tables, served }: { readonly tables: readonly Table[]; readonly served: readonly Served[] | undefined },
  renames: readonly string[],
): Promise<void> {
  const kept: Kept = {
    tables,
    rules: true,
    folding: FOLDING,
    format: FORMAT,
    functions: FUNCTIONS,
    ...(renames.length > 0 && { renames }),
    ...(served && { served }),
  };
  await session.query(
    `INSERT INTO _ninefold VALUES ('stored', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(kept)],
  );
}

function isUpToDate(known: Kept | undefined, wanted: Wanted): known is Kept {
  if (known?.functions !== FUNCTIONS || known.folding !== FOLDING) return false;
  if (JSON.stringify(known.renames ?? []) !== JSON.stringify(settledBy(known, wanted, false))) return false;
  return JSON.stringify(known.tables) === JSON.stringify(describedBy(wanted.tables, known.tables));
}

/** What was settled once stays so until the next migration: names that were swapped must not be swapped back. */
function settledBy(known: Kept | undefined, wanted: Wanted, anew: boolean): readonly string[] {
  const now = settled(wanted.renames);
  return anew ? now : [...new Set([...(known?.renames ?? []), ...now])];
}

/** What a migration would do; only looks. Undefined: the schema is empty. */
export async function considerMigration(
  session: Session,
  wanted: Wanted,
  { drop }: Pick<Allowed, 'drop'>,
): Promise<readonly MigrationChange[] | undefined> {
  refuseTooLarge(wanted.tables, wanted.dialect);
  const kept = await keptBefore(session, wanted);
  if (!kept) return undefined;
  const { tables, renames = [] } = kept;
  const wish = { tables: wanted.tables, renames: wanted.renames, ...(wanted.fits && { fits: wanted.fits }) };
  return look(session, migrationOf({ tables, renames, knowsReferences: true, leaves: !drop }, wish, wanted.dialect));
}

/** As they will be described: with what the document leaves open, and with what only others name. */
function describedBy(wanted: readonly Table[], stored: readonly Table[]): readonly Table[] {
  const names = new Set(wanted.map(({ name }) => name));
  return [...withLeft(withUndecided(wanted, stored), stored), ...stored.filter(({ name }) => !names.has(name))];
}

/** As they are described, and kept. */
export async function storedTables(session: Session, wanted: Wanted): Promise<readonly Table[]> {
  return (await keptBefore(session, wanted))?.tables ?? [];
}

/** Undefined: the schema is empty. */
export async function keptBefore(session: Session, { shown }: Wanted): Promise<Kept | undefined> {
  const [row = []] = await session.query(`
    SELECT current_schema(),
      EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = own.oid AND relname = '_ninefold') AND own.oid IS NOT NULL,
      EXISTS (
        SELECT 1 FROM pg_class AS c WHERE relnamespace = own.oid AND relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
          AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = c.oid AND deptype = 'e'))
    FROM (SELECT (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AS oid) AS own`);
  const [schema, isOurs, isUsed] = row;
  if (schema === null) throw new CannotOpen(`The database ${shown} has no schema to keep tables in.`);
  if (isOurs !== 1) {
    if (isUsed === 1) throw new CannotOpen(`The database ${shown} holds the tables of another program.`);
    return undefined;
  }
  const [value] = await session.query(`SELECT value FROM _ninefold WHERE key = 'stored'`);
  if (value === undefined) throw new CannotOpen(`The data in ${shown} is damaged: what it says of its tables is gone.`);
  const kept = JSON.parse(String(value[0])) as Kept;
  if (kept.format > FORMAT)
    throw new CannotOpen(
      `The data in ${shown} was written by a newer version of Ninefold (its format is ${kept.format}, this version knows ${FORMAT}).`,
    );
  return kept;
}

/** Answers the tables as they are then. */
async function bring(
  session: Session,
  known: Kept | undefined,
  wanted: Wanted,
  allowed: Doable | undefined,
): Promise<readonly Table[]> {
  const { dialect, fits } = wanted;
  const judging = { fits, knowsReferences: true };
  const drop = allowed?.drop === true;
  if (!known) await session.command('CREATE TABLE _ninefold (key text PRIMARY KEY, value text NOT NULL)');
  const stored = known?.tables ?? [];
  const create = (): Promise<unknown> => session.command(wanted.functions().join(';'));
  if (known && known.folding !== FOLDING) await refold(session, stored, wanted, create);
  else if (known?.functions !== FUNCTIONS) await create();
  const { moves } = renamesFor(stored, wanted.renames, known?.renames ?? []);
  const moving = allowed ? [] : await waiting(session, schemaOf(stored, dialect), moves);
  const before = allowed ? await rename(session, stored, moves, dialect) : schemaOf(stored, dialect);
  const now = [...before.values()].map(({ table }) => table);
  const described = drop ? withUndecided(wanted.tables, now) : describedBy(wanted.tables, now);
  const names = new Set(wanted.tables.map(({ name }) => name));
  const standing = moving.map(({ what }) => what);
  if (drop) for (const [name, { sql }] of before) if (!names.has(name)) await session.command(`DROP TABLE ${sql}`);
  const shapes = [...schemaOf(described, dialect)];
  for (const [place, [name, shape]] of shapes.entries()) {
    const told = (part: number): void => allowed?.progress?.((place + part) / shapes.length);
    const was = before.get(name);
    if (moving.some(({ table }) => table === name)) continue;
    // A table that this document does not name stays as it is.
    if (was && names.has(name)) {
      if (!allowed) standing.push(...(await look(session, freed(was, shape))));
      standing.push(...(await alterTable(session, was, shape, judging, { drop, told })));
      told(1);
    } else if (!was && standing.length === 0)
      for (const statement of createAll(shape)) await session.command(statement);
  }
  // All that was done so far is undone with the transaction.
  if (standing.length > 0) throw new DoesNotFit(standing);
  return described;
}

/** Returns what is in the way; then nothing of this table is changed. */
async function alterTable(
  session: Session,
  was: TableShape,
  shape: TableShape,
  judging: Judging,
  { drop, told }: { readonly drop: boolean; readonly told: (part: number) => void },
): Promise<readonly string[]> {
  const obstacles = [...changesOf(was, shape, judging).obstacles, ...leftBehind(was, shape)];
  const lost = obstacles.filter(({ loss }) => drop && loss !== undefined);
  const isOther = !isSameKey(was.table, shape.table);
  const statements = isOther ? [] : alterations(was, shape, lost);
  if (obstacles.length > 0 || statements.length > 0) {
    // What is counted is what is changed: no other session writes in between.
    await session.command(`LOCK TABLE ${was.sql} IN ACCESS EXCLUSIVE MODE`);
    const standing: string[] = [];
    for (const obstacle of obstacles)
      if (!lost.includes(obstacle)) standing.push(...(await look(session, atStake(was, obstacle))));
    if (standing.length > 0) return standing;
    const broken = await look(session, brokenRows(was, lost));
    if (isOther) await remake(session, was, shape);
    // Values that are replaced may violate an existing index: the indexes are made anew.
    else if (lost.length > 0)
      for (const [name, isUnique] of await indexesOn(session, was.sql))
        if (isUnique) await session.command(dropIndex(name));
    for (const [place, statement] of statements.entries()) {
      await session.command(statement);
      told((place + 1) / (statements.length + 1));
    }
    for (const statement of replacements(shape, broken)) await session.command(statement);
  }
  return reindex(session, was, shape);
}

/** What rows must have, with no default, of which this document knows nothing: it could make no more of them. */
function leftBehind(was: TableShape, { table }: TableShape): readonly Obstacle[] {
  return table.columns.flatMap((column: Left) => {
    const before = was.columns.get(column.name);
    if (column.left !== true || !column.nullable || !before || before.nullable) return [];
    return [{ what: `${column.name} is gone`, rows: { kind: 'where', condition: `${before.sql} IS NOT NULL` } }];
  });
}

/** There are no rows. Their keys are not given again. */
async function remake(session: Session, was: TableShape, shape: TableShape): Promise<void> {
  const [row] = await session.query(`SELECT nextval(pg_get_serial_sequence($1, $2))`, [was.sql, bare(was.key)]);
  await session.command(`DROP TABLE ${was.sql}`);
  for (const statement of createAll(shape)) await session.command(statement);
  await session.query(`SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)`, [
    shape.sql,
    bare(shape.key),
    String(row?.[0] ?? 1),
  ]);
}

function bare(quoted: string): string {
  return quoted.slice(1, -1).replaceAll('""', '"');
}
