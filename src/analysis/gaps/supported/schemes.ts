// The features that each statement of a scheme needs to run. Input: a stated value. Output: features.
// Notation, part 5.

import type { ValueOf } from '../../../notation/declaration.ts';
import type { SlotKey } from '../../../notation/declaration.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { isSettled, valueOf } from '../../../notation/slot.ts';
import { isOptional, issuesToken, readsCredentials } from '../../document/callers.ts';
import { holderOf } from '../../document/holders.ts';
import { passwordFields, passwordPlace } from '../../document/passwords.ts';
import type { Revocation } from '../../../notation/values/authentication.ts';
import type { CredentialPlace } from '../../../notation/values/schemes.ts';
import { EFFECT_TRAITS } from '../../document/effect-traits.ts';
import { effectsOf } from '../../document/targets.ts';
import { isOfOperator, isOpaque, isRowless, issuersOf, schemesOf, takesPasswords } from '../../document/schemes.ts';
import { featureIf, type Feature, type Features } from '../../document/features.ts';
import { claimsTo, isSigned } from '../../document/signed.ts';
import { signsRequests } from '../../document/signed-requests.ts';
import { claimFeatures, signedFeatures, verifiedFeatures } from './signed.ts';
import { signatureFeatures, signatureParts } from './signed-requests.ts';
import { conditionFeatures } from './values.ts';

type FeaturesOf = {
  readonly [K in SlotKey<Scheme>]: (model: Model, value: ValueOf<Scheme[K]>, scheme: Scheme) => Features;
};

const FEATURES: FeaturesOf = {
  scheme: (_, kind) => [`Authentication: ${kind}`],
  sentIn: (_, { in: place, beside }) => [
    `Authentication: Sent in ${place}`,
    ...featureIf(beside !== undefined, 'Authentication: Sent in several headers'),
  ],
  caller: () => ['Authentication: Caller'],
  credentials: (_, { kind }) => [
    kind === 'fields' ? 'Authentication: Credentials of a row' : 'Authentication: Credentials kept by the operator',
  ],
  issuedBy: (_, { kind }) => [`Authentication: Issued by ${kind}`],
  tokenLifetime: () => ['Authentication: Token lifetime'],
  refresh: refreshFeatures,
  revokedWhen: (_, all) => all.map(({ kind }) => `Authentication: Revoked when: ${kind}` as const),
  verifiedBy: (_, value, scheme) => (signsRequests(scheme) ? signatureParts(value) : verifiedFeatures(value)),
  claims: (_, all) => claimFeatures(all),
  roles: (_, { kind }) => [`Authentication: Roles: ${kind}`],
};

export function schemeFeatures(model: Model, scheme: Scheme, key: SlotKey<Scheme>, value: never): Features {
  const features: (model: Model, value: never, scheme: Scheme) => Features = FEATURES[key];
  const more = takesPasswords(scheme) ? passwordFeatures(model, scheme, key) : tokenFeatures(model, scheme, key);
  return [
    ...features(model, value, scheme),
    ...more,
    ...(signsRequests(scheme) ? signatureFeatures(scheme, key) : signedFeatures(model, scheme, key)),
    ...callerFeatures(model, scheme, key),
    ...missingFeatures(scheme, key),
    ...roleFeatures(model, scheme, key),
  ];
}

/** What `none` says of a scheme that needs a value there. */
function missingFeatures(scheme: Scheme, key: SlotKey<Scheme>): Features {
  if (key !== 'scheme') return [];
  const isRead = isSigned(scheme) || isOpaque(scheme) || takesPasswords(scheme) || signsRequests(scheme);
  return [
    ...featureIf(isRead && scheme.sentIn.status === 'none', 'Authentication: Sent in none'),
    ...featureIf(isOpaque(scheme) && scheme.issuedBy.status === 'none', 'Authentication: Issued by none'),
  ];
}

/** What is sent is refreshed, and nothing else is done: a reused token is refused, and that is kept. */
function refreshFeatures(model: Model, { operations, eachOnce }: ValueOf<Scheme['refresh']>): Features {
  const calls = operations.flatMap(({ text }) => model.operations.get(text) ?? []);
  const isOpen = (linked: LinkedOperation): boolean =>
    valueOf(linked.facts.who) !== undefined && (!readsCredentials(linked) || isOptional(model, linked));
  return [
    eachOnce ? 'Authentication: Refresh: each once' : 'Authentication: Refresh: operations',
    ...featureIf(calls.some(isOpen), 'Authentication: Refresh without a token'),
    ...featureIf(calls.some(doesMore), 'Authentication: Refresh by what does more'),
  ];
}

function doesMore(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(
    (effect) => EFFECT_TRAITS[effect.kind].touch !== 'token' && !('ofCaller' in effect && effect.kind === 'reads'),
  );
}

/** Of tokens: who gives them, and to whom. */
function tokenFeatures(model: Model, scheme: Scheme, key: SlotKey<Scheme>): Features {
  const { credentials, issuedBy } = scheme;
  const issuer = valueOf(issuedBy);
  switch (key) {
    case 'credentials':
      return valueOf(credentials)?.kind === 'operator'
        ? ['Authentication: Credentials kept by the operator, of tokens']
        : [];
    case 'issuedBy':
      if (issuer?.kind === 'operator') return valueOf(credentials)?.kind === 'fields' ? [OF_A_ROW] : [];
      if (issuer?.kind !== 'operations') return [];
      return [
        ...featureIf(isRowless(scheme), 'Authentication: Issued by operations, where Caller is none'),
        ...featureIf(
          issuersOf(scheme).some(({ text }) => isIssuerOfAnother(model, scheme, text)),
          'Authentication: Issued by an operation of another scheme',
        ),
        ...featureIf(
          !issuersOf(scheme).some(({ text }) => mayIssueToken(model, text)),
          'Authentication: Issued by operations, of which none issues a token',
        ),
      ];
    case 'sentIn':
      if (valueOf(scheme.sentIn)?.beside && !signsRequests(scheme))
        return ['Authentication: Sent in several headers, of what is not signed'];
      return schemesOf(model).some((other) => other !== scheme && isSentAlike(scheme, other))
        ? ['Authentication: in the place of another scheme']
        : [];
    default:
      return [];
  }
}

