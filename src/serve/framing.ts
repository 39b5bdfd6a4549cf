// Whether the head of a request leaves no doubt where it goes and where its body ends. Input: a request as Node has parsed it. Output: yes
// or no: then it is unparsable. docs/http-floor.md.

import type { IncomingMessage } from 'node:http';
import { isHost } from './target.ts';

/**
 * Exactly one Host with a value that it can have, which HTTP/1.0 may leave out, and no coding but chunks, which HTTP/1.0
 * does not have: https://www.rfc-editor.org/rfc/rfc9112#section-3.2, https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
export function isFramed({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersionMinor === 0 || coding.toLowerCase() !== 'chunked')) return false;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (!isHost(rawHeaders[i + 1]!)) return false;
    hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}
