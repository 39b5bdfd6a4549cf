// The features that each bullet of an operation needs to run. Input: a stated value. Output: words of supported.ts.

import type { ValueOf } from '../../../notation/declaration.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import type { OperationKey } from '../../../notation/operation.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { emitsWords } from '../../requests/emitted.ts';
import { movesChecks } from '../../refusals/legal-moves.ts';
import { listedBy } from '../../document/targets.ts';
import type { Words } from '../../document/supported.ts';
import {
  bodyWords,
  checksWords,
  crossOriginWords,
  effectWords,
  mediaTypeWords,
  pagesWords,
  policyWords,
  repeatWords,
} from './endpoints.ts';
import { baseFits, routeFits } from './combinations.ts';
import { callerChecks, whoWords } from './who.ts';
import { orderWords } from './words.ts';

type Features = {
  readonly [K in OperationKey]: (model: Model, linked: LinkedOperation, value: ValueOf<Facts[K]>) => Words;
};

const bullet =
  (head: string): (() => Words) =>
  () => [`Operation: ${head}`];

const FEATURES: Features = {
  base: (model, _, value) => ['Operation: Base', ...baseFits(model, value)],
  alsoAt: (_, __, paths) => ['Operation: Also at', ...routeFits(paths)],
  mediaType: (_, __, value) => mediaTypeWords(value),
  nestedNames: bullet('Nested names'),
  does: (model, linked, value) => [...effectWords(model, linked, value), ...routeFits([linked.operation.path])],
  who: whoWords,
  checks: (model, linked, value) => [
    ...checksWords(value),
    ...callerChecks(linked, value),
    ...movesChecks(model, linked, value),
  ],
  headersIn: bullet('Headers in'),
  omittedFields: (model, linked, value) => policyWords(model, linked, 'Omitted fields', value),
  nullFields: (model, linked, value) => policyWords(model, linked, 'Null fields', value),
  emptyText: (model, linked, value) => policyWords(model, linked, 'Empty text', value),
  unknownFields: bullet('Unknown fields'),
  readOnlyFields: bullet('Read-only fields'),
  repeat: (_, __, value) => repeatWords(value),
  preconditions: bullet('Preconditions'),
  order: (model, linked, value) => orderWords(model, value, listedBy(model, linked)),
  pages: (_, __, value) => pagesWords(value),
  body: bodyWords,
  emits: emitsWords,
  errors: bullet('Errors'),
  crossOrigin: (_, __, value) => crossOriginWords(value),
};

export function operationFeatures(key: OperationKey): (model: Model, linked: LinkedOperation, value: never) => Words {
  return FEATURES[key];
}
