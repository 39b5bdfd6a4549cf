// Places for calls that run, shared by all processes. Input: what calls ask. Output: a place is a lock of one session of this process: when the
// process dies, or its machine, the database ends the session and its places are free. Nothing is written. Notation, part 8; decision 0073.

import { onceEach, only, type PlaceAsk, type Places, type Taken } from '../places.ts';
import { gathering, inPieces, listOf, numbersIn, type Group } from './gathering.ts';
import type { Listening, Pool } from './pool.ts';
import type { Parts } from './program.ts';
import { named } from './rate-functions.ts';
import type { Session } from './session.ts';

/** The lock of a place. */
const PLACE = (key: string, place: string): string =>
  `uuid_hash_extended(${key}, hashtextextended(current_schema() || ' place', 0) + ${place})`;
const TURN = (key: string): string => `uuid_hash_extended(${key}, hashtextextended(current_schema() || ' places', 0))`;

/**
 * "held" has a digit for each place of a counter, 1 where this session has it: it would get it again. Who looks for a place of a counter is
 * alone meanwhile, so that none is refused while one is free: places are only given back then. "asks" are numbers of counters, "ends" the
 * place of each group's last one, "many" its calls. Answers for each group how many calls have their places, these places by turns, and
 * which of the asks had none.
 */
const TAKE = `
  DECLARE
    turn bigint;
    masks varbit[] := held;
    begins integer := 1;
    mine integer[];
    counter integer;
    spot integer;
    start integer;
  BEGIN
    FOR turn IN SELECT DISTINCT ${TURN('each')} AS h FROM unnest(keys) AS each ORDER BY h LOOP
      PERFORM pg_advisory_xact_lock(turn);
    END LOOP;
    FOR g IN 1..cardinality(ends) LOOP
      places := '{}';
      "full" := 0;
      taken := 0;
      WHILE taken < many[g] AND "full" = 0 LOOP
        mine := '{}';
        FOR i IN begins..ends[g] LOOP
          counter := asks[i];
          spot := NULL;
          start := floor(random() * mosts[counter]);
          FOR step IN 0..mosts[counter] - 1 LOOP
            CONTINUE WHEN get_bit(masks[counter], (start + step) % mosts[counter]) = 1;
            IF pg_try_advisory_lock(${PLACE('keys[counter]', '(start + step) % mosts[counter]')}) THEN
              spot := (start + step) % mosts[counter];
              EXIT;
            END IF;
          END LOOP;
          IF spot IS NULL THEN
            "full" := i - begins + 1;
            EXIT;
          END IF;
          masks[counter] := set_bit(masks[counter], spot, 1);
          mine := mine || spot;
        END LOOP;
        IF "full" = 0 THEN
          taken := taken + 1;
          places := places || mine;
        ELSE
          FOR i IN 1..cardinality(mine) LOOP
            counter := asks[begins + i - 1];
            PERFORM pg_advisory_unlock(${PLACE('keys[counter]', 'mine[i]')});
            masks[counter] := set_bit(masks[counter], mine[i], 0);
          END LOOP;
        END IF;
      END LOOP;
      RETURN NEXT;
      begins := ends[g] + 1;
    END LOOP;
  END`;

export const TAKING: { readonly name: string; readonly text: string } = named(
  'take',
  'keys uuid[], mosts integer[], held varbit[], asks integer[], ends integer[], many integer[], OUT taken integer, OUT places integer[], OUT "full" integer',
  'SETOF record',
  TAKE,
);

const TAKEN = `SELECT taken, places::text, "full" FROM ${TAKING.name}($1, $2, $3, $4, $5, $6)`;
const GIVEN = `SELECT count(pg_advisory_unlock(${PLACE('key', 'place')})) FROM unnest($1::uuid[], $2::int[]) AS given(key, place)`;
const AGAIN = `SELECT count(*) FILTER (WHERE pg_try_advisory_lock(${PLACE('key', 'place')})) FROM unnest($1::uuid[], $2::int[]) AS held(key, place)`;

/** A machine that is gone, and cannot say so, has its places so many seconds longer. */
const GONE = `SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '2', false)`;

interface Place {
  readonly key: string;
  readonly place: number;
}

export interface SharedPlaces extends Places {
  /** No place is held any more. */
  stop(): void;
}

