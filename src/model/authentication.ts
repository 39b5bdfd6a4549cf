// Part 5, authentication, and the grammar of "Who" that parts 3 and 4 share.

import type { Span } from '../base/span.ts';
import type { Condition } from './conditions.ts';
import type { List, Name, Scope, Slot } from './status.ts';

export interface AuthenticationPart {
  readonly scope: Scope;
  readonly schemes: List<Scheme>;
}

/** What may stand under Scheme. */
export const SCHEMES = [
  'API key',
  'HTTP Basic',
  'bearer token',
  'JWT',
  'OAuth 2 client credentials',
  'token introspection',
  'OpenID Connect',
  'mutual TLS',
  'HMAC signature',
] as const;

/** The bullets of a scheme by their key as the notation spells it; values as written until they run. */
export interface Scheme {
  readonly kind: 'scheme';
  readonly name: Name;
  readonly scope: Scope;
  readonly facts: ReadonlyMap<string, Slot<string>>;
  readonly at: Span;
}

export type Who =
  | { readonly kind: 'anyone'; readonly signedInIfSent: boolean }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'role'; readonly role: Name }
  | { readonly kind: 'scope'; readonly scope: Name }
  | { readonly kind: 'owner'; readonly path: readonly string[]; readonly hides: Name | undefined; readonly at: Span }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'or'; readonly items: readonly Who[] }
  | { readonly kind: 'except'; readonly who: Who; readonly except: Who }
  /** `…; which items: <condition>`; a gap there is the half gap. */
  | {
      readonly kind: 'which items';
      readonly who: Who;
      readonly items: Condition | { readonly kind: 'gap'; readonly at: Span };
    };
