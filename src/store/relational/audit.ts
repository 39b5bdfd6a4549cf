// Every change of a row, written down beside it: what a trigger of an engine does for each row of a table. Input: a plan's audit and its
// tables. Output: the table of changes, and the SQL of what the trigger writes; the values of a row by the names of the document,
// those that are masked never. docs/audit.md, decision 0044.

import { AUDITED } from '../../base/audited.ts';
import type { AuditedTable, AuditPlan, Referred } from '../../plan/audit-plan.ts';
import type { Table } from '../../plan/plan.ts';
import type { Expr, SqlType, SqlValue } from '../../sql/expression.ts';
import type { Bindings, Row } from '../store.ts';
import { balanced } from './balanced.ts';
import type { Dialect } from './dialect.ts';
import { objectOf, type Member } from './outbox.ts';
import { columnOf, tableOf, value } from './print.ts';
import type { Scope } from './print.ts';
import { createTable, schemaOf, VERSION } from './schema.ts';
import type { Schema, TableShape } from './schema.ts';
import type { Ask, Effect } from './statement.ts';

/**
 * A row for each change of a row, in the order in which they were made. It is not among the tables of a document: whatever becomes of
 * those, it stays as it is, and a program that writes no audit does not look at it.
 */
const AUDIT: Table = {
  name: '_audit',
  rowKey: 'id',
  columns: [
    { name: 'at', type: 'instant', nullable: false },
    { name: 'who', type: 'text', nullable: true },
    { name: 'operation', type: 'text', nullable: true },
    { name: 'request', type: 'text', nullable: true },
    { name: 'trace', type: 'text', nullable: true },
    { name: 'resource', type: 'text', nullable: false },
    { name: 'key', type: 'integer', nullable: false },
    { name: 'row', type: 'text', nullable: false },
    { name: 'kind', type: 'text', nullable: false },
    { name: 'before', type: 'json', nullable: true },
    { name: 'after', type: 'json', nullable: true },
    { name: 'masked', type: 'json', nullable: true },
  ],
  unique: [],
  indexes: [],
};

export const AUDIT_TABLE = '_audit';

/** What each change is of, behind which come the values of the row. */
export const TOLD = Object.keys(AUDITED) as readonly (keyof typeof AUDITED)[];

export function createAudit(dialect: Dialect): string {
  return createTable(auditShape(dialect));
}

export function auditShape(dialect: Dialect): TableShape {
  return tableOf(schemaOf([AUDIT], dialect), AUDIT_TABLE);
}

export type Kind = 'create' | 'change' | 'delete';

/** Of one table, as SQL of a trigger's rows OLD and NEW. */
export interface Trail {
  readonly shape: TableShape;
  /** The columns of _audit, and what goes into them; `told`: what AUDITED names, as the engine gets at it. */
  readonly columns: string;
  values(kind: Kind, told: readonly string[]): string;
  /** Did a field of the document change? */
  readonly differs: string;
}

/** `constant`: a text that no literal of the engine holds. */
export function trailsOf(
  schema: Schema,
  { tables }: AuditPlan,
  constant: (value: SqlValue) => string,
): readonly Trail[] {
  const shape = auditShape(schema.dialect);
  const columns = AUDIT.columns.map(({ name }) => columnOf(shape, name)).join(', ');
  return tables.map((audited) => trailOf(schema, audited, columns, constant));
}