export function sharedPlaces(pool: () => Pool, { during, isClosed }: Pick<Parts, 'during' | 'isClosed'>): SharedPlaces {
  const held = new Map<string, Set<number>>();
  const line = lineOf(pool, held);
  const decide = gathering<PlaceAsk, readonly number[] | number>(1, (groups) =>
    during(async () => {
      const session = await line.session();
      const rows = await session.rows(taking(groups, held));
      return groups.map((group, i) => decided(group, rows[i]!, held));
    }),
  );
  const free = inPieces<Place>(async (some) => {
    const session = line.open();
    // Where the session has ended, its places are free.
    if (session) await during(() => session.rows(statement('ninefold_given', GIVEN, placed(some))));
  });
  return {
    async take(given): Promise<Taken> {
      if (isClosed()) throw new Error('the store is closed');
      const asks = onceEach(given);
      const places = await decide(asks);
      if (typeof places === 'number') return { full: given.findIndex(({ key }) => key === asks[places]!.key) };
      return {
        giveBack: only(() => {
          const mine = asks.map(({ key }, i) => ({ key, place: places[i]! }));
          for (const { key, place } of mine) forget(held, key, place);
          free(mine);
        }),
      };
    },
    stop: () => line.end(),
  };
}

interface Line {
  /** The one that holds the places of this process; where it was lost, another one that holds them again. */
  session(): Promise<Session>;
  /** Undefined: there is none now. */
  open(): Session | undefined;
  end(): void;
}

function lineOf(pool: () => Pool, held: ReadonlyMap<string, ReadonlySet<number>>): Line {
  let listening: Listening | undefined;
  const lost = (): void => {
    listening?.end();
    listening = undefined;
  };
  return {
    async session() {
      if (listening) return listening.session;
      const fresh = await pool().holding(lost);
      try {
        await fresh.session.query(GONE);
        const all = [...held].flatMap(([key, places]) => [...places].map((place) => ({ key, place })));
        if (all.length > 0) await fresh.session.rows(statement('ninefold_held', AGAIN, placed(all)));
      } catch (error) {
        fresh.end();
        throw error;
      }
      listening = fresh;
      return fresh.session;
    },
    open: () => listening?.session,
    end: lost,
  };
}

function forget(held: Map<string, Set<number>>, key: string, place: number): void {
  const places = held.get(key);
  places?.delete(place);
  if (places?.size === 0) held.delete(key);
}

function statement(name: string, text: string, values: string[]): Parameters<Session['rows']>[0] {
  return { name, text, values, rowMode: 'array' };
}

function placed(some: readonly Place[]): string[] {
  return [listOf(some.map(({ key }) => key)), listOf(some.map(({ place }) => place))];
}

function taking(
  groups: readonly Group<PlaceAsk>[],
  held: ReadonlyMap<string, ReadonlySet<number>>,
): Parameters<Session['rows']>[0] {
  const all = groups.flatMap(({ asks }) => asks);
  const counters = onceEach(all);
  const numbers = new Map(counters.map(({ key }, i) => [key, i + 1]));
  let end = 0;
  return statement(TAKING.name, TAKEN, [
    listOf(counters.map(({ key }) => key)),
    listOf(counters.map(({ most }) => most)),
    listOf(counters.map(({ key, most }) => maskOf(held.get(key), most))),
    listOf(all.map(({ key }) => numbers.get(key)!)),
    listOf(groups.map(({ asks }) => (end += asks.length))),
    listOf(groups.map(({ calls }) => calls)),
  ]);
}

function maskOf(places: ReadonlySet<number> | undefined, most: number): string {
  const mask = Array.from({ length: most }, () => '0');
  // Of a limit that was larger some may be beyond it.
  for (const place of places ?? []) if (place < most) mask[place] = '1';
  return mask.join('');
}

/** Of each call its places, or which ask has none. */
function decided(
  { asks, calls }: Group<PlaceAsk>,
  [taken, list, full]: readonly unknown[],
  held: Map<string, Set<number>>,
): readonly (readonly number[] | number)[] {
  const places = numbersIn(list);
  return Array.from({ length: calls }, (_, call) => {
    if (call >= Number(taken)) return Number(full) - 1;
    const mine = places.slice(call * asks.length, (call + 1) * asks.length);
    for (const [i, { key }] of asks.entries()) {
      const all = held.get(key) ?? new Set();
      held.set(key, all.add(mine[i]!));
    }
    return mine;
  });
}
