// Why events are in the outbox, asked of its oldest: what nobody accepts is there longest. Input: how many are looked at, a way to ask an engine. Output:
// how many there are for each reason, and which receivers accept nothing. plan/deliveries.ts says what the tables hold.

import type { Standing } from './deliveries.ts';
import { firstOf, type Ask } from './delivery-entries.ts';

type Why = Standing['events'][number]['why'];

/** Receivers of events. */
const MOST_RECEIVERS = 20;

const LOOKED = (most: number): string =>
  `SELECT "id", "event", "at", "seq", "shape" FROM _outbox ORDER BY "id" LIMIT ${most}`;

/** Was the first that waits in the lane of delivery `w` tried before? */
const IS_AWAY = `${firstOf('w."lane"', '"tries"')} > 0`;
const WAITS = `EXISTS (SELECT 1 FROM _deliveries AS w WHERE w."event" = f."id" AND w."state" = 'waiting'`;

const reasons = (most: number): string => `
  SELECT "event", "why", count(*), min("at") FROM (
    SELECT f."event", f."at", CASE
      WHEN f."seq" IS NULL AND f."shape" IS NULL THEN 'without payload'
      WHEN f."seq" IS NULL THEN 'new'
      WHEN ${WAITS} AND ${IS_AWAY}) THEN 'not accepted'
      WHEN ${WAITS}) THEN 'on its way'
      ELSE 'given up' END AS "why"
    FROM (${LOOKED(most)}) AS f) AS e
  GROUP BY "event", "why" ORDER BY min("at"), "event"`;

const receivers = (most: number): string => `
  SELECT w."receiver", count(*), min(${firstOf('w."lane"', '"due"')}) FROM (${LOOKED(most)}) AS f
    JOIN _deliveries AS w ON w."event" = f."id" AND w."state" = 'waiting'
  WHERE ${IS_AWAY} GROUP BY w."receiver" ORDER BY 2 DESC, 1 LIMIT ${MOST_RECEIVERS}`;

export async function standingOf(ask: Ask, most: number): Promise<Standing> {
  const events = await ask({ sql: reasons(most), values: [] });
  const away = events.some(([, why]) => why === 'not accepted') ? await ask({ sql: receivers(most), values: [] }) : [];
  return {
    events: events.map(([event, why, count, oldest]) => ({
      event: String(event),
      why: String(why) as Why,
      count: Number(count),
      oldest: String(oldest),
    })),
    receivers: away.map(([receiver, waiting, next]) => ({
      receiver: String(receiver),
      waiting: Number(waiting),
      next: String(next),
    })),
  };
}
