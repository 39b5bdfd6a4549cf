// What is sent beside a secret that is kept: it is verified before the steps, off the event loop, and what was verified is bound. A
// statement compares that with what is kept then, so that a secret which is changed meanwhile is another one. Input: a
// comparison. Output: an expression; undefined where neither side is a secret. Notation, part 2 "Conditions"; serve/phases/verify.ts.

import { fault, known } from '../base/fault.ts';
import type { Operand } from '../notation/values/operands.ts';
import { valueOf } from '../notation/slot.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import type { Expr } from '../sql/expression.ts';
import { all, type Typed } from './operands.ts';
import { columnExpr, columnOf, fieldNamed } from './rows.ts';
import { resourceOf, rowOf, type Scope } from './scope.ts';

/** The binding of the kept hash of a secret, where the one that was sent is the same. `of`: whose it is, where several are asked for. */
export function verifiedBy(sent: string, of?: string): Extract<Expr, { kind: 'parameter' }> {
  return { kind: 'parameter', name: `verified.${sent}${of === undefined ? '' : ` ${of}`}`, type: 'text' };
}

/** `other`: the other side, which is sent. */
export function verifiedExpr(operator: string, operand: Operand, scope: Scope, other: () => Typed): Expr | undefined {
  if (operand.kind !== 'field' || (operator !== '=' && operator !== '!=')) return undefined;
  const { context } = scope;
  const { owner, path } = operand;
  const resource = resourceOf(owner, path, scope);
  const field = resource && fieldNamed(context.model, resource, path.join('.'));
  if (!field || !isSealed(valueOf(field.type))) return undefined;
  const row = known(rowOf(owner, path, scope), `${path.join('.')} is a field of no row`);
  const { expr: sent } = other();
  const column = columnOf(context.model, field);
  if (!context.verify || !column || sent.kind !== 'parameter') fault(`${path.join('.')} is not compared here`);
  const whose = owner === 'caller' ? owner : resource.name.text;
  const same = verifiedBy(sent.name, `${whose}.${column.name}`);
  context.verify({ name: same.name, sent: sent.name, row, column: column.name });
  const kept = columnExpr(context, row, column.name, column.type);
  const isSame: Expr = { kind: 'compare', operator: '=', left: kept, right: same };
  if (operator === '=') return isSame;
  // A comparison with nothing is false, `!=` too.
  return all([
    { kind: 'is-set', operand: sent },
    { kind: 'is-set', operand: kept },
    { kind: 'not', item: isSame },
  ]);
}