function trailOf(schema: Schema, audited: AuditedTable, columns: string, constant: (value: SqlValue) => string): Trail {
  const { dialect } = schema;
  const shape = tableOf(schema, audited.table);
  const of = (row: 'OLD' | 'NEW'): Scope => ({
    schema,
    places: {
      args: [],
      constant,
      name(name) {
        throw new Error(`a trigger of ${audited.table} has no ${name}`);
      },
    },
    own: { shape, name: row },
    sources: new Map(),
  });
  const [was, is] = [of('OLD'), of('NEW')];
  const masked = new Set(audited.masked);
  const fields = fieldsOf(shape);
  const text = (given: string): string => dialect.literal(given, 'text', constant);
  const json = (sql: string): string => dialect.into({ sql, type: 'json' }, { type: 'json', scale: 0, bytes: 0 });
  const members = fields.map((name) => memberOf(shape, audited, name, masked));
  const snapshot = (scope: Scope): string => json(objectOf(members, scope));
  const changed = (name: string): string => {
    const column = own(shape, name);
    return dialect.differs(value(column, was), value(column, is));
  };
  const unseen = fields.filter((name) => masked.has(name));
  const words = unseen.map((name) => `CASE WHEN ${changed(name)} THEN ${text(`,${JSON.stringify(name)}`)} ELSE '' END`);
  const which = `nullif('[' || substr(${balanced(words, ' || ')}, 2) || ']', '[]')`;
  const noJson = dialect.literal(null, 'json', constant);
  return {
    shape,
    columns,
    differs: balanced(fields.length === 0 ? [dialect.truth(false)] : fields.map(changed), ' OR '),
    values(kind, told) {
      const now = kind === 'delete' ? was : is;
      return [
        ...told,
        text(audited.table),
        `${now.own!.name}.${shape.key}`,
        rowName(shape, audited, now, text),
        text(kind),
        kind === 'create' ? json(noJson) : snapshot(was),
        kind === 'delete' ? json(noJson) : snapshot(is),
        json(kind === 'change' && words.length > 0 ? which : noJson),
      ].join(', ');
    },
  };
}

/** All that the document names, and the service keeps. */
function fieldsOf({ table, columns }: TableShape): readonly string[] {
  const noted = new Set(table.columns.flatMap(({ name, unstated }) => (unstated === true ? [name] : [])));
  const isOwn = (name: string): boolean =>
    name === VERSION || noted.has(name) || (name === table.rowKey && name === HIDDEN);
  return [...columns.keys()].filter((name) => !isOwn(name));
}

/** The row key of rows whose fields do not number them. */
const HIDDEN = '_row';

function own(shape: TableShape, name: string): Expr & { readonly type: SqlType } {
  return { kind: 'column', column: name, type: shape.columns.get(name)!.type };
}

const MASK = { kind: 'literal', value: '"(masked)"', type: 'json' } as const;

/** A reference as people know its row; where that has gone, as its key. */
function memberOf(shape: TableShape, { refers }: AuditedTable, name: string, masked: ReadonlySet<string>): Member {
  if (masked.has(name)) return { name, value: MASK, scale: 0 };
  const kept = own(shape, name);
  const to = referredBy(refers, name);
  if (!to) return { name, value: kept, scale: shape.columns.get(name)!.scale };
  return { name, value: lookup(to, kept), scale: 0, otherwise: kept };
}

function referredBy(refers: AuditedTable['refers'], name: string): Referred | undefined {
  return Object.hasOwn(refers, name) ? refers[name] : undefined;
}

function lookup({ table, column, type, key }: Referred, kept: Expr): Member['value'] {
  return { kind: 'lookup', table, alias: 'audited', match: key, value: kept, column, type };
}

/** By its identity, several fields by commas; a reference as in its values. */
function rowName(shape: TableShape, { identity, refers }: AuditedTable, scope: Scope, literal: Literal): string {
  const names = identity.length > 0 ? identity : [shape.table.rowKey];
  const shown = names.map((name) => {
    const kept = own(shape, name);
    const there: Expr = { kind: 'text', operand: kept, scale: shape.columns.get(name)!.scale };
    const to = referredBy(refers, name);
    const all: readonly Expr[] = to ? [{ kind: 'text', operand: lookup(to, kept) }, there] : [there];
    return `coalesce(${all.map((each) => value(each, scope)).join(', ')}, ${literal('')})`;
  });
  return shown.join(` || ${literal(',')} || `);
}

/** A text as a literal of the engine. */
type Literal = (text: string) => string;

/** What is bound of the change that a statement makes, by the place in TOLD. */
export function toldAt(bindings: Bindings, place: number): string | null {
  const bound = bindings[AUDITED[TOLD[place]!]];
  return bound === undefined || bound === null ? null : String(bound);
}

/** What an effect asks, each as `before` leaves it. */
export function* noting<T>(effect: Effect<T>, before: (ask: Ask) => Ask): Effect<T> {
  let next = effect.next();
  while (next.done !== true) {
    let rows: readonly Row[];
    try {
      rows = yield before(next.value);
    } catch (error) {
      next = effect.throw(error);
      continue;
    }
    next = effect.next(rows);
  }
  return next.value;
}
