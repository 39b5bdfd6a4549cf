// Indexes over members in a database: what is kept of each, and the triggers of each change. Input: an index as a table. Output: what
// kept-tables.ts makes and drops. Decision 0043.

import {
  CHANGES,
  concerns,
  createMembers,
  ENTRY,
  fillMembers,
  follow,
  orderMembers,
  type MembersShape,
} from '../relational/member-tables.ts';
import type { KeptTable } from './kept-tables.ts';
import type { Session } from './session.ts';

export function keptMembers(members: MembersShape): KeptTable {
  const { of, name, sql } = members;
  const [remove = '', add = ''] = follow(members, 'update');
  return {
    name,
    sql,
    keeper: 'ninefold_members',
    create: createMembers(members),
    body: `
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${remove}; END IF;
      IF TG_OP <> 'DELETE' THEN ${add}; END IF;
      RETURN NULL;
    END`,
    triggers: CHANGES.map((change) => ({
      change,
      when: `AFTER ${change.toUpperCase()} ON ${of.sql} FOR EACH ROW WHEN (${concerns(members, change)})`,
    })),
    fill: async (session, told) => fill(session, members, told),
    after: [`ALTER TABLE ${sql} ADD PRIMARY KEY (${ENTRY})`, ...orderMembers(members)],
  };
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
