// Credentials in a cookie: how they are set and cleared, and when a browser has sent them for another site. Input: what
// an operation does with the tokens of its schemes. Output: headers of its answers.
// https://www.rfc-editor.org/rfc/rfc6265#section-4.1

import type { IncomingMessage } from 'node:http';
import type { CookiePlan } from '../plan/credentials.ts';
import type { Bindings } from '../store/store.ts';
import type { Headers } from './respond.ts';

export function compileCookies(
  plans: readonly CookiePlan[],
  base: string,
): ((bindings: Bindings) => Headers) | undefined {
  if (plans.length === 0) return undefined;
  const rest = `Path=/; HttpOnly; SameSite=Lax${base.startsWith('https:') ? '; Secure' : ''}`;
  return (bindings) =>
    plans.flatMap(({ scheme, name, token, lifetime }) => {
      // Who came by another scheme has sent no such cookie, or one that does not count.
      if (token === undefined && bindings['caller.scheme'] !== scheme) return [];
      if (token === undefined) return ['Set-Cookie', `${name}=; Max-Age=0; ${rest}`];
      const ends = lifetime === undefined ? '' : `Max-Age=${Math.floor(lifetime / 1000)}; `;
      return ['Set-Cookie', `${name}=${String(bindings[token])}; ${ends}${rest}`];
    });
}

/** Does another site call? Browsers say so; older ones say at least from where. https://www.w3.org/TR/fetch-metadata/ */
export function isFromElsewhere({ headers }: IncomingMessage, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  return headers.origin !== undefined && headers.origin !== origin;
}
