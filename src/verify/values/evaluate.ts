// The evaluation of what a document states, by what is known of a service: conditions, operands, derived values, who may, orders. Input:
// what is stated, and a scope. Output: truths in three values, values that may be unknown. It shares nothing with what serves.
// Notation, part 2, "Conditions" and "Who sets a field"; part 4, "Who may" and Order.

import { hiddenFrom } from '../../analysis/document/callers.ts';
import { namedIn } from '../../analysis/values/gone-states.ts';
import { sentReference } from '../../analysis/document/body-references.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { valueOf as statedIn } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { AssignedValue } from '../../notation/values/effects.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { OrderKey } from '../../notation/values/ordering.ts';
import type { Field } from '../../notation/resources.ts';
import type { Who } from '../../notation/values/who.ts';
import { Row, UNKNOWN, type Truth, type Value } from '../world/known.ts';
import type { Scope } from '../world/world.ts';
import { computed } from './arithmetic.ts';
import { compared } from './compare.ts';
import { truthOf } from './conditions.ts';
import { found } from './operands.ts';
import { literalJson } from './parameters.ts';
import { follow } from './paths.ts';
import { Between, type Evaluate, type Found, type Place } from './place.ts';
import { isSeen, isVisible as isVisibleAt } from './rows.ts';
import { derivedOf } from './rules.ts';
import { letsIn } from './who.ts';

const EVALUATE: Evaluate = { truth: truthOf, derived: derivedOf, lets: letsIn };

export function placeOf(scope: Scope): Place {
  return { ...scope, named: new Map(), seesAll: false, evaluate: EVALUATE };
}

/** Is the condition true? It names the gone states that it compares with. */
export function truth(condition: Condition, scope: Scope): Truth {
  return truthOf(condition, naming(condition, placeOf(scope)));
}

function naming(condition: Condition, place: Place): Place {
  const { model } = place.world;
  const linked = place.asked && model.operations.get(place.asked.operation);
  const [row, self] = [place.row, place.self].map((one) => one && model.resources.get(one.resource));
  const named = namedIn(model, condition, { row, self }, (one) => linked && sentReference(model, linked, one));
  return { ...place, named };
}

/** What one operand is: unknown, too, where it is several or an instant that nobody can tell. */
export function valueOf(operand: Operand, scope: Scope): Value {
  const [only, ...others] = found(operand, placeOf(scope));
  if (!only || others.length > 0) return UNKNOWN;
  if (!(only.value instanceof Between)) return only.value;
  return only.value.from === only.value.to ? new Date(only.value.from).toISOString() : UNKNOWN;
}

/** What `with` and `sets` give a field of this type. */
export function assigned(value: AssignedValue, type: FieldType | undefined, scope: Scope): Value {
  if (value.kind === 'arithmetic') return computed(value.expression, type, placeOf(scope));
  return value.kind === 'text' ? literalJson(value, type) : valueOf(value, scope);
}

/** What the service computes whenever it reads the row. */
export function derived(field: Field, row: Row, scope: Scope): Value {
  return derivedOf(field, row, placeOf(scope));
}

/** Does Who let the caller in? */
export function lets(who: Who, scope: Scope): Truth {
  return letsIn(who, placeOf(scope));
}

/** May the caller know of the row? `others see no such R`: only those whom Who lets in. */
export function mayKnow(linked: LinkedOperation, row: Row, scope: Scope): Truth {
  const who = statedIn(linked.facts.who);
  return who && hiddenFrom(who) === row.resource ? lets(who, scope) : true;
}

/** Is the row there, and may the caller see it? */
export function isThere(row: Row, scope: Scope): Truth {
  return isSeen(row, placeOf(scope));
}

/** May the caller see the row, as far as Visible to says? */
export function isVisible(row: Row, scope: Scope): Truth {
  return isVisibleAt(row, placeOf(scope));
}

/** Does one row come before another? Rows without a value come last, both ways; creation completes every order. */
export function comesBefore(order: readonly OrderKey[], one: Row, other: Row, scope: Scope): Truth {
  const place = placeOf(scope);
  for (const key of [...order, CREATION]) {
    const before =
      key.kind === 'insertion' ? madeBefore(one, other) : byField(key.path, one, other, key.descending, place);
    if (before !== 'equal')
      return before === undefined ? undefined : key.kind === 'insertion' && key.descending ? !before : before;
  }
  // It is one row, as it was and as it is.
  return false;
}

const CREATION: OrderKey = { kind: 'insertion', descending: false, at: { start: 0, end: 0 } };

function madeBefore(one: Row, other: Row): Truth | 'equal' {
  if (one.born === undefined && other.born === undefined) return undefined;
  if (Number.isNaN(one.born) || Number.isNaN(other.born)) return undefined;
  if (one.born === other.born) return 'equal';
  return (one.born ?? -1) < (other.born ?? -1);
}

function byField(path: readonly string[], one: Row, other: Row, descending: boolean, place: Place): Truth | 'equal' {
  const [[a, ...more], [b]] = [follow(one, path, place), follow(other, path, place)];
  if (!a || !b || more.length > 0 || a.value === UNKNOWN || b.value === UNKNOWN) return undefined;
  if (a.value === null || b.value === null) return a.value === b.value ? 'equal' : b.value === null;
  const left = asValue(a);
  const right = asValue(b);
  const { model } = place.world;
  if (compared(model, '=', left, right) === true) return 'equal';
  // Which truth value comes first is not stated.
  return typeof left.value === 'boolean' ? undefined : compared(model, descending ? '>' : '<', left, right);
}

function asValue(one: Found): Found {
  return one.value instanceof Row ? { value: one.shown ?? UNKNOWN, type: one.type } : one;
}
