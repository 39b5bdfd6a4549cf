// The features that a row of the Limit table needs to run. Input: its value and the row. Output: features; none where the row does not show
// what is limited: then nothing is refused, and answers rest on that gap. Notation, part 8.

import type { Limit } from '../../../notation/limits.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Model } from '../../../model/model.ts';
import type { LimitValue } from '../../../notation/values/limits.ts';
import { conditionOf } from '../../../notation/values/limited-calls.ts';
import { CAUSES } from '../../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { isOfCaller, operandsOf } from '../../document/condition-walk.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { isShown } from '../../refusals/causes/restriction.ts';

export function limitFeatures(model: Model, value: LimitValue, limit: Limit): Features {
  if (!isShown(limit)) return [];
  if (value.kind === 'rate') return rateFeatures(limit);
  if (value.kind === 'at once') return atOnceFeatures(limit);
  const isOfSome = valueOf(limit.appliesTo)?.when !== undefined;
  return [
    ...ofUnit(model, value, limit),
    ...featureIf(isOfSome, 'Limit: no rate, of calls with a condition'),
    ...featureIf(limit.per.status === 'any', 'Limit: no rate, for whatever the service chooses'),
  ];
}

function ofUnit(model: Model, { kind }: Exclude<LimitValue, { kind: 'rate' | 'at once' }>, { per }: Limit): Features {
  const [each] = valueOf(per) ?? [];
  const isOfField = each?.kind === 'field';
  // Its rows are kept inside of those of others.
  const isNested = isOfField && model.resources.get(each.field.owner.text)?.identifiedBy.status === 'none';
  const inside = featureIf(isNested, 'Limit: of a field in a nested shape');
  if (kind !== 'size') return [`Limit: ${kind}`, ...inside];
  return isOfField
    ? ['Limit: size of a field', ...inside]
    : [each?.kind === 'headers' ? 'Limit: size of the headers' : 'Limit: size of each request'];
}

function rateFeatures({ per, appliesTo }: Limit): Features {
  const applies = valueOf(appliesTo);
  const condition = applies && conditionOf(applies);
  const ends = applies?.when?.kind ?? 'condition';
  return [
    'Limit: rate',
    ...featureIf(per.status === 'any', 'Limit: rate, by whatever the service chooses'),
    ...featureIf(condition !== undefined && !isOnCaller(condition), 'Limit: rate, if what is not of the caller'),
    ...featureIf(ends !== 'condition' && isNoEnd(ends), 'Limit: rate, if a cause that is no answer of an operation'),
  ];
}

function atOnceFeatures({ per, appliesTo }: Limit): Features {
  const applies = valueOf(appliesTo);
  const condition = applies && conditionOf(applies);
  const isLater = applies?.when !== undefined && (condition === undefined || !isOnCaller(condition));
  return [
    'Limit: at once',
    ...featureIf(isLater || per.status === 'any', 'Limit: at once, by what is not known when a call begins'),
  ];
}

/** No call of an operation ends with it alone, or a limit has it itself. */
function isNoEnd(kind: MetCause['kind']): boolean {
  const { of, outside } = CAUSES[kind];
  return of === 'limit' || outside !== undefined;
}

function isOnCaller(condition: Condition): boolean {
  return operandsOf(condition).every((operand) => isOfCaller(operand) || isFixed(operand));
}

function isFixed({ kind }: ReturnType<typeof operandsOf>[number]): boolean {
  return kind !== 'field' && kind !== 'this' && kind !== 'parameter' && kind !== 'value';
}
