// What other statements settle: only one answer is left, or none makes a difference. Input: a field, a model.
// Output: whether it is so; then there is no question. Notation, rule 1.8 "What is due".

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field, FieldTrait } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComplete } from './complete.ts';
import { elementOf, withoutNull } from './paths.ts';

/** Types that have no values to choose among. */
const ONE_RANGE: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'boolean',
  'state',
  'resource',
  'object',
  'any',
]);

const LISTS: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['array', 'set', 'map']);

/** Allowed values: the type says them all. A list could have a number of items. */
export function hasOneRange({ type }: Pick<Field, 'type'>): boolean {
  const written = withoutNull(type);
  if (!written || LISTS.has(written.kind)) return false;
  return ONE_RANGE.has(elementOf(written).type.kind);
}

/** Default: a field that a rule of the service sets needs none; a state may begin by it. */
export function isNeverDefault({ type, setBy }: Field): boolean {
  const rule = valueOf(setBy);
  return (
    rule?.kind === 'service' &&
    rule.rule.kind !== 'gap' &&
    valueOf(type) !== undefined &&
    withoutNull(type)?.kind !== 'state'
  );
}

/** Rules of the service that give each new row a value. */
const GIVEN: ReadonlySet<string> = new Set(['new id', 'now', 'state']);

/** Required: no caller sends it, and each row has it. */
export function isAlwaysGiven({ setBy }: Field): boolean {
  const rule = valueOf(setBy);
  return rule?.kind === 'service' && GIVEN.has(rule.rule.kind);
}

export const FIELD_TRAITS: Readonly<Record<FieldTrait, (field: Field) => boolean>> = {
  // A marked gap is a question all the same.
  'is always given': (field) =>
    isAlwaysGiven(field) && !(field.required.status === 'gap' && field.required.how === 'marked'),
  'has one range': hasOneRange,
  'has no default': isNeverDefault,
};

/** Emits: part 6 says that there is no event. */
export function hasNoEvents({ document: { events } }: Model): boolean {
  return events.scope.mark.status === 'none';
}

/** Delivery: part 6 lists its events, and there is none. */
export function declaresNoEvent(model: Model): boolean {
  const { kinds } = model.document.events;
  return kinds.items.length === 0 && isComplete(model, kinds);
}
