// May programs of one document run on when the tables have been brought to another? Input: the tables of both. Output: yes or no,
// and no where that is not certain: what they still write must be kept, and be what the other document allows.

import type { Table } from '../../plan/plan.ts';
import { membersOf } from '../relational/member-tables.ts';
import { narrower } from '../relational/narrower.ts';
import { schemaOf } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';
import { withUndecided } from '../relational/undecided.ts';
import type { NextPlan } from '../store.ts';
import { SQLITE } from './dialect.ts';

export function mayGoOn(before: readonly Table[], { tables, renames, fits }: NextPlan): boolean {
  if (JSON.stringify(before) === JSON.stringify(tables)) return true;
  const after = schemaOf(withUndecided(tables, before), SQLITE);
  const isHeld = [...schemaOf(before, SQLITE)].every(([name, was]) => holds(after.get(name), was));
  return isHeld && narrower(before, { tables, renames, fits, dialect: SQLITE }, []).length === 0;
}

/** Every column is there under its name, and what is new may be left out. */
function holds(is: TableShape | undefined, was: TableShape): boolean {
  if (is?.sql !== was.sql || is.key !== was.key) return false;
  const members = new Set(membersOf(is).map(({ name }) => name));
  if (!membersOf(was).every(({ name }) => members.has(name))) return false;
  for (const [name, column] of was.columns) {
    const now = is.columns.get(name);
    if (now?.sql !== column.sql || now.as !== column.as || (column.nullable && !now.nullable)) return false;
  }
  const filled = new Set(
    is.table.columns.flatMap(({ name, fill }) => (fill === undefined || fill === null ? [] : [name])),
  );
  return [...is.columns].every(([name, { nullable }]) => was.columns.has(name) || (nullable && !filled.has(name)));
}
