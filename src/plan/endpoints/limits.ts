// The limits of part 8 that a request to an operation can meet, as data: of several of one kind the smallest counts. Input: an operation.
// Output: what its plan has of them; nothing where none is stated. Notation, part 8.

import { causeKey } from '../../notation/values/cause-kinds.ts';
import { octetsOf, type LimitEach, type LimitValue } from '../../notation/values/limits.ts';
import { problem } from '../../notation/problems.ts';
import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { runs } from '../../analysis/document/supported.ts';
import { isShown, type MetLimit } from '../../analysis/refusals/causes/restriction.ts';
import { limitsOf } from '../../analysis/refusals/errors.ts';
import { limitFeatures } from '../../analysis/gaps/supported/limits.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import { tellsProblems } from '../../analysis/values/problems.ts';
import type { LengthLimit } from '../bounds.ts';
import type { OperationContext } from '../context.ts';
import type { RunPlan } from '../plan.ts';

export type LimitPlans = Pick<RunPlan, 'size' | 'head' | 'time' | 'limitsInOrder'>;

/** Those that run. What the operator writes is no operation. */
export function enforced(model: Model, linked: LinkedOperation): readonly MetLimit[] {
  if (model.operations.get(headingOf(linked)) !== linked) return [];
  return limitsOf(model, linked).filter(
    ({ value, limit }) => isShown(limit) && limitFeatures(model, value, limit).every(runs),
  );
}

export function limitPlans(model: Model, linked: LinkedOperation): LimitPlans {
  const isInOrder = valueOf(linked.facts.checks)?.includes('limits') === true;
  const met = enforced(model, linked);
  const size = smallest(sizesPer(met, 'request'));
  const head = smallest(sizesPer(met, 'headers'));
  const times = met.flatMap(({ value, cause }) =>
    value.kind === 'time' ? [{ milliseconds: value.milliseconds, cause: causeKey(cause) }] : [],
  );
  const time = times.toSorted((one, other) => one.milliseconds - other.milliseconds)[0];
  const lengths = met.filter((one) => lengthOf(one) && eachOf(one)?.kind !== 'headers' && !isOfBody(one));
  return {
    ...(size && { size: isInOrder ? { ...size, isInOrder } : size }),
    ...(head && { head: isInOrder ? { ...head, isInOrder } : head }),
    ...(time && { time }),
    ...(isInOrder &&
      lengths.length > 0 && { limitsInOrder: [...new Set(lengths.map(({ cause }) => causeKey(cause)))] }),
  };
}

/** Of a field, by the name under which causes have it. */
export function lengthLimits(
  { model, linked }: OperationContext,
  subject: string,
): { readonly limits?: readonly LengthLimit[] } {
  return limited(
    model,
    enforced(model, linked).filter((one) => isOfField(eachOf(one), subject)),
  );
}

/** Of a body that is a list. */
export function itemLimits({ model, linked }: OperationContext): { readonly limits?: readonly LengthLimit[] } {
  return limited(
    model,
    enforced(model, linked).filter((one) => one.value.kind === 'items' && eachOf(one)?.kind === 'request'),
  );
}

/** Of those that count alike, the smallest. */
function limited(model: Model, met: readonly MetLimit[]): { readonly limits?: readonly LengthLimit[] } {
  const found = new Map<LengthLimit['counts'], LengthLimit>();
  for (const one of met) {
    const length = lengthOf(one);
    if (!length || (found.get(length.counts)?.most ?? Infinity) <= length.most) continue;
    const told = tellsProblems(model) && { problem: problemOf(one.value) };
    found.set(length.counts, { ...length, cause: causeKey(one.cause), ...told });
  }
  return found.size === 0 ? {} : { limits: [...found.values()] };
}

function lengthOf({ value }: MetLimit): Pick<LengthLimit, 'counts' | 'most'> | undefined {
  switch (value.kind) {
    case 'characters':
    case 'items':
      return { counts: value.kind, most: value.count };
    case 'size':
      return { counts: 'octets', most: octetsOf(value) };
    default:
      return undefined;
  }
}

function problemOf(value: LimitValue): string {
  if (value.kind === 'characters') return problem('longest', value.count);
  if (value.kind === 'items') return problem('most', value.count);
  return value.kind === 'size' ? problem('largest', `${value.number} ${value.unit}`) : problem('rule', null);
}

function eachOf({ limit }: MetLimit): LimitEach | undefined {
  return valueOf(limit.per)?.[0];
}

function isOfField(each: LimitEach | undefined, subject: string): boolean {
  return each?.kind === 'field' && `${each.field.owner.text}.${each.field.field.text}` === subject;
}

function isOfBody(one: MetLimit): boolean {
  return one.value.kind === 'size' && eachOf(one)?.kind === 'request';
}

interface Size {
  readonly octets: number;
  readonly cause: string;
}

function sizesPer(met: readonly MetLimit[], per: 'request' | 'headers'): readonly Size[] {
  return met.flatMap((one) => {
    const { value, cause } = one;
    return value.kind === 'size' && eachOf(one)?.kind === per
      ? [{ octets: octetsOf(value), cause: causeKey(cause) }]
      : [];
  });
}

function smallest(sizes: readonly Size[]): Size | undefined {
  return sizes.toSorted((one, other) => one.octets - other.octets)[0];
}
