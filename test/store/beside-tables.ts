// One table whose texts are as long as a document says.

import type { Column, Table } from '../../src/plan/plan.ts';
import { field } from './fixtures.ts';

export function tasksOf(most: number, ...more: readonly Column[]): readonly Table[] {
  const rule = { value: { type: 'text' }, schema: { type: 'string', maxLength: most } } as const;
  const columns = [field('title', 'text', true, { fill: null, rule }), ...more];
  return [{ name: 'Task', rowKey: '_row', columns, unique: [], indexes: [] }];
}
