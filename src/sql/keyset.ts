// The rows of an order from a place on, without counting those that are skipped. Input: an order, the place of a row in it. Output:
// conditions, each with an order that an index can have: rows that are alike in the first terms, and lie behind in the next one.
// Notation, part 4, Pages; decision 0050.

import type { Expr, OrderTerm, Place, SqlValue } from './expression.ts';
import { typeOf } from './walk.ts';

/** Rows that come one behind the other; those of a stretch before all of the next one. */
export interface Stretch {
  readonly where: Expr;
  readonly order: readonly OrderTerm[];
}

/** Under which a value of the row is bound. */
export function cursorValue(place: number): string {
  return `cursor.${place}`;
}

/** Bound to `after` or `before`; null: no place is sent. */
export const SIDE = 'cursor.side';

/** Bound to 1 where the row itself is included. */
export const INCLUDED = 'cursor.included';

/** What is bound says which place it is. */
export function placeOf(bindings: Readonly<Record<string, SqlValue>>, terms: number): Place {
  const side = bindings[SIDE];
  if (side !== 'after' && side !== 'before') return { side: 'first' };
  const nulls = Array.from({ length: terms }, (_, place) => (bindings[cursorValue(place)] ?? null) === null);
  return { side, included: bindings[INCLUDED] === 1, nulls };
}

/** The same for the same place. */
export function placeKey(place: Place): string {
  return place.side === 'first' ? place.side : `${place.side} ${place.included} ${place.nulls.join()}`;
}

/** Backwards, what comes last comes first. */
export function inDirection(order: readonly OrderTerm[], { side }: Place): readonly OrderTerm[] {
  if (side !== 'before') return order;
  return order.map(({ expr, descending }) => ({ expr, descending: !descending, nulls: 'first' as const }));
}

/** `mayBeNull`: of the values of a term. The last term has no two rows that are alike. */
export function stretches(
  order: readonly OrderTerm[],
  place: Place,
  mayBeNull: (term: Expr) => boolean,
): readonly Stretch[] {
  const all = inDirection(order, place);
  if (place.side === 'first') return fromBeginning(all, mayBeNull);
  const { included, nulls } = place;
  const found: Stretch[] = [];
  const alike: Expr[] = [];
  for (const [at, { expr, descending }] of all.entries()) {
    const value: Expr = { kind: 'parameter', name: cursorValue(at), type: typeOf(expr) };
    const isNull = nulls[at] === true;
    const own: Stretch[] = [];
    // Behind nothing, which comes last, is no value; before it are all.
    if (!isNull) {
      const operator = `${descending ? '<' : '>'}${included && at === all.length - 1 ? '=' : ''}` as const;
      const beyond: Expr = { kind: 'compare', operator, left: expr, right: value };
      own.push({ where: both([...alike, beyond]), order: all.slice(at) });
      if (place.side === 'after' && mayBeNull(expr))
        own.push({ where: both([...alike, isNothing(expr)]), order: all.slice(at + 1) });
    } else if (place.side === 'before') {
      own.push({ where: both([...alike, { kind: 'is-set', operand: expr }]), order: all.slice(at) });
    }
    // Rows that are alike in more terms are nearer.
    found.unshift(...own);
    alike.push(isNull ? isNothing(expr) : { kind: 'compare', operator: '=', left: expr, right: value });
  }
  return found;
}

/** No index has rows without a value where this order has them. */
function fromBeginning(order: readonly OrderTerm[], mayBeNull: (term: Expr) => boolean): readonly Stretch[] {
  const [first] = order;
  if (!first || !mayBeNull(first.expr)) return [{ where: { kind: 'true' }, order }];
  return [
    { where: { kind: 'is-set', operand: first.expr }, order },
    { where: isNothing(first.expr), order: order.slice(1) },
  ];
}

function isNothing(operand: Expr): Expr {
  return { kind: 'not', item: { kind: 'is-set', operand } };
}

function both(items: readonly Expr[]): Expr {
  return items.length === 1 ? items[0]! : { kind: 'and', items };
}
