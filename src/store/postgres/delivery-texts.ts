// What is asked of a database of deliveries, for many at once. Input: what is bound. Output: texts of statements, with their values. Lanes are
// locked before events, each in their order, so that no two transactions wait for each other; what is locked is read by the next
// statement. plan/deliveries.ts says what the tables hold.

import type { SqlValue } from '../../sql/expression.ts';
import type { Fate, Found } from '../deliveries.ts';
import { LONGEST_LANE } from '../../base/lanes.ts';
import { CLAIMED, DELIVERED, firstOf, laneOf, NAMING_LANES, oldEvents } from '../delivery-entries.ts';
import { NOTHING_CARRIED } from '../outbox-entries.ts';
import { encode } from './values.ts';

export interface Text {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** One node at a time gives numbers, or brings events back: others wait until its transaction ends. */
export const IN_TURN: Text = {
  sql: `SELECT pg_advisory_xact_lock(hashtext(current_schema()), hashtext('deliveries'))`,
  values: [],
};

/** The values of a list, as a FROM. */
const IDS = (place: number): string => `unnest($${place}::bigint[]) WITH ORDINALITY AS s("id", "place")`;
const ids = (of: readonly number[]): string => `{${of.join(',')}}`;

const LANES = 'SELECT x FROM json_array_elements_text($1::json) AS x';
const lanesText = (lanes: readonly string[]): string =>
  JSON.stringify(lanes.map((lane) => encode(laneOf(lane), 'text')));

const LANES_OF = (deliveries: string): string =>
  `SELECT "lane" FROM _deliveries WHERE "id" = ANY(${deliveries}::bigint[])`;
const EVENTS_OF = (deliveries: string): string =>
  `SELECT "event" FROM _deliveries WHERE "id" = ANY(${deliveries}::bigint[])`;

/** Events that have no number yet get the next ones, in their order, and lanes and deliveries to whom they go. */
export function numbering(found: readonly Found[], now: string): Text {
  const all = found.flatMap(({ id, to }) =>
    to.map(({ receiver, lane }) => ({
      id,
      receiver: encode(receiver, 'text'),
      short: encode(laneOf(receiver), 'text'),
      lane: encode(laneOf(lane), 'text'),
    })),
  );
  const sql = `
    WITH mine AS (SELECT o."id" FROM ${IDS(1)} JOIN _outbox AS o ON o."id" = s."id"
        WHERE o."seq" IS NULL ORDER BY s."place" FOR UPDATE OF o),
      numbered AS MATERIALIZED (SELECT "id", nextval(pg_get_serial_sequence('${DELIVERED}', 'seq')) AS "seq" FROM mine),
      sent AS MATERIALIZED (SELECT n."id", n."seq", t."receiver", t."short", t."lane" FROM numbered AS n
        JOIN json_to_recordset($2::json) AS t("id" bigint, "receiver" text, "short" text, "lane" text) ON t."id" = n."id"),
      lanes AS (INSERT INTO _lanes ("lane", "receiver", "due")
        SELECT "lane", min("short"), $3::timestamptz FROM sent GROUP BY "lane" ORDER BY 1
        ON CONFLICT ("lane") DO UPDATE SET "due" = _lanes."due"),
      made AS (INSERT INTO _deliveries ("event", "seq", "receiver", "lane", "state", "tries", "since", "due")
        SELECT "id", "seq", "receiver", "lane", 'waiting', 0, $3::timestamptz, $3::timestamptz FROM sent ORDER BY "seq")
    UPDATE _outbox AS o SET "seq" = n."seq" FROM numbered AS n WHERE o."id" = n."id"`;
  return { sql, values: [ids(found.map(({ id }) => id)), JSON.stringify(all), now] };
}

/** Of these events, those for which nobody waits any more go out of the outbox. */
function done(events: string, kept: string): string {
  return `
    WITH gone AS (DELETE FROM _outbox AS o WHERE o."id" IN (${events}) AND o."seq" IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM _deliveries AS d WHERE d."event" = o."id" AND d."state" IN ('waiting', 'kept')) RETURNING o.*)
    INSERT INTO ${DELIVERED} (${kept}, "done") SELECT ${kept}, $2::timestamptz FROM gone`;
}

export function doneWithout(found: readonly Found[], now: string, kept: string): Text {
  const none = found.flatMap(({ id, to }) => (to.length === 0 ? [id] : []));
  return { sql: done(`SELECT "id" FROM ${IDS(1)}`, kept), values: [ids(none), now] };
}

/** The first deliveries of each lane, and when each is due. */
export function firsts(lanes: readonly string[], each: number): Text {
  const sql = `
    SELECT ${CLAIMED}, d."due" FROM json_array_elements_text($1::json) WITH ORDINALITY AS l("lane", "place")
      CROSS JOIN LATERAL (SELECT * FROM _deliveries AS d WHERE d."lane" = l."lane" AND d."state" = 'waiting'
        ORDER BY d."seq", d."id" LIMIT $2::int) AS d
      JOIN _outbox AS o ON o."id" = d."event"
    ORDER BY l."place", d."seq", d."id"`;
  return { sql, values: [lanesText(lanes), each] };
}

/** Of events that something else has taken out. */
export function forgetting(lanes: readonly string[]): Text {
  const sql = `DELETE FROM _deliveries AS d WHERE d."lane" IN (${LANES}) AND d."state" = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM _outbox AS o WHERE o."id" = d."event")`;
  return { sql, values: [lanesText(lanes)] };
}

const LOCKING = (which: string): string => `SELECT 1 FROM _lanes WHERE "lane" IN (${which}) ORDER BY "lane" FOR UPDATE`;

export function lockingLanes(lanes: readonly string[]): Text {
  return { sql: LOCKING(LANES), values: [lanesText(lanes)] };
}

/** Lanes that a node gives back, once they are locked: each due when its first delivery is; those in which nothing waits are gone. */
export function giving(lanes: readonly string[], node: string): Text {
  return { sql: mending(LANES, 'AND l."holder" = $2', '"holder" = NULL, '), values: [lanesText(lanes), node] };
}

function mending(lanes: string, also: string, set: string): string {
  return `
    WITH own AS MATERIALIZED (SELECT l."id", ${firstOf('l."lane"', '"due"')} AS "due" FROM _lanes AS l
        WHERE l."lane" IN (${lanes}) ${also}),
      gone AS (DELETE FROM _lanes WHERE "id" IN (SELECT "id" FROM own WHERE "due" IS NULL))
    UPDATE _lanes AS l SET ${set}"due" = own."due" FROM own WHERE l."id" = own."id" AND own."due" IS NOT NULL`;
}

/** Statements of one transaction; the third answers which deliveries are settled. */
export function settling(
  node: string,
  fates: readonly Fate[],
  release: readonly string[],
  kept: string,
): readonly Text[] {
  const of = fates.map(({ delivery }) => delivery);
  const told = fates.map(({ delivery, attempt, outcome }, place) => ({
    place,
    id: delivery,
    state: typeof outcome === 'object' ? 'waiting' : outcome,
    due: typeof outcome === 'object' ? encode(outcome.again, 'instant') : null,
    ...(attempt && { ...attempt, answer: encode(attempt.answer, 'text') }),
  }));
  const last = fates
    .flatMap(({ attempt }) => attempt?.at ?? [])
    .toSorted()
    .at(-1);
  return [
    {
      sql: LOCKING(`${LANES_OF('$2')} UNION ALL ${LANES}`),
      values: [lanesText(release), ids(of)],
    },
    {
      sql: `SELECT 1 FROM _outbox WHERE "id" IN (${EVENTS_OF('$1')}) ORDER BY "id" FOR UPDATE`,
      values: [ids(of)],
    },
    { sql: SETTLE, values: [JSON.stringify(told), node] },
    { sql: done(EVENTS_OF('$1'), kept), values: [ids(of), last ?? new Date().toISOString()] },
    ...(release.length > 0 ? [giving(release, node)] : []),
  ];
}

/** Each by its key, whatever else waits. What is held stays as it is meanwhile: its lane is locked. */
const SETTLE = `
  WITH fate AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS f("place" int, "id" bigint, "state" text,
      "due" timestamptz, "at" timestamptz, "status" bigint, "ms" bigint, "answer" text)),
    held AS MATERIALIZED (SELECT f.*, d."event", d."receiver" FROM fate AS f
      CROSS JOIN LATERAL (SELECT * FROM _deliveries AS d WHERE d."id" = f."id" OFFSET 0) AS d
      JOIN _lanes AS l ON l."lane" = d."lane" WHERE d."state" = 'waiting' AND l."holder" = $2),
    settled AS (UPDATE _deliveries AS d SET "state" = h."state", "due" = coalesce(h."due", d."due"),
        "tries" = d."tries" + CASE WHEN h."at" IS NULL THEN 0 ELSE 1 END
      FROM held AS h WHERE d."id" = h."id" RETURNING d."id"),
    tried AS (INSERT INTO _attempts ("event", "receiver", "at", "status", "ms", "answer")
      SELECT "event", "receiver", "at", "status", "ms", "answer" FROM held WHERE "at" IS NOT NULL ORDER BY "place")
  SELECT "id" FROM settled`;

/** Statements of one transaction; the fourth answers how many. */
export function repeating(deliveries: readonly number[], now: string, kept: string): readonly Text[] {
  const of = ids(deliveries);
  return [
    IN_TURN,
    {
      sql: `INSERT INTO _lanes ("lane", "receiver", "due") SELECT "lane", left(min("receiver"), ${LONGEST_LANE}), $2::timestamptz FROM _deliveries
        WHERE "id" = ANY($1::bigint[]) AND "state" <> 'waiting' GROUP BY "lane" ORDER BY 1
        ON CONFLICT ("lane") DO UPDATE SET "due" = _lanes."due"`,
      values: [of, now],
    },
    { sql: `SELECT 1 FROM _outbox WHERE "id" IN (${EVENTS_OF('$1')}) ORDER BY "id" FOR UPDATE`, values: [of] },
    {
      sql: `
        WITH again AS (UPDATE _deliveries SET "state" = 'waiting', "tries" = 0, "since" = $2::timestamptz, "due" = $2::timestamptz
            WHERE "id" = ANY($1::bigint[]) AND "state" <> 'waiting' RETURNING "event"),
          back AS (DELETE FROM ${DELIVERED} WHERE "id" IN (SELECT "event" FROM again) RETURNING *),
          put AS (INSERT INTO _outbox (${kept}) SELECT ${kept} FROM back)
        SELECT count(*)::int FROM again`,
      values: [of, now],
    },
    { sql: mending(LANES_OF('$1'), '', ''), values: [of] },
  ];
}

/** With their deliveries and attempts; answers how many. */
export function droppingEvents(events: readonly number[]): Text {
  const sql = `
    WITH gone AS (DELETE FROM _outbox WHERE "id" = ANY($1::bigint[]) RETURNING "id"),
      deliveries AS (DELETE FROM _deliveries WHERE "event" IN (SELECT "id" FROM gone)),
      attempts AS (DELETE FROM _attempts WHERE "event" IN (SELECT "id" FROM gone))
    SELECT count(*)::int FROM gone`;
  return { sql, values: [ids(events)] };
}

/** Where nothing is delivered. */
export function droppingAlone(events: readonly number[]): Text {
  return { sql: 'DELETE FROM _outbox WHERE "id" = ANY($1::bigint[]) RETURNING "id"', values: [ids(events)] };
}

/** Those of them that are done: nothing is kept of them but that they happened. */
export function erasingEvents(events: readonly number[]): Text {
  const sql = `
    WITH blank AS (UPDATE ${DELIVERED} SET ${NOTHING_CARRIED} WHERE "id" = ANY($1::bigint[]) RETURNING "id"),
      deliveries AS (DELETE FROM _deliveries WHERE "event" IN (SELECT "id" FROM blank)),
      attempts AS (DELETE FROM _attempts WHERE "event" IN (SELECT "id" FROM blank))
    SELECT count(*)::int FROM blank`;
  return { sql, values: [ids(events)] };
}

/** Once they are locked, no matter who holds them. */
export function droppingLanes(lanes: readonly string[]): Text {
  return { sql: mending(LANES, '', ''), values: [lanesText(lanes)] };
}

export function lanesOfEvents(events: readonly number[]): Text {
  return { sql: 'SELECT DISTINCT "lane" FROM _deliveries WHERE "event" = ANY($1::bigint[])', values: [ids(events)] };
}

/** Statements of one transaction. */
export function living(node: string, milliseconds: number): readonly Text[] {
  return [
    {
      sql: `INSERT INTO _nodes ("node", "until") VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
        ON CONFLICT ("node") DO UPDATE SET "until" = excluded."until"`,
      values: [node, milliseconds],
    },
    {
      sql: `DELETE FROM _nodes WHERE "id" IN
        (SELECT "id" FROM _nodes WHERE "until" < clock_timestamp() FOR UPDATE SKIP LOCKED)`,
      values: [],
    },
    { sql: freeing('NOT EXISTS (SELECT 1 FROM _nodes AS n WHERE n."node" = o."holder")'), values: [] },
    { sql: NAMING_LANES, values: [] },
  ];
}

export function leaving(node: string): readonly Text[] {
  return [
    { sql: 'DELETE FROM _nodes WHERE "node" = $1', values: [node] },
    { sql: freeing('o."holder" = $1'), values: [node] },
  ];
}

/** A lane that is being settled is left to the next time. */
function freeing(which: string): string {
  const free = `SELECT o."id" FROM _lanes AS o WHERE o."holder" IS NOT NULL AND ${which} ORDER BY o."lane" FOR UPDATE SKIP LOCKED`;
  return `UPDATE _lanes AS l SET "holder" = NULL, "due" = coalesce(${firstOf('l."lane"', '"due"')}, l."due")
    FROM (${free}) AS free WHERE l."id" = free."id"`;
}

/** Statements of one transaction; each but the first answers how many are gone. */
export function sweeping(before: string, most: number): readonly Text[] {
  return [
    IN_TURN,
    {
      sql: `
        WITH old AS MATERIALIZED (${oldEvents('$2::int', '$1::timestamptz')}),
          deliveries AS (DELETE FROM _deliveries WHERE "event" IN (SELECT "id" FROM old)),
          attempts AS (DELETE FROM _attempts WHERE "event" IN (SELECT "id" FROM old)),
          gone AS (DELETE FROM ${DELIVERED} WHERE "seq" IN (SELECT "seq" FROM old) RETURNING 1)
        SELECT count(*)::int FROM gone`,
      values: [before, most],
    },
    {
      sql: `
        WITH gone AS (DELETE FROM _attempts WHERE "id" IN
          (SELECT "id" FROM (SELECT "id", "at" FROM _attempts ORDER BY "id" LIMIT $2::int) AS f WHERE "at" < $1::timestamptz) RETURNING 1)
        SELECT count(*)::int FROM gone`,
      values: [before, most],
    },
  ];
}
