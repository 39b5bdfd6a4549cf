// Why a row is in a list or is not, where that is one statement: a filter, or that its caller sees it by a role alone. Input: filters, who sees it.
// Output: the slot that states it. Notation, part 2, Visible to; part 4, Query and Who.

import { valueOf, type Slot } from '../../notation/slot.ts';
import type { Who } from '../../notation/values/who.ts';
import { lets } from '../values/evaluate.ts';
import type { Row, Truth } from '../world/known.ts';
import type { Scope } from '../world/world.ts';

export interface Reason {
  readonly kind: 'filter' | 'role';
  readonly slot: Slot<unknown>;
}

interface Listed<F> {
  readonly filters: readonly F[];
  readonly isAmong: (row: Row, applied: readonly F[]) => Truth;
  /** Visible to, and Who. */
  readonly seenBy: readonly (Slot<Who> | undefined)[];
  readonly scopeOf: (row: Row) => Scope;
}

/** `isIn`: it has to be there. */
export function reasonFor<F extends { readonly slot: Slot<unknown> }>(
  { filters, isAmong, seenBy, scopeOf }: Listed<F>,
  row: Row,
  isIn: boolean,
): Reason | undefined {
  const isAlone = (filter: F): boolean =>
    isAmong(
      row,
      filters.filter((one) => one !== filter),
    ) === true;
  const [filter, ...others] = isIn ? filters : filters.filter(isAlone);
  if (filter) return others.length === 0 ? { kind: 'filter', slot: filter.slot } : undefined;
  const slot = isIn ? seenBy.find((one) => isByRole(one && valueOf(one), scopeOf(row))) : undefined;
  return slot && { kind: 'role', slot };
}

/** Is the caller let in, and neither as an owner nor by what the row holds? */
function isByRole(who: Who | undefined, scope: Scope): boolean {
  if (who?.kind !== 'or') return false;
  return (
    who.items.some((one) => isOfCaller(one) && lets(one, scope) === true) &&
    who.items.every((one) => isOfCaller(one) || lets(one, scope) === false)
  );
}

function isOfCaller({ kind }: Who): boolean {
  return kind === 'role' || kind === 'scope';
}
