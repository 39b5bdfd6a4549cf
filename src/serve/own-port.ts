// Which requests the operator's port accepts. Input: headers of a request. Output: whether the name it was called by is one of
// the port's own, and whether a page of another origin sent it. Only browsers have to be checked: other programs send no Origin.

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** An address, a loopback name, or the name that it is set to listen on: no name of another server that could resolve to here. */
export function isOwnName(host: string | undefined, own: string): boolean {
  if (host === undefined) return false;
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase();
}

/** https://www.rfc-editor.org/rfc/rfc6454#section-7, https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return true;
  return origin !== undefined && authority(origin) !== authority(`http://${host}`);
}

/** Undefined: no origin of a page that was loaded over HTTP. */
function authority(origin: string): string | undefined {
  if (!/^https?:\/\//i.test(origin)) return undefined;
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
