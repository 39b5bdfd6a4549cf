// Which features a Default of a field needs to run. Input: a stated value and its field. Output: features. Notation, part 2, head Default.

import type { Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FieldDefault } from '../../../notation/values/field-defaults.ts';
import { printType } from '../../../notation/values/field-types.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { bodyOf } from '../../document/inputs.ts';
import { isNested, withoutNull } from '../../document/paths.ts';
import { isSealed } from '../../document/type-traits.ts';
import { plainType } from '../../document/value-kinds.ts';
import { inputOf } from '../../values/input-types.ts';
import { inputRules } from '../../values/input-rules.ts';
import { modeOf } from '../../values/input-rules.ts';

export function defaultFeatures(model: Model, resource: Resource, value: FieldDefault, field: Field): Features {
  if (value.kind !== 'field') return ['Default: literal'];
  const other = model.fields.get(`${resource.name.text}.${value.path.join('.')}`);
  return [
    'Default: another field',
    ...featureIf(isNested(resource), 'Default: another field, in a nested shape'),
    ...featureIf(other !== undefined && !isAlike(model, field, other), 'Default: another field, of another type'),
    ...featureIf(other !== undefined && !isGiven(other), 'Default: another field, which the service sets'),
    ...featureIf(isLeftOut(model, field), 'Default: another field, which the body leaves out'),
    ...featureIf(isCleared(model, field), 'Default: another field, where it is cleared'),
  ];
}

/** Kept alike: the value is copied as it is. A state begins where its machine says, and a secret is copied nowhere. */
function isAlike(model: Model, field: Field, other: Field): boolean {
  const [into, from] = [field, other].map(({ type }) => {
    const plain = valueOf(type) && plainType(model, valueOf(type)!);
    return plain && { ...plain, written: withoutNull(type) };
  });
  if (!into || !from) return true;
  if (isSealed(into.type) || into.type.kind === 'state' || from.type.kind === 'state') return false;
  if (into.refers || from.refers)
    return into.refers?.resource === from.refers?.resource && into.refers?.by === from.refers?.by;
  const isOfParts = 'of' in into.type || 'resource' in into.type;
  return isOfParts
    ? into.written !== undefined && from.written !== undefined && printType(into.written) === printType(from.written)
    : into.type.kind === from.type.kind && JSON.stringify(shapeOf(into.type)) === JSON.stringify(shapeOf(from.type));
}

/** What decides how a value is kept. */
function shapeOf(type: object): readonly unknown[] {
  return ['scale', 'asSent'].map((key) => (type as Readonly<Record<string, unknown>>)[key]);
}

function isGiven({ setBy }: Field): boolean {
  return ['caller', 'by operation', undefined].includes(valueOf(setBy)?.kind);
}

/** A body has the field, and not the other one. */
function isLeftOut(model: Model, field: Field): boolean {
  return [...model.operations.values()].some((linked) => {
    const body = bodyOf(model, linked);
    return (body.kind === 'fields' ? body.fields : []).some((input) => {
      if (input.sets?.field !== field) return false;
      const { omitted, nulls, empty } = inputRules(model, linked, input);
      const copied = [omitted, nulls, empty].find((rule) => rule.do === 'copy');
      return copied !== undefined && !inputOf(model, linked, input, copied.from);
    });
  });
}

/** What the row has then is another matter than what a new row gets. */
function isCleared(model: Model, field: Field): boolean {
  return [...model.operations.values()].some((linked) => {
    const body = bodyOf(model, linked);
    return (body.kind === 'fields' ? body.fields : []).some((input) => {
      if (input.sets?.field !== field || ['create', 'replace'].includes(modeOf(linked, input))) return false;
      return Object.values(inputRules(model, linked, input)).some(
        (rule) => typeof rule === 'object' && rule.do === 'copy',
      );
    });
  });
}
