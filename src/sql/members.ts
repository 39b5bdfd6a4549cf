// Lists that are filtered by a member of a list. Input: a condition, an order. Output: what is sought of a condition that must hold, and the
// order as an index over members can have it. The plan says by it which indexes are needed, a store which of them serves a list.

import type { Expr, MemberType, OrderTerm } from './expression.ts';
import { columnsOf, memberType, typeOf } from './walk.ts';

type Has = Extract<Expr, { kind: 'has' }>;

/** Of a list in a column of the row, a member that is the same for every row. */
export interface Sought {
  readonly column: string;
  readonly type: MemberType;
  /** Of decimals. */
  readonly scale: number;
  readonly member: Expr;
}

export interface IndexOrder {
  readonly by: readonly { readonly column: string; readonly descending: boolean }[];
  /** Rows that are alike in these, by their keys. */
  readonly descending: boolean;
}

export function soughtBy(expr: Expr): Sought | undefined {
  if (expr.kind !== 'has') return undefined;
  const { left, right, scale = 0 }: Has = expr;
  if (left.kind !== 'column' || left.source !== undefined || columnsOf(right, undefined).length > 0) return undefined;
  return { column: left.column, type: memberType(typeOf(right)), scale, member: right };
}

/**
 * `never`: is there a value in each row? Undefined: no column that an index has. An order and its reverse are one, where there is;
 * so are both orders of the keys alone. Undefined: rows are in the order of something else.
 */
export function indexOrder(
  order: readonly OrderTerm[],
  rowKey: string,
  never: (column: string) => boolean | undefined,
): IndexOrder | undefined {
  const by: { column: string; descending: boolean }[] = [];
  let last = false;
  for (const { expr, descending } of order) {
    if (expr.kind !== 'column' || expr.source !== undefined) return undefined;
    if (expr.column === rowKey) {
      last = descending;
      break;
    }
    if (never(expr.column) === undefined) return undefined;
    by.push({ column: expr.column, descending });
  }
  const [first] = by;
  if (!first) return { by, descending: false };
  if (!first.descending || !by.every(({ column }) => never(column))) return { by, descending: last };
  return { by: by.map((each) => ({ ...each, descending: !each.descending })), descending: !last };
}
