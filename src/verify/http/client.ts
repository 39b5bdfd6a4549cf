// Calls to a running service, one after the other, over one connection. Input: its address, bounds, and a call. Output: the exchange;
// whatever the service does, a reply or why there is none. Redirects are replies like others: nothing is followed.

import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { Room } from './room.ts';
import { isReply, type Call, type Exchange, type Header, type NoReply, type Reply } from '../exchange.ts';

export interface Bounds {
  /** Milliseconds from the call to the last octet of its reply. */
  readonly timeOut: number;
  /** Octets of one body. */
  readonly longest: number;
}

export const BOUNDS: Bounds = { timeOut: 10_000, longest: 10_000_000 };

/** No text is longer. */
const LONGEST = 500_000_000;

/** A request to the scheme, host and port of an address. */
export function requestTo({ protocol, hostname, port }: URL, options: RequestOptions): ClientRequest {
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return send({ protocol, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, ...options });
}

/** Keeps connections, so many at most. */
export function agentFor({ protocol }: URL, atOnce: number): HttpAgent {
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  return new Agent({ keepAlive: true, maxSockets: atOnce });
}

/** What sends calls: a client, or a double. */
export interface Sender {
  send(call: Call): Promise<Exchange>;
}

export class Client implements Sender {
  readonly #url: URL;
  readonly #prefix: string;
  readonly #bounds: Bounds;
  readonly #agent: HttpAgent;
  #last = 0;
  #room: Room | undefined;
  /** A call was answered over a connection that had answered one before. */
  #isKept = false;
  #mayKeep = true;

  constructor(url: URL, bounds: Bounds = BOUNDS) {
    this.#url = url;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#bounds = { ...bounds, longest: Math.min(bounds.longest, LONGEST) };
    this.#agent = agentFor(url, 1);
  }

  async send(call: Call): Promise<Exchange> {
    // A service may close a connection that rests; a call that meets that end would look refused.
    if (Date.now() - this.#last > RESTED) this.close();
    const from = Date.now();
    // What changes something is sent once, so only where the service is known to keep a connection, and has had no time to close it.
    const isSafe = SAFE.has(call.method);
    if (!isSafe && (!this.#isKept || from - this.#last > RECENT)) this.close();
    const first = await this.#sent(call);
    const reply = first.isStale ? await this.#again(call, isSafe) : first.reply;
    this.#last = Date.now();
    // A service may leave a part of such a body unread, and take it for the next call; where it failed, it may answer no more.
    if (!mayBeReadWhole(call.body) || (isReply(reply) && reply.status >= 500)) this.close();
    return { call, reply, from, to: this.#last };
  }

  /** The connection was closed before anything came: whether the call had come nobody can tell. */
  async #again(call: Call, isSafe: boolean): Promise<Reply | NoReply> {
    this.#isKept = false;
    this.#mayKeep = isSafe && this.#mayKeep;
    const { reply } = await this.#sent(call);
    return isSafe || !isReply(reply) ? reply : { kind: 'not seen', said: 'the connection was closed before it came' };
  }

  close(): void {
    this.#agent.destroy();
  }

  #sent(call: Call): Promise<{ readonly reply: Reply | NoReply; readonly isStale: boolean }> {
    return new Promise((resolve) => {
      let request: ClientRequest;
      const end = (reply: Reply | NoReply, isStale = false): void => {
        clearTimeout(timer);
        resolve({ reply, isStale });
      };
      const give = (reply: NoReply): void => {
        end(reply);
        request.destroy();
      };
      const { timeOut } = this.#bounds;
      const timer = setTimeout(
        () => give({ kind: 'too slow', said: `no whole reply came within ${timeOut / 1000} s` }),
        timeOut,
      );
      try {
        request = this.#request(call);
      } catch (error) {
        return end({ kind: 'unreachable', said: `the call cannot be sent: ${messageOf(error)}` });
      }
      let hasBegun = false;
      request.on('error', (error) => end(whyNot(error, hasBegun), !hasBegun && request.reusedSocket));
      request.once('upgrade', () => give({ kind: 'garbage', said: 'it answers in another protocol than HTTP' }));
      request.once('response', (response) => {
        hasBegun = true;
        if (request.reusedSocket) this.#isKept = this.#mayKeep;
        this.#receive(response, end, give);
      });
      request.end(call.body);
    });
  }

  #request({ method, target, headers, body }: Call): ClientRequest {
    const path = `${this.#prefix}${target}`;
    const request = requestTo(this.#url, { agent: this.#agent, method, path, setHost: false });
    request.setHeader('Host', this.#url.host);
    // Without it any coding would do: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
    request.setHeader('Accept-Encoding', 'identity');
    if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
    for (const [name, value] of headers) request.appendHeader(name, value);
    return request;
  }

  #receive(response: IncomingMessage, end: (reply: Reply | NoReply) => void, give: (reply: NoReply) => void): void {
    const { longest } = this.#bounds;
    // A reply that was given up keeps its own until it ends.
    const room = this.#room ?? new Room(longest);
    this.#room = undefined;
    response.on('data', (piece: Buffer) => {
      if (room.size + piece.length <= longest) room.add(piece);
      else give({ kind: 'too long', said: `its body is longer than ${longest / 1_000_000} MB` });
    });
    response.once('error', (error) => end(whyNot(error, true)));
    response.once('close', () => {
      const text = response.complete ? room.text() : undefined;
      this.#room = room.clear();
      if (text !== undefined) end(replyOf(response, text));
      else end({ kind: 'closed', said: 'the connection was closed in the middle of the reply' });
    });
  }
}

/** Is there nothing, or one JSON text without anything behind it? */
function mayBeReadWhole(body: string | undefined): boolean {
  try {
    return body === undefined || (JSON.parse(body) !== undefined && body === body.trimEnd());
  } catch {
    return false;
  }
}

/** Milliseconds. */
const RESTED = 1000;
const RECENT = 100;

/** They may be sent again: https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function replyOf({ statusCode = 0, rawHeaders }: IncomingMessage, body: string): Reply {
  const headers: Header[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!]);
  return { status: statusCode, headers, body };
}

export function whyNot(error: NodeJS.ErrnoException, hasBegun: boolean): NoReply {
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return { kind: 'garbage', said: `what came is no HTTP (${code})` };
  if (hasBegun) return { kind: 'closed', said: `the connection was closed in the middle of the reply (${code})` };
  if (CLOSED.has(code)) return { kind: 'closed', said: `the connection was closed without a reply (${code})` };
  return { kind: 'unreachable', said: `it cannot be reached: ${code === '' ? messageOf(error) : code}` };
}

const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const LOOPBACK = /^(?:localhost|(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Only what runs on this machine is called, and what somebody allows by name. */
export function mayCall({ hostname }: URL, allowed: readonly string[]): boolean {
  return LOOPBACK.test(hostname) || allowed.some((host) => host.toLowerCase() === hostname.toLowerCase());
}
