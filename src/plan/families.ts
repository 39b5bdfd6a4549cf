// What one sign-in led to by Refresh is a family of tokens: each has the hash of the first one. Input: nothing. Output: expressions on the
// table of tokens. Notation, part 5, Refresh; decision 0034.

import type { Expr } from '../sql/expression.ts';
import { all, choice, some } from './operands.ts';
import { column, heldBy, sameAs } from './token-table.ts';

/** Of the token that was sent. */
export const CALLER_FAMILY: Extract<Expr, { kind: 'parameter' }> = {
  kind: 'parameter',
  name: 'caller.family',
  type: 'text',
};

/** Of the token at hand. One that was issued before Refresh was stated is a family of its own. */
export function familyOf(family: Expr = column('family', 'text'), hash: Expr = column('hash', 'text')): Expr {
  return choice([[{ kind: 'is-set', operand: family }, family]], hash, 'text');
}

/** It is of the family that is bound, and of the caller, by whom an index finds it. `key`: of that row. */
export function inFamily(key: Expr): Expr {
  return all([heldBy(key), some([sameAs('family', CALLER_FAMILY), sameAs('hash', CALLER_FAMILY)])]);
}
