// The features that each bullet of a resource and each column of a Field table needs to run. Input: a stated value. Output: words of supported.ts.

import type { ValueOf } from '../../../notation/declaration.ts';
import type { Field, Resource, ResourceKey } from '../../../notation/resources.ts';
import type { Model } from '../../../model/model.ts';
import { deletionWords } from './deletions.ts';
import type { CellFeatures } from '../slots/rows.ts';
import type { Words } from '../../document/supported.ts';
import { keyFits, referenceFits } from './combinations.ts';
import { requiredFits } from './required.ts';
import { allowedWords, presentWords, requiredWords, setByWords, typeWords } from './words.ts';

type Features = {
  readonly [K in ResourceKey]: (model: Model, resource: Resource, value: ValueOf<Resource[K]>) => Words;
};

const bullet =
  (head: string): (() => Words) =>
  () => [`Resource: ${head}`];

const FEATURES: Features = {
  identifiedBy: (model, resource, names) => [
    'Resource: Identified by',
    ...keyFits(model, resource, names, 'Identified by'),
  ],
  views: bullet('View'),
  unique: (model, resource, { fields, ignoringCase }) => [
    'Resource: Unique',
    ...(ignoringCase ? ['Resource: ignoring case'] : []),
    ...keyFits(model, resource, fields, 'Unique by'),
  ],
  whenDeleted: (model, resource, rules) => rules.flatMap((rule) => deletionWords(model, resource, rule)),
  rows: bullet('Rows'),
  atLeastOneOf: bullet('At least one of'),
  exactlyOneOf: bullet('Exactly one of'),
};

export function resourceFeatures(key: ResourceKey): (model: Model, resource: Resource, value: never) => Words {
  return FEATURES[key];
}

export function fieldFeatures(model: Model, resource: Resource): CellFeatures<Field> {
  return {
    type: (type) => [...typeWords(model, type, resource), ...referenceFits(model, type)],
    required: (value, field) => [
      ...requiredWords(model, value, resource),
      ...requiredFits(model, value, resource, field),
    ],
    present: (value) => presentWords(model, value, resource),
    setBy: (value, field) => setByWords(model, value, resource, field),
    allowed: allowedWords,
    default: () => ['Default: literal'],
  };
}
