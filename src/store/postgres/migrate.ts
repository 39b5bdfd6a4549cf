// Brings what is stored to the tables of the plan. Input: a session and the wanted tables. Output: additive changes are applied
// in one transaction under one lock, however many processes start; for anything else CannotOpen, with one sentence, and nothing
// is touched. Decisions 0006 and 0011.

import type { RenamePlan, Table } from '../../plan/plan.ts';
import { isAllowed } from '../migration.ts';
import type { Allowed, Doable, Migration, MigrationChange } from '../migration.ts';
import { refuseTooLarge } from '../relational/capacity.ts';
import type { Dialect } from '../relational/dialect.ts';
import { fill, forget } from '../relational/filling-tables.ts';
import { BEFORE_MEMBERS } from '../relational/member-tables.ts';
import { migrationOf } from '../relational/migration.ts';
import { renamesFor, settled } from '../relational/renames.ts';
import { schemaOf } from '../relational/schema.ts';
import { FILLED, sidesFor } from '../relational/sides.ts';
import type { Side } from '../relational/sides.ts';
import { keptOf, withUndecided } from '../relational/undecided.ts';
import { freed } from '../relational/uniques.ts';
import { CannotOpen, DoesNotFit, FOLDING } from '../store.ts';
import type { Fits, Stored, Wish } from '../store.ts';
import { createAll, withLeft } from './alter.ts';
import { alterTable } from './alter-table.ts';
import { besideAll } from './beside-rows.ts';
import { look } from './look.ts';
import { refold } from './reindex.ts';
import { rename, waiting } from './rename.ts';
import { dropKept, makeKept } from './kept-tables.ts';
import { isAmongItsOwn, joined, live } from './serving.ts';
import type { Served } from './serving.ts';
import type { Session } from './session.ts';
import { ALONE, underLock } from './under-lock.ts';

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
export const FUNCTIONS = 3;

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
export async function migrate(session: Session, wished: Wanted, mark?: string): Promise<void> {
  const wanted = keptOf(wished);
  refuseTooLarge(wanted.tables, wanted.dialect);
  const isDone = await underLock(session, 'shared', async () => {
    const known = await keptBefore(session, wanted);
    return isUpToDate(known, wanted) && (mark === undefined || isAmongItsOwn(session, mark, known.served));
  });
  if (isDone) return;
  await underLock(session, 'alone', async () => {
    const known = await keptBefore(session, wanted);
    const served = mark === undefined ? known?.served : await joined(session, mark, known, wanted);
    const tables = isUpToDate(known, wanted)
      ? known.tables
      : await bring(session, known, wanted, { served: served ?? [] });
    await keep(session, { tables, served }, settledBy(known, wanted, false));
  });
}

/**
 * Renames as part 9 states, and with `drop` gives up what the document does not name or allow any more. The result
 * is what was done: it was counted when no one could write any more. Undefined: the schema is empty.
 */
export async function applyMigration(
  session: Session,
  wished: Wanted,
  allowed: Doable,
): Promise<Migration | undefined> {
  const wanted = keptOf(wished);
  try {
    await fillBefore(session, wanted, allowed);
    return await underLock(session, 'alone', () => applyFilled(session, wanted, allowed));
  } catch (error) {
    // What was made does not fit the rows: it is of no use to a later migration.
    if (error instanceof DoesNotFit) await look(session, forget(wanted.dialect));
    throw error;
  }
}

