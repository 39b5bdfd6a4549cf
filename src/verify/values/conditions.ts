// Whether a condition is true, in three values. Input: a condition, and where it stands. Output: true, false, or nobody can tell. Notation,
// part 2, "Conditions".

import type { CompareOperator, Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { all, not, Row, some, UNKNOWN, type Json, type Truth } from '../world/known.ts';
import { compared, comparedCount } from './compare.ts';
import { found } from './operands.ts';
import { onward } from './paths.ts';
import type { Found, Place } from './place.ts';
import { candidates } from './rows.ts';
import { folded, isBlank, matches } from './texts.ts';
import { isWholeWhere } from './whole.ts';

export function truthOf(condition: Condition, place: Place): Truth {
  switch (condition.kind) {
    case 'and':
      return all(condition.items.map((item) => place.evaluate.truth(item, place)));
    case 'or':
      return some(condition.items.map((item) => place.evaluate.truth(item, place)));
    case 'not':
      return not(place.evaluate.truth(condition.item, place));
    case 'compare':
      return compares(condition.operator, condition.left, condition.right, place);
    case 'in':
      return some(condition.values.map((value) => compares('=', condition.left, value, place)));
    case 'has':
      return compares('=', condition.left, condition.right, place);
    case 'contains':
      return ofTexts(condition.left, place, (text) =>
        ofTexts(condition.right, place, (part) =>
          condition.ignoringCase ? folded(text).includes(folded(part)) : text.includes(part),
        ),
      );
    case 'matches':
      return ofTexts(condition.left, place, (text) => matches(condition.pattern, text));
    case 'is-set':
      return some(found(condition.operand, place).map(isSet));
    case 'is-blank':
      return some(found(condition.operand, place).map(isBlankFound));
    case 'exists': {
      const [least, most] = counted(condition.resource.text, condition.where, place);
      const exists = least > 0 ? true : most === 0 ? false : undefined;
      return condition.negated ? not(exists) : exists;
    }
    case 'count':
      return counts(condition, place);
  }
}

/** Through a list it means some member. */
function compares(operator: CompareOperator, left: Operand, right: Operand, place: Place): Truth {
  const beside = members(found(right, place), place);
  return some(
    members(found(left, place), place).flatMap((one) =>
      beside.map((other) => compared(place.world.model, operator, one, other)),
    ),
  );
}

function members(all: readonly Found[], place: Place): readonly Found[] {
  return all.flatMap((one) => {
    const { value, type } = one;
    if (!Array.isArray(value)) return [one];
    const of = type?.kind === 'array' || type?.kind === 'set' ? type.of : undefined;
    return (value as readonly Json[]).flatMap((member) => onward(member, of, [], place));
  });
}

function ofTexts(operand: Operand, place: Place, is: (text: string) => Truth): Truth {
  return some(
    found(operand, place).map((one) => {
      const value = one.value instanceof Row ? (one.shown ?? UNKNOWN) : one.value;
      if (value === null) return false;
      return typeof value === 'string' ? is(value) : undefined;
    }),
  );
}

function isSet({ value }: Found): Truth {
  return value === UNKNOWN ? undefined : value !== null;
}

function isBlankFound({ value }: Found): Truth {
  if (value === UNKNOWN) return undefined;
  return value === null || (typeof value === 'string' && isBlank(value));
}

/** How many rows there are, at the least and at the most. */
function counted(resource: string, where: Condition | undefined, place: Place): readonly [least: number, most: number] {
  const self = place.self ?? place.row;
  const rows = candidates(resource, place, (row) =>
    where ? place.evaluate.truth(where, { ...place, row, self }) : true,
  );
  const sure = rows.filter(({ isSure }) => isSure).length;
  return [sure, isWholeWhere(resource, where, { ...place, self }) ? rows.length : Number.POSITIVE_INFINITY];
}

function counts({ resource, where, operator, right }: Extract<Condition, { kind: 'count' }>, place: Place): Truth {
  const [least, most] = counted(resource.text, where, place);
  return some(found(right, place).map((one) => comparedCount(operator, least, most, one)));
}
