// Writes the events of a step into the outbox. Input: a step that emits. Output: what is looked at before the effect,
// since which row of part 3 held depends on the state that was, and what is written behind it, in the same transaction. Notation,
// parts 3 and 4, Emits; plan/outbox.ts says what a row of the outbox holds; decision 0013.

import { REQUEST_TRACE } from '../../base/request-trace.ts';
import type { Emit, Step } from '../../plan/steps.ts';
import type { Expr, SqlType } from '../../sql/expression.ts';
import type { Bindings, Row } from '../store.ts';
import { balanced } from './balanced.ts';
import { asJson, carriedBy, OUTBOX, type Carried } from './payloads.ts';
import { columnOf, output, scopeOf, stored, tableOf, shapeOfColumn, value } from './print.ts';
import type { Scope } from './print.ts';
import { VERSION } from './schema.ts';
import type { TableShape } from './schema.ts';
import { OWN_KEY } from './slug.ts';
import { ComeBetween } from './statement.ts';
import type { Effect, Preparing, Statement } from './statement.ts';

/** The row key of rows whose fields do not number them. */
const HIDDEN = '_row';

/**
 * What was looked at before the effect: for each row by its key, of each event that asks, whether it is sent. Undefined of a
 * row that was not there then.
 */
export type Before = (key: Row[number]) => Row | undefined;

export interface Sending {
  before(bindings: Bindings): Effect<Before>;
  /** For rows as they are now, each with its key behind what is answered of it; answers them without. */
  send(bindings: Bindings, before: Before, rows: readonly Row[]): Effect<readonly Row[]>;
}

const NOTHING: Row = [];

/**
 * The events of a step. What an event asks and the statement that makes the change asks, too, of the same row, is true of
 * every row that it changes: then it is always sent.
 */
export function certain(step: Extract<Step, { kind: 'insert' | 'update' | 'delete' }>): readonly Emit[] {
  const guards = step.kind === 'insert' ? step.checks : [{ where: step.where }, ...step.guards];
  const known = new Set(guards.flatMap(({ where }) => conjuncts(where)));
  const isKnown = (expr: Expr): boolean => {
    if (expr.kind === 'or') return expr.items.some(isKnown);
    return conjuncts(expr).every((each) => known.has(each));
  };
  return (step.emits ?? []).map((emit) => (emit.when && isKnown(emit.when) ? always(emit) : emit));
}

function always(emit: Emit): Emit {
  const { when: _, ...rest } = emit;
  return rest;
}

function conjuncts(expr: Expr): readonly string[] {
  return expr.kind === 'and' ? expr.items.flatMap(conjuncts) : [JSON.stringify(expr)];
}

/** `where`: the rows that the step changes, as SQL; undefined where it makes one, and nothing of it is there before. */
export function sending(
  on: Preparing,
  table: string,
  emits: readonly Emit[],
  where: ((scope: Scope) => string) | undefined,
): Sending | undefined {
  if (emits.length === 0) return undefined;
  const asking = emits.flatMap(({ when }) => when ?? []);
  const look = asking.length === 0 ? undefined : looking(on, table, asking, where);
  let asked = 0;
  const events = emits.map((emit) => ({
    place: emit.when === undefined ? undefined : asked++,
    write: writing(on, table, emit),
  }));
  return {
    *before(bindings) {
      if (!look) return () => NOTHING;
      const rows = yield { statement: look, bindings };
      if (!where) return () => rows[0] ?? NOTHING;
      const byKey = new Map(rows.map(([key, ...told]) => [key, told]));
      return (key) => byKey.get(key);
    },
    *send(bindings, before, rows) {
      for (const row of rows) {
        const key = row.at(-1) ?? null;
        const told = before(key);
        // Another request has made it since, and it was not read before: what it sends would be a guess.
        if (!told) throw new ComeBetween(`a row of ${table} was made between the look at it and its change`);
        for (const { place, write } of events) {
          if (place !== undefined && told[place] !== 1) continue;
          yield { statement: write, bindings: { ...bindings, [OWN_KEY]: key }, unread: true };
          on.grow(OUTBOX, 1);
        }
      }
      return rows.map((row) => row.slice(0, -1));
    },
  };
}

