// Schemes whose tokens are signed (RFC 7519): what the document states of them. Input: a scheme. Output: who signs, by which keys, what
// the claims say. Notation, part 5, Verified by and Claims.

import type { Scheme } from '../../notation/authentication.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import { signsRequests } from './signed-requests.ts';
import { effectsOf, identityOf } from './targets.ts';
import { isOneText } from './type-traits.ts';

export function isSigned({ scheme }: Pick<Scheme, 'scheme'>): boolean {
  const kind = valueOf(scheme);
  return kind === 'JWT' || kind === 'OpenID Connect';
}

/** Operations issue its tokens, and the service signs them. */
export function isSignedHere(scheme: Scheme): boolean {
  return isSigned(scheme) && valueOf(scheme.issuedBy)?.kind === 'operations';
}

/**
 * Does each of its tokens have a row, so that it can end before its time? A signed one has none where nothing says
 * that it may end.
 */
export function isKept(model: Model, scheme: Scheme): boolean {
  if (signsRequests(scheme)) return false;
  if (!isSigned(scheme)) return true;
  if (!isSignedHere(scheme)) return false;
  const ends = valueOf(scheme.revokedWhen) ?? valueOf(scheme.refresh);
  return (
    ends !== undefined ||
    [...model.operations.values()].some((linked) => effectsOf(linked).some(({ kind }) => kind === 'ends token'))
  );
}

export interface RowClaim {
  readonly claim: string;
  readonly field: Field;
  readonly type: 'text' | 'integer';
}

/** The claim that names the row of the Caller; undefined: there is none, several do, or its field identifies no row. */
export function rowClaim(model: Model, { claims, caller }: Scheme): RowClaim | undefined {
  const resource = model.resources.get(valueOf(caller)?.resource.text ?? '');
  const [named, ...others] = (valueOf(claims) ?? []).flatMap(({ claim, says }) =>
    typeof says === 'object' ? [{ claim, path: says.path }] : [],
  );
  if (!resource || !named || others.length > 0 || named.path.length !== 1) return undefined;
  const [name] = named.path as readonly [string];
  const field = model.fields.get(`${resource.name.text}.${name}`);
  const stated = field && valueOf(field.type);
  const type = stated?.kind === 'integer' ? 'integer' : isOneText(stated) ? 'text' : undefined;
  const groups = [
    identityOf(resource),
    ...resource.unique.map((one) => (valueOf(one)?.fields ?? []).map(({ text }) => text)),
  ];
  const isOne = groups.some((group) => group.length === 1 && group[0] === name);
  return field && type && isOne ? { claim: named.claim.text, field, type } : undefined;
}

/** The claims that give roles, or scopes. */
export function claimsTo({ claims }: Scheme, what: 'roles' | 'scopes'): readonly string[] {
  return (valueOf(claims) ?? []).flatMap(({ claim, says }) => (says === what ? [claim.text] : []));
}

/** https://www.rfc-editor.org/rfc/rfc7518#section-3.1, https://www.rfc-editor.org/rfc/rfc8037 */
const BY_KEY_PAIR: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
]);
const BY_SECRET: ReadonlySet<string> = new Set(['HS256', 'HS384', 'HS512']);

/** A secret is known to who signs and to who verifies: only the service itself can have one. */
export function fitsAlgorithm({ text }: Name, scheme: Scheme): boolean {
  return BY_KEY_PAIR.has(text) || (isSignedHere(scheme) && BY_SECRET.has(text));
}
