// The step `insert` for each of the rows that a body has. Input: the step of a plan. Output: a function from bindings to the new rows, or
// to the rows that are refused, each with its causes. They are made as if one came after the other. Where a statement may be part of
// another, one makes them all; a unique key that is taken leaves a row out there, so that the others still have their turn.

import { slugParameter } from '../../base/slug-parameter.ts';
import { parametersOf, searches, searchesTable } from '../../sql/walk.ts';
import type { Expr, SqlValue } from '../../sql/expression.ts';
import { EACH, MOST_REFUSED, type Bindings, type RefusedRow, type Row } from '../store.ts';
import { refusedBy, holds, type Refused } from './guards.ts';
import { insert, type Insert } from './insert.ts';
import { certain } from './outbox.ts';
import { type EachPlaces, eachPlaces, fromEach, ORDINAL } from './places.ts';
import { output, scopeOf, shapeOfColumn, stored, tableOf, type Scope } from './print.ts';
import type { Ran, RunStep } from './ran.ts';
import { answered } from './answered.ts';
import { byKey } from './reads.ts';
import type { TableShape } from './schema.ts';
import { OWN_KEY, slugFinder, withSlugParameter } from './slug.ts';
import { ComeBetween, type Effect, type Preparing } from './statement.ts';
import { inOwnWay } from './unique.ts';
import { insertEachWith } from './with-events.ts';

/** So many rows are made by one statement. */
const AT_ONCE = 5000;

interface Made {
  /** What is answered of each row, its key last. */
  readonly rows: Row[];
  readonly failed: RefusedRow[];
}

type Make = (bindings: Bindings, rows: readonly Bindings[], first: number, made: Made) => Effect<void>;

export function insertEach(on: Preparing, step: Insert): RunStep {
  const { answer } = step;
  // What other rows say of it is known when all are there.
  const isLate = on.schema.dialect.nests || answer?.some(({ expr }) => searches(expr)) === true;
  const read = answer && isLate ? readingEach(on, step.table, answer) : undefined;
  const one: Insert = isLate ? { ...step, answer: [] } : step;
  const make = on.schema.dialect.nests ? together(on, one) : oneByOne(on, one);
  const atOnce = !on.schema.dialect.nests || looksAround(step) ? 1 : AT_ONCE;
  const ofNone = checksOfNone(on, step);
  return function* (bindings): Effect<Ran> {
    const all = bindings[EACH] ?? [];
    const refusedAlone = all.length === 0 ? yield* ofNone(bindings) : undefined;
    if (refusedAlone) return refusedAlone;
    const made: Made = { rows: [], failed: [] };
    for (let first = 0; first < all.length && made.failed.length < MOST_REFUSED; first += atOnce)
      yield* make(bindings, all.slice(first, first + atOnce), first, made);
    const [refused] = made.failed;
    if (refused) return { refused: refused.causes[0]!, failed: made.failed };
    const keys = keysOf(step, made, bindings);
    if (!answer) return { outcome: 'created', ...keys };
    if (!read) return { rows: made.rows.map((row) => row.slice(0, -1)), outcome: 'created', ...keys };
    const rows = yield* read(
      bindings,
      made.rows.map((row) => row.at(-1) ?? null),
    );
    return { rows, outcome: 'created', ...keys };
  };
}

/** Where the body has no row: what is checked of the call itself, such as who calls. */
function checksOfNone(on: Preparing, step: Insert): (bindings: Bindings) => Effect<Refused | undefined> {
  const own = new Set(namesOf(step));
  const checks = step.checks.filter(({ where }) => !parametersOf(where).some((name) => own.has(name)));
  const scope = scopeOf(on.schema, step.table, false);
  const sql = `SELECT ${['1', ...checks.map((check) => output(holds(check), scope))].join(', ')}`;
  const statement = on.prepare({ sql, args: scope.places.args }, { one: true });
  return function* (bindings) {
    const [row] = yield { statement, bindings };
    return refusedBy(checks.filter((_, place) => row?.[place + 1] === 0));
  };
}

function keysOf({ keysAs }: Insert, { rows }: Made, bindings: Bindings): Pick<Ran, 'bound'> {
  if (keysAs === undefined) return {};
  return { bound: { ...bindings, [keysAs]: `[${rows.map((row) => String(row.at(-1))).join()}]` } };
}

