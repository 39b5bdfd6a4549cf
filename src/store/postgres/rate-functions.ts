// What counts calls in the database: two tables and three functions. Input: nothing. Output: their statements; the name of each function has a
// hash of what it does, so that processes of two versions do not change each other's. Notation, part 8; decision 0073.

import { createHash } from 'node:crypto';

/**
 * A row for each counter: the newest instants that count, in microseconds since 1970 and in order, and the debt of a burst at the last of them.
 * Where there are many, the older ones are in pieces beside it, `first` to the one before `beyond`; `skip` of the first one count no more.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS _rates (
    "key" uuid PRIMARY KEY, "recent" bigint[] NOT NULL, "spilled" bigint NOT NULL, "first" bigint NOT NULL, "beyond" bigint NOT NULL,
    "skip" integer NOT NULL, "debt" bigint NOT NULL, "last" bigint NOT NULL, "until" bigint NOT NULL
  ) WITH (fillfactor = 50);
  CREATE INDEX IF NOT EXISTS _rates_until ON _rates ("until");
  CREATE TABLE IF NOT EXISTS _rate_pieces (
    "key" uuid, "place" bigint, "instants" bigint[] NOT NULL, PRIMARY KEY ("key", "place")
  )`;

/** Instants of a piece. A row of _rates has at most twice as many, so that it is written in its page. */
const PIECE = 64;

/** Microseconds for which a row is kept at least: "until" is in an index, and is not written with each call. */
const KEPT = 60_000_000;

const CLOCK = `CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)`;

/**
 * Everything that changes a counter holds its lock until its COMMIT, and no other: locks are taken in one order. A lock in place of that of
 * the row: a call that is refused writes nothing.
 */
const LOCK = (key: string): string => `uuid_hash_extended(${key}, hashtextextended(current_schema() || ' rates', 0))`;

const LOCKED = `
  FOR lock IN SELECT DISTINCT ${LOCK('each')} AS h FROM unnest(keys) AS each ORDER BY h LOOP
    PERFORM pg_advisory_xact_lock(lock);
  END LOOP;`;

/** `counter` is what is kept, with what counts at `now`; `head` its first piece, where it has one. */
const EXPIRED = `
  head := NULL;
  IF counter."last" <= now - windows[i] OR counter."last" > now + windows[i] THEN
    -- Nothing counts any more; or the clock was set back by more than the window.
    IF counter."first" < counter."beyond" THEN
      DELETE FROM _rate_pieces WHERE "key" = counter."key";
      isChanged := true;
    END IF;
    counter."first" := counter."beyond";
    counter."spilled" := 0;
    counter."skip" := 0;
    counter."recent" := '{}';
  END IF;
  WHILE counter."first" < counter."beyond" LOOP
    SELECT piece."instants" INTO head FROM _rate_pieces AS piece WHERE piece."key" = counter."key" AND piece."place" = counter."first";
    size := coalesce(cardinality(head), 0);
    EXIT WHEN size > 0 AND head[size] > now - windows[i];
    DELETE FROM _rate_pieces AS piece WHERE piece."key" = counter."key" AND piece."place" = counter."first";
    isChanged := true;
    counter."first" := counter."first" + 1;
    counter."spilled" := greatest(counter."spilled" - greatest(size - counter."skip", 0), 0);
    counter."skip" := 0;
    head := NULL;
  END LOOP;
  IF head IS NOT NULL THEN
    gone := counter."skip";
    WHILE head[gone + 1] <= now - windows[i] LOOP gone := gone + 1; END LOOP;
    counter."spilled" := counter."spilled" - (gone - counter."skip");
    counter."skip" := gone;
  ELSE
    gone := 0;
    WHILE counter."recent"[gone + 1] <= now - windows[i] LOOP gone := gone + 1; END LOOP;
    IF gone > 0 THEN counter."recent" := counter."recent"[gone + 1:]; END IF;
    counter."spilled" := 0;
  END IF;
  counter."debt" := CASE
    WHEN counter."debt" = 0 OR counter."last" > now + windows[i] OR now - counter."last" > counter."debt" / counts[i] THEN 0
    ELSE counter."debt" - (now - counter."last") * counts[i] END;`;

