// What is sent to the operator's port as JSON. Input: a request and how long its body may be. Output: the value, or why there is
// none. A page of another origin cannot send this type without a preflight request, and here that is always refused.

import type { IncomingMessage } from 'node:http';
import { isFromElsewhere } from './own-port.ts';

export type Sent =
  | { readonly value: unknown }
  | { readonly status: 400 | 403 | 413 | 415; readonly code: string; readonly error: string };

export async function sentJson(request: IncomingMessage, longest: number): Promise<Sent> {
  if (isFromElsewhere(request.headers))
    return { status: 403, code: 'origin', error: 'A page of another origin may not send anything here.' };
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== 'application/json')
    return { status: 415, code: 'media-type', error: 'Unexpected media type, expected application/json.' };
  const octets: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= longest) octets.push(chunk);
    // A client that keeps on sending is cut off.
    else if (length > 4 * longest) break;
  }
  if (length > longest) return { status: 413, code: 'too-long', error: `The body is longer than ${longest} octets.` };
  try {
    return { value: JSON.parse(Buffer.concat(octets).toString()) };
  } catch {
    return { status: 400, code: 'unreadable', error: 'The body is no JSON.' };
  }
}
