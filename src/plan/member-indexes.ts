// Indexes over the members of lists. Input: the tables and the operations of a plan. Output: for each table the lists whose members are
// indexed, in the order of the lists of rows that are filtered by one of them; each with the operations that need it. Notation, part 4,
// Query, Selects: `` `list` has value ``; decision 0043.

import type { Expr } from '../sql/expression.ts';
import { indexOrder, soughtBy, type Sought } from '../sql/members.ts';
import type { IndexPlan, MemberIndex } from './index-plan.ts';
import type { OperationPlan, Table } from './plan.ts';
import type { Step } from './steps.ts';

type List = Extract<Step, { kind: 'list' }>;

interface Found {
  readonly table: string;
  readonly index: MemberIndex;
  readonly by: string[];
}

export function withMemberIndexes(
  tables: readonly Table[],
  indexes: readonly IndexPlan[],
  operations: readonly Pick<OperationPlan, 'id' | 'run'>[],
): { readonly tables: readonly Table[]; readonly indexes: readonly IndexPlan[] } {
  const found = new Map<string, Found>();
  const named = new Map(tables.map((table) => [table.name, table]));
  for (const { id, run } of operations)
    for (const step of run?.steps ?? []) {
      const table = step.kind === 'list' ? named.get(step.select.table) : undefined;
      if (step.kind !== 'list' || !table) continue;
      for (const index of indexesOf(step, table)) {
        const key = JSON.stringify([table.name, index]);
        const one = found.get(key) ?? { table: table.name, index, by: [] };
        found.set(key, one);
        if (!one.by.includes(id)) one.by.push(id);
      }
    }
  const own = Map.groupBy(found.values(), ({ table }) => table);
  return {
    tables: tables.map((table) => {
      const members = own.get(table.name)?.map(({ index }) => index);
      return members ? { ...table, members } : table;
    }),
    indexes: tables.flatMap(({ name }) => [
      ...indexes.filter(({ resource }) => resource === name),
      ...(own.get(name) ?? []).map(planned),
    ]),
  };
}

function planned({ table, index: { column, order }, by }: Found): IndexPlan {
  const what =
    order.length === 0
      ? `lists are filtered by a member of \`${column}\``
      : `lists that are filtered by a member of \`${column}\` are in this order`;
  const columns = [column, ...order.map((each) => each.column)];
  return { resource: table, columns, members: true, because: [{ what, by }] };
}

/** For each order of the list, also of those that a caller chooses. */
function indexesOf({ select, orders }: List, table: Table): readonly MemberIndex[] {
  if (select.where === undefined || select.members || select.distinct) return [];
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const never = (name: string): boolean | undefined => {
    const column = columns.get(name);
    return column === undefined || column.type === 'json' ? undefined : !column.nullable;
  };
  return [...soughtIn(select.where)].flatMap(({ column, type, scale }) => {
    if (columns.get(column)?.type !== 'json') return [];
    return [select.order, ...(orders?.of ?? []).map(({ order }) => order)].map((order): MemberIndex => {
      const { by = [], descending = false } = indexOrder(order, table.rowKey, never) ?? {};
      const ofDecimals = type === 'decimal' ? { scale } : {};
      return { column, type, ...ofDecimals, order: by, ...(descending && { descending }) };
    });
  });
}

/** What must hold, at least where it is sent. */
function* soughtIn(expr: Expr): Generator<Sought> {
  if (expr.kind === 'and') for (const item of expr.items) yield* soughtIn(item);
  else if (expr.kind === 'or') {
    const rest = expr.items.filter((item) => !isUnsent(item));
    if (rest.length === 1) yield* soughtIn(rest[0]!);
  } else {
    const sought = soughtBy(expr);
    if (sought) yield sought;
  }
}

function isUnsent(expr: Expr): boolean {
  return expr.kind === 'not' && expr.item.kind === 'is-set' && expr.item.operand.kind === 'parameter';
}