function looking(
  on: Preparing,
  table: string,
  asking: readonly Expr[],
  where: ((scope: Scope) => string) | undefined,
): Statement {
  const scope = scopeOf(on.schema, table, where !== undefined);
  const told = asking.map((when) => output({ kind: 'and', items: [when] }, scope));
  if (!where) return on.prepare({ sql: `SELECT ${told.join(', ')}`, args: scope.places.args }, { one: true });
  const shape = tableOf(on.schema, table);
  const sql = `SELECT ${[shape.key, ...told].join(', ')} FROM ${shape.sql} WHERE ${where(scope)}${on.schema.dialect.locking}`;
  return on.prepare({ sql, args: scope.places.args });
}

function writing(on: Preparing, table: string, emit: Emit): Statement {
  const scope = scopeOf(on.schema, table);
  const { sql, key } = tableOf(on.schema, table);
  const into = insertOwn(emit, table, scope);
  const text = `${into} FROM ${sql} WHERE ${key} = ${scope.places.name(OWN_KEY)}`;
  return on.prepare({ sql: text, args: scope.places.args });
}

/** The rows that go, before they do: `where` and what the event asks of them. */
export function sendingBefore(
  on: Preparing,
  table: string,
  emits: readonly Emit[],
  where: (scope: Scope, also: readonly Expr[]) => string,
): ((bindings: Bindings) => Effect<void>) | undefined {
  if (emits.length === 0) return undefined;
  const statements = emits.map((emit) => {
    const scope = scopeOf(on.schema, table);
    const { sql, key } = tableOf(on.schema, table);
    const from = `FROM ${sql} WHERE ${where(scope, emit.when === undefined ? [] : [emit.when])} ORDER BY ${sql}.${key}`;
    return on.prepare({ sql: `${insertOwn(emit, table, scope)} ${from} RETURNING 1`, args: scope.places.args });
  });
  return function* (bindings) {
    for (const statement of statements) on.grow(OUTBOX, (yield { statement, bindings }).length);
  };
}

/** The rows that go with others, before they do. `which`: FROM and WHERE, where the table is called `name`. */
export function sendingAlong(
  on: Preparing,
  { table, emits = [] }: { readonly table: string; readonly emits?: readonly Emit[] },
  name: string,
  which: (scope: Scope) => string,
): (bindings: Bindings) => Effect<void> {
  const shape = tableOf(on.schema, table);
  const statements = emits.map((emit) => {
    const base = scopeOf(on.schema, table);
    const into = insertOwn(emit, table, { ...base, own: { shape, name } });
    const sql = `${into} ${which(base)} ORDER BY ${name}.${shape.key} RETURNING 1`;
    return on.prepare({ sql, args: base.places.args });
  });
  return function* (bindings) {
    for (const statement of statements) on.grow(OUTBOX, (yield { statement, bindings }).length);
  };
}

/** For rows of the table to which FROM leads. */
function insertOwn(emit: Emit, table: string, scope: Scope): string {
  const { event, by, traced } = emit;
  const { sql, key } = tableOf(scope.schema, table);
  const given: Given = {
    event: asText(event, scope),
    by: asText(by, scope),
    key: `${scope.own?.name ?? sql}.${key}`,
    row: keptRow(table, scope),
    carried: carriedBy(emit, table, scope),
    traced,
  };
  return insertInto(given, table, scope);
}

/** What the outbox wants of an event and its row, as SQL. */
export interface Given {
  readonly event: string;
  readonly by: string;
  readonly key: string;
  readonly row: string;
  /** Undefined: nothing is kept of what it carries. */
  readonly carried: Carried | undefined;
  readonly traced: true | undefined;
}

