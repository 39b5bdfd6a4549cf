// The rates that count calls of an operation, and the limits on how many run at once. Input: an operation. Output: by what each is counted, in which place, and what is asked of the
// data for that; undefined where none is. Notation, part 8; decision 0072.

import { causeKey } from '../notation/values/cause-kinds.ts';
import { conditionOf } from '../notation/values/limited-calls.ts';
import { valueOf } from '../notation/slot.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { callersOf } from '../analysis/document/schemes.ts';
import { runs } from '../analysis/document/supported.ts';
import { limitFeatures } from '../analysis/gaps/supported/limits.ts';
import { endsOf, limitsOf } from '../analysis/refusals/errors.ts';
import { countedBy, stageOf, type RateBasis, type RateStage } from '../analysis/refusals/rates.ts';
import { isShown, type MetLimit } from '../analysis/refusals/causes/restriction.ts';
import type { Expr } from '../sql/expression.ts';
import { parameterOf } from './body-parameters.ts';
import { callerStep } from './caller.ts';
import { conditionExpr } from './conditions.ts';
import type { OperationContext } from './context.ts';
import { CLAIMED } from './credentials.ts';
import type { LimitValue } from '../notation/values/limits.ts';
import type { AtOncePlan, CountedPlan, RateKey, RatePlace, RatePlan, RatesPlan } from './limits.ts';
import { choice } from './operands.ts';
import { callerKey, CALLER_KNOWN, sentBy } from './request-parameters.ts';
import { known } from '../base/fault.ts';
import { callerField, type Scope } from './scope.ts';
import type { BoundValue } from './steps.ts';

export function ratesPlan(context: OperationContext): RatesPlan | undefined {
  const { model, linked } = context;
  const found = new Map<RateStage, Found>();
  for (const met of limitsOf(model, linked)) {
    const { limit, value } = met;
    if (value.kind !== 'rate' && value.kind !== 'at once') continue;
    if (!isShown(limit) || !limitFeatures(model, value, limit).every(runs)) continue;
    const bases = countedBy(model, linked, limit);
    if (!bases || bases.length === 0) continue;
    const stage = stageOf(limit, bases);
    const place = found.get(stage) ?? { rates: [], atOnce: [], values: [] };
    found.set(stage, place);
    const counted = countedPlan(context, met, bases, place.values);
    if (value.kind === 'rate') place.rates.push(ratePlan(context, met, value, counted));
    else place.atOnce.push({ ...counted, most: value.count });
  }
  if (found.size === 0) return undefined;
  const isInOrder = valueOf(linked.facts.checks)?.includes('limits') === true;
  const places = [...found].map(([stage, one]) => [stage, placeOf(context, one)] as const);
  return { ...Object.fromEntries(places), ...(isInOrder && { isInOrder }) };
}

interface Found {
  readonly rates: RatePlan[];
  readonly atOnce: AtOncePlan[];
  readonly values: BoundValue[];
}

/** Who calls is found where calls are counted by that, or something is asked of the data. */
function placeOf(context: OperationContext, { rates, atOnce, values }: Found): RatePlace {
  const counted = { rates, ...(atOnce.length > 0 && { atOnce }) };
  const isOfCaller = [...rates, ...atOnce].some(({ by }) =>
    by.some(({ kind }) => kind === 'caller' || kind === 'caller row'),
  );
  if (values.length === 0 && !isOfCaller) return counted;
  const more = values.length > 0 ? [{ kind: 'bind', values, guards: [] } as const] : [];
  return { ...counted, look: [...callerStep(context), ...more] };
}

function ratePlan(
  { model, linked }: OperationContext,
  { limit }: MetLimit,
  { count, window, burst }: Extract<LimitValue, { readonly kind: 'rate' }>,
  counted: CountedPlan,
): RatePlan {
  const ends = endsOf(model, linked, limit);
  const numbers = { count, window, ...(burst !== undefined && { burst }) };
  return { ...counted, numbers, ...(ends && { ends: ends.map(causeKey) }) };
}

function countedPlan(
  context: OperationContext,
  { limit, cause }: MetLimit,
  bases: readonly RateBasis[],
  values: BoundValue[],
): CountedPlan {
  const { linked } = context;
  const applies = valueOf(limit.appliesTo);
  const condition = applies && conditionOf(applies);
  const bind = (expr: Expr): string => {
    // What is sent is bound already.
    if (expr.kind === 'parameter') return expr.name;
    const name = `rate.${values.length} ${limit.name.text}`;
    values.push({ name, expr });
    return name;
  };
  const scope: Scope = { context, row: undefined, sent: sentBy(context, linked) };
  const when = condition && bind(choice([[conditionExpr(condition, scope), ONE]], { ...ONE, value: 0 }, 'integer'));
  return {
    name: limit.name.text,
    by: bases.map((basis) => keyOf(basis, scope, context, bind)),
    cause: causeKey(cause),
    ...(when !== undefined && { when }),
  };
}

const ONE: Extract<Expr, { kind: 'literal' }> = { kind: 'literal', value: 1, type: 'integer' };

function keyOf(
  basis: RateBasis,
  scope: Scope,
  { model, linked, heading }: OperationContext,
  bind: (expr: Expr) => string,
): RateKey {
  switch (basis.kind) {
    case 'address':
      return { kind: 'address' };
    case 'operation':
      return { kind: 'fixed', text: heading };
    case 'service':
      return { kind: 'fixed', text: '' };
    case 'caller':
      return { kind: 'caller', names: callerNames(scope) };
    case 'caller row':
      return { kind: 'caller row', name: callerKey(model, basis.resource).name };
    case 'row': {
      const row = known(scope.sent.rowOf(basis.resource.name.text), `no row of ${basis.resource.name.text} is named`);
      return { kind: 'bound', name: bind(row.key) };
    }
    case 'body':
      return { kind: 'bound', name: parameterOf(basis.field), ...(basis.folds && { folds: true }) };
    case 'path':
      return { kind: 'bound', name: `path.${basis.parameter}`, ...(basis.folds && { folds: true }) };
    case 'caller field':
      if (!readsCredentials(linked)) throw new Error(`${heading} has no caller`);
      return { kind: 'bound', name: bind(callerField(basis.path, scope).expr), ...(basis.folds && { folds: true }) };
  }
}

/** What tells callers apart, once it is known who calls. */
function callerNames({ context: { model } }: Scope): readonly string[] {
  const rows = callersOf(model).map((resource) => callerKey(model, resource).name);
  return [...rows, CALLER_KNOWN.name, 'caller.scheme', CLAIMED.subject];
}
