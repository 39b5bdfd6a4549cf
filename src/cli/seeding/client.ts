// One request to a running service. Input: its address and what to send. Output: the answer; or that the service was not reached,
// so that nothing was done; or that the answer was lost, and it is not known what was done.

import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

import type { SentVersion } from '../../calls/version.ts';
import { agentFor, requestTo } from '../../verify/http/client.ts';
import type { Answer } from './answers.ts';
import type { SeedRequest } from './request.ts';

export type Reply =
  | ({ readonly kind: 'answer' } & Answer)
  | { readonly kind: 'lost'; readonly why: string }
  /** `isFinal`: a further try has the same result. */
  | { readonly kind: 'not reached'; readonly why: string; readonly isFinal: boolean };

/** Milliseconds without a sign of the service. */
const SILENCE = 60_000;
/** Of a longer answer only the status is looked at. */
const LONGEST_ANSWER = 1 << 24;

export class Client {
  readonly #url: URL;
  readonly #agent: Agent;
  readonly #silence: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #query: string;

  /** `version`: what every call sends to name the version that it is for. */
  constructor(url: URL, atOnce: number, version: SentVersion, silence: number = SILENCE) {
    this.#url = url;
    this.#headers = Object.fromEntries(version.headers);
    this.#query = new URLSearchParams(version.query as [string, string][]).toString();
    this.#silence = silence;
    this.#agent = agentFor(url, atOnce);
  }

  send({
    method,
    target,
    body,
    mediaType,
    headers: more = {},
  }: Pick<SeedRequest, 'method' | 'target' | 'body' | 'mediaType' | 'headers'>): Promise<Reply> {
    const octets = body === undefined ? undefined : Buffer.from(body);
    const headers = {
      ...this.#headers,
      ...more,
      ...(octets !== undefined && {
        'Content-Type': mediaType ?? 'application/json',
        'Content-Length': octets.length,
      }),
    };
    return new Promise((resolve) => {
      const request = requestTo(this.#url, {
        agent: this.#agent,
        method,
        path: this.#query === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${this.#query}`,
        headers,
      });
      const isReached = watched(request);
      request.setTimeout(this.#silence, () => request.destroy(new Error(`no answer in ${this.#silence / 1000} s`)));
      request.once('response', (response) => receive(response, resolve));
      request.on('error', (error: NodeJS.ErrnoException) => {
        const why = error.code ?? error.message;
        if (isReached()) return resolve({ kind: 'lost', why });
        const refused = refusedCertificate(request, why);
        resolve({ kind: 'not reached', why: refused ?? why, isFinal: refused !== undefined });
      });
      request.end(octets);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Before there is a connection, nothing has been sent. */
function watched(request: ClientRequest): () => boolean {
  let isReached = false;
  request.once('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) isReached = true;
    // With TLS the request waits for the handshake; a refused certificate ends before it.
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (isReached = true));
  });
  return () => isReached;
}

/** Why the certificate of the service is not taken, with what to do; undefined: it is not that. */
function refusedCertificate({ socket, host }: ClientRequest, code: string): string | undefined {
  // It is set as the certificate is judged: https://nodejs.org/api/tls.html#tlssocketauthorizationerror
  if (!(socket instanceof TLSSocket) || !socket.authorizationError) return undefined;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate does not name ${host} (${code})`;
  const isUnknown = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code);
  const advice = isUnknown ? '; NODE_EXTRA_CA_CERTS=FILE names the certificate of its authority' : '';
  return `its certificate is not trusted (${code})${advice}`;
}

function receive(response: IncomingMessage, resolve: (reply: Reply) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= LONGEST_ANSWER) pieces.push(piece);
    else pieces.length = 0;
  });
  response.once('end', () => {
    const { statusCode: status = 0, headers } = response;
    resolve({ kind: 'answer', status, headers, body: Buffer.concat(pieces).toString('utf8') });
  });
  response.once('error', (error: NodeJS.ErrnoException) => resolve({ kind: 'lost', why: error.code ?? error.message }));
}
