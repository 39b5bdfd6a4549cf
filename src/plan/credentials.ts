// Credentials, as data: where requests carry them, and which secrets are compared before the steps. Notation, part 5.

import type { RequestSignature } from '../analysis/document/signed-requests.ts';
import type { CredentialPlace } from '../notation/values/schemes.ts';
import type { Held } from './held.ts';
import type { Step } from './steps.ts';

export interface SchemePlan {
  readonly name: string;
  /** Beside each of its tokens. */
  readonly keptAs: string;
  /** `template` holds `{token}` where the credential is; without one the value is the credential. */
  /** Left out: no request can carry it here, as far as this runtime sees. */
  readonly place?: CredentialPlace;
  /** What the credential looks like, where other schemes have the same place; left out: like anything. */
  readonly form?: 'issued' | 'signed';
  /** Its credentials are answered with this. */
  readonly held?: Held;
  /** The credential is a name and a password (RFC 7617). Binds as `kept` what is kept of the password of `caller.name`. */
  readonly kept?: Step;
  /** The credential is signed (RFC 7519). */
  readonly signed?: SignedPlan;
  /** The request is signed (RFC 2104); `place` holds the signature. */
  readonly signature?: RequestSignaturePlan;
}

export type RequestSignaturePlan = RequestSignature;

/** By what a signed token is verified, and what its claims are bound as. */
export interface SignedPlan {
  /** `issuer`: they are found by it (OpenID Connect Discovery). */
  readonly keys:
    | { readonly kind: 'address'; readonly address: string }
    | { readonly kind: 'issuer'; readonly issuer: string }
    | { readonly kind: 'operator'; readonly scheme: string };
  readonly algorithms: readonly string[];
  readonly issuer?: string;
  /** One of them is meant by each token. */
  readonly audience?: readonly string[];
  /** Each token says when it ends. */
  readonly ends: boolean;
  /** Each token has a row, by the hash of its `jti`; else it is known by its claims. */
  readonly kept: boolean;
  /** Of the row of the caller. */
  readonly row?: { readonly claim: string; readonly parameter: string; readonly type: 'text' | 'integer' };
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
}

/** What is bound of the claims of a token that has been verified. */
export const CLAIMED = {
  /** 1. */
  isVerified: 'caller.verified',
  /** When it ends. */
  until: 'caller.until',
  /** Lists of texts. */
  roles: 'caller.claimed.roles',
  scopes: 'caller.claimed.scopes',
  /** Whom it is about, or the token's digest. */
  subject: 'caller.claimed.subject',
} as const;

/** A token that is signed behind the steps. */
export interface SignPlan {
  readonly scheme: string;
  readonly algorithm: string;
  readonly issuer?: string;
  readonly audience?: readonly string[];
  /** A claim of it, and the binding that holds its value. */
  readonly row: { readonly claim: string; readonly parameter: string };
  /** The binding that the token takes. */
  readonly as: string;
  /** What this binding holds until then is its `jti`. */
  readonly kept: boolean;
  /** Milliseconds. */
  readonly lifetime?: number;
}

/** A scheme for whose tokens the operator has keys. */
export interface SigningPlan {
  readonly scheme: string;
  readonly algorithm: string;
  /** Who sends has the key, too: it is a secret, and the service only verifies with it. */
  readonly shared?: true;
  /** Milliseconds: for so long tokens of a key that was replaced are met. */
  readonly lifetime?: number;
}

/**
 * `sent` is a binding that holds a secret. Where it is that of the row that `read` finds, what is kept there is bound under `name`,
 * else nothing. It takes as long where there is no row.
 */
export interface VerifyPlan {
  readonly name: string;
  readonly sent: string;
  /** Binds what is kept as `kept`. Where a step refuses, so does the effect, and nothing is compared. */
  readonly read: readonly Step[];
}

/** The token that is issued goes into a cookie, or the one that ends is taken out of it. */
export interface CookiePlan {
  /** As beside its tokens. */
  readonly scheme: string;
  readonly name: string;
  /** The binding of the token; left out: the cookie is cleared. */
  readonly token?: string;
  /** Milliseconds; left out: until the browser ends. */
  readonly lifetime?: number;
}

/**
 * A scheme whose credentials the operator may end, and may make where `makes` is there. All steps take what is bound as `key.name`,
 * `key.for`, `key.hash`, `key.roles` and `now`; each list of steps is a program. They are refused for a cause of KEY_CAUSES.
 */
export interface KeysPlan {
  readonly scheme: string;
  readonly makes?: 'key' | 'password';
  /** How a row of the Caller is named; left out: its callers are no rows. */
  readonly holder?: { readonly resource: string; readonly field: string; readonly type: 'text' | 'integer' };
  /** The roles that a key may be given. */
  readonly roles: readonly string[];
  readonly create: readonly Step[];
  /** Answers LISTED. */
  readonly list: readonly Step[];
  readonly rotate: readonly Step[];
  readonly revoke: readonly Step[];
  /** All of the row that is named. */
  readonly end: readonly Step[];
}

/**
 * A scheme by which the operator may call as a row of its Caller for a short time. The steps take `token.row`, its row key, `now`, and a
 * fresh token with its hash; they are refused for a cause of KEY_CAUSES.
 */
export interface CallerTokenPlan {
  readonly scheme: string;
  /** Left out: its callers are no rows. */
  readonly resource?: string;
  /** Left out: the service cannot issue one. */
  readonly steps?: readonly Step[];
  readonly why?: 'password' | 'no row' | 'issued elsewhere' | 'open';
  readonly signs?: SignPlan;
  /** Milliseconds. */
  readonly lifetime?: number;
}

/** What the list shows of each key, in this order. */
export const LISTED: readonly string[] = ['name', 'for', 'roles', 'issued', 'expires'];

/** Why a step on the operator's keys is refused. */
export const KEY_CAUSES = { noRow: 'no row', noKey: 'no key', isThere: 'name taken' } as const;

/** What a plan says of those who call. */
export interface CallerPlans {
  /** Where credentials are looked for, in this order; left out where no operation reads them. */
  readonly schemes?: readonly SchemePlan[];
  /** What the operator may do to credentials; left out where there is nothing. */
  readonly keys?: readonly KeysPlan[];
  /** How the operator calls as a row for a short time, by scheme; left out where nobody calls. */
  readonly callerTokens?: readonly CallerTokenPlan[];
  /** For which the operator makes keys to sign with; left out where the service signs nothing. */
  readonly signs?: readonly SigningPlan[];
}
