// A plan's steps tried on rows in memory, to know beforehand which call will work after which. Input: a world, steps and
// bindings. Output: the world after it, or the cause of the refusal. Nothing is kept, and no client gets an answer.

import { foldCase } from '../base/fold-case.ts';
import { oncePer } from '../base/once-per.ts';
import type { SignPlan } from '../plan/credentials.ts';
import type { RunPlan, Table } from '../plan/plan.ts';
import type { ColumnValue, Guard, Step } from '../plan/steps.ts';
import { compileCondition, compileValue } from '../sql/evaluate.ts';
import type { Values } from '../sql/evaluate.ts';
import type { Expr, SqlValue } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import { CLAIM, CREDENTIAL, SCHEME, SIGNED } from './who-calls.ts';

export interface DryRow {
  readonly table: string;
  /** The hidden row key: identifies rows even when all their fields change. */
  readonly key: number;
  readonly values: Values;
}

export interface World {
  readonly rows: readonly DryRow[];
  readonly made: number;
}

export type DryResult =
  | { readonly kind: 'done'; readonly world: World; readonly created: DryRow | undefined }
  | { readonly kind: 'refused'; readonly cause: string };

class Refused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Either all steps are done or none is. */
export function dryRun(
  run: Pick<RunPlan, 'credentials' | 'verifies' | 'requires' | 'steps' | 'signs'>,
  tables: readonly Table[],
  before: World,
  given: Values,
): DryResult {
  const { credentials, verifies = [], requires, steps, signs } = run;
  let world = before;
  let created: DryRow | undefined;
  const bound: Record<string, SqlValue> = { ...given };
  const bindings = lenient(bound);
  try {
    if (credentials?.required === true && bindings[CREDENTIAL] === null) throw new Refused('no credentials');
    for (const { name, sent, read } of verifies) {
      // Nothing is hashed here: what is kept is what was sent.
      const found: Record<string, SqlValue> = { ...bound };
      for (const step of read) Object.assign(found, take(step, tables, world, lenient(found)).binds);
      const { kept = null } = found;
      bound[name] = kept === bindings[sent] ? kept : null;
    }
    checked(requires, (where) => over(before, bindings).judge(where, {}));
    for (const step of steps) {
      const after = take(step, tables, world, bindings);
      world = after.world;
      created = after.created ?? created;
      Object.assign(bound, after.binds);
    }
    return { kind: 'done', world: signs && !signs.kept ? withToken(world, signs, bound) : world, created };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', cause: error.reason };
    throw error;
  }
}

function withToken({ rows, made }: World, { scheme, row }: SignPlan, bound: Values): World {
  const key = made + 1;
  const values = { [CREDENTIAL]: `made-token-${key}`, [SCHEME]: scheme, [CLAIM]: bound[row.parameter] ?? null };
  return { rows: [...rows, { table: SIGNED, key, values }], made: key };
}

interface After {
  readonly world: World;
  readonly created?: DryRow;
  readonly binds?: Values;
}

function take(step: Step, tables: readonly Table[], world: World, bindings: Values): After {
  switch (step.kind) {
    case 'insert':
      return insert(step, tables, world, bindings);
    case 'find': {
      const [found] = matching(step.select.table, step.select.where, world, bindings);
      if (found === undefined) throw new Refused(step.absent);
      checked(step.guards ?? [], (where) => over(world, bindings).judge(where, found.values));
      return { world };
    }
    case 'bind':
      return bind(step, world, bindings);
    case 'list':
    case 'free':
    case 'again':
    case 'limit':
      return { world };
    case 'update':
      return update(step, tables, world, bindings);
    case 'delete':
      return remove(step, world, bindings);
    case 'put': {
      const isThere = matching(step.update.table, step.update.where, world, bindings).length > 0;
      return isThere ? update(step.update, tables, world, bindings) : insert(step.insert, tables, world, bindings);
    }
  }
}

function bind({ from, values, guards }: Extract<Step, { kind: 'bind' }>, world: World, bindings: Values): After {
  const row = from === undefined ? {} : matching(from.table, from.where, world, bindings)[0]?.values;
  const { compute } = over(world, bindings);
  const binds = Object.fromEntries(
    values.map(({ name, expr }) => [name, row === undefined ? null : compute(expr, row)]),
  );
  const { judge } = over(world, lenient({ ...bindings, ...binds }));
  checked(guards, (where) => judge(where, {}));
  return { world, binds };
}

