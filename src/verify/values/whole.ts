// Whether all rows are known of which a condition may be true, though others may have been there before anybody looked. Input: a resource, a
// condition, and where it stands. Output: yes or no. Notation, part 2, "Conditions".

import type { Condition } from '../../notation/values/conditions.ts';
import { Row } from '../world/known.ts';
import { found } from './operands.ts';
import type { Place } from './place.ts';

export function isWholeWhere(resource: string, where: Condition | undefined, place: Place): boolean {
  const { world } = place;
  if (world.isWhole(resource)) return true;
  return where !== undefined && world.hasSeenMade(resource) && namesMade(where, { ...place, row: undefined });
}

/** What was there before refers to nothing that was made since. */
function namesMade(condition: Condition, place: Place): boolean {
  if (condition.kind === 'and') return condition.items.some((item) => namesMade(item, place));
  if (condition.kind !== 'compare' || condition.operator !== '=') return false;
  const { left, right } = condition;
  if (left.kind !== 'field' || left.owner !== undefined) return false;
  const named = found(right, place);
  return named.length > 0 && named.every(({ value }) => value instanceof Row && value.isMade);
}
