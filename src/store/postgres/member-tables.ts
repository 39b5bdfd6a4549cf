// Indexes over members in a database: tables, and triggers of each change. Input: a session inside of the transaction of a migration. Output:
// those that the document needs are there and right; those that nobody needs are gone. The note on a table is the name of the function
// that keeps it, which has a hash of all that it is. Decision 0043.

import { createHash } from 'node:crypto';
import {
  CHANGES,
  concerns,
  createMembers,
  ENTRY,
  fillMembers,
  follow,
  MEMBER_TABLES,
  orderMembers,
  type MembersShape,
} from '../relational/member-tables.ts';
import { quote } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';
import { POSTGRES } from './dialect.ts';
import type { Session } from './session.ts';

const FUNCTION = 'ninefold_members';

interface There {
  readonly name: string;
  readonly keeps: string;
  /** The table whose rows it is of, if the triggers are there. */
  readonly of: string | undefined;
}

/** Before columns change; `isStale`: of which tables none is right any more. */
export async function dropMembers(
  session: Session,
  wanted: readonly MembersShape[],
  isStale: (table: string) => boolean,
): Promise<void> {
  const fitting = new Map(wanted.map((members) => [members.name, functionOf(members).name]));
  for (const { name, keeps, of } of await thereIn(session))
    if (of === undefined || isStale(of) || fitting.get(name) !== keeps) await drop(session, name, keeps);
}

/** All of one table, which is about to lose what they name. */
export async function dropMembersOf(session: Session, { name: table }: TableShape): Promise<void> {
  for (const { name, keeps, of } of await thereIn(session)) if (of === table) await drop(session, name, keeps);
}

async function drop(session: Session, name: string, keeps: string): Promise<void> {
  if (keeps.startsWith(FUNCTION)) await session.command(`DROP FUNCTION IF EXISTS ${quote(keeps)}() CASCADE`);
  await session.command(`DROP TABLE ${quote(name)}`);
}

export async function makeMembers(
  session: Session,
  wanted: readonly MembersShape[],
  told: (part: number) => void,
): Promise<void> {
  const there = new Set((await thereIn(session)).map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !there.has(name));
  for (const [place, members] of missing.entries()) {
    const { before, after } = statementsOf(members);
    for (const sql of before) await session.command(sql);
    await fill(session, members, (part) => told((place + part) / missing.length));
    for (const sql of after) await session.command(sql);
    // What is new has no statistics: lists would be planned without them.
    await session.command(`ANALYZE ${members.sql}`);
    told((place + 1) / missing.length);
  }
}

/** Around what fills it. The triggers come first: nothing is written in between. */
export function statementsOf(members: MembersShape): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const { name, text } = functionOf(members);
  return {
    before: [createMembers(members), `COMMENT ON TABLE ${members.sql} IS '${name}'`, text, ...triggers(members, name)],
    after: [`ALTER TABLE ${members.sql} ADD PRIMARY KEY (${ENTRY})`, ...orderMembers(members)],
  };
}

function triggers(members: MembersShape, does: string): readonly string[] {
  const { of, name } = members;
  return CHANGES.map((change) => {
    const own = quote(POSTGRES.legalName(`${name} ${change}`));
    return `CREATE TRIGGER ${own} AFTER ${change.toUpperCase()} ON ${of.sql} FOR EACH ROW WHEN (${concerns(members, change)}) EXECUTE FUNCTION ${quote(does)}()`;
  });
}

function functionOf(members: MembersShape): { readonly name: string; readonly text: string } {
  const [remove = '', add = ''] = follow(members, 'update');
  const body = `
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${remove}; END IF;
      IF TG_OP <> 'DELETE' THEN ${add}; END IF;
      RETURN NULL;
    END`;
  const all = [body, createMembers(members), ...orderMembers(members), ...triggers(members, FUNCTION)];
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 20);
  const name = `${FUNCTION}_${hash}`;
  const tag = `$ninefold_${hash}$`;
  return {
    name,
    text: `CREATE OR REPLACE FUNCTION ${quote(name)}() RETURNS trigger LANGUAGE plpgsql AS ${tag}${body}${tag}`,
  };
}

async function thereIn(session: Session): Promise<readonly There[]> {
  const rows = await session.query(
    `SELECT c.relname::text, coalesce(obj_description(c.oid, 'pg_class'), ''), (
       SELECT min(x.relname::text) FROM pg_trigger AS t
         JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_class AS x ON x.oid = t.tgrelid
       WHERE p.proname = obj_description(c.oid, 'pg_class') AND p.pronamespace = c.relnamespace
       HAVING count(*) = ${CHANGES.length})
     FROM pg_class AS c
     WHERE c.relkind = 'r' AND c.relname LIKE $1
       AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`,
    [MEMBER_TABLES],
  );
  return rows.map(([name, keeps, of]) => ({
    name: String(name),
    keeps: String(keeps),
    of: of === null || of === undefined ? undefined : String(of),
  }));
}

/** The number of pieces in which rows are read, so that progress can be reported. */
const PIECES = 20;
/** The rest of the time goes into their order. */
const READ = 0.6;

async function fill(session: Session, members: MembersShape, told: (part: number) => void): Promise<void> {
  const { sql, key } = members.of;
  const [row = []] = await session.query(`SELECT min(${key})::text, (max(${key}) + 1)::text FROM ${sql}`);
  const [first, end] = row.map((each) => (each === null ? undefined : BigInt(String(each))));
  if (first === undefined || end === undefined) return;
  const at = (place: number): bigint => first + ((end - first) * BigInt(place)) / BigInt(PIECES);
  for (let place = 0; place < PIECES; place++) {
    const which = `${sql}.${key} >= ${at(place)} AND ${sql}.${key} < ${at(place + 1)}`;
    await session.command(fillMembers(members, which));
    told((READ * (place + 1)) / PIECES);
  }
}
