// A table before and after its document changed, for the tests with processes of their own: all rows must be copied.

import type { Table } from '../../src/plan/plan.ts';
import type { Wish } from '../../src/store/migration.ts';
import { column, field } from './fixtures.ts';

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

/** With fields that rules fill: a slug that many rows share, and a sum. */
export const FILLED: Wish = {
  tables: [
    {
      ...PLAIN,
      columns: [
        ...PLAIN.columns,
        field('slug', 'text', false, { made: { said: 'slug of `title`', value: column('title'), slug: true } }),
        field('copy', 'text', false, { made: { said: '= `title` at create', value: column('title') } }),
      ],
      unique: [{ columns: ['slug'], ignoringCase: false, cause: 'Task.slug taken' }],
    },
  ],
  renames: [],
};
