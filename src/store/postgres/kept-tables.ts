// Tables that triggers keep beside the rows of others. Input: a session inside of the transaction of a migration. Output: those that the
// document needs are there and right; those that nobody needs are gone. The note on a table is the name of the function that keeps it,
// which has a hash of all that it is. Decisions 0043 and 0045.

import { createHash } from 'node:crypto';
import { MEMBER_TABLES } from '../relational/member-tables.ts';
import { quote } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';
import { TOTAL_TABLES } from '../relational/total-tables.ts';
import { POSTGRES } from './dialect.ts';
import type { Session } from './session.ts';

export interface KeptTable {
  /** As the engine knows it, bare and quoted. */
  readonly name: string;
  readonly sql: string;
  /** Before the hash in the name of the function that keeps it. */
  readonly keeper: `${typeof OURS}${string}`;
  readonly create: string;
  /** Of the function. */
  readonly body: string;
  /** `when`: behind the name of the trigger. */
  readonly triggers: readonly { readonly change: string; readonly when: string }[];
  /** With what is there already. `told`: which part of it is done. */
  fill(session: Session, told: (part: number) => void): Promise<void>;
  /** When it is filled. */
  readonly after: readonly string[];
}

/** With this begin the names of all functions of the service. */
const OURS = 'ninefold_';

interface There {
  readonly name: string;
  readonly keeps: string;
  /** The table whose rows it is of, if a trigger is there. */
  readonly of: string | undefined;
  readonly triggers: number;
}

/** Before columns change; `isStale`: of which tables none is right any more. */
export async function dropKept(
  session: Session,
  wanted: readonly KeptTable[],
  isStale: (table: string) => boolean,
): Promise<void> {
  const fitting = new Map(wanted.map((kept) => [kept.name, kept]));
  for (const { name, keeps, of, triggers } of await thereIn(session)) {
    const kept = fitting.get(name);
    const isWhole = kept?.triggers.length === triggers && functionOf(kept).name === keeps;
    if (!isWhole || of === undefined || isStale(of)) await drop(session, name, keeps);
  }
}

/** All of one table, which is about to lose what they name. */
export async function dropKeptOf(session: Session, { name: table }: TableShape): Promise<void> {
  for (const { name, keeps, of } of await thereIn(session)) if (of === table) await drop(session, name, keeps);
}

async function drop(session: Session, name: string, keeps: string): Promise<void> {
  if (keeps.startsWith(OURS)) await session.command(`DROP FUNCTION IF EXISTS ${quote(keeps)}() CASCADE`);
  await session.command(`DROP TABLE ${quote(name)}`);
}

export async function makeKept(
  session: Session,
  wanted: readonly KeptTable[],
  told: (part: number) => void,
): Promise<void> {
  const there = new Set((await thereIn(session)).map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !there.has(name));
  for (const [place, kept] of missing.entries()) {
    const { before, after } = statementsOf(kept);
    for (const sql of before) await session.command(sql);
    await kept.fill(session, (part) => told((place + part) / missing.length));
    for (const sql of after) await session.command(sql);
    // What is new has no statistics: lists would be planned without them.
    await session.command(`ANALYZE ${kept.sql}`);
    told((place + 1) / missing.length);
  }
}

/** Around what fills it. The triggers come first: nothing is written in between. */
export function statementsOf(kept: KeptTable): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const { name, text } = functionOf(kept);
  return {
    before: [kept.create, `COMMENT ON TABLE ${kept.sql} IS '${name}'`, text, ...triggers(kept, name)],
    after: kept.after,
  };
}

function triggers({ name, triggers: all }: KeptTable, does: string): readonly string[] {
  return all.map(({ change, when }) => {
    const own = quote(POSTGRES.legalName(`${name} ${change}`));
    return `CREATE TRIGGER ${own} ${when} EXECUTE FUNCTION ${quote(does)}()`;
  });
}

function functionOf(kept: KeptTable): { readonly name: string; readonly text: string } {
  const { keeper, create, body, after } = kept;
  const all = [body, create, ...after, ...triggers(kept, keeper)];
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 20);
  const name = `${keeper}_${hash}`;
  const tag = `$ninefold_${hash}$`;
  return {
    name,
    text: `CREATE OR REPLACE FUNCTION ${quote(name)}() RETURNS trigger LANGUAGE plpgsql AS ${tag}${body}${tag}`,
  };
}

async function thereIn(session: Session): Promise<readonly There[]> {
  const rows = await session.query(
    `SELECT c.relname::text, k.keeps, t.of, t.many
     FROM pg_class AS c
       CROSS JOIN LATERAL (SELECT coalesce(obj_description(c.oid, 'pg_class'), '') AS keeps) AS k
       CROSS JOIN LATERAL (
         SELECT min(x.relname::text) AS of, count(*)::int AS many FROM pg_trigger AS t
           JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_class AS x ON x.oid = t.tgrelid
         WHERE p.proname = k.keeps AND p.pronamespace = c.relnamespace AND t.tgenabled IN ('O', 'A')) AS t
     WHERE c.relkind = 'r' AND (c.relname LIKE $1 OR c.relname LIKE $2)
       AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`,
    [MEMBER_TABLES, TOTAL_TABLES],
  );
  return rows.map(([name, keeps, of, many]) => ({
    name: String(name),
    keeps: String(keeps),
    of: of === null || of === undefined ? undefined : String(of),
    triggers: Number(many),
  }));
}
