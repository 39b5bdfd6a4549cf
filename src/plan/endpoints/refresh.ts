// Tokens that refresh: what one sign-in led to is a family. Input: an operation under Refresh. Output: the step that marks the token
// which was sent as refreshed, so that of two calls at once one succeeds; the steps that end a family whose token came twice. They run
// where the effect is refused, since nothing of a refused effect is kept. Notation, part 5, Refresh; decision 0034.

import { valueOf } from '../../notation/slot.ts';
import { refreshedBy, refreshesOnce } from '../../analysis/document/callers.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import type { Expr } from '../../sql/expression.ts';
import { ofSent } from '../caller.ts';
import { column, TOKENS } from '../token-table.ts';
import { CALLER_FAMILY, familyOf, inFamily } from '../families.ts';
import type { OperationContext } from '../context.ts';
import { all, some, NOW, not } from '../operands.ts';
import { guardOf } from '../refuse.ts';
import { schemeKey } from '../request-parameters.ts';
import type { ColumnValue, Step } from '../steps.ts';
import { endWhere } from './ended-tokens.ts';

const REFRESHED = column('refreshed', 'instant');

function stamped(name: string): ColumnValue {
  return { column: name, value: NOW };
}

function isSet(operand: Expr): Expr {
  return { kind: 'is-set', operand };
}

/** Before a token is issued: the one that was sent has refreshed, and cannot again. */
export function markSteps(context: OperationContext): readonly Step[] {
  const { model, linked, heading } = context;
  if (!refreshesOnce(model, linked)) return [];
  const revoked = valueOf(refreshedBy(model, linked)!.revokedWhen) ?? [];
  const ends =
    effectsOf(linked).some(({ kind }) => kind === 'ends token') ||
    revoked.some((one) => one.kind === 'operation' && one.operation.text === heading);
  const step: Step = {
    kind: 'update',
    table: TOKENS.name,
    where: ofSent(),
    guards: [guardOf(not(isSet(REFRESHED)), { kind: 'wrong token' }, 'authentication')],
    // It is kept, so that it is known when it comes again.
    set: [stamped('refreshed'), ...(ends ? [stamped('ended')] : [])],
    every: false,
    absent: 'wrong token',
    outcome: 'updated',
    answer: undefined,
    quiet: true,
  };
  return [step];
}

/** The token that was sent, and those that it led to or came from, where it had refreshed before. */
export function reuseSteps(context: OperationContext): readonly Step[] {
  const { model, linked } = context;
  const scheme = refreshedBy(model, linked);
  if (!scheme || !refreshesOnce(model, linked)) return [];
  const key = schemeKey(model, scheme);
  const expires = column('expires', 'instant');
  const valid = some([not(isSet(expires)), { kind: 'compare', operator: '<', left: NOW, right: expires }]);
  return [
    {
      kind: 'bind',
      from: { table: TOKENS.name, where: all([ofSent(), isSet(REFRESHED), valid]) },
      values: [
        { name: key.name, expr: column('caller', 'integer') },
        { name: CALLER_FAMILY.name, expr: familyOf() },
      ],
      guards: [],
    },
    endWhere(inFamily(key)),
  ];
}
