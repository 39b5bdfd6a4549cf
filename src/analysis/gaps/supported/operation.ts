// The features that each bullet of an operation needs to run. Input: a stated value. Output: features.

import { wordsOf } from '../../../notation/words.ts';
import { headersFeatures } from './shapes.ts';
import type { AnyDeclaration, ValueOf } from '../../../notation/declaration.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import { OPERATION, type OperationKey } from '../../../notation/operation.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { emitsFeatures } from '../../requests/emitted.ts';
import { preconditionFeatures } from '../../requests/preconditions.ts';
import { listedBy } from '../../document/targets.ts';
import { rateHeaderFeature } from '../../document/rate-headers.ts';
import type { HeaderValue } from '../../../notation/values/answers.ts';
import { declaredFeature, type Features, type Feature, featureIf } from '../../document/features.ts';
import {
  bodyFeatures,
  crossOriginFeatures,
  effectFeatures,
  mediaTypeFeatures,
  policyFeatures,
  repeatFeatures,
} from './endpoints.ts';
import { keptFeatures } from './kept-members.ts';
import { baseFits, routeFits } from './combinations.ts';
import { whoFeatures } from './who.ts';
import { pagesFeatures } from './pages.ts';
import { orderFeatures } from './values.ts';

type FeaturesOf = {
  readonly [K in OperationKey]: (model: Model, linked: LinkedOperation, value: ValueOf<Facts[K]>) => Features;
};

const bullet =
  ({ head }: AnyDeclaration): (() => Features) =>
  () => [declaredFeature('Operation', head)];

const NO_COLUMNS: ReadonlySet<string> = new Set();

function ofEveryAnswer(model: Model, header: HeaderValue): Feature {
  return rateHeaderFeature(model, header) ?? 'Headers: header by its own rules';
}

const FEATURES: FeaturesOf = {
  base: (model, linked, value) => [
    declaredFeature('Operation', OPERATION.base.head),
    ...baseFits(model, linked, value),
  ],
  alsoAt: (_, __, paths) => [declaredFeature('Operation', OPERATION.alsoAt.head), ...routeFits(paths)],
  mediaType: (model, linked, value) => mediaTypeFeatures(model, linked, value),
  nestedNames: bullet(OPERATION.nestedNames),
  does: (model, linked, value) => [...effectFeatures(model, linked, value), ...routeFits([linked.operation.path])],
  who: whoFeatures,
  checks: () => ['Checks: in any order'],
  headersIn: bullet(OPERATION.headersIn),
  headers: (model, _, value) => [
    ...headersFeatures(model, value, NO_COLUMNS, undefined, false, (header) => ofEveryAnswer(model, header)),
    // It is sent before the one instant of the request is taken.
    ...featureIf(
      value.some((one) => wordsOf(one.value ?? '').includes('now')),
      'Word: now in a header of every answer',
    ),
  ],
  omittedFields: (model, linked, value) => policyFeatures(model, linked, OPERATION.omittedFields, value),
  nullFields: (model, linked, value) => policyFeatures(model, linked, OPERATION.nullFields, value),
  emptyText: (model, linked, value) => policyFeatures(model, linked, OPERATION.emptyText, value),
  unknownFields: (model, linked, value) => [
    declaredFeature('Operation', OPERATION.unknownFields.head),
    ...(value.keptIn ? keptFeatures(model, linked) : []),
  ],
  readOnlyFields: bullet(OPERATION.readOnlyFields),
  repeat: (model, linked, value) => repeatFeatures(model, linked, value),
  preconditions: (model, linked, value) => [
    declaredFeature('Operation', OPERATION.preconditions.head),
    ...preconditionFeatures(model, linked, value),
  ],
  order: (model, linked, value) => orderFeatures(model, value, listedBy(model, linked)),
  pages: pagesFeatures,
  body: bodyFeatures,
  atLeastOneOf: bullet(OPERATION.atLeastOneOf),
  exactlyOneOf: bullet(OPERATION.exactlyOneOf),
  emits: emitsFeatures,
  errors: bullet(OPERATION.errors),
  crossOrigin: (_, __, value) => crossOriginFeatures(value),
};

export function operationFeatures(
  key: OperationKey,
): (model: Model, linked: LinkedOperation, value: never) => Features {
  return FEATURES[key];
}
