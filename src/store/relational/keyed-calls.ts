// What the steps of a call with a key ask beside its effect: what is kept under the key, and that its answer is. Input: an engine.
// Output: generators of what they ask, and the call with its name bound. Notation, part 4, Repeat; decision 0046.

import type { Column } from '../../plan/plan.ts';
import type { Step } from '../../plan/steps.ts';
import { REPEATED, type KeptAnswer, type KeyedCall, type Repeated } from '../store.ts';
import type { Bindings, Result } from '../store.ts';
import { columnOf, scopeOf, shapeOfColumn, stored, tableOf } from './print.ts';
import type { RunAll } from './run.ts';
import type { Schema } from './schema.ts';
import { prepareAll, prepareStep } from './prepare.ts';
import type { Ask, Effect, Preparing } from './statement.ts';

/** What is bound of a call, by a name that no document gives; written out where each call binds it. */
const BOUND = 'repeat.';
export const KEY: string = `${BOUND}key`;
export const NOW: string = `${BOUND}now`;
const FOUND = 'kept.';

/** What is kept under the key that is bound. */
export function looking(schema: Schema): readonly Step[] {
  const left = { kind: 'column', column: 'key', type: 'text' } as const;
  const where = {
    kind: 'compare',
    operator: '=',
    left,
    right: { kind: 'parameter', name: KEY, type: 'text' },
  } as const;
  const values = columnsIn(schema).map(({ name, type }) => ({
    name: FOUND + name,
    expr: { kind: 'column', column: name, type } as const,
  }));
  return [{ kind: 'bind', from: { table: REPEATED, where }, values, guards: [] }];
}

function columnsIn(schema: Schema): readonly Column[] {
  return tableOf(schema, REPEATED).table.columns;
}

export interface Keeping {
  look(bindings: Bindings): Effect<Bindings>;
  /** It is not waited for, where an engine can go on: where it fails, nothing is kept. */
  keep(bindings: Bindings): Ask;
}

export function keepingOf(on: Preparing): Keeping {
  const look = prepareStep(on, looking(on.schema)[0]!);
  const shape = tableOf(on.schema, REPEATED);
  const scope = scopeOf(on.schema, REPEATED, false);
  const columns = columnsIn(on.schema);
  const names = columns.map(({ name }) => columnOf(shape, name));
  const values = columns.map(({ name, type }) =>
    stored({ kind: 'parameter', name: BOUND + name, type }, shapeOfColumn(shape, name), scope),
  );
  const sql = `INSERT INTO ${shape.sql} (${names.join(', ')}) VALUES (${values.join(', ')})`;
  const insert = on.prepare({ sql, args: scope.places.args });
  return {
    *look(bindings) {
      const { bound = bindings } = yield* look(bindings, {});
      return bound;
    },
    keep: (bindings) => ({ statement: insert, bindings, unread: true }),
  };
}

/** The name of a call, and nothing else of it. */
export function named(bindings: Bindings, given: KeyedCall): Bindings {
  const { key, call } = given.name(bindings);
  return { 'repeat.key': key, 'repeat.call': call, 'repeat.now': given.now, 'repeat.until': given.until };
}

export function withAnswer(name: Bindings, { status, headers, body }: KeptAnswer): Bindings {
  return {
    ...name,
    'repeat.status': status,
    'repeat.headers': JSON.stringify(headers),
    'repeat.body': body ?? null,
  };
}

/** Undefined: nothing is kept, and the key is free. `ended`: what is there counts no more. */
export function repeated(found: Bindings): Repeated | 'ended' | undefined {
  const call = found[`${FOUND}call`] ?? null;
  if (call === null) return undefined;
  const until = found[`${FOUND}until`] ?? null;
  if (until !== null && String(until) <= String(found[NOW])) return 'ended';
  if (call !== found[`${BOUND}call`]) return { kind: 'other call' };
  const body = found[`${FOUND}body`] ?? null;
  return {
    kind: 'repeated',
    answer: {
      status: Number(found[`${FOUND}status`]),
      headers: JSON.parse(String(found[`${FOUND}headers`])) as readonly string[],
      body: body === null ? undefined : String(body),
    },
  };
}

/** `caller`: what finds out who calls, before anything is looked up; undefined where nobody does. */
export interface Parts {
  readonly caller: RunAll | undefined;
  readonly effect: RunAll;
}

export function partsOf(on: Preparing, steps: readonly Step[], before: number): Parts {
  const part = (some: readonly Step[]): RunAll => prepareAll(on, some);
  return {
    caller: before === 0 ? undefined : part(steps.slice(0, before)),
    effect: before === steps.length ? nothing : part(steps.slice(before)),
  };
}

// oxlint-disable-next-line require-yield -- nothing has to be asked
function* nothing(): Effect<Result> {
  return { kind: 'done', outcome: 'unchanged', rows: [], total: undefined };
}

/** The result of the effect, with what was bound before it. */
export function resultOf(result: Result, bound: Bindings, bindings: Bindings): Result {
  return result.kind === 'done' && result.bound === undefined && bound !== bindings ? { ...result, bound } : result;
}
