// `POST /try` on the operator's port: one call of the service, for a page that may not call another origin itself. Input: method,
// path, headers and body as JSON. Output: what the service answered. It calls that one address and no other, adds nothing but
// what HTTP needs to frame the request, follows nothing, and keeps nothing; it ends with the connection of its client.

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONNECTION_HEADERS } from '../base/connection-headers.ts';
import { request as call, validateHeaderName, validateHeaderValue } from './node-http.ts';
import type { Said } from './operators-row.ts';

/** Octets of what is sent to `/try`: a body longer than the service takes must still reach it. */
export const LONGEST_TRY = 4_194_304;
const LONGEST_PATH = 32_768;
/** Octets of an answer that are shown. */
const SHOWN = 1_048_576;
/** Milliseconds. */
const PATIENCE = 30_000;
/** Milliseconds of a stream of events, which does not end by itself. */
const LISTENED = 2_000;
const AT_ONCE = 32;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

export interface Tries {
  /** `gone`: the answer is not waited for any more. */
  make(value: unknown, gone: AbortSignal): Promise<Said>;
}

export function compileTries(service: () => AddressInfo): Tries {
  let running = 0;
  return {
    async make(value, gone) {
      const wanted = callIn(value);
      if (typeof wanted === 'string') return { status: 400, json: { error: wanted } };
      if (running >= AT_ONCE)
        return { status: 503, json: { error: `${AT_ONCE} calls are under way already; try again later.` } };
      running++;
      try {
        return { status: 200, json: await answerTo(wanted, service(), gone) };
      } catch (error) {
        return { status: 502, json: { error: failure(error as NodeJS.ErrnoException) } };
      } finally {
        running--;
      }
    },
  };
}

function failure({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || name === 'AbortError')
    return `The service has not answered within ${PATIENCE / 1000} s.`;
  if (code === 'ECONNREFUSED') return 'The service takes no calls at the moment.';
  return `The service did not answer: ${code ?? message}.`;
}

const FORM = 'Send {"method": "GET", "path": "/", "headers": [["Name", "value"]], "body": "text or null"}';

/** Or one sentence that says what is wrong with it. */
function callIn(value: unknown): Call | string {
  if (typeof value !== 'object' || value === null) return `${FORM}.`;
  const { method, path, headers = [], body = null } = value as Record<string, unknown>;
  if (typeof method !== 'string' || !/^[A-Z][A-Z-]{0,19}$/.test(method) || method === 'CONNECT')
    return `${FORM}: "method" is no method of HTTP.`;
  // Origin form alone, and nothing that would end the request line: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path) || path.includes('#'))
    return `${FORM}: "path" is no path that begins with "/", percent-encoded.`;
  if (path.length > LONGEST_PATH) return `"path" is longer than ${LONGEST_PATH} characters.`;
  if (!Array.isArray(headers)) return `${FORM}: "headers" is no list.`;
  for (const one of headers) {
    const fault = headerFault(one);
    if (fault !== undefined) return fault;
  }
  if (body !== null && typeof body !== 'string') return `${FORM}: "body" is neither a text nor null.`;
  return { method, path, headers: headers as Call['headers'], body: body ?? undefined };
}

/** What says where a request ends, or where it goes. */
const FRAMING = new Set([...CONNECTION_HEADERS, 'expect', 'host']);

function headerFault(one: unknown): string | undefined {
  if (!Array.isArray(one) || one.length !== 2 || one.some((text) => typeof text !== 'string'))
    return `${FORM}: a header is a list of two texts.`;
  const [name, value] = one as [string, string];
  if (FRAMING.has(name.toLowerCase()))
    return `The header "${name}" is not sent from here: it belongs to the connection.`;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    return `The header ${JSON.stringify(name)} has a name or a value that no header can have.`;
  }
  return undefined;
}

interface Answer {
  readonly status: number;
  readonly phrase: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The octets are no text in UTF-8; `body` is base64. */
  readonly base64?: true;
  /** Octets at which what is shown ends. */
  readonly cut?: number;
  readonly milliseconds: number;
}

/** Where nothing has to be said of a body that is not there: https://www.rfc-editor.org/rfc/rfc9110#section-8.6 */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

function answerTo({ method, path, headers, body }: Call, address: AddressInfo, gone: AbortSignal): Promise<Answer> {
  const host = loopback(address);
  const octets = body === undefined ? undefined : Buffer.from(body);
  const name = `${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  const framing = octets === undefined && BODILESS.has(method) ? [] : ['Content-Length', String(octets?.length ?? 0)];
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = call({
      host,
      port: address.port,
      method,
      path,
      agent: false,
      headers: ['Host', name, ...headers.flat(), ...framing],
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE), gone]),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      taken(response).then(
        (shown) =>
          resolve({
            status: response.statusCode ?? 0,
            phrase: response.statusMessage ?? '',
            headers: pairs(response.rawHeaders),
            ...shown,
            milliseconds: Math.round((performance.now() - began) * 10) / 10,
          }),
        reject,
      );
    });
    request.end(octets);
  });
}

/** A server that listens on every address is reached by the loopback one. */
function loopback({ address }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

async function taken(response: IncomingMessage): Promise<Pick<Answer, 'body' | 'base64' | 'cut'>> {
  const pieces: Buffer[] = [];
  let length = 0;
  const isStream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '');
  const listened = isStream ? setTimeout(() => response.destroy(), LISTENED) : undefined;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length > SHOWN) break;
    }
  } catch (error) {
    if (!isStream) throw error;
  } finally {
    clearTimeout(listened);
  }
  const all = Buffer.concat(pieces);
  const isCut = length > SHOWN;
  const octets = isCut ? all.subarray(0, SHOWN) : all;
  const cut = isCut ? { cut: SHOWN } : {};
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { body: decoder.decode(octets, { stream: isCut }), ...cut };
  } catch {
    return { body: octets.toString('base64'), base64: true, ...cut };
  }
}

function pairs(raw: readonly string[]): readonly (readonly [string, string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
