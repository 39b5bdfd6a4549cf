// Which fields every answer shows, also where they have no value. Input: a field. Output: yes or no. Notation, part 2, head Present.

import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { literalIn } from '../../notation/values/field-defaults.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';
import { ruleOf } from '../document/field-rules.ts';
import { isShownOnce } from '../document/shape-fields.ts';
import { goneMachines } from './gone-states.ts';
import { isAlwaysSet } from './always-kept.ts';
import { isNullable, referenceOf } from '../document/value-kinds.ts';

/** Of no row at all they are 0, false and an empty list. */
const IS_THERE: ReadonlySet<Rule['kind'] | undefined> = new Set<Rule['kind']>(['count', 'exists', 'list']);

/** A missing value is shown as null where the type says `or null`, else it is left out. */
export function isAlwaysShown(model: Model, resource: Resource, field: Field): boolean {
  // By the answer to the call that makes it, and by no other.
  if (isShownOnce(field)) return true;
  const stated = valueOf(field.present);
  const isAsked = stated ? stated.kind === 'always' : valueOf(field.required)?.kind === 'yes' || !!ruleOf(field);
  return isAsked && hasWhatToShow(model, resource, field);
}

/** Its value; or null, where the type says `or null`. */
export function hasWhatToShow(model: Model, resource: Resource, field: Field): boolean {
  const type = valueOf(field.type);
  if (type && isNullable(type)) return true;
  const named = type && referenceOf(model, type);
  // What it names may be in a gone state, or not to be seen: then it is nothing.
  if (named && mayBeAbsent(model, named.resource)) return false;
  if (IS_THERE.has(ruleOf(field)?.kind)) return true;
  return (literalIn(field.default)?.kind ?? 'null') !== 'null' || isAlwaysSet(model, resource, field);
}

function mayBeAbsent(model: Model, name: string): boolean {
  const seen = model.resources.get(name)?.visibleTo;
  return goneMachines(model, name).length > 0 || (seen !== undefined && valueOf(seen) !== undefined);
}
