// Which tables are kept beside the rows of a table, by triggers. Input: a table as the engine knows it. Output: indexes over members, and the
// number of all rows.

import { membersOf } from '../relational/member-tables.ts';
import type { Schema, TableShape } from '../relational/schema.ts';
import { totalOf } from '../relational/total-tables.ts';
import type { KeptTable } from './kept-tables.ts';
import { keptMembers } from './member-tables.ts';
import { keptTotal } from './total-tables.ts';

export function besideRows(shape: TableShape): readonly KeptTable[] {
  const total = totalOf(shape);
  return [...membersOf(shape).map(keptMembers), ...(total ? [keptTotal(total)] : [])];
}

export function besideAll(schema: Schema): readonly KeptTable[] {
  return [...schema.values()].flatMap(besideRows);
}
