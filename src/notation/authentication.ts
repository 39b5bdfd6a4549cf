// Part 5, authentication, and the grammar of "Who" that parts 3 and 4 share.

import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';

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
