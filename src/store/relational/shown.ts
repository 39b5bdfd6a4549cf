// A kept value, or a row by some of them, in a message, as answers show it. Input: a column of the plan and what it holds. Output: text,
// without quotes.

import type { Column, Table } from '../../plan/plan.ts';
import { decimalText } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Row } from '../store.ts';

export function shown({ type, scale = 0, rule }: Pick<Column, 'type' | 'scale' | 'rule'>, value: SqlValue): string {
  if (value === null) return 'null';
  if (type === 'decimal') return decimalText(value as number | bigint, scale);
  // oxlint-disable-next-line eqeqeq -- an engine may answer 1 or 1n
  if (type === 'boolean') return value == 1 ? 'true' : 'false';
  if (type === 'instant' && rule?.value.format === 'seconds')
    return String(Math.floor(Date.parse(String(value)) / 1000));
  return String(value);
}

/** The columns of these names; one that the table does not declare is its key. */
export function columnsNamed({ columns }: Table, names: readonly string[]): readonly Column[] {
  return names.map(
    (name) => columns.find((column) => column.name === name) ?? { name, type: 'integer', nullable: false },
  );
}

/** `with id 7`, `with day 2026-05-01 and room 3`. */
export function calledBy(columns: readonly Column[], row: Row): string {
  return `with ${columns.map((column, at) => `${column.name} ${shown(column, row[at] ?? null)}`).join(' and ')}`;
}