/** `INSERT INTO … SELECT …`. */
export function insertInto({ event, by, key, row, carried, traced }: Given, table: string, scope: Scope): string {
  const outbox = tableOf(scope.schema, OUTBOX);
  const into = (name: string, given: Expr): readonly [string, string] => [
    columnOf(outbox, name),
    stored(given, shapeOfColumn(outbox, name), scope),
  ];
  const columns = [
    [columnOf(outbox, 'event'), event] as const,
    into('resource', text(table)),
    into('at', { kind: 'parameter', name: 'now', type: 'instant' }),
    [columnOf(outbox, 'operation'), by] as const,
    [columnOf(outbox, 'key'), key] as const,
    [columnOf(outbox, 'row'), row] as const,
    ...(carried ? [[columnOf(outbox, 'payload'), asJson(carried.payload, scope)] as const] : []),
    ...(carried ? [[columnOf(outbox, 'shape'), carried.shape] as const] : []),
    ...(traced ? [into('trace', { kind: 'parameter', name: REQUEST_TRACE, type: 'text' })] : []),
  ];
  const names = columns.map(([name]) => name).join(', ');
  return `INSERT INTO ${outbox.sql} (${names}) SELECT ${columns.map(([, given]) => given).join(', ')}`;
}

/** As a column of the outbox that holds texts keeps it. */
export function asText(given: string, scope: Scope): string {
  return stored(text(given), shapeOfColumn(tableOf(scope.schema, OUTBOX), 'event'), scope);
}

/** The row as the outbox keeps it. */
export function keptRow(table: string, scope: Scope): string {
  const row = shapeOfColumn(tableOf(scope.schema, OUTBOX), 'row');
  return scope.schema.dialect.into({ sql: snapshot(tableOf(scope.schema, table), scope), type: 'json' }, row);
}

/** What is kept of the row as JSON, by field, but its secrets. */
function snapshot(shape: TableShape, scope: Scope): string {
  const { table } = shape;
  const secret = table.columns.filter(({ sealed, signs }) => sealed === true || signs === true);
  const left = new Set(secret.map(({ name }) => name));
  const kept = [...shape.columns].filter(
    ([name]) => name !== VERSION && (name !== table.rowKey || name !== HIDDEN) && !left.has(name),
  );
  return objectOf(
    kept.map(([name, { type, scale }]) => ({ name, value: { kind: 'column', column: name, type }, scale })),
    scope,
  );
}

/** A value of a row as JSON; `scale`: of a decimal. */
export interface Member {
  readonly name: string;
  readonly value: Typed;
  readonly scale: number;
  /** In its place where it is nothing. */
  readonly otherwise?: Typed;
}

type Typed = Expr & { readonly type: SqlType };

/** A JSON object as text. What is nothing is null. */
export function objectOf(members: readonly Member[], scope: Scope): string {
  const { dialect } = scope.schema;
  const shown = (own: Typed, scale: number): string =>
    own.type === 'text' || own.type === 'instant' || own.type === 'date'
      ? dialect.quoted({ sql: value(own, scope), type: own.type })
      : value(textOf(own, scale), scope);
  const parts = members.map(({ name, value: own, scale, otherwise }, place) => {
    const opening = dialect.literal(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`, 'text', (each) =>
      scope.places.constant(each, 'text'),
    );
    const also = otherwise ? `${shown(otherwise, 0)}, ` : '';
    return `${opening} || coalesce(${shown(own, scale)}, ${also}'null')`;
  });
  return parts.length === 0 ? `'{}'` : `(${balanced(parts, ' || ')} || '}')`;
}

function textOf(operand: Expr & { readonly type: string }, scale: number): Expr {
  return operand.type === 'json' ? operand : { kind: 'text', operand, scale };
}

function text(given: string): Expr {
  return { kind: 'literal', value: given, type: 'text' };
}