const OF_A_ROW: Feature = 'Authentication: Issued by operator, of what a row keeps';

/** Where nothing says what it does, that is the gap. */
function mayIssueToken(model: Model, heading: string): boolean {
  const linked = model.operations.get(heading);
  return !linked || !isSettled(linked.facts.does) || issuesToken(linked);
}

/** One token is given, and it is of one scheme. */
function isIssuerOfAnother(model: Model, scheme: Scheme, heading: string): boolean {
  return schemesOf(model).some(
    (other) => other !== scheme && !takesPasswords(other) && issuersOf(other).some(({ text }) => text === heading),
  );
}

/** Nothing tells the tokens of one from those of the other. */
function isSentAlike(one: Scheme, other: Scheme): boolean {
  const [a, b] = [one, other].map(({ sentIn }) => valueOf(sentIn));
  if (!a || !b) return false;
  // Whatever is in the header of a signature is taken for one.
  if (signsRequests(one) || signsRequests(other)) return headersIn(a).some((name) => headersIn(b).includes(name));
  if (isSigned(one) !== isSigned(other)) return false;
  if (![one, other].every((scheme) => isSigned(scheme) || isOpaque(scheme))) return false;
  return a.in === b.in && placeName(a) === placeName(b) && alike(a.template) === alike(b.template);
}

function headersIn({ in: where, name, beside = [] }: CredentialPlace): readonly string[] {
  return where === 'header' ? [name, ...beside.map((each) => each.name)].map((each) => each.toLowerCase()) : [];
}

function placeName({ in: where, name }: CredentialPlace): string {
  return where === 'header' ? name.toLowerCase() : name;
}

function alike(template = '{token}'): string {
  return template.replace(/ +/g, ' ').toLowerCase();
}

/** What holds for every kind: of callers without a row, and of what the operator gives to rows. */
function callerFeatures(model: Model, scheme: Scheme, key: SlotKey<Scheme>): Features {
  const roles = valueOf(scheme.roles);
  switch (key) {
    case 'caller':
      return isOfOperator(scheme) && !isRowless(scheme) && !holderOf(model, scheme)
        ? ['Authentication: Issued by operator, for a row that is not found by one value']
        : [];
    case 'roles':
      if (roles?.kind === 'listed')
        return isOfOperator(scheme) || claimsTo(scheme, 'roles').length > 0
          ? []
          : ['Authentication: Roles: listed, that nobody gives'];
      return isRowless(scheme) ? ['Authentication: Roles of a row, where Caller is none'] : [];
    default:
      return [];
  }
}

/** What a scheme says of its tokens says nothing where there are none. */
function passwordFeatures(model: Model, scheme: Scheme, key: SlotKey<Scheme>): Features {
  const { sentIn, credentials, revokedWhen, issuedBy } = scheme;
  const place = valueOf(sentIn);
  const kind = valueOf(credentials)?.kind;
  const issuer = valueOf(issuedBy)?.kind;
  switch (key) {
    case 'scheme':
      return credentials.status === 'none' ? [BY_NO_PASSWORD] : [];
    case 'sentIn':
      if (place && !passwordPlace(place)) return ['Authentication: HTTP Basic, in another place than Authorization'];
      return schemesOf(model).some((other) => other !== scheme && takesPasswords(other))
        ? ['Authentication: in the place of another scheme']
        : [];
    case 'credentials':
      return kind === 'fields' && !passwordFields(model, scheme) ? [BY_NO_PASSWORD] : [];
    case 'tokenLifetime':
      return ['Authentication: HTTP Basic that expires'];
    case 'revokedWhen':
      return (valueOf(revokedWhen) ?? []).every((one) => isSureToEnd(model, scheme, one))
        ? []
        : ['Authentication: HTTP Basic that is revoked'];
    case 'issuedBy':
      if (issuer === 'operator' && kind === 'fields') return [OF_A_ROW];
      return issuer === 'operations' && kind === 'operator'
        ? ['Authentication: Credentials kept by the operator, issued by operations']
        : [];
    default:
      return [];
  }
}

const BY_NO_PASSWORD: Feature = 'Authentication: HTTP Basic, by other than a name and a secret of the Caller';

/** What was sent before is refused in any case. */
function isSureToEnd(model: Model, scheme: Scheme, one: Revocation): boolean {
  if (isOfOperator(scheme)) return one.kind === 'operator' || one.kind === 'deleted';
  const fields = passwordFields(model, scheme);
  if (!fields) return false;
  const own = fields.resource.name.text;
  if (one.kind === 'deleted') return one.resource.text === own;
  return (
    one.kind === 'changes' && one.field.field.text === fields.secret.name.text && (one.field.owner?.text ?? own) === own
  );
}

/** A role by a condition is judged on the row of the caller. */
function roleFeatures(model: Model, { roles, caller }: Scheme, key: SlotKey<Scheme>): Features {
  if (key !== 'roles' || roles.status !== 'stated' || roles.value.kind !== 'when') return [];
  const row = caller.status === 'stated' ? model.resources.get(caller.value.resource.text) : undefined;
  return roles.value.rules.flatMap(({ when }) => conditionFeatures(model, when, { row, self: row }));
}
