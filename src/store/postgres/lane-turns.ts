// Which lanes of deliveries a node takes next. Input: a node, the receiver that had its turn last, how many are wanted of each. Output: the
// text of one statement, with its values. plan/deliveries.ts says what the table of lanes holds; decision 0068.

import type { Claiming } from '../deliveries.ts';
import { shareOf } from '../delivery-entries.ts';
import type { Text } from './delivery-texts.ts';
import { encode } from './values.ts';

const ME = `me AS (SELECT 1 FROM _nodes WHERE "node" = $1 AND "until" > clock_timestamp() FOR KEY SHARE)`;
/** Receivers that are looked at for one claim. */
const SEEN = 200;

const FREE = (which: string): string => `SELECT l."receiver" FROM _lanes AS l WHERE l."holder" IS NULL AND ${which}
    ORDER BY l."holder", l."receiver" LIMIT 1`;

/**
 * Lanes that nobody holds, for a node that lives: a few of each receiver, from the one behind `turn`. A row for each, with when it is due; and one
 * with the receiver that had its turn last, and whether others may be behind it.
 */
export function taking(node: string, turn: string | undefined, { now, most, ofEach }: Claiming): Text {
  const sql = `
    WITH RECURSIVE ${ME},
      seen("receiver", "place") AS (
        (SELECT f."receiver", 1 FROM (${FREE(`l."receiver" ${turn === undefined ? '>=' : '>'} $3`)}) AS f WHERE EXISTS (SELECT 1 FROM me))
        UNION ALL
        SELECT n."receiver", s."place" + 1 FROM seen AS s CROSS JOIN LATERAL (${FREE('l."receiver" > s."receiver"')}) AS n
          WHERE s."place" < ${SEEN}),
      due AS MATERIALIZED (SELECT l."id", s."place" FROM seen AS s CROSS JOIN LATERAL (
          SELECT l."id" FROM _lanes AS l
          WHERE l."holder" IS NULL AND l."receiver" = s."receiver" AND l."due" <= $2::timestamptz
          ORDER BY l."holder", l."receiver", l."due"
          LIMIT least($7::int, coalesce(($4::jsonb ->> s."receiver")::int, $5::int)) FOR UPDATE OF l SKIP LOCKED) AS l
        LIMIT $6::int),
      last AS (SELECT CASE WHEN count(*) < $6::int THEN ${SEEN} ELSE max("place") END AS "place" FROM due),
      held AS (UPDATE _lanes AS l SET "holder" = $1 FROM due WHERE l."id" = due."id" RETURNING l."lane", l."due")
    SELECT "lane", "due", 1 FROM held
    UNION ALL (SELECT s."receiver", NULL, (s."place" = l."place")::int FROM seen AS s, last AS l WHERE s."place" <= l."place"
      ORDER BY s."place" DESC LIMIT 1)`;
  const wanted = Math.max(1, most);
  const own = Object.fromEntries([...(ofEach?.of ?? [])].map(([name, many]) => [encode(name, 'text'), many]));
  const values = [node, now, turn ?? '', JSON.stringify(own), ofEach?.most ?? wanted, wanted, shareOf(wanted)];
  return { sql, values };
}
