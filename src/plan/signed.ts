// Signed tokens, as data: by what they are verified and what their claims are bound as; how the service signs its own. Input: a scheme,
// an operation. Output: parts of the plan. Notation, part 5, Verified by and Claims; decision 0038.

import { fault, known } from '../base/fault.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Verification } from '../notation/values/verification.ts';
import type { Model } from '../model/model.ts';
import { issuesFor, issuesToken } from '../analysis/document/callers.ts';
import { callerOf, isRowless } from '../analysis/document/schemes.ts';
import { claimsTo, isKept, isSigned, isSignedHere, type RowClaim, rowClaim } from '../analysis/document/signed.ts';
import { requestSignature, signsRequests } from '../analysis/document/signed-requests.ts';
import type { Expr } from '../sql/expression.ts';
import type { OperationContext } from './context.ts';
import { CLAIMED, type SignedPlan, type SigningPlan, type SignPlan } from './credentials.ts';
import { runningSchemes } from './request-parameters.ts';
import { columnNamed, keyThere, rowKeyOf } from './rows.ts';
import { unlessOpen } from './unless-wrong.ts';

/** Bound where a token has been verified, and nothing tells more of its caller. */
export const VERIFIED: Expr = { kind: 'parameter', name: CLAIMED.isVerified, type: 'integer' };
export const UNTIL: Expr = { kind: 'parameter', name: CLAIMED.until, type: 'instant' };
export const CLAIMED_ROLES: Expr = { kind: 'parameter', name: CLAIMED.roles, type: 'json' };
export const CLAIMED_SCOPES: Expr = { kind: 'parameter', name: CLAIMED.scopes, type: 'json' };

/** Its tokens are known by their claims alone. */
export function isByClaims(model: Model, scheme: Scheme): boolean {
  return signsRequests(scheme) || (isSigned(scheme) && !isKept(model, scheme));
}

export function signedPlan(model: Model, scheme: Scheme): SignedPlan {
  const { issuer, audience, keys, algorithms } = known(
    valueOf(scheme.verifiedBy),
    'by what tokens are verified is not known',
  );
  const isOpenId = valueOf(scheme.scheme) === 'OpenID Connect';
  const row = isRowless(scheme) ? undefined : rowClaimOf(model, scheme);
  return {
    keys: isOpenId
      ? { kind: 'issuer', issuer: known(issuer, 'who issues is not known').text }
      : isSignedHere(scheme)
        ? { kind: 'operator', scheme: scheme.name.text }
        : { kind: 'address', address: addressOf(keys) },
    algorithms: known(algorithms, 'by which algorithms tokens are signed is not known').map(({ text }) => text),
    ...(issuer && { issuer: issuer.text }),
    ...(audience && { audience: audience.map(({ text }) => text) }),
    // https://openid.net/specs/openid-connect-core-1_0.html#IDToken
    ends:
      isOpenId ||
      (isSignedHere(scheme) ? valueOf(scheme.tokenLifetime) !== undefined : scheme.tokenLifetime.status !== 'none'),
    kept: isKept(model, scheme),
    ...(row && { row: { claim: row.claim, parameter: claimed(scheme), type: row.type } }),
    roles: claimsTo(scheme, 'roles'),
    scopes: claimsTo(scheme, 'scopes'),
  };
}

function addressOf(keys: Verification['keys']): string {
  if (typeof keys !== 'object') fault('where the keys are is not known');
  return keys.text;
}

function claimed({ name }: Scheme): string {
  return `caller.claimed.row of ${name.text}`;
}

function rowClaimOf(model: Model, scheme: Scheme): RowClaim {
  return known(rowClaim(model, scheme), `which claim names the callers of ${scheme.name.text} is not known`);
}

/** The row that the token names, where it is there. */
export function claimedKey(context: OperationContext, scheme: Scheme): Expr {
  const { model } = context;
  const { field, type } = rowClaimOf(model, scheme);
  const value: Expr = { kind: 'parameter', name: claimed(scheme), type };
  return keyThere(context, knownCaller(model, scheme), columnNamed(model, field), value);
}

function knownCaller(model: Model, scheme: Scheme): Resource {
  return known(callerOf(model, scheme), 'who calls is not known');
}

/** The schemes whose tokens the service signs, or whose requests others sign with a secret of the operator's. */
export function signingPlans(model: Model): readonly SigningPlan[] {
  return runningSchemes(model).flatMap((scheme): SigningPlan[] => {
    const signature = signsRequests(scheme) ? requestSignature(scheme) : undefined;
    if (signature) return [{ scheme: scheme.name.text, algorithm: signature.digest, shared: true }];
    if (!isSignedHere(scheme)) return [];
    const signed = unlessOpen(model, () => signedPlan(model, scheme));
    if (!signed) return [];
    const { algorithms } = signed;
    const lifetime = valueOf(scheme.tokenLifetime);
    return [{ scheme: scheme.name.text, algorithm: algorithms[0]!, ...(lifetime !== undefined && { lifetime }) }];
  });
}

/** Holds a random text until the token is signed, and the token then. */
export const FRESH = 'new.token';
/** What the token says of the row that it is for. */
const FRESH_CLAIM = `${FRESH}.claim`;

/** What the token of an operation is signed with. */
export function signPlan({ model, linked }: OperationContext): SignPlan | undefined {
  const [scheme] = issuesToken(linked) ? issuesFor(model, linked) : [];
  return scheme && isSigned(scheme) ? signPlanOf(model, scheme, valueOf(scheme.tokenLifetime)) : undefined;
}

/** `lifetime`: of the token, in milliseconds. */
export function signPlanOf(model: Model, scheme: Scheme, lifetime: number | undefined): SignPlan {
  const { issuer, audience, algorithms, kept, row } = signedPlan(model, scheme);
  return {
    scheme: scheme.name.text,
    algorithm: algorithms[0]!,
    ...(issuer !== undefined && { issuer }),
    ...(audience && { audience }),
    row: { claim: known(row, 'whose token it is is not known').claim, parameter: FRESH_CLAIM },
    as: FRESH,
    kept,
    ...(lifetime !== undefined && { lifetime }),
  };
}

/** Behind the step that finds the row of which this is the key: what the token says of it. */
export function claimValue(
  context: Pick<OperationContext, 'model' | 'alias'>,
  scheme: Scheme,
  key: Expr,
): { readonly name: string; readonly expr: Expr } {
  const { model } = context;
  const { field, type } = rowClaimOf(model, scheme);
  const resource = knownCaller(model, scheme);
  const column = columnNamed(model, field);
  const row = { table: resource.name.text, alias: context.alias(), match: rowKeyOf(resource), value: key };
  return { name: FRESH_CLAIM, expr: { kind: 'lookup', ...row, column, type } };
}
