// The header in which requests name their version: it is one of its own. Input: its name. Output: why it cannot be that, in words; undefined where it can.
// Notation, part 9, Scheme.

import { CONNECTION_HEADERS } from '../base/connection-headers.ts';

/** Requests send them for something else, or only the first of two is seen: https://www.rfc-editor.org/rfc/rfc9110 */
const OF_HTTP: ReadonlySet<string> = new Set([
  ...CONNECTION_HEADERS,
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'age',
  'authorization',
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
  'cookie',
  'date',
  'etag',
  'expect',
  'expires',
  'forwarded',
  'from',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'origin',
  'proxy-authorization',
  'range',
  'referer',
  'retry-after',
  'server',
  'set-cookie',
  'user-agent',
  'vary',
  'via',
  'x-forwarded-for',
]);

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;

export function versionHeaderFault(name: string): string | undefined {
  if (!TOKEN.test(name)) return 'which no request can send';
  const isOfHttp = OF_HTTP.has(name.toLowerCase()) || /^(?:access-control|sec|ninefold)-/i.test(name);
  return isOfHttp ? 'which says something else' : undefined;
}