const KEEP = `
  INSERT INTO _rates VALUES (counter."key", counter."recent", counter."spilled", counter."first", counter."beyond", counter."skip", counter."debt", counter."last", counter."until")
  ON CONFLICT ("key") DO UPDATE SET ("recent", "spilled", "first", "beyond", "skip", "debt", "last", "until") =
    (excluded."recent", excluded."spilled", excluded."first", excluded."beyond", excluded."skip", excluded."debt", excluded."last", excluded."until");`;

const NOTHING = `ROW(keys[i], '{}'::bigint[], 0, 0, 0, 0, 0, 0, 0)`;

/**
 * "told" is the instant where another clock counts, else null. Calls in groups: those of one group ask the same. Group by group as many are admitted as all of its counters have room for. "ends" has the
 * place of each group's last counter, "many" its calls. `bursts`: 0 where there is none. Answers for each group the instant, how many are admitted, and
 * of each of its counters before that: the room in the window, the first instant that counts or 0, the debt.
 */
const ADMIT = `
  DECLARE
    lock bigint;
    clock bigint;
    now bigint;
    begins integer := 1;
    most bigint;
    counter _rates;
    rows _rates[];
    head bigint[];
    size integer;
    gone integer;
    isChanged boolean;
    changed boolean[];
  BEGIN
    ${LOCKED}
    clock := coalesce(told, ${CLOCK});
    FOR g IN 1..cardinality(ends) LOOP
      now := clock;
      FOR i IN begins..ends[g] LOOP
        SELECT * INTO counter FROM _rates AS found WHERE found."key" = keys[i];
        IF counter."key" IS NULL THEN counter := ${NOTHING}; END IF;
        -- A clock that was set back stands, and no longer than a window.
        IF counter."last" > now AND counter."last" <= clock + windows[i] THEN now := counter."last"; END IF;
        rows[i] := counter;
      END LOOP;
      most := many[g];
      rooms := '{}';
      oldest := '{}';
      debts := '{}';
      FOR i IN begins..ends[g] LOOP
        counter := rows[i];
        isChanged := false;
        ${EXPIRED}
        rows[i] := counter;
        changed[i] := isChanged;
        rooms := rooms || greatest(counts[i] - counter."spilled" - cardinality(counter."recent"), 0);
        oldest := oldest || coalesce(head[counter."skip" + 1], counter."recent"[1], 0);
        debts := debts || counter."debt";
        most := least(most, rooms[cardinality(rooms)]);
        IF bursts[i] > 0 THEN most := least(most, greatest(bursts[i] * windows[i] - counter."debt", 0) / windows[i]); END IF;
      END LOOP;
      FOR i IN begins..ends[g] LOOP
        CONTINUE WHEN most = 0 AND NOT changed[i];
        counter := rows[i];
        IF most > 0 THEN
          counter."recent" := counter."recent" || array_fill(now, ARRAY[CAST(most AS integer)]);
          IF bursts[i] > 0 THEN counter."debt" := counter."debt" + most * windows[i]; END IF;
          counter."last" := now;
        END IF;
        WHILE cardinality(counter."recent") > ${2 * PIECE} LOOP
          INSERT INTO _rate_pieces VALUES (counter."key", counter."beyond", counter."recent"[1:${PIECE}])
          ON CONFLICT ("key", "place") DO UPDATE SET "instants" = excluded."instants";
          counter."recent" := counter."recent"[${PIECE + 1}:];
          counter."beyond" := counter."beyond" + 1;
          counter."spilled" := counter."spilled" + ${PIECE};
        END LOOP;
        -- What does not count now may be counted from its last instant: the debt is that of now.
        IF most = 0 AND counter."debt" > 0 THEN counter."debt" := counter."debt" + (now - counter."last") * counts[i]; END IF;
        IF counter."until" < now + windows[i] THEN counter."until" := now + windows[i] + greatest(windows[i], ${KEPT}); END IF;
        ${KEEP}
      END LOOP;
      at := now;
      admitted := most;
      RETURN NEXT;
      begins := ends[g] + 1;
    END LOOP;
  END`;

