// A table before and after its document changed, for the tests with processes of their own: all rows must be copied.

import type { Table } from '../../src/plan/plan.ts';
import type { Wish } from '../../src/store/migration.ts';
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

/** The same under another name, with one more field and one that is gone. */
export const RENAMED: Wish = {
  tables: [
    {
      ...CHANGED,
      columns: [field('heading', 'text'), field('rank', 'integer', false, { fill: 7 })],
      unique: [{ columns: ['heading'], ignoringCase: false, cause: 'Task.heading taken' }],
      indexes: [],
    },
  ],
  renames: [{ resource: 'Task', field: 'heading', was: ['title'] }],
};
