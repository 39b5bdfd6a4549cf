// A database as an end of a copy. Input: a session inside of a transaction, the tables. Output: its rows; what is written is kept
// when the caller commits the transaction. Decision 0015.

import type { Table } from '../../plan/plan.ts';
import { copyRows, PAGE } from '../copy.ts';
import type { Copied, CopyEnd, CopyTarget } from '../copy.ts';
import type { MigrationChange, Wish } from '../migration.ts';
import { schemaOf, VERSION } from '../relational/schema.ts';
import type { Schema, TableShape } from '../relational/schema.ts';
import { CannotOpen } from '../store.ts';
import { shownAddress } from './address.ts';
import type { Left } from './alter.ts';
import { POSTGRES } from './dialect.ts';
import { functions } from './functions.ts';
import { considerMigration, migrate, storedTables } from './migrate.ts';
import { within } from './migration.ts';
import { examine, refuseReadOnly } from './examine.ts';
import type { Session } from './session.ts';
import { encode } from './values.ts';

/** Rows of `from` into a database without rows; `tables` as they are stored there. */
export function copyIntoPostgres(
  url: string,
  wish: Wish,
  from: CopyEnd & { readonly tables: readonly Table[] },
  progress: (done: number) => void,
): Promise<readonly Copied[]> {
  const wanted = {
    ...wish,
    tables: from.tables,
    fits: wish.fits,
    dialect: POSTGRES,
    functions,
    shown: shownAddress(url),
  };
  return within(url, async (session) => {
    await examine(session, url);
    await refuseReadOnly(session, url);
    // With what is kept of fields whose type the document leaves open.
    await migrate(session, wanted);
    const shapes = schemaOf(await storedTables(session, wanted), POSTGRES);
    const names = wish.tables.map(({ name }) => name);
    return transaction(session, 'BEGIN', async () => {
      for (const name of names)
        await session.command(`LOCK TABLE ${shapes.get(name)!.sql} IN SHARE ROW EXCLUSIVE MODE`);
      return copyRows(from, targetOf(session, shapes, from.tables, wanted.shown), names, progress);
    });
  });
}

/** Rows of a database, as of one moment. */
export function copyFromPostgres(
  url: string,
  wish: Wish,
  into: (changes: readonly MigrationChange[], tables: readonly Table[]) => CopyTarget,
  progress: (done: number) => void,
): Promise<readonly Copied[]> {
  const wanted = { ...wish, fits: wish.fits, dialect: POSTGRES, functions, shown: shownAddress(url) };
  return within(url, async (session) => {
    await examine(session, url);
    return transaction(session, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      const changes = await considerMigration(session, wanted, { drop: false });
      if (!changes) throw new CannotOpen(`There is no data in ${shownAddress(url)}.`);
      const stored = await storedTables(session, wanted);
      const names = new Set(wish.tables.map(({ name }) => name));
      const tables = stored.filter(({ name }) => names.has(name)).map(withoutLeft);
      const end = endOf(session, schemaOf(stored, POSTGRES), tables);
      return copyRows(end, into(changes, tables), [...names], progress);
    });
  });
}

/** As the document at hand names them. */
function withoutLeft(table: Table): Table {
  return { ...table, columns: table.columns.filter((column: Left) => column.left !== true) };
}

function sequence(shape: TableShape): string {
  return `pg_get_serial_sequence('${shape.sql.replaceAll("'", "''")}', '${bare(shape.key).replaceAll("'", "''")}')`;
}

async function transaction<T>(session: Session, begin: string, run: () => Promise<T>): Promise<T> {
  await session.command(begin);
  try {
    const answer = await run();
    await session.command('COMMIT');
    return answer;
  } catch (error) {
    await session.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** In the order of the other end's columns. */
function columnsOf({ rowKey, columns }: Table): readonly string[] {
  return [rowKey, VERSION, ...columns.map(({ name }) => name).filter((name) => name !== rowKey && name !== VERSION)];
}

function endOf(session: Session, shapes: Schema, tables: readonly Table[]): CopyEnd {
  const named = new Map(tables.map((table) => [table.name, columnsOf(table)]));
  return {
    async count(table) {
      const [row] = await session.query(`SELECT count(*) FROM ${shapes.get(table)!.sql}`);
      return Number(row?.[0]);
    },
    page(table, behind) {
      const shape = shapes.get(table)!;
      const columns = named
        .get(table)!
        .map((name) => POSTGRES.outOf(shape.columns.get(name)!.sql, shape.columns.get(name)!));
      return session.query(
        `SELECT ${columns.join(', ')} FROM ${shape.sql} WHERE ${shape.key} > $1::bigint ORDER BY ${shape.key} LIMIT ${PAGE}`,
        [String(behind)],
      );
    },
    async last(table) {
      const [[name] = []] = await session.query(`SELECT ${sequence(shapes.get(table)!)}`);
      const [row] = await session.query(`SELECT CASE WHEN is_called THEN last_value END FROM ${String(name)}`);
      return row?.[0] ?? null;
    },
  };
}

function targetOf(session: Session, shapes: Schema, tables: readonly Table[], place: string): CopyTarget {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return {
    ...endOf(session, shapes, tables),
    place,
    async insert(table, rows) {
      const shape = shapes.get(table)!;
      const columns = columnsOf(byName.get(table)!).map((name) => shape.columns.get(name)!);
      // A statement has 65,535 parameters at most.
      const most = Math.max(1, Math.floor(60_000 / columns.length));
      for (let start = 0; start < rows.length; start += most) {
        const part = rows.slice(start, start + most);
        const values = part.flatMap((row) => row.map((value, place) => encode(value, columns[place]!.type)));
        const lines = part.map((_, line) => {
          const places = columns.map((column, place) => {
            const { type } = column;
            return POSTGRES.into({ sql: POSTGRES.place(line * columns.length + place + 1, type), type }, column);
          });
          return `(${places.join(', ')})`;
        });
        const names = columns.map(({ sql }) => sql).join(', ');
        await session.query(`INSERT INTO ${shape.sql} (${names}) VALUES ${lines.join(', ')}`, values);
      }
    },
    async setLast(table, key) {
      const { sql, key: column } = shapes.get(table)!;
      await session.query(`SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)`, [
        sql,
        bare(column),
        String(key),
      ]);
    },
  };
}

function bare(quoted: string): string {
  return quoted.slice(1, -1).replaceAll('""', '"');
}