/** What is answered of the rows with these keys, in their order. */
function readingEach(
  on: Preparing,
  table: string,
  answer: Exclude<Insert['answer'], undefined>,
): (bindings: Bindings, keys: readonly SqlValue[]) => Effect<readonly Row[]> {
  if (!on.schema.dialect.nests) {
    const read = byKey(on, table, answer);
    return function* (bindings, keys) {
      const rows: Row[] = [];
      for (const key of keys) rows.push(...(yield* read(bindings, key)));
      return rows;
    };
  }
  const places = eachPlaces(on.schema.dialect, [OWN_KEY]);
  const scope: Scope = { ...scopeOf(on.schema, table), places };
  const { sql, big } = answered(answer, scope);
  const shape = tableOf(on.schema, table);
  const key = places.name(OWN_KEY);
  const from = `FROM ${fromEach(places)} JOIN ${shape.sql} ON ${shape.sql}.${shape.key} = ${key} ORDER BY ${ORDINAL}`;
  const statement = on.prepare({ sql: `SELECT ${sql} ${from}`, args: places.args }, { big });
  return function* (bindings, keys) {
    return yield { statement, bindings: { ...bindings, [EACH]: keys.map((own) => ({ [OWN_KEY]: own })) } };
  };
}

/** Does what one of them is given, or whether it is made, depend on those before it? */
function looksAround({ table, values, checks, emits = [] }: Insert): boolean {
  if (values.some(({ slug }) => slug)) return true;
  const whens = emits.flatMap(({ when }) => when ?? []);
  return [...values.map(({ value }) => value), ...checks.map(({ where }) => where), ...whens].some((expr) =>
    searchesTable(expr, table),
  );
}

function oneByOne(on: Preparing, step: Insert): Make {
  const key: Expr = { kind: 'column', column: tableOf(on.schema, step.table).table.rowKey, type: 'integer' };
  const answer = [...(step.answer ?? []), { name: OWN_KEY, expr: key }];
  const make = insert(on, { ...step, answer }, on.schema.dialect.insertOfMany);
  return function* (bindings, [row], at, made) {
    const ran = yield* make({ ...bindings, ...row }, {});
    if (ran.refused === undefined) made.rows.push(...(ran.rows ?? []));
    else made.failed.push({ at, causes: [ran.refused, ...(ran.also ?? [])] });
  };
}

function together(on: Preparing, step: Insert): Make {
  const shape = tableOf(on.schema, step.table);
  const free = step.values.filter(({ slug }) => slug).map((each) => slugFinder(on, shape, each, undefined));
  const places = eachPlaces(on.schema.dialect, namesOf(step));
  const scope: Scope = { ...scopeOf(on.schema, step.table, false), places };
  const sql = statementOf(step, shape, scope, places);
  const statement = on.prepare({ sql, args: places.args });
  const taken = takenKeys(on, shape, step);
  return function* (bindings, rows, first, made) {
    let all = rows;
    for (const find of free) {
      const [row] = all;
      all = [{ ...row, ...(yield* find({ ...bindings, ...row })) }];
    }
    const told = yield { statement, bindings: { ...bindings, [EACH]: all } };
    const left: { readonly at: number; readonly row: Bindings }[] = [];
    for (const [place, [key = null, given = null, ...judged]] of told.entries()) {
      if (key !== null) {
        made.rows.push([key]);
        continue;
      }
      if (made.failed.length + left.length >= MOST_REFUSED) break;
      const refused = refusedBy(step.checks.filter((_, check) => judged[check] === 0));
      if (refused) made.failed.push({ at: first + place, causes: [refused.refused, ...refused.also] });
      else left.push({ at: first + place, row: { ...all[place], [OWN_KEY]: given } });
    }
    if (left.length > 0) made.failed.push(...(yield* taken(bindings, left)));
    made.failed.sort((one, other) => one.at - other.at);
  };
}

/** What each of them brings, and the slugs that are found for it. */
function namesOf({ each = [], values }: Insert): readonly string[] {
  return [...each, ...values.filter(({ slug }) => slug).map(({ column }) => slugParameter(column))];
}

