// Part 5, authentication: its record, and what is declared of each bullet of a scheme. Notation, part 5.

import type { Span } from '../base/span.ts';
import type { Section } from './declaration.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import {
  type Claim,
  CLAIMS,
  type Credentials,
  CREDENTIALS,
  type Issuer,
  ISSUER,
  type Refresh,
  REFRESH,
  type Revocation,
  REVOKED,
  type Roles,
  ROLES,
} from './values/authentication.ts';
import {
  CALLER,
  type CallerResource,
  type CredentialPlace,
  LIFETIME,
  SCHEME_KIND,
  type SchemeKind,
  SENT_IN,
} from './values/schemes.ts';
import { VERIFIED, type Verification } from './values/verification.ts';

export interface AuthenticationPart {
  readonly scope: Scope;
  readonly schemes: List<Scheme>;
}

export interface Scheme {
  readonly kind: 'scheme';
  readonly name: Name;
  readonly scope: Scope;
  readonly scheme: Slot<SchemeKind>;
  readonly sentIn: Slot<CredentialPlace>;
  readonly caller: Slot<CallerResource>;
  readonly credentials: Slot<Credentials>;
  readonly issuedBy: Slot<Issuer>;
  /** Milliseconds. */
  readonly tokenLifetime: Slot<number>;
  readonly refresh: Slot<Refresh>;
  readonly revokedWhen: Slot<readonly Revocation[]>;
  readonly verifiedBy: Slot<Verification>;
  readonly claims: Slot<readonly Claim[]>;
  readonly roles: Slot<Roles>;
  readonly at: Span;
}

/** What holds for a scheme, or not; `analysis/gaps/slots/authentication.ts` computes it. */
export type SchemeTrait = 'is not verified' | 'signs requests' | 'issues tokens' | 'takes passwords';

export const SCHEME: Section<Scheme, SchemeTrait> = {
  scheme: {
    head: 'Scheme',
    syntax: SCHEME_KIND,
    due: 'always',
    gap: 'held',
    question: 'Which kind of credential is `{name}`: an API key, a bearer token, a JWT …?',
  },
  sentIn: {
    head: 'Sent in',
    kind: 'scheme',
    syntax: SENT_IN,
    due: 'always',
    gap: 'held',
    question: 'Where does a request carry the credential of `{name}`: in which header, query parameter or cookie?',
  },
  caller: {
    head: 'Caller',
    kind: 'caller of a scheme',
    syntax: CALLER,
    due: 'always',
    gap: 'held',
    question: 'Which resource is the caller of `{name}`?',
  },
  credentials: {
    head: 'Credentials',
    kind: 'fact of a scheme',
    syntax: CREDENTIALS,
    due: 'takes passwords',
    gap: 'held',
    question: 'With what does a caller sign in to get a token of `{name}`?',
  },
  issuedBy: {
    head: 'Issued by',
    kind: 'fact of a scheme',
    syntax: ISSUER,
    due: 'is not verified',
    gap: 'held',
    question: 'Who issues the tokens of `{name}`: one of these operations, or someone outside?',
  },
  tokenLifetime: {
    head: 'Token lifetime',
    kind: 'token of a scheme',
    syntax: LIFETIME,
    due: 'issues tokens',
    gap: 'rests-on',
    question: 'How long is a token of `{name}` valid?',
  },
  refresh: {
    head: 'Refresh',
    kind: 'token of a scheme',
    syntax: REFRESH,
    gap: 'rests-on',
    question: 'How does a caller get a new token of `{name}` when the old one ends?',
  },
  revokedWhen: {
    head: 'Revoked when',
    kind: 'token of a scheme',
    syntax: REVOKED,
    due: 'issues tokens',
    gap: 'rests-on',
    question: 'What makes a token of `{name}` invalid before its time?',
  },
  verifiedBy: {
    head: 'Verified by',
    kind: 'fact of a scheme',
    syntax: VERIFIED,
    due: 'signs requests',
    gap: 'held',
    question: 'By what is a token of `{name}` verified: which issuer, audience, keys?',
  },
  claims: {
    head: 'Claims',
    kind: 'fact of a scheme',
    syntax: CLAIMS,
    gap: 'held',
    question: 'What do the claims of a token of `{name}` say about the caller?',
  },
  roles: {
    head: 'Roles',
    kind: 'fact of a scheme',
    syntax: ROLES,
    gap: 'held',
    question: 'Which callers with `{name}` have which role?',
  },
};
