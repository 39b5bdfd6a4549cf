// The features that each bullet of an operation needs to run. Input: a stated value. Output: features.

import type { AnyDeclaration, ValueOf } from '../../../notation/declaration.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import { OPERATION, type OperationKey } from '../../../notation/operation.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { emitsFeatures } from '../../requests/emitted.ts';
import { movesChecks } from '../../refusals/legal-moves.ts';
import { listedBy } from '../../document/targets.ts';
import { declaredFeature, type Features } from '../../document/features.ts';
import {
  bodyFeatures,
  checksFeatures,
  crossOriginFeatures,
  effectFeatures,
  mediaTypeFeatures,
  pagesFeatures,
  policyFeatures,
  repeatFeatures,
} from './endpoints.ts';
import { baseFits, routeFits } from './combinations.ts';
import { callerChecks, whoFeatures } from './who.ts';
import { orderFeatures } from './values.ts';

type FeaturesOf = {
  readonly [K in OperationKey]: (model: Model, linked: LinkedOperation, value: ValueOf<Facts[K]>) => Features;
};

const bullet =
  ({ head }: AnyDeclaration): (() => Features) =>
  () => [declaredFeature('Operation', head)];

const FEATURES: FeaturesOf = {
  base: (model, linked, value) => [
    declaredFeature('Operation', OPERATION.base.head),
    ...baseFits(model, linked, value),
  ],
  alsoAt: (_, __, paths) => [declaredFeature('Operation', OPERATION.alsoAt.head), ...routeFits(paths)],
  mediaType: (_, __, value) => mediaTypeFeatures(value),
  nestedNames: bullet(OPERATION.nestedNames),
  does: (model, linked, value) => [...effectFeatures(model, linked, value), ...routeFits([linked.operation.path])],
  who: whoFeatures,
  checks: (model, linked, value) => [
    ...checksFeatures(value),
    ...callerChecks(linked, value),
    ...movesChecks(model, linked, value),
  ],
  headersIn: bullet(OPERATION.headersIn),
  omittedFields: (model, linked, value) => policyFeatures(model, linked, OPERATION.omittedFields, value),
  nullFields: (model, linked, value) => policyFeatures(model, linked, OPERATION.nullFields, value),
  emptyText: (model, linked, value) => policyFeatures(model, linked, OPERATION.emptyText, value),
  unknownFields: bullet(OPERATION.unknownFields),
  readOnlyFields: bullet(OPERATION.readOnlyFields),
  repeat: (_, __, value) => repeatFeatures(value),
  preconditions: bullet(OPERATION.preconditions),
  order: (model, linked, value) => orderFeatures(model, value, listedBy(model, linked)),
  pages: (_, __, value) => pagesFeatures(value),
  body: bodyFeatures,
  emits: emitsFeatures,
  errors: bullet(OPERATION.errors),
  crossOrigin: (_, __, value) => crossOriginFeatures(value),
};

export function operationFeatures(
  key: OperationKey,
): (model: Model, linked: LinkedOperation, value: never) => Features {
  return FEATURES[key];
}
