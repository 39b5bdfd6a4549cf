// The step `insert`. Input: the step of a plan. Output: a function from bindings to the new row, or to the first check that fails, or to
// the cause of the unique index that the row meets. plan/steps.ts says what it answers.

import type { Guard, Step } from '../../plan/steps.ts';
import type { Bindings, Row } from '../store.ts';
import { holds, refusedBy } from './guards.ts';
import type { Refused } from './guards.ts';
import { columnOf, condition, output, scopeOf, shapeOfColumn, stored, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { sending } from './outbox.ts';
import { answered } from './answered.ts';
import { byKey, isReadAgain } from './reads.ts';
import type { Ran, RunStep } from './ran.ts';
import type { TableShape } from './schema.ts';
import { eventsOf, insertWith } from './with-events.ts';
import { slugFinder, withSlugParameter } from './slug.ts';
import { ComeBetween } from './statement.ts';
import type { Effect, Preparing } from './statement.ts';
import { uniqueness } from './unique.ts';

export type Insert = Extract<Step, { kind: 'insert' }>;

/** `verb`: what the statement begins with. */
export function insert(on: Preparing, step: Insert, verb = 'INSERT'): RunStep {
  const shape = tableOf(on.schema, step.table);
  const slugs = step.values.filter((each) => each.slug);
  const values = step.values.map(withSlugParameter);
  const scope = scopeOf(on.schema, step.table, false);
  const columns = values.map((each) => columnOf(shape, each.column));
  const given = values.map((each) => stored(each.value, shapeOfColumn(shape, each.column), scope));
  const checks = step.checks.map((check) => condition(check.where, scope));
  // The values come from no row, so what is answered may name the columns of the new one.
  const own: Scope = { ...scope, own: { shape, name: shape.sql } };
  const read = isReadAgain(on, step.table, step.answer) ? byKey(on, step.table, step.answer) : undefined;
  const { sql, big } = read ? { sql: shape.key, big: false } : answered(step.answer ?? [], own);
  const source =
    checks.length === 0 ? `VALUES (${given.join(', ')})` : `SELECT ${given.join(', ')} WHERE ${checks.join(' AND ')}`;
  const into =
    columns.length === 0
      ? `${verb} INTO ${shape.sql} DEFAULT VALUES`
      : `${verb} INTO ${shape.sql} (${columns.join(', ')}) ${source}`;
  const { within, beside } = eventsOf(on, step);
  const told = beside.length > 0 || step.keyAs !== undefined ? `${sql}, ${shape.key}` : sql;
  const text =
    within.length > 0
      ? insertWith(into, { ...step, events: within, returning: sql, isKeyed: step.keyAs !== undefined }, scope, own)
      : `${into} RETURNING ${told}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big, one: true });
  const events = sending(on, step.table, beside, undefined);
  const failing = firstFailing(on, shape, step.checks);
  const taken = uniqueness(on, shape, step.values, undefined);
  const free = slugs.map((each) => slugFinder(on, shape, each, undefined));
  const answers = step.answer !== undefined;
  const { keyAs, outcome = 'created' } = step;
  const created: Ran = { outcome };
  return function* (bindings) {
    let bound = bindings;
    for (const find of free) bound = yield* find(bound);
    const before = events && (yield* events.before(bound));
    let rows: readonly Row[];
    try {
      rows = yield { statement, bindings: bound };
    } catch (error) {
      return yield* taken(error, bound);
    }
    if (rows.length === 0) return yield* failing(bound);
    on.grow(step.table, 1);
    const key = rows[0]?.at(-1) ?? null;
    if (events && before) rows = yield* events.send(bound, before, rows);
    const given: Ran = keyAs === undefined ? created : { ...created, bound: { ...bindings, [keyAs]: key } };
    if (read) return { rows: yield* read(bound, rows[0]?.[0] ?? null), ...given };
    return answers ? { rows, ...given } : given;
  };
}

/** The checks that are not true; the insert that asked had one. */
function firstFailing(
  on: Preparing,
  shape: TableShape,
  checks: readonly Guard[],
): (bindings: Bindings) => Effect<Refused> {
  const scope = scopeOf(on.schema, shape.table.name, false);
  const judged = checks.map((check) => output(holds(check), scope));
  const sql = `SELECT ${judged.join(', ')}`;
  const statement = judged.length === 0 ? undefined : on.prepare({ sql, args: scope.places.args }, { one: true });
  return function* (bindings) {
    if (!statement) throw new Error(`nothing was inserted into ${shape.table.name}`);
    const [row] = yield { statement, bindings };
    const refused = refusedBy(checks.filter((_, place) => row?.[place] === 0));
    if (!refused) throw new ComeBetween(`nothing was inserted into ${shape.table.name}, and every check holds`);
    return refused;
  };
}
