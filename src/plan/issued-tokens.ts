// A token for a row of its Caller: what is kept of it, and what a signed one says. Input: a scheme. Output: steps, for operations that issue
// tokens and for the operator, who calls as a row for a short time. Notation, part 4, Does (`issues token`); part 5.

import { callerOf, isRowless, takesPasswords } from '../analysis/document/schemes.ts';
import { isKept, isSigned } from '../analysis/document/signed.ts';
import type { Model } from '../model/model.ts';
import type { Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr } from '../sql/expression.ts';
import { KEY_CAUSES, type CallerTokenPlan } from './credentials.ts';
import { NOW } from './operands.ts';
import { runningSchemes } from './request-parameters.ts';
import { keyThere, rowKeyOf } from './rows.ts';
import { claimValue, FRESH, signPlanOf } from './signed.ts';
import type { Step } from './steps.ts';
import { keptAs, TOKENS } from './token-table.ts';
import { unlessOpen } from './unless-wrong.ts';

/** The row key of the caller that the token is for. */
export const HOLDER: Extract<Expr, { kind: 'parameter' }> = {
  kind: 'parameter',
  name: 'token.holder',
  type: 'integer',
};

export const FRESH_HASH: Expr = { kind: 'parameter', name: `${FRESH}.hash`, type: 'text' };

/** What is kept of a token that is issued now for HOLDER. */
export function insertToken(scheme: Scheme, expires: Expr, family: Expr): Extract<Step, { kind: 'insert' }> {
  return {
    kind: 'insert',
    table: TOKENS.name,
    values: [
      { column: 'hash', value: FRESH_HASH },
      { column: 'scheme', value: keptAs(scheme) },
      { column: 'caller', value: HOLDER },
      { column: 'issued', value: NOW },
      { column: 'expires', value: expires },
      { column: 'family', value: family },
    ],
    answer: undefined,
    checks: [],
  };
}

/** Milliseconds for which the operator calls as a row. */
const SHORT = 600_000;

export function callerTokenPlans(model: Model): readonly CallerTokenPlan[] {
  return runningSchemes(model).map((scheme): CallerTokenPlan => {
    const resource = callerOf(model, scheme)?.name.text;
    const shared = { scheme: scheme.name.text, ...(resource !== undefined && { resource }) };
    const why = reasonAgainst(scheme);
    const steps = why === undefined ? unlessOpen(model, () => stepsFor(model, scheme)) : undefined;
    return steps ? { ...shared, ...steps } : { ...shared, why: why ?? 'open' };
  });
}

function reasonAgainst(scheme: Scheme): CallerTokenPlan['why'] {
  if (takesPasswords(scheme)) return 'password';
  if (isRowless(scheme)) return 'no row';
  return valueOf(scheme.issuedBy)?.kind === 'operations' ? undefined : 'issued elsewhere';
}

function stepsFor(model: Model, scheme: Scheme): Pick<CallerTokenPlan, 'steps' | 'signs' | 'lifetime'> | undefined {
  const resource = callerOf(model, scheme);
  if (!resource) return undefined;
  let aliases = 0;
  const context = { model, alias: () => `r${++aliases}` };
  const lifetime = Math.min(valueOf(scheme.tokenLifetime) ?? SHORT, SHORT);
  const row: Expr = { kind: 'parameter', name: 'token.row', type: 'integer' };
  const key = keyThere(context, resource, rowKeyOf(resource), row);
  const guard = { where: { kind: 'is-set', operand: HOLDER }, cause: KEY_CAUSES.noRow, check: 'existence' } as const;
  const find: Step = { kind: 'bind', values: [{ name: HOLDER.name, expr: key }], guards: [guard] };
  const claim: readonly Step[] = isSigned(scheme)
    ? [{ kind: 'bind', values: [claimValue(context, scheme, HOLDER)], guards: [] }]
    : [];
  const expires: Expr = { kind: 'shift', instant: NOW, by: lifetime };
  const kept = isKept(model, scheme) ? [insertToken(scheme, expires, FRESH_HASH)] : [];
  return {
    steps: [find, ...claim, ...kept],
    lifetime,
    ...(isSigned(scheme) && { signs: signPlanOf(model, scheme, lifetime) }),
  };
}
