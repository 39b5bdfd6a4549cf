// What PostgreSQL is given once, so that dialect.ts can name it. Input: nothing. Output: statements that create functions, in the
// order in which they use each other; they may be run again. Bodies are bound when they are created: no search path matters
// to them later. The driver runs them one node at a time: two at once would be in each other's way.

import { CASE_FOLDS, LEFT_ALONE } from '../../base/fold-case.ts';

const PURE = 'IMMUTABLE STRICT PARALLEL SAFE';

/** A number in JSON that numeric can hold. */
const DIGITS = String.raw`'^-?\d+(\.\d+)?([eE][+-]?\d{1,4})?$'`;

function create(signature: string, returns: string, body: string, schema = ''): string {
  return `CREATE OR REPLACE FUNCTION ${schema}ninefold_${signature} RETURNS ${returns} ${body}`;
}

export function functions(): readonly string[] {
  return [...exact(), ...doubles(), ...instants(), ...texts(), ...json(), claim()];
}

function exact(): readonly string[] {
  const fits = '$1 BETWEEN -9223372036854775808 AND 9223372036854775807';
  const away = 'sign($1) * sign($2) * div(2 * abs($1) + abs($2), 2 * abs($2))';
  return [
    create('whole(numeric)', 'bigint', `${PURE} RETURN CASE WHEN ${fits} THEN CAST($1 AS bigint) END`),
    create('quotient(numeric, numeric)', 'bigint', `${PURE} RETURN CASE WHEN $2 <> 0 THEN ninefold_whole(${away}) END`),
    create('integral(numeric)', 'bigint', `${PURE} RETURN CASE WHEN $1 = trunc($1) THEN ninefold_whole($1) END`),
    create(
      'scaled(text, integer)',
      'bigint',
      `${PURE} RETURN CASE WHEN length($1) < 10000 AND $1 ~ ${DIGITS}
         THEN ninefold_integral(CAST($1 AS numeric) * CAST('1e' || $2 AS numeric)) END`,
    ),
    create(
      'versus(bigint, double precision)',
      'integer',
      `${PURE} RETURN CASE
         WHEN CAST($1 AS double precision) < $2 THEN -1
         WHEN CAST($1 AS double precision) > $2 THEN 1
         WHEN $2 >= 9223372036854775808 THEN -1
         ELSE CAST(sign($1 - CAST($2 AS bigint)) AS integer) END`,
    ),
  ];
}

/** As JavaScript computes and writes them: https://tc39.es/ecma262/#sec-numeric-types-number-tostring */
function doubles(): readonly string[] {
  return [
    create(
      'real(operator text, a double precision, b double precision)',
      'double precision',
      `LANGUAGE plpgsql IMMUTABLE STRICT AS $$
       BEGIN
         RETURN CASE operator WHEN '+' THEN a + b WHEN '-' THEN a - b WHEN '*' THEN a * b ELSE a / nullif(b, 0) END + 0;
       EXCEPTION WHEN numeric_value_out_of_range THEN
         -- Too small is nothing, too large is null.
         RETURN CASE WHEN operator = '*' AND abs(a) < 1 OR operator = '/' AND abs(a) < abs(b) THEN 0 END;
       END $$`,
    ),
    // PostgreSQL takes no digits that are exactly between two doubles; JavaScript does where they are fewer.
    create(
      'large(double precision)',
      'text',
      `${PURE} RETURN (
         SELECT CASE WHEN $1 < 0 THEN '-' ELSE '' END || CASE WHEN length(digits) <= 21 THEN digits
           ELSE regexp_replace(rtrim(digits, '0'), '^(.)(.+)$', '\\1.\\2') || 'e+' || length(digits) - 1 END
         FROM (SELECT CAST(abs($1) AS text) AS shown) AS given,
           LATERAL (SELECT CAST(shown AS numeric) AS exact) AS read,
           LATERAL generate_series(1, 17) AS many,
           LATERAL (SELECT CAST(round(exact, many - length(CAST(exact AS text))) AS text) AS digits) AS rounded
         WHERE CAST(digits AS numeric) < 1.797693134862315807937e308 AND CAST(digits AS double precision) = abs($1)
         ORDER BY many LIMIT 1)`,
    ),
    create(
      'number(double precision)',
      'text',
      `${PURE} RETURN CASE
         WHEN abs($1) >= 9007199254740992 THEN ninefold_large($1)
         WHEN abs($1) < 1e-6 AND $1 <> 0 THEN regexp_replace(CAST($1 AS text), 'e-0+', 'e-')
         ELSE CAST(trim_scale(CAST(CAST($1 AS text) AS numeric)) AS text) END`,
    ),
    create(
      'nearest(numeric)',
      'double precision',
      `${PURE} RETURN CASE
         WHEN abs($1) >= 1.797693134862315807937e308 THEN NULL
         WHEN abs($1) <= 2.4703282292062327e-324 THEN 0
         ELSE CAST($1 AS double precision) END`,
    ),
    create(
      'double(text)',
      'double precision',
      `${PURE} RETURN CASE WHEN length($1) < 10000 AND $1 ~ ${DIGITS} THEN ninefold_nearest(CAST($1 AS numeric)) END`,
    ),
  ];
}