function insert(
  step: Extract<Step, { kind: 'insert' }>,
  tables: readonly Table[],
  world: World,
  bindings: Values,
): After {
  const { judge, compute } = over(world, bindings);
  checked(step.checks, (where) => judge(where, {}));
  const table = tables.find(({ name }) => name === step.table);
  const key = world.made + 1;
  const empty = Object.fromEntries((table?.columns ?? []).map(({ name }) => [name, null]));
  const start: Values = { ...empty, _version: 1, ...(table === undefined ? {} : { [table.rowKey]: key }) };
  const row = { table: step.table, key, values: assigned(step.values, start, (expr) => compute(expr, start)) };
  refuseTaken(table, row, world);
  const { outcome = 'created', quiet, keyAs } = step;
  return {
    world: { rows: [...world.rows, row], made: key },
    ...(outcome === 'created' && quiet !== true && { created: row }),
    ...(keyAs !== undefined && { binds: { [keyAs]: key } }),
  };
}

function update(
  step: Extract<Step, { kind: 'update' }>,
  tables: readonly Table[],
  world: World,
  bindings: Values,
): After {
  const found = matching(step.table, step.where, world, bindings);
  if (found.length === 0 && !step.every) throw new Refused(step.absent);
  const { judge, compute } = over(world, bindings);
  const table = tables.find(({ name }) => name === step.table);
  let after = world;
  for (const row of found) {
    checked(step.guards, (where) => judge(where, row.values));
    const changed = { ...row, values: assigned(step.set, row.values, (expr) => compute(expr, row.values)) };
    refuseTaken(table, changed, after);
    after = { ...after, rows: after.rows.map((each) => (each.key === row.key ? changed : each)) };
  }
  return { world: after };
}

function remove(step: Extract<Step, { kind: 'delete' }>, world: World, bindings: Values): After {
  const found = matching(step.table, step.where, world, bindings);
  if (found.length === 0 && !step.every && !step.ifThere) throw new Refused(step.absent);
  const { judge } = over(world, bindings);
  const gone = new Set<DryRow>();
  for (const row of found) {
    checked(step.guards, (where) => judge(where, row.values));
    gone.add(row);
    for (const { table, alias, where } of step.cascade) {
      for (const other of world.rows) {
        if (other.table === table && belongs(other, row, alias, where, bindings)) gone.add(other);
      }
    }
  }
  return { world: { ...world, rows: world.rows.filter((row) => !gone.has(row)) } };
}

/** `where` names the row that goes `row`, and the other one by its alias. */
function belongs(other: DryRow, gone: DryRow, alias: string, where: Expr, bindings: Values): boolean {
  const inner: Expr = { kind: 'exists', table: 'other', alias, where };
  const outer: Expr = { kind: 'exists', table: 'gone', alias: 'row', where: inner };
  return compileCondition(outer, (table) => [table === 'gone' ? gone.values : other.values])(other.values, bindings);
}

function matching(table: string, where: Expr | undefined, world: World, bindings: Values): readonly DryRow[] {
  const { judge } = over(world, bindings);
  return world.rows.filter((row) => row.table === table && (where === undefined || judge(where, row.values)));
}

/** What no call binds counts as nothing. */
function lenient(bindings: Values): Values {
  return new Proxy(bindings, { get: (target, name) => target[String(name)] ?? null });
}

interface Over {
  judge(where: Expr, row: Values): boolean;
  compute(expr: Expr, row: Values): SqlValue;
}

function over(world: World, bindings: Values): Over {
  const rows = (table: string): Values[] => world.rows.filter((row) => row.table === table).map((row) => row.values);
  return {
    judge: (where, row) => compileCondition(where, rows)(row, bindings),
    compute: (expr, row) => compileValue(expr, rows)(row, bindings),
  };
}

function checked(guards: readonly Guard[], judge: (where: Expr) => boolean): void {
  for (const { where, cause } of guards) if (isJudged(where) && !judge(where)) throw new Refused(cause);
}

/** Sums and lists of rows are made by the store alone; what rests on them is taken for true here. */
const isJudged = oncePer((where: Expr): boolean =>
  [...walk(where)].every(({ kind }) => kind !== 'aggregate' && kind !== 'rows'),
);

function assigned(set: readonly ColumnValue[], row: Values, compute: (expr: Expr) => SqlValue): Values {
  const given = set.map(
    ({ column, value, merge }) => [column, merge === true ? row[column]! : compute(value)] as const,
  );
  return { ...row, ...Object.fromEntries(given) };
}

function refuseTaken(table: Table | undefined, row: DryRow, world: World): void {
  for (const { columns, ignoringCase, cause } of table?.unique ?? []) {
    const keyOf = ({ values }: DryRow): string | undefined => {
      const parts = columns.map((column) => values[column] ?? null);
      const text = parts.map((part) => `${typeof part}:${String(part)}`).join('\n');
      return parts.includes(null) ? undefined : ignoringCase ? foldCase(text) : text;
    };
    const wanted = keyOf(row);
    const isTaken = world.rows.some(
      (other) => other.table === row.table && other.key !== row.key && wanted !== undefined && keyOf(other) === wanted,
    );
    if (isTaken) throw new Refused(cause);
  }
}
