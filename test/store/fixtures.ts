// Tables, expressions and bindings for the store's tests, in short words.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { Guard, Step } from '../../src/plan/steps.ts';
import type { Expr, Select, SqlType, SqlValue } from '../../src/sql/expression.ts';

export function column(name: string, type: SqlType = 'text', source?: string): Expr {
  return source === undefined ? { kind: 'column', column: name, type } : { kind: 'column', column: name, type, source };
}

export function parameter(name: string, type: SqlType = 'text'): Expr {
  return { kind: 'parameter', name, type };
}

export function literal(value: SqlValue, type: SqlType = 'text'): Expr {
  return { kind: 'literal', value: typeof value === 'bigint' ? { bigint: String(value) } : value, type };
}

export function equal(left: Expr, right: Expr): Expr {
  return { kind: 'compare', operator: '=', left, right };
}

export function field(name: string, type: SqlType, nullable = false, more: Partial<Column> = {}): Column {
  return { name, type, nullable, ...(nullable && { fill: null }), ...more };
}

/** `count` is scaled by nothing, `price` by 100; `title` is unique ignoring case, `slug` as written. */
export const TASK: Table = {
  name: 'Task',
  rowKey: '_row',
  columns: [
    field('title', 'text'),
    field('slug', 'text', true),
    field('state', 'text'),
    field('count', 'integer', true),
    field('price', 'decimal', true, { scale: 2 }),
    field('weight', 'real', true),
    field('done', 'boolean'),
    field('due', 'instant', true),
    field('tags', 'json', true),
    field('address.street', 'text', true),
    field('owner', 'integer', true),
  ],
  unique: [
    { columns: ['title'], ignoringCase: true, cause: 'Task.title taken' },
    { columns: ['slug'], ignoringCase: false, cause: 'Task.slug taken' },
  ],
  indexes: [['owner'], ['state', 'title']],
};

export const PERSON: Table = {
  name: 'Person',
  rowKey: 'id',
  columns: [field('id', 'integer'), field('name', 'text')],
  unique: [{ columns: ['name'], ignoringCase: false, cause: 'Person.name taken' }],
  indexes: [],
};

export const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [field('task', 'integer'), field('text', 'text')],
  unique: [],
  indexes: [['task']],
};

export const TABLES: readonly Table[] = [TASK, PERSON, NOTE];

export const answer = (...columns: readonly Expr[]): { readonly name: string; readonly expr: Expr }[] =>
  columns.map((expr, place) => ({ name: expr.kind === 'column' ? expr.column : `${place}`, expr }));

/** A task by its title; all other fields have a plain value unless given. */
export function insertTask(values: Readonly<Record<string, Expr>> = {}, checks: readonly Guard[] = []): Step {
  const all: Record<string, Expr> = {
    title: parameter('title'),
    state: literal('open'),
    done: literal(0, 'boolean'),
    ...values,
  };
  return {
    kind: 'insert',
    table: 'Task',
    values: Object.entries(all).map(([name, value]) => ({ column: name, value })),
    answer: answer(column('_row', 'integer'), column('title'), column('state'), column('_version', 'integer')),
    checks,
  };
}

export const BY_KEY: Expr = equal(column('_row', 'integer'), parameter('key', 'integer'));

export function select(table: string, columns: readonly Expr[], more: Partial<Select> = {}): Select {
  return { table, columns: answer(...columns), where: undefined, order: [], ...more };
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'ninefold-store-'));
}
