// Indexes over members in a file: tables, and triggers of each change. Input: a connection inside of a transaction, the tables as they are
// now. Output: those that the document needs are there and right, others are gone. Decision 0043.

import type { DatabaseSync } from 'node:sqlite';
import {
  CHANGES,
  concerns,
  createMembers,
  fillMembers,
  follow,
  MEMBER_TABLES,
  membersIn,
  orderMembers,
  type Change,
  type MembersShape,
} from '../relational/member-tables.ts';
import { columnOf, quote, type Schema } from '../relational/schema.ts';
import type { Told } from './rebuild.ts';

/** The triggers of a table go with it: what was written without them is not in the entries, which are made anew. */
export function keepMembers(database: DatabaseSync, schema: Schema, told?: Told): void {
  const wanted = membersIn(schema).map((members) => ({ members, statements: statementsOf(members) }));
  const there = inSchema(database);
  const isKept = ({ statements }: (typeof wanted)[number]): boolean => statements.every((sql) => there.has(sql));
  const kept = new Set(wanted.filter(isKept).flatMap(({ statements }) => statements));
  // Indexes go with their tables.
  for (const [sql, { type, name }] of there)
    if (type === 'trigger' && !kept.has(sql)) database.exec(`DROP TRIGGER ${quote(name)}`);
  for (const [sql, { type, name }] of there)
    if (type === 'table' && !kept.has(sql)) database.exec(`DROP TABLE ${quote(name)}`);
  const missing = wanted.filter((one) => !isKept(one));
  for (const [place, { members, statements }] of missing.entries()) {
    const [table = '', ...others] = statements;
    database.exec(table);
    fill(database, members, told && ((part) => told((place + part) / missing.length)));
    for (const sql of others) database.exec(sql);
  }
}

/** The table, then what follows when it is filled. */
export function statementsOf(members: MembersShape): readonly string[] {
  return [createMembers(members), ...orderMembers(members), ...CHANGES.map((change) => trigger(members, change))];
}

function inSchema(database: DatabaseSync): ReadonlyMap<string, { readonly type: string; readonly name: string }> {
  const find = database.prepare(
    `SELECT type, name, sql FROM sqlite_schema WHERE name LIKE ? ESCAPE '\\' AND sql IS NOT NULL`,
  );
  return new Map(
    find.all(MEMBER_TABLES).map(({ type, name, sql }) => [String(sql), { type: String(type), name: String(name) }]),
  );
}

function trigger(members: MembersShape, change: Change): string {
  const { of, name, index, by } = members;
  const columns = [columnOf(of, index.column), ...by.map(({ from }) => from)].join(', ');
  const event = change === 'update' ? `UPDATE OF ${columns}` : change.toUpperCase();
  const does = follow(members, change).join('; ');
  return `CREATE TRIGGER ${quote(`${name} ${change}`)} AFTER ${event} ON ${of.sql} FOR EACH ROW WHEN ${concerns(members, change)} BEGIN ${does}; END`;
}

/** One row of so many tells how far it is. */
const SOME = 1023;

/** In one statement, so that the entries come in their order. */
function fill(database: DatabaseSync, members: MembersShape, told: Told | undefined): void {
  if (!told) return database.exec(fillMembers(members));
  const { sql, key } = members.of;
  const { last } = database.prepare(`SELECT max(${key}) AS last FROM ${sql}`).get()!;
  const most = Math.max(1, Number(last ?? 0));
  database.function('ninefold_filled', (row) => {
    told((READ * Number(row)) / most);
    return 1;
  });
  database.exec(fillMembers(members, `((${sql}.${key} & ${SOME}) <> 0 OR ninefold_filled(${sql}.${key}))`));
  told(1);
}

/** The rest of the time goes into their order. */
const READ = 0.6;
