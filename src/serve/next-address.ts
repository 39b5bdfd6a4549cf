// The address of the next page. Input: a request for this one. Output: its own address, with what asks for the next page; nothing of it that
// the list does not depend on, such as credentials. https://www.rfc-editor.org/rfc/rfc8288#section-3.1

import { originForm } from './target.ts';
import type { Exchange } from './respond.ts';

/** `url`: the public address of the service, without the path of a request. */
export type NextAddress = (exchange: Exchange, next: string) => string;

export function compileNextAddress(url: string, name: string, keeps: readonly string[]): NextAddress {
  const kept = new Set(keeps);
  return ({ request, query }, next) => {
    const [path = ''] = originForm(request.url ?? '/').split('?', 1);
    const pairs = (query ?? '').split('&').filter((pair) => kept.has(nameOf(pair)));
    return `${url}${safe(path)}?${[...pairs.map(safe), `${encodeURIComponent(name)}=${encodeURIComponent(next)}`].join('&')}`;
  };
}

/** As parameters.ts reads it; a list by brackets is called by its name. */
function nameOf(pair: string): string {
  const written = pair.split('=', 1)[0]!.replaceAll('+', ' ');
  try {
    return decodeURIComponent(written).replace(/\[\]$/, '');
  } catch {
    return written;
  }
}

/** What no URI holds would end it within the header: https://www.rfc-editor.org/rfc/rfc3986#appendix-A */
function safe(part: string): string {
  return part.replace(/[^\w.~!$&'()*+,;=:@/?%-]/gu, encodeURIComponent);
}
