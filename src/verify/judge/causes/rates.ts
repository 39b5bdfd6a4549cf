// By what a rate of part 8 counts a call, and whether the call is beyond it. Input: a call, those that were counted before. Output: a key;
// whether the cause holds. Notation, part 8, "Rates".

import { limitsOf } from '../../../analysis/refusals/errors.ts';
import { countedBy, type RateBasis } from '../../../analysis/refusals/rates.ts';
import type { Limit } from '../../../notation/limits.ts';
import { valueOf } from '../../../notation/slot.ts';
import { conditionOf } from '../../../notation/values/limited-calls.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { sentAt } from '../../values/body-fields.ts';
import { placeOf, truth } from '../../values/evaluate.ts';
import { selectedOf } from '../../values/rows.ts';
import { isBeyondRate, type RateValue } from '../../world/counted.ts';
import { printed } from '../../world/json.ts';
import { callingRow, Row, UNKNOWN, type Truth } from '../../world/known.ts';
import { scopeOf, type Facts } from './context.ts';
import { callerName, rowName } from './repeats.ts';

/** A text; null: the rate does not count the call; undefined: nobody can tell. */
export type Key = string | null | undefined;

export interface Rate {
  readonly limit: Limit;
  readonly value: RateValue;
  readonly cause: MetCause;
  readonly bases: readonly RateBasis[];
}

export function ratesOf({ model, linked }: Facts): readonly Rate[] {
  return limitsOf(model, linked).flatMap(({ limit, value, cause }): readonly Rate[] => {
    const bases = value.kind === 'rate' ? countedBy(model, linked, limit) : undefined;
    return value.kind === 'rate' && bases ? [{ limit, value, cause, bases }] : [];
  });
}

export function rateKey(facts: Facts, { limit, bases }: Rate): Key {
  const applies = valueOf(limit.appliesTo);
  const condition = applies && conditionOf(applies);
  const is = condition ? truth(condition, scopeOf(facts)) : true;
  const parts = bases.map((basis) => partOf(facts, basis));
  if (is === false || parts.includes(null)) return null;
  if (is === undefined || parts.includes(undefined)) return undefined;
  return JSON.stringify([limit.name.text, ...parts]);
}

function partOf(facts: Facts, basis: RateBasis): Key {
  const { asked } = facts;
  const { caller } = asked;
  const row = typeof caller === 'object' ? caller.row : caller === UNKNOWN ? UNKNOWN : undefined;
  switch (basis.kind) {
    case 'address':
    case 'service':
      return '';
    case 'operation':
      return asked.operation;
    case 'caller':
      return typeof caller === 'string' ? null : callerName(facts);
    case 'row': {
      const selected = selectedOf(basis.resource.name.text, placeOf(scopeOf(facts)));
      return selected instanceof Row ? rowName(selected) : undefined;
    }
    case 'caller row':
      if (row === UNKNOWN) return undefined;
      return row?.resource === basis.resource.name.text ? rowName(row) : null;
    case 'body': {
      const sent = sentAt(asked, basis.field.path);
      if (sent === undefined || sent === null) return null;
      if (typeof sent === 'string' && basis.folds && /[^\x20-\x7e]/.test(sent)) return undefined;
      return typeof sent === 'string' && basis.folds ? sent.toLowerCase() : printed(sent, Infinity);
    }
    case 'path':
      return basis.folds ? undefined : (asked.path.get(basis.parameter) ?? null);
    case 'caller field': {
      if (row === UNKNOWN) return undefined;
      const value = row ? row.get(basis.path.join('.')) : null;
      return value === UNKNOWN || value instanceof Row ? undefined : value === null ? null : printed(value, Infinity);
    }
  }
}

/** Have no other calls been counted than those that were seen? */
export function isAllCounted({ asked }: Facts, { value, bases }: Rate): boolean {
  const { caller, world } = asked;
  const row = callingRow(caller);
  const isOfNew = bases.some(({ kind }) => kind === 'caller' || kind === 'caller row') && (row?.born ?? NaN) > 0;
  return isOfNew || asked.from - world.begun > value.window + value.window / 20;
}

/** Is the call beyond a rate that has this cause? */
export function rateReached(facts: Facts, limit: Limit): Truth {
  const rate = ratesOf(facts).find((one) => one.limit === limit);
  if (!rate) return false;
  const key = rateKey(facts, rate);
  if (key === null) return false;
  const { world } = facts.asked;
  if (key === undefined || !world.seesAll) return undefined;
  return isBeyondRate(world.counted.get(key) ?? [], rate.value, facts.asked, isAllCounted(facts, rate));
}
