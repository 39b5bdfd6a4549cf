// A form that is filled with what is there: references to rows that exist, and values with which the call is not refused. Input: an
// operation and some rows of the service. Output: texts as they would be typed. Each is tried on these rows in memory; nothing is sent.

import type { OperationPlan, Plan } from '../plan/plan.ts';
import type { Values } from '../sql/evaluate.ts';
import type { Call, Choices, Chosen, Written } from './call.ts';
import { callOf } from './call.ts';
import { dryRun, type World } from './dry-run.ts';
import { spend, withShare, type Effort } from '../base/effort.ts';
import { keysOf, type Key } from './keys.ts';
import { assembled } from './samples.ts';
import type { Search } from './schedule.ts';

/** A row of the service; what is not shown of it is nothing here. */
export interface KnownRow {
  readonly table: string;
  readonly key: number;
  /** As it is kept, by column. */
  readonly values: Values;
  /** As answers show it, by column. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface Filled {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Nothing that is known refuses the call. */
  readonly isAccepted: boolean;
}

/** Tries of one form: some hundredths of a second. */
const EFFORT = 20_000_000;
const TRIED = 20_000;
const TRIED_ROW = 1000;

/** The tables whose rows decide what a call of the operation may be. */
export function tablesOf({ run }: OperationPlan): ReadonlySet<string> {
  const tables = new Set<string>();
  JSON.stringify([run?.requires, run?.steps, run?.verifies], (name, value: unknown) => {
    if (name === 'table' && typeof value === 'string') tables.add(value);
    return typeof value === 'bigint' ? String(value) : value;
  });
  return tables;
}

/** `rows`: the newest first. Undefined: no value can be made for something that must be sent, or there is no row to name. */
export function* filled(
  plan: Plan,
  operation: OperationPlan,
  rows: readonly KnownRow[],
  now: number,
): Search<Filled | undefined> {
  const { run } = operation;
  if (run === undefined) return undefined;
  const effort: Effort = { left: EFFORT };
  const made = rows.reduce((most, { key }) => Math.max(most, key), 0);
  const world: World = { rows, made };
  let first: Call | undefined;
  for (const call of calls(plan, operation, rows, { now, made, effort })) {
    first ??= call;
    if (!spend(effort, TRIED + TRIED_ROW * rows.length)) break;
    if (isDone(run, plan, world, call)) return textsOf(call, true);
    yield;
  }
  return first && textsOf(first, false);
}

function isDone(run: NonNullable<OperationPlan['run']>, plan: Plan, world: World, call: Call): boolean {
  try {
    return dryRun(run, plan.storage, world, call.bindings).kind === 'done';
  } catch {
    return false;
  }
}

interface Trying {
  readonly now: number;
  readonly made: number;
  readonly effort: Effort;
}

/** Rows in turn with values of their own; then, with the first rows, values of which one is another; then other days. */
function* calls(
  plan: Plan,
  operation: OperationPlan,
  rows: readonly KnownRow[],
  { now, made, effort }: Trying,
): Generator<Call> {
  const keys = keysOf(operation);
  const call = (choices: Choices, vary: number, days?: number): Call | undefined =>
    withShare(effort, (own) =>
      callOf(operation, choices, { shapes: plan.shapes, vary, now, effort: own, ...(days !== undefined && { days }) }),
    );
  const all = [...choicesOf(keys, rows)];
  // Beyond the rows that are known here, too, values differ.
  const varied = [1, made + 1, 2, 3];
  for (const vary of varied) {
    for (const choices of all) {
      const one = call(choices, vary);
      if (one) yield one;
    }
  }
  const [choices] = all;
  if (!choices) return;
  for (const days of [1, -1]) {
    const one = call(choices, made + 1, days);
    if (one) yield one;
  }
  for (const other of [made + 2, made + 3, 1]) {
    const [one, two] = [call(choices, made + 1), call(choices, other)];
    for (const [name, chosen] of one && two ? valuesOf(operation, two) : []) {
      const mixed = call(new Map([...choices, [name, chosen]]), made + 1);
      if (mixed) yield mixed;
    }
  }
}

/** By parameter, what a call sends in its body. */
function valuesOf({ run }: OperationPlan, { body = [], bindings }: Call): readonly (readonly [string, Chosen])[] {
  if (run?.body.kind !== 'fields') return [];
  return run.body.fields.flatMap(({ path, parameter }) => {
    const sent = body.find((one) => one.path.join('\0') === path.join('\0'));
    return sent ? [[parameter, { stored: bindings[parameter] ?? null, written: sent.value }] as const] : [];
  });
}

const MOST_ROWS = 8;
const MOST_CHOICES = 32;

/** Which row each parameter names: the newest first, and none where there is none. */
function* choicesOf(keys: ReadonlyMap<string, Key>, rows: readonly KnownRow[]): Generator<Choices> {
  const named = [...keys].filter(([parameter]) => !parameter.startsWith('caller.'));
  const tables = [...new Set(named.map(([, { table }]) => table))];
  let left = MOST_CHOICES;
  for (const chosen of combined(tables, rows)) {
    if (left-- === 0) return;
    yield new Map(named.map(([parameter, { table, column }]) => [parameter, chosenFrom(chosen.get(table), column)]));
  }
}

function* combined(
  [table, ...others]: readonly string[],
  rows: readonly KnownRow[],
): Generator<ReadonlyMap<string, KnownRow | undefined>> {
  if (table === undefined) {
    yield new Map();
    return;
  }
  const own = rows.filter((row) => row.table === table).slice(0, MOST_ROWS);
  for (const rest of combined(others, rows))
    for (const row of own.length === 0 ? [undefined] : own) yield new Map([[table, row], ...rest]);
}

function chosenFrom(row: KnownRow | undefined, column: string): Chosen | undefined {
  if (!row || row.json[column] === undefined) return undefined;
  return { stored: row.values[column] ?? null, written: { literal: row.json[column] } };
}

function textsOf({ path, query, body }: Call, isAccepted: boolean): Filled {
  if (body === undefined) return { path: texts(path), query: texts(query), body: undefined, isAccepted };
  const sent = assembled(body.map((one) => ({ path: one.path, value: literalOf(one.value) })));
  return { path: texts(path), query: texts(query), body: JSON.stringify(sent, undefined, 2), isAccepted };
}

function texts(all: ReadonlyMap<string, Written>): Readonly<Record<string, string>> {
  return Object.fromEntries([...all].map(([name, value]) => [name, textOf(value)]));
}

function literalOf(value: Written): unknown {
  return 'literal' in value ? value.literal : undefined;
}

function textOf(value: Written): string {
  const literal = literalOf(value);
  if (literal === null || literal === undefined) return '';
  return typeof literal === 'object' ? JSON.stringify(literal) : String(literal as string | number | boolean);
}
