// The challenges of a 401: `WWW-Authenticate`. Input: the schemes of a plan. Output: a header for each, in their order.
// https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1, https://www.rfc-editor.org/rfc/rfc6750#section-3

import type { SchemePlan } from '../plan/credentials.ts';
import type { Bindings } from '../store/store.ts';
import type { Headers } from './respond.ts';

/** By the cause of the refusal: of a bearer's token that was sent, and is wrong, the challenge says so. */
export function challengesFor(schemes: readonly SchemePlan[], cause: string, bindings: Bindings): Headers {
  const all = schemes.map((scheme) => {
    const isSent = bindings['caller.scheme'] === scheme.keptAs;
    return challenge(scheme, isSent && (cause === 'wrong token' || cause === 'expired token'));
  });
  return [...new Set(all)].flatMap((text) => ['WWW-Authenticate', text]);
}

function challenge({ name, place, kept }: SchemePlan, isWrong: boolean): string {
  // https://www.rfc-editor.org/rfc/rfc7617#section-2.1
  if (kept !== undefined)
    return `Basic realm="${name.replace(/[^\x20-\x7e]+/g, '-').replace(/["\\]/g, '\\$&')}", charset="UTF-8"`;
  const isAuthorization = place?.in === 'header' && place.name.toLowerCase() === 'authorization';
  const word = isAuthorization ? /^([^\s{]+) +\{token\}$/.exec(place?.template ?? '')?.[1] : undefined;
  if (word === undefined) return token(name);
  return word.toLowerCase() === 'bearer' && isWrong ? `${word} error="invalid_token"` : word;
}

/** Elsewhere than in `Authorization` there are no names of schemes but those of the document. */
function token(name: string): string {
  return name.replace(/[^!#$%&'*+.^`|~0-9A-Za-z-]+/g, '-');
}