const NEW = '"_each"';

/** Answers of each row, in order, its key where it was made, the key that it was to have, and which checks hold. */
function statementOf(step: Insert, shape: TableShape, scope: Scope, places: EachPlaces): string {
  const values = step.values.map(withSlugParameter);
  const columns = values.map(({ column }) => shapeOfColumn(shape, column).sql);
  const given = values.map((each, place) => {
    const sql = stored(each.value, shapeOfColumn(shape, each.column), scope);
    return `${sql} AS "v${place}"`;
  });
  const checks = step.checks.map((check, place) => `${output(holds(check), scope)} AS "g${place}"`);
  const emits = certain(step);
  const whens = emits.map(({ when }, place) =>
    when ? `${output({ kind: 'and', items: [when] }, scope)} AS "w${place}"` : undefined,
  );
  const key = `nextval(pg_get_serial_sequence(${text(shape.sql)}, ${text(shape.key.slice(1, -1).replaceAll('""', '"'))}))`;
  const told = [`${key} AS "key"`, ...given, ...checks, ...whens.filter((when) => when !== undefined)];
  const each = `${NEW} AS MATERIALIZED (SELECT ${['"#"', ...told].join(', ')} FROM ${fromEach(places)})`;
  const into = `INSERT INTO ${shape.sql} (${[shape.key, ...columns].join(', ')})`;
  const from = [`"key"`, ...values.map((_, place) => `"v${place}"`)].join(', ');
  const all = step.checks.map((_, place) => `"g${place}"`);
  const where = all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
  const change = `${into} SELECT ${from} FROM ${NEW}${where} ORDER BY "#" ON CONFLICT DO NOTHING`;
  return insertEachWith(
    { each, change, events: emits, table: step.table, answers: all.map((one) => `${NEW}.${one}`) },
    whens.map((when, place) => (when === undefined ? undefined : `${NEW}."w${place}"`)),
    scope,
  );
}

function text(words: string): string {
  return `'${words.replaceAll("'", "''")}'`;
}

interface Left {
  readonly at: number;
  readonly row: Bindings;
}

/** Which unique keys are in the way: of rows that were there, and of those that were made before it. */
function takenKeys(
  on: Preparing,
  shape: TableShape,
  step: Insert,
): (bindings: Bindings, left: readonly Left[]) => Effect<readonly RefusedRow[]> {
  const prepared = (isBefore: boolean): ((all: readonly Left[], bindings: Bindings) => Effect<readonly Row[]>) => {
    const places = eachPlaces(on.schema.dialect, [...namesOf(step), OWN_KEY]);
    const scope: Scope = { ...scopeOf(on.schema, step.table, false), places };
    const before = isBefore ? ` AND "_other".${shape.key} < ${places.name(OWN_KEY)}` : '';
    const asked = inOwnWay(shape, step.values, scope).map(
      ({ sql }, place) => `EXISTS (SELECT 1 FROM ${shape.sql} AS "_other" WHERE ${sql}${before}) AS "t${place}"`,
    );
    const sql = `SELECT ${['1', ...asked].join(', ')} FROM ${fromEach(places)} ORDER BY "#"`;
    const statement = on.prepare({ sql, args: places.args });
    return function* (all, bindings) {
      return yield { statement, bindings: { ...bindings, [EACH]: all.map(({ row }) => row) } };
    };
  };
  const scope = scopeOf(on.schema, step.table, false);
  const causes = inOwnWay(shape, step.values, scope).map(({ cause }) => cause);
  const [first, anyone] = [prepared(true), prepared(false)];
  const named = (row: Row | undefined): readonly string[] => causes.filter((_, place) => row?.[place + 1] === 1);
  return function* (bindings, left) {
    const found = (yield* first(left, bindings)).map(named);
    const others = left.filter((_, place) => found[place]!.length === 0);
    const later = others.length === 0 ? [] : (yield* anyone(others, bindings)).map(named);
    return left.map(({ at }, place) => {
      const own = found[place]!.length > 0 ? found[place]! : later[others.findIndex((other) => other.at === at)]!;
      if (own.length === 0) throw new ComeBetween(`nothing was inserted into ${step.table}, and no key is taken`);
      return { at, causes: own };
    });
  };
}