async function applyFilled(session: Session, wanted: Wanted, allowed: Doable): Promise<Migration | undefined> {
  const known = await keptBefore(session, wanted);
  const tables = [...schemaOf(known?.tables ?? [], wanted.dialect).values()].map(({ sql }) => sql);
  if (tables.length > 0) await session.command(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  // What came in between, now that nobody writes.
  const sides = sidesFor(
    { tables: known?.tables ?? [], renames: known?.renames ?? [] },
    wishOf(wanted),
    wanted.dialect,
  );
  const found = await look(session, fill(sides, undefined));
  if (found.length > 0) throw new DoesNotFit(found);
  const changes = await considerMigration(session, wanted, allowed, sides);
  if (!changes) return undefined;
  if (!isAllowed(changes, allowed)) return { changes, applied: false };
  const brought = await bring(session, known, wanted, {
    served: await live(session, known?.served ?? []),
    allowed,
    sides,
  });
  await look(session, forget(wanted.dialect));
  await keep(session, { tables: brought, served: known?.served }, settledBy(known, wanted, true));
  return { changes, applied: true };
}

/** What rules make for the rows that are there: in batches, while others may write. */
async function fillBefore(session: Session, wanted: Wanted, { progress }: Doable): Promise<void> {
  const { tables = [], renames = [] } = (await keptBefore(session, wanted)) ?? {};
  const sides = sidesFor({ tables, renames }, wishOf(wanted), wanted.dialect);
  try {
    const found = await look(
      session,
      fill(sides, ALONE, (part) => progress?.(FILLED * part)),
    );
    if (found.length > 0) throw new DoesNotFit(found);
  } catch (error) {
    await session.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function wishOf({ tables, renames, fits }: Wanted): Wish {
  return { tables, renames, ...(fits && { fits }) };
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
  sides?: readonly Side[],
): Promise<readonly MigrationChange[] | undefined> {
  refuseTooLarge(wanted.tables, wanted.dialect);
  const kept = await keptBefore(session, wanted);
  if (!kept) return undefined;
  const { tables, renames = [] } = kept;
  const wish = wishOf(wanted);
  return look(
    session,
    migrationOf(
      { tables, renames, knowsReferences: true, leaves: !drop, ...(sides && { sides }) },
      wish,
      wanted.dialect,
    ),
  );
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

interface Bringing {
  /** What processes need that serve meanwhile. */
  readonly served: readonly Served[];
  readonly allowed?: Doable;
  readonly sides?: readonly Side[];
}

/** Answers the tables as they are then. */
async function bring(
  session: Session,
  known: Kept | undefined,
  wanted: Wanted,
  { served, allowed, sides = [] }: Bringing,
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
  const own = schemaOf(stored, dialect);
  const isMoved = new Set([...moves.keys()].map((table) => own.get(table)?.name));
  if (isMoved.size > 0) await dropKept(session, besideAll(own), (table) => isMoved.has(table));
  const before = allowed ? await rename(session, stored, moves, dialect) : schemaOf(stored, dialect);
  const now = [...before.values()].map(({ table }) => table);
  const described = drop ? withUndecided(wanted.tables, now) : describedBy(wanted.tables, now);
  const names = new Set(wanted.tables.map(({ name }) => name));
  const standing = moving.map(({ what }) => what);
  if (drop) for (const [name, { sql }] of before) if (!names.has(name)) await session.command(`DROP TABLE ${sql}`);
  const after = schemaOf(described, dialect);
  const kept = besideAll(after);
  const others = drop ? [] : served.flatMap(({ tables }) => besideAll(schemaOf(tables, dialect)));
  await dropKept(session, [...others, ...kept], () => false);
  const shapes = [...after];
  const [begun, end] = [sides.length > 0 ? FILLED : 0, kept.length > 0 ? BEFORE_MEMBERS : 1];
  for (const [place, [name, shape]] of shapes.entries()) {
    const told = (part: number): void => allowed?.progress?.(begun + ((end - begun) * (place + part)) / shapes.length);
    const was = before.get(name);
    if (moving.some(({ table }) => table === name)) continue;
    // A table that this document does not name stays as it is.
    if (was && names.has(name)) {
      if (!allowed) standing.push(...(await look(session, freed(was, shape))));
      const side = sides.find(({ filling }) => filling.shape.table.name === name);
      standing.push(...(await alterTable(session, was, shape, judging, { drop, told, side })));
      told(1);
    } else if (!was && standing.length === 0)
      for (const statement of createAll(shape)) await session.command(statement);
  }
  // All that was done so far is undone with the transaction.
  if (standing.length > 0) throw new DoesNotFit(standing);
  await makeKept(session, kept, (part) => allowed?.progress?.(end + (1 - end) * part));
  return described;
}
