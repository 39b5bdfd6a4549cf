// A kept value in a message, as answers show it. Input: a column of the plan and what it holds. Output: text, without quotes.

import type { Column } from '../../plan/plan.ts';
import { decimalText } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';

export function shown({ type, scale = 0, rule }: Pick<Column, 'type' | 'scale' | 'rule'>, value: SqlValue): string {
  if (value === null) return 'null';
  if (type === 'decimal') return decimalText(value as number | bigint, scale);
  // oxlint-disable-next-line eqeqeq -- an engine may answer 1 or 1n
  if (type === 'boolean') return value == 1 ? 'true' : 'false';
  if (type === 'instant' && rule?.value.format === 'seconds')
    return String(Math.floor(Date.parse(String(value)) / 1000));
  return String(value);
}
