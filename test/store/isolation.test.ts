// Which effects must be serializable: those that decide by other rows, and those that change what others decide by.

import { expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { mustBeSerializable, searchedBy } from '../../src/store/postgres/isolation.ts';
import { column, equal, insertTask, literal, parameter } from './fixtures.ts';

const OWN = equal(column('owner', 'integer', 'o'), column('id', 'integer'));
const SUM: Expr = {
  kind: 'aggregate',
  of: 'sum',
  table: 'Task',
  alias: 'o',
  where: OWN,
  operand: column('count', 'integer', 'o'),
  type: 'integer',
};
const ROWS: Expr = {
  kind: 'rows',
  table: 'Task',
  alias: 'o',
  where: OWN,
  order: [{ expr: column('weight', 'real', 'o'), descending: false }],
  columns: [column('title', 'text', 'o')],
};

function update(table: string, name: string, guard?: Expr): Step {
  return {
    kind: 'update',
    table,
    where: equal(column('_row', 'integer'), parameter('id', 'integer')),
    guards: guard ? [{ where: guard, cause: 'refused', check: 'state' }] : [],
    set: [{ column: name, value: literal(1, 'integer') }],
    every: false,
    absent: 'absent',
    outcome: 'updated',
    answer: undefined,
  };
}

const isFull: Expr = { kind: 'compare', operator: '<', left: SUM, right: literal(9, 'integer') };
const hasRows: Expr = { kind: 'is-set', operand: ROWS };

test.each([
  ['a sum', isFull, ['count', 'owner'], 'title'],
  ['a list of rows', hasRows, ['owner', 'title', 'weight'], 'count'],
])('an effect that decides by %s, and those that change it', (_, guard, columns, other) => {
  const program = [update('Person', 'name', guard)];
  const searched = searchedBy([program]);
  expect([...(searched.get('Task') ?? [])].toSorted()).toEqual(columns);
  expect(mustBeSerializable(program, searched)).toBe(true);
  for (const name of columns) expect(mustBeSerializable([update('Task', name)], searched), name).toBe(true);
  expect(mustBeSerializable([insertTask()], searched)).toBe(true);
  expect(mustBeSerializable([update('Task', other)], searched)).toBe(false);
  expect(mustBeSerializable([update('Person', 'name')], searched)).toBe(false);
});

test('a rule that is judged when all effects are done, and those that change what it looks at', () => {
  const judged: Step = {
    kind: 'bind',
    values: [],
    guards: [{ where: isFull, cause: 'refused', check: 'body' }],
    last: true,
  };
  const { last: _, ...before } = judged;
  const searched = searchedBy([[update('Person', 'name'), judged]]);
  expect([...(searched.get('Task') ?? [])].toSorted()).toEqual(['count', 'owner']);
  expect(mustBeSerializable([update('Person', 'name'), judged], searched)).toBe(true);
  expect(mustBeSerializable([update('Task', 'count')], searched)).toBe(true);
  expect(mustBeSerializable([update('Task', 'title')], searched)).toBe(false);
  expect(searchedBy([[update('Person', 'name'), before]]).size).toBe(0);
});

test('what only reads holds up nobody', () => {
  const read: Step = {
    kind: 'list',
    select: { table: 'Person', columns: [SUM].map((expr) => ({ name: 'sum', expr })), where: undefined, order: [] },
    total: false,
  };
  expect(searchedBy([[read]]).size).toBe(0);
});
