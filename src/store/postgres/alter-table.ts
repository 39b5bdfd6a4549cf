// One table brought to what the document wants, in the transaction of a migration. Input: a session, both shapes. Output: what is in
// the way; then nothing of the table is changed. Decision 0015.

import { atStake } from '../relational/at-stake.ts';
import { changesOf } from '../relational/changes.ts';
import type { Judging, Obstacle } from '../relational/changes.ts';
import { brokenRows, replacements } from '../relational/losses.ts';
import type { TableShape } from '../relational/schema.ts';
import type { Side } from '../relational/sides.ts';
import { isSameKey } from '../relational/undecided.ts';
import { alterations, createAll } from './alter.ts';
import type { Left } from './alter.ts';
import { look } from './look.ts';
import { dropKeptOf } from './kept-tables.ts';
import { reindex } from './reindex.ts';
import { dropIndex, indexesOn } from './rename.ts';
import type { Session } from './session.ts';

/** Returns what is in the way; then nothing of this table is changed. */
export async function alterTable(
  session: Session,
  was: TableShape,
  shape: TableShape,
  judging: Judging,
  {
    drop,
    told,
    side,
  }: { readonly drop: boolean; readonly told: (part: number) => void; readonly side: Side | undefined },
): Promise<readonly string[]> {
  const found = changesOf(was, shape, judging).obstacles.filter(({ filled }) => !side || !filled);
  const obstacles = [...found, ...leftBehind(was, shape)];
  const lost = obstacles.filter(({ loss }) => drop && loss !== undefined);
  const isOther = !isSameKey(was.table, shape.table);
  const statements = isOther ? [] : alterations(was, shape, lost, side);
  if (obstacles.length > 0 || statements.length > 0) {
    // What is counted is what is changed: no other session writes in between.
    await session.command(`LOCK TABLE ${was.sql} IN ACCESS EXCLUSIVE MODE`);
    const standing: string[] = [];
    for (const obstacle of obstacles)
      if (!lost.includes(obstacle)) standing.push(...(await look(session, atStake(was, obstacle))));
    if (standing.length > 0) return standing;
    const broken = await look(session, brokenRows(was, lost));
    if (isOther || lost.length > 0 || statements.some((each) => each.includes(' DROP COLUMN ')))
      await dropKeptOf(session, was);
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
