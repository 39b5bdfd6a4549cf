// What stands between a service and its clients: it passes on what each of them sends, as it comes, and shows both to a judge. Input: a port, the
// address of the service, bounds. Output: exchanges in the order in which they began. Bodies stream through; up to a bound a copy is kept.

import { createServer, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { CONNECTION_HEADERS } from '../../base/connection-headers.ts';
import type { Call, Exchange, Header, NoReply } from '../exchange.ts';
import { replyOf, requestTo, whyNot, type Bounds } from './client.ts';
import { InOrder, now } from './in-order.ts';

export interface Proxy {
  /** Where clients call. */
  readonly url: string;
  readonly exchanges: AsyncIterable<Exchange>;
  /** Nothing more is taken; what is on its way is broken off. */
  close(): void;
}

/** Rejects with what `listen` says. */
export async function openProxy(port: number, url: URL, bounds: Bounds): Promise<Proxy> {
  const seen = new InOrder(bounds);
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) =>
    new Passing(url, bounds, incoming, outgoing, seen).start(),
  );
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: seen,
    close: () => {
      server.close();
      server.closeAllConnections();
      seen.end();
    },
  };
}

/** One call on its way there and back. */
class Passing {
  readonly #url: URL;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #done: (exchange: Exchange) => void;
  readonly #sent: Copy;
  readonly #shown: Copy;
  readonly #from = now();
  #isOver = false;

  constructor(url: URL, { longest }: Bounds, incoming: IncomingMessage, outgoing: ServerResponse, seen: InOrder) {
    this.#url = url;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#done = seen.begin(this.#from, this.#call());
    this.#sent = new Copy(longest);
    this.#shown = new Copy(longest);
  }

  start(): void {
    let passed: ClientRequest;
    try {
      passed = this.#request();
    } catch {
      this.#outgoing.writeHead(400).end();
      return this.#end({ kind: 'not seen', said: 'the call cannot be passed on' });
    }
    passed.once('response', (response) => this.#back(response));
    passed.on('error', (error) => this.#failed(whyNot(error, this.#outgoing.headersSent)));
    this.#outgoing.once('close', () => {
      if (this.#outgoing.writableFinished) return;
      this.#end({ kind: 'not seen', said: 'the client went away' });
      passed.destroy();
    });
    this.#incoming.on('error', () => passed.destroy());
    this.#incoming.on('data', (piece: Buffer) => this.#sent.add(piece));
    this.#incoming.pipe(passed);
  }

  #request(): ClientRequest {
    const { method, headers } = this.#incoming;
    const length = headers['content-length'];
    return requestTo(this.#url, {
      // A connection for each: one that the service has just closed would look like a fault of it.
      agent: false,
      method,
      path: `${this.#url.pathname.replace(/\/+$/, '')}${this.#target()}`,
      setHost: false,
      headers: [
        ['Host', this.#url.host],
        // A coded body could not be judged.
        ['Accept-Encoding', 'identity'],
        ...(length === undefined ? [] : [['Content-Length', length]]),
        ...this.#headers().filter(([name]) => !/^accept-encoding$/i.test(name)),
      ].flat(),
    });
  }

  /** Of a whole address only what is behind the host counts: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
  #target(): string {
    const { url = '/' } = this.#incoming;
    return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
  }

  #headers(): readonly Header[] {
    return passedOn(this.#incoming).filter(([name]) => !/^(?:host|expect)$/i.test(name));
  }

  #back(response: IncomingMessage): void {
    const { statusCode = 502, headers } = response;
    const length = headers['content-length'];
    const framing = length === undefined ? [] : [['Content-Length', length]];
    try {
      this.#outgoing.writeHead(statusCode, response.statusMessage ?? '', [...framing, ...passedOn(response)].flat());
    } catch {
      response.destroy();
      return this.#failed({ kind: 'garbage', said: 'its head cannot be passed on' });
    }
    if (/^text\/event-stream\b/i.test(headers['content-type'] ?? ''))
      this.#end({ kind: 'not seen', said: 'events that are streamed are not watched' });
    response.on('data', (piece: Buffer) => this.#shown.add(piece));
    response.on('error', () => undefined);
    response.once('close', () => {
      if (!response.complete) this.#outgoing.destroy();
      this.#end(this.#replyOf(response));
    });
    response.pipe(this.#outgoing);
  }

  #replyOf(response: IncomingMessage): Exchange['reply'] {
    if (!response.complete) return { kind: 'closed', said: 'the connection was closed in the middle of the reply' };
    if (this.#sent.isCut || this.#shown.isCut) return { kind: 'not seen', said: 'its body is longer than is kept' };
    return replyOf(response, this.#shown.octets().toString('utf8'));
  }

  #failed(reply: NoReply): void {
    if (this.#outgoing.headersSent) this.#outgoing.destroy();
    else
      this.#outgoing.writeHead(502, { 'Content-Type': 'text/plain' }).end(`the service gave no reply: ${reply.said}\n`);
    this.#end(reply);
  }

  #end(reply: Exchange['reply']): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const octets = this.#sent.octets();
    const call = { ...this.#call(), body: octets.length === 0 ? undefined : octets.toString('utf8') };
    this.#done({ call, reply, from: this.#from, to: now() });
  }

  #call(): Call {
    const { method = 'GET' } = this.#incoming;
    return { method, target: this.#target(), headers: this.#headers(), body: undefined };
  }
}

/** A body as it passes, up to a bound. */
class Copy {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.isCut) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  get isCut(): boolean {
    return this.#size > this.#longest;
  }

  octets(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

const OF_CONNECTION: ReadonlySet<string> = new Set(CONNECTION_HEADERS);

function passedOn({ rawHeaders, headers }: IncomingMessage): readonly Header[] {
  // https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const all: Header[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!OF_CONNECTION.has(name) && !named.has(name)) all.push([rawHeaders[at]!, rawHeaders[at + 1]!]);
  }
  return all;
}