/** Takes an instant out of each counter, where it is there and counts. */
const BACK = `
  DECLARE
    lock bigint;
    now bigint;
    counter _rates;
    head bigint[];
    size integer;
    gone integer;
    isChanged boolean;
    spot integer;
    isThere boolean;
  BEGIN
    ${LOCKED}
    FOR i IN 1..cardinality(keys) LOOP
      SELECT * INTO counter FROM _rates AS there WHERE there."key" = keys[i];
      CONTINUE WHEN counter."key" IS NULL;
      now := greatest(coalesce(told, ${CLOCK}), counter."last");
      isChanged := false;
      ${EXPIRED}
      spot := array_position(counter."recent", given[i]);
      isThere := spot IS NOT NULL;
      IF isThere THEN counter."recent" := counter."recent"[:spot - 1] || counter."recent"[spot + 1:];
      ELSIF given[i] > now - windows[i] THEN
        UPDATE _rate_pieces AS piece
        SET "instants" = piece."instants"[:array_position(piece."instants", given[i]) - 1] || piece."instants"[array_position(piece."instants", given[i]) + 1:]
        WHERE piece."key" = counter."key" AND piece."place" = (
          SELECT min(those."place") FROM _rate_pieces AS those WHERE those."key" = counter."key" AND given[i] = ANY (those."instants"));
        isThere := FOUND;
        IF isThere THEN counter."spilled" := counter."spilled" - 1; END IF;
      END IF;
      -- What it can have left of its own debt: the rest was paid, and others have used it.
      IF isThere AND bursts[i] > 0 AND now - given[i] < windows[i] / counts[i] THEN
        counter."debt" := greatest(counter."debt" - windows[i] + (now - given[i]) * counts[i], 0);
      END IF;
      counter."last" := now;
      ${KEEP}
    END LOOP;
  END`;

/** Takes out counters of which nothing counts any more, and that nobody is about to use. */
const SWEEP = `
  DECLARE
    swept integer := 0;
    old uuid;
    clock bigint := coalesce(told, ${CLOCK});
  BEGIN
    FOR old IN SELECT "key" FROM _rates WHERE "until" <= clock ORDER BY "until" LIMIT most LOOP
      CONTINUE WHEN NOT pg_try_advisory_xact_lock(${LOCK('old')});
      DELETE FROM _rates WHERE "key" = old AND "until" <= clock;
      CONTINUE WHEN NOT FOUND;
      DELETE FROM _rate_pieces WHERE "key" = old;
      swept := swept + 1;
    END LOOP;
    RETURN swept;
  END`;

export interface RateFunctions {
  readonly tables: string;
  readonly functions: readonly string[];
  readonly admit: string;
  readonly back: string;
  readonly sweep: string;
}

export function rateFunctions(): RateFunctions {
  const asked = 'keys uuid[], counts bigint[], windows bigint[], bursts bigint[]';
  const groups = `${asked}, ends integer[], many integer[], told bigint, OUT at bigint, OUT admitted bigint, OUT rooms bigint[], OUT oldest bigint[], OUT debts bigint[]`;
  const admit = named('admit', groups, 'SETOF record', ADMIT);
  const back = named('give_back', `${asked}, given bigint[], told bigint`, 'void', BACK);
  const sweep = named('sweep_rates', 'most integer, told bigint', 'integer', SWEEP);
  return {
    tables: TABLES,
    functions: [admit.text, back.text, sweep.text],
    admit: admit.name,
    back: back.name,
    sweep: sweep.name,
  };
}

export function named(
  does: string,
  takes: string,
  returns: string,
  body: string,
): { readonly name: string; readonly text: string } {
  const hash = createHash('sha256').update(`${takes} ${returns} ${body}`).digest('hex').slice(0, 12);
  const name = `ninefold_${does}_${hash}`;
  const tag = `$ninefold_${hash}$`;
  const how = 'LANGUAGE plpgsql AS';
  return { name, text: `CREATE OR REPLACE FUNCTION ${name}(${takes}) RETURNS ${returns} ${how} ${tag}${body}${tag}` };
}
