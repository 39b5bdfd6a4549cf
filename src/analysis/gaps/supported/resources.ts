// The features that each bullet of a resource and each column of a Field table needs to run. Input: a stated value. Output: features.

import type { AnyDeclaration, ValueOf } from '../../../notation/declaration.ts';
import { RESOURCE, type Field, type Resource, type ResourceKey } from '../../../notation/resources.ts';
import { valueOf, type Name } from '../../../notation/slot.ts';
import type { Model } from '../../../model/model.ts';
import { defaultFeatures } from './defaults.ts';
import { deletionFeatures } from './deletions.ts';
import type { CellFeatures } from '../slots/rows.ts';
import { declaredFeature, featureIf, type Features } from '../../document/features.ts';
import { isComputed, ruleOf } from '../../document/field-rules.ts';
import { elementOf, isNested, withoutNull } from '../../document/paths.ts';
import { isEmbedded } from '../../document/value-kinds.ts';
import { keyFits, referenceFits } from './combinations.ts';
import { rowsFeatures } from './given-rows.ts';
import { presentInside, requiredFits, requiredInside } from './required.ts';
import { seenFeatures } from './who.ts';
import { setByFeatures } from './set-by.ts';
import { allowedFeatures, presentFeatures, requiredFeatures, typeFeatures } from './values.ts';

type FeaturesOf = {
  readonly [K in ResourceKey]: (model: Model, resource: Resource, value: ValueOf<Resource[K]>) => Features;
};

const bullet =
  ({ head }: AnyDeclaration): (() => Features) =>
  () => [declaredFeature('Resource', head)];

/** Fields of a row of their own that are kept in it. */
function group({ head }: AnyDeclaration): (model: Model, resource: Resource, names: readonly Name[]) => Features {
  return (model, resource, names) => {
    const isKept = names.every(({ text }) => {
      const field = model.fields.get(`${resource.name.text}.${text}`);
      return field !== undefined && !isComputed(field) && !isListOfRows(field);
    });
    const runs = isKept && resource.identifiedBy.status !== 'none';
    return [declaredFeature('Resource', head), ...featureIf(!runs, 'Resource: one of, of what is not kept')];
  };
}

const FEATURES: FeaturesOf = {
  identifiedBy: (model, resource, names) => [
    declaredFeature('Resource', RESOURCE.identifiedBy.head),
    ...keyFits(model, resource, names, 'Identified by'),
  ],
  views: bullet(RESOURCE.views),
  unique: (model, resource, { fields, ignoringCase }) => [
    declaredFeature('Resource', RESOURCE.unique.head),
    ...featureIf(ignoringCase, 'Resource: ignoring case'),
    ...keyFits(model, resource, fields, 'Unique by'),
  ],
  visibleTo: seenFeatures,
  whenDeleted: (model, resource, rules) => rules.flatMap((rule) => deletionFeatures(model, resource, rule)),
  rows: (model, resource) => rowsFeatures(model, resource),
  atLeastOneOf: group(RESOURCE.atLeastOneOf),
  exactlyOneOf: group(RESOURCE.exactlyOneOf),
};

export function resourceFeatures(key: ResourceKey): (model: Model, resource: Resource, value: never) => Features {
  return FEATURES[key];
}

/** What it shows are the rows that its rule finds. */
function isListOfRows(field: Field): boolean {
  const type = withoutNull(field.type);
  return ruleOf(field)?.kind === 'list' && type?.kind === 'array' && elementOf(type).type.kind === 'resource';
}

/** It is not stated how a caller names a row that is shown by several fields. */
function isSentEmbedded(model: Model, field: Field): boolean {
  const type = withoutNull(field.type);
  return valueOf(field.setBy)?.kind === 'caller' && type?.kind === 'resource' && isEmbedded(model, type);
}

export function fieldFeatures(model: Model, resource: Resource): CellFeatures<Field> {
  return {
    type: (type, field) => [
      ...(isListOfRows(field) ? ['Type: array of' as const] : typeFeatures(model, type, resource)),
      ...referenceFits(model, type),
      ...featureIf(isSentEmbedded(model, field), 'Type: fields of R, where it is sent'),
    ],
    required: (value, field) => [
      ...requiredFeatures(model, value, resource),
      ...(isNested(resource) ? requiredInside(model, value, resource) : requiredFits(model, value, resource, field)),
    ],
    present: (value) => [
      ...presentFeatures(model, value, resource),
      ...(isNested(resource) ? presentInside(model, value, resource) : []),
    ],
    setBy: (value, field) => setByFeatures(model, value, resource, field),
    allowed: allowedFeatures,
    default: (value, field) => defaultFeatures(model, resource, value, field),
  };
}
