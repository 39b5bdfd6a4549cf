// The features that a scheme with signed tokens needs to run, and those of Verified by and Claims elsewhere. Input: a scheme and one of
// its statements. Output: features. Notation, part 5.

import { isSecureAddress } from '../../../base/secure-address.ts';
import type { SlotKey } from '../../../notation/declaration.ts';
import type { Scheme } from '../../../notation/authentication.ts';
import { type Slot, valueOf } from '../../../notation/slot.ts';
import type { Claim } from '../../../notation/values/authentication.ts';
import type { Verification } from '../../../notation/values/verification.ts';
import type { Model } from '../../../model/model.ts';
import { isRowless } from '../../document/schemes.ts';
import { claimsTo, fitsAlgorithm, isSigned, isSignedHere, rowClaim } from '../../document/signed.ts';
import { featureIf, type Features } from '../../document/features.ts';

export function verifiedFeatures(value: Verification): Features {
  return (Object.keys(value) as (keyof Verification)[]).map((key) =>
    key === 'issuer' || key === 'audience' || key === 'keys' || key === 'algorithms'
      ? (`Authentication: Verified by: ${key}` as const)
      : 'Authentication: Verified by: other than issuer, audience, keys and algorithms',
  );
}

export function claimFeatures(claims: readonly Claim[]): Features {
  return claims.map(({ says }) =>
    typeof says === 'object' ? 'Authentication: Claims: to a field' : (`Authentication: Claims: to ${says}` as const),
  );
}

/** Left out, or none. While it is not shown, that is the gap. */
function isUnsaid({ status }: Slot<unknown>): boolean {
  return status === 'absent' || status === 'none';
}

export function signedFeatures(model: Model, scheme: Scheme, key: SlotKey<Scheme>): Features {
  if (!isSigned(scheme)) return unsignedFeatures(scheme, key);
  const { verifiedBy, claims, issuedBy, roles, caller } = scheme;
  const isElsewhere = !isSignedHere(scheme);
  switch (key) {
    case 'scheme':
      return [
        ...featureIf(isUnsaid(verifiedBy), INCOMPLETE),
        ...featureIf(isUnsaid(claims) && caller.status === 'stated', NO_ROW),
      ];
    case 'verifiedBy': {
      const said = valueOf(verifiedBy);
      return said ? ofVerification(scheme, said) : [];
    }
    case 'claims':
      return ofClaims(model, scheme);
    case 'issuedBy': {
      const kind = valueOf(issuedBy)?.kind;
      const isOpenId = valueOf(scheme.scheme) === 'OpenID Connect';
      return [
        ...featureIf(kind === 'operator', 'Authentication: Issued by operator, of signed tokens'),
        ...featureIf(kind === 'operations' && isOpenId, 'Authentication: Issued by operations, of OpenID Connect'),
      ];
    }
    case 'tokenLifetime':
    case 'refresh':
    case 'credentials':
      return featureIf(isElsewhere, 'Authentication: signed tokens of others that the service ends');
    case 'revokedWhen': {
      const ends = valueOf(scheme.revokedWhen)?.some(
        (one) => one.kind !== 'deleted' || one.resource.text !== valueOf(caller)?.resource.text,
      );
      return featureIf(isElsewhere && ends, 'Authentication: signed tokens of others that the service ends');
    }
    case 'roles': {
      const byClaim = claimsTo(scheme, 'roles').length > 0;
      const isOfRow = roles.status === 'stated' && roles.value.kind !== 'listed';
      return featureIf(byClaim && isOfRow, 'Authentication: Claims: to roles, beside Roles of a row');
    }
    default:
      return [];
  }
}

const INCOMPLETE = 'Authentication: signed tokens without issuer, audience, keys and algorithms';
const NO_ROW = 'Authentication: signed tokens, of which no claim names the row';

function unsignedFeatures({ issuedBy }: Scheme, key: SlotKey<Scheme>): Features {
  switch (key) {
    case 'verifiedBy':
      return ['Authentication: Verified by, of what is not signed'];
    case 'claims':
      return ['Authentication: Claims, of what is not signed'];
    case 'issuedBy':
      return featureIf(
        valueOf(issuedBy)?.kind === 'outside',
        'Authentication: Issued by outside, of what is not signed',
      );
    default:
      return [];
  }
}

/** https://www.rfc-editor.org/rfc/rfc8725#section-3: all of it is compared, so all of it has to be stated. */
function ofVerification(scheme: Scheme, { issuer, audience, keys, algorithms }: Verification): Features {
  const isOpenId = valueOf(scheme.scheme) === 'OpenID Connect';
  const here = isSignedHere(scheme);
  const isIncomplete = !algorithms || (!here && (!issuer || !audience)) || (!isOpenId && !keys);
  const isOthers = keys !== undefined && (isOpenId || (keys === 'operator') !== here);
  const address = isOpenId ? issuer?.text : typeof keys === 'object' ? keys.text : undefined;
  return [
    ...featureIf(isIncomplete, INCOMPLETE),
    ...featureIf(isOthers, 'Authentication: Verified by: keys that are not of the issuer'),
    ...featureIf(
      address !== undefined && !isSecureAddress(address),
      'Authentication: Verified by: what is fetched, neither by https nor from this machine',
    ),
    ...featureIf(
      algorithms?.some((one) => !fitsAlgorithm(one, scheme)),
      'Authentication: Verified by: an algorithm that does not fit',
    ),
  ];
}

function ofClaims(model: Model, scheme: Scheme): Features {
  const names = (valueOf(scheme.claims) ?? []).some(({ says }) => typeof says === 'object');
  const isElse = claimsTo(scheme, 'roles').length + claimsTo(scheme, 'scopes').length > 0;
  const isNamed = rowClaim(model, scheme) !== undefined;
  const isOfCaller = scheme.caller.status === 'stated';
  return [
    ...featureIf(isOfCaller && !names, NO_ROW),
    ...featureIf(
      names && (isRowless(scheme) || (isOfCaller && !isNamed)),
      'Authentication: Claims: to a field, which names no row',
    ),
    ...featureIf(
      isSignedHere(scheme) && isElse,
      'Authentication: Claims: to roles or scopes, of tokens that operations issue',
    ),
  ];
}
