// A table before and after its document changed, for the tests with processes of their own: all rows must be copied.

import type { Table } from '../../src/plan/plan.ts';
import { field } from './fixtures.ts';

export const PLAIN: Table = {
  name: 'Task',
  rowKey: '_row',
  columns: [field('title', 'text')],
  unique: [],
  indexes: [],
};

export const CHANGED: Table = {
  ...PLAIN,
  columns: [...PLAIN.columns, field('state', 'text', false, { fill: 'open' })],
  unique: [{ columns: ['title'], ignoringCase: false, cause: 'Task.title taken' }],
  indexes: [['state']],
};