/** Of to_char. */
export const FORMS = { instant: 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"', date: 'YYYY-MM-DD' } as const;

function shown(value: string, pattern: string): string {
  const text = `to_char(${value}, '${pattern}')`;
  return `CASE WHEN extract(year FROM ${value}) < 0 THEN '0000' || substr(${text}, 5) ELSE ${text} END`;
}

/** RFC 3339; the year before 0001 is 0000. */
function instants(): readonly string[] {
  const utc = `($1 AT TIME ZONE 'UTC')`;
  return [
    create('instant(timestamptz)', 'text', `${PURE} RETURN ${shown(utc, FORMS.instant)}`),
    create('date(date)', 'text', `${PURE} RETURN ${shown('CAST($1 AS timestamp)', FORMS.date)}`),
  ];
}

function texts(): readonly string[] {
  return [
    foldFunction(),
    // An entry of an index has no room for a long text. U+0001 before a digit is in no text: see values.ts.
    create(
      'key(text, integer)',
      'text',
      `${PURE} RETURN CASE WHEN octet_length($1) <= $2 THEN $1
         ELSE chr(1) || encode(sha256(convert_to($1, 'UTF8')), 'hex') END`,
    ),
    create(
      'encode(text)',
      'text',
      `${PURE} RETURN (
         SELECT coalesce(string_agg(CASE
           WHEN part[1] ~ '^[\\u0001\\u0002]' THEN '%0' || ((ascii(part[1]) - 1) * 3 + ascii(substr(part[1], 2)) - 3)
           WHEN part[1] COLLATE "C" ~ '^[A-Za-z0-9_.!~*''()-]' THEN part[1]
           ELSE regexp_replace(upper(encode(convert_to(part[1], 'UTF8'), 'hex')), '(..)', '%\\1', 'g')
         END, '' ORDER BY place), '')
         FROM regexp_matches($1, '[\\u0001\\u0002].|.', 'g') WITH ORDINALITY AS parts(part, place))`,
    ),
  ];
}

/** `schema`: with its full stop. */
export function foldFunction(schema = ''): string {
  return create('fold(text)', 'text', `LANGUAGE plpgsql ${PURE} AS $$ ${FOLDED} $$`, schema);
}

/** Of a class of a regular expression. */
const LATER = LEFT_ALONE.map((range) =>
  range.map((code) => String.raw`\U${code.toString(16).padStart(8, '0')}`).join('-'),
).join('');

/**
 * As base/fold-case.ts folds, independent of what PostgreSQL and its libraries take for a letter. It keeps its plans, since a look may call
 * it for each row, and names nothing of this schema: what an index calls must run without a search path, too.
 */
const FOLDED = `
  DECLARE
    folded text := $1;
  BEGIN
    IF octet_length($1) = length($1) THEN RETURN lower($1 COLLATE "C"); END IF;
    FOR turn IN 1..2 LOOP
      IF folded !~ '[${LATER}]' THEN folded := normalize(folded, NFC);
      ELSE
        folded := (
          SELECT string_agg(coalesce(part[1], normalize(part[2], NFC)), '' ORDER BY place)
          FROM regexp_matches(folded, '([${LATER}]+)|([^${LATER}]+)', 'g') WITH ORDINALITY AS parts(part, place));
      END IF;
      EXIT WHEN turn = 2;
      folded := (
        SELECT string_agg(coalesce(jsonb '${JSON.stringify(Object.fromEntries(CASE_FOLDS))}' ->> one, one), '' ORDER BY place)
        FROM string_to_table(folded, NULL) WITH ORDINALITY AS each(one, place));
    END LOOP;
    RETURN folded;
  END`;

function pair(code: number): string {
  return `\\u000${1 + Math.floor(code / 3)}\\u000${3 + (code % 3)}`;
}

/** Inside JSON the escapes of U+0000 to U+0005 become what these characters are in texts, and back: see values.ts. */
function json(): readonly string[] {
  const codes = [0, 1, 2, 3, 4, 5];
  const marked = String.raw`regexp_replace(replace($1, '\\', '\u005c'), '\\u000([0-5])', '\\e\1', 'g')`;
  const escaped = codes.reduce((sql, code) => `replace(${sql}, '\\e${code}', '${pair(code)}')`, marked);
  const found = codes.reduce((sql, code) => `replace(${sql}, '${pair(code)}', '\\e${code}')`, '$1');
  const plain = String.raw`replace(CAST(to_json($1) AS text), '\\', '\u005c')`;
  const unless = `CASE WHEN strpos($1, '\\u000') = 0 THEN $1 ELSE`;
  return [
    create('escaped(text)', 'text', `${PURE} RETURN ${unless} ${escaped} END`),
    create('unescaped(text)', 'text', `${PURE} RETURN ${unless} replace(${found}, '\\e', '\\u000') END`),
    create('quoted(text)', 'text', `${PURE} RETURN ninefold_unescaped(${plain})`),
    create(
      'elements(text)',
      'SETOF json',
      `${PURE} BEGIN ATOMIC
         SELECT each FROM json_array_elements(CASE json_typeof(CAST($1 AS json))
           WHEN 'array' THEN CAST(ninefold_escaped($1) AS json) ELSE '[]' END) AS each;
       END`,
    ),
    create('patched(target json, patch json)', 'json', `LANGUAGE plpgsql ${PURE} AS $$ ${PATCHED} $$`),
    // RFC 7396, by its text: numbers keep their digits, members their order. https://www.rfc-editor.org/rfc/rfc7396
    create(
      'merge(target json, patch json)',
      'json',
      `LANGUAGE plpgsql ${PURE} AS $$ BEGIN
         RETURN ninefold_unescaped(CAST(ninefold_patched(
           CAST(ninefold_escaped(CAST(target AS text)) AS json),
           CAST(ninefold_escaped(CAST(patch AS text)) AS json)) AS text));
       END $$`,
    ),
  ];
}

const PATCHED = `
  BEGIN
    IF json_typeof(patch) <> 'object' THEN RETURN patch; END IF;
    RETURN (
      WITH was AS MATERIALIZED (
        SELECT * FROM json_each(CASE json_typeof(target) WHEN 'object' THEN target ELSE '{}' END)
          WITH ORDINALITY AS each(name, value, place)
      ), will AS MATERIALIZED (
        SELECT * FROM json_each(patch) WITH ORDINALITY AS each(name, value, place)
      ), members AS (
        SELECT 1 AS part, was.place, was.name,
          CASE WHEN will.name IS NULL THEN was.value ELSE ninefold_patched(was.value, will.value) END AS value
        FROM was LEFT JOIN will ON will.name = was.name
        WHERE will.name IS NULL OR json_typeof(will.value) <> 'null'
        UNION ALL
        SELECT 2, will.place, will.name, ninefold_patched('{}', will.value)
        FROM will WHERE json_typeof(will.value) <> 'null' AND NOT EXISTS (SELECT 1 FROM was WHERE was.name = will.name)
      )
      SELECT '{' || coalesce(string_agg(to_json(name) || ':' || value, ',' ORDER BY part, place), '') || '}' FROM members
    );
  END`;

/** The codes of errors with which a claim ends: no other ones have them. */
export const CLAIM_ENDS = { kept: 'NFKEP', running: 'NFRUN' } as const;

/**
 * Of a BEGIN that is not waited for. It changes nothing of a transaction that writes, and nowhere else is it on:
 * https://www.postgresql.org/docs/current/sql-set-transaction.html
 */
export const FENCED = 'DEFERRABLE';

/**
 * The key is this transaction's until it ends. Outside of a transaction the connection ends: statements that are sent behind it are not
 * run. The table is named when it is run; there may be none.
 */
function claim(): string {
  return create(
    'claim(text, timestamptz)',
    'void',
    `LANGUAGE plpgsql AS $$
     DECLARE
       ends timestamptz;
       isOwn boolean;
       isKept boolean;
     BEGIN
       IF current_setting('transaction_deferrable') <> 'on' THEN
         PERFORM pg_terminate_backend(pg_backend_pid());
         RAISE EXCEPTION 'a claim outside of a transaction';
       END IF;
       isOwn := pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || $1, 0));
       -- Where another holds it: that may be a repetition, too.
       SELECT "until" INTO ends FROM _repeated WHERE "key" = $1;
       isKept := FOUND AND (ends > $2 OR ends IS NULL);
       IF isKept THEN
         RAISE EXCEPTION 'the answer to this key is kept' USING ERRCODE = '${CLAIM_ENDS.kept}';
       ELSIF NOT isOwn THEN
         RAISE EXCEPTION 'a call with the same key is still running' USING ERRCODE = '${CLAIM_ENDS.running}';
       ELSIF ends IS NOT NULL THEN
         DELETE FROM _repeated WHERE "key" = $1;
       END IF;
     END $$`,
  );
}
