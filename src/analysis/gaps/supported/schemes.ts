// The features that each statement of a scheme needs to run. Input: a stated value. Output: words of supported.ts.
// Notation, part 5.

import type { ValueOf } from '../../../notation/declaration.ts';
import type { SlotKey } from '../../../notation/declaration.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import type { Model } from '../../../model/model.ts';
import { hasSeveralCallers } from '../../document/schemes.ts';
import type { Words } from '../../document/supported.ts';
import { conditionWords } from './words.ts';

type Features = {
  readonly [K in SlotKey<Scheme>]: (model: Model, value: ValueOf<Scheme[K]>) => readonly string[];
};

const FEATURES: Features = {
  scheme: (_, kind) => [kind],
  sentIn: (_, place) => [`Sent in ${place.in}`],
  caller: (model) => [hasSeveralCallers(model) ? 'Caller of several resources' : 'Caller'],
  credentials: (_, { kind }) => [kind === 'fields' ? 'Credentials of a row' : 'Credentials kept by the operator'],
  issuedBy: (_, { kind }) => [kind === 'operations' ? 'Issued by operations' : `Issued by ${kind}`],
  tokenLifetime: () => ['Token lifetime'],
  refresh: () => ['Refresh'],
  revokedWhen: (_, all) => all.map(({ kind }) => `Revoked when: ${kind}`),
  verifiedBy: () => ['Verified by'],
  claims: () => ['Claims'],
  roles: (_, { kind }) => [`Roles: ${kind}`],
};

export function schemeWords(model: Model, scheme: Scheme, key: SlotKey<Scheme>, value: never): Words {
  const features: (model: Model, value: never) => readonly string[] = FEATURES[key];
  return [...features(model, value).map((one) => `Authentication: ${one}`), ...roleWords(model, scheme, key)];
}

/** A role by a condition is judged on the row of the caller. */
function roleWords(model: Model, { roles, caller }: Scheme, key: SlotKey<Scheme>): Words {
  if (key !== 'roles' || roles.status !== 'stated' || roles.value.kind !== 'when') return [];
  const row = caller.status === 'stated' ? model.resources.get(caller.value.resource.text) : undefined;
  return roles.value.rules.flatMap(({ when }) => conditionWords(model, when, { row, self: row }));
}
