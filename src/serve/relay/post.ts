// One POST to a receiver. Input: its URL, headers, a body, a time-out; a guard. Output: what became of it, never an error. Connections are kept for
// a few seconds, few for one origin and few in all; a redirect is an answer as others are; of the answer's body the beginning is kept, and
// what is more than small is not read. Notation, part 6, Sent as and Time-out.

import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

import { CONNECTION_HEADERS } from '../../base/connection-headers.ts';
import { request as httpRequest } from '../node-http.ts';
import { agentsOf, type Connections, forget } from './agents.ts';
import type { Guard } from './guard.ts';
import { inFlightOf } from './in-flight.ts';
import { failureOf, type Outcome, type Unanswered } from './outcomes.ts';
import type { Standing } from './turns.ts';
import { retryAfterOf } from './waits.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for all of it, from when a connection is taken or opened; left out where none is stated. */
  readonly timeOut?: number;
  /** Those that are new, and those that are dead, have connections of their own, so that nobody waits for them. */
  readonly standing: Standing;
}

export interface Poster {
  post(post: Post): Promise<Outcome>;
  /**
   * How many more may be posted to this origin now: of proven ones some that wait for a connection, of new ones those that have it at once. What is dead
   * may always wait, and a new one that is slow counts no more.
   */
  room(url: string, standing: Standing): number;
  /** Ends all that is being posted, what waits for a connection, too, and all connections; nothing is posted from then on. */
  close(): void;
}

/** Octets of a body that are kept, and that are read. */
const KEPT = 1_024;
const READ = 65_536;
/** Octets of its headers. */
const MOST_HEADERS = 16_384;
/** Answers that say that an answer comes. */
const MOST_INTERIM = 16;

/** The connection is at its end. */
const ENDED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** They frame a request: nothing else sets them. */
const FRAMING: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, 'host', 'expect']);

/** What is in the request line: a signature may be of it. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export function posterOf(guard: Guard, connections: Connections = {}): Poster {
  const agents = agentsOf(guard, connections);
  const inFlight = inFlightOf(agents.http.proven.maxSockets, connections.perOrigin);
  /** What waits for a connection, or is on one. */
  const tries = new Set<Try>();
  let isClosed = false;
  const tried = async (post: Post, url: URL, agent: Agent): Promise<Outcome | 'stale'> => {
    if (isClosed) return unsent(CLOSED);
    const one = new Try(post, url, agent);
    tries.add(one);
    const outcome = await one.done;
    tries.delete(one);
    return outcome;
  };
  const send = async (post: Post, url: URL): Promise<Outcome> => {
    const agent = agents[url.protocol === 'https:' ? 'https' : 'http'][post.standing];
    const first = await tried(post, url, agent);
    if (first !== 'stale') return first;
    // The receiver had closed the connection while nothing was on it: that is no try of the event, and other connections to it are as old. A
    // receiver that closed it later gets the event again, as it would with the next try.
    forget(agent, hostOf(url), portOf(url));
    const second = await tried(post, url, agent);
    return second === 'stale' ? unsent(failureOf({ code: 'ECONNRESET' }, false)) : second;
  };
  return {
    async post(post) {
      const url = guard.urlOf(post.url);
      if (typeof url === 'string') return unsent({ problem: 'not allowed', detail: url });
      const framing = Object.keys(post.headers).find((name) => FRAMING.has(name.toLowerCase()));
      if (framing !== undefined)
        return unsent({ problem: 'not sent', detail: `The header ${framing} is not for signatures.` });
      if (post.standing === 'dead') return send(post, url);
      const end = inFlight.began(url.origin, post.standing);
      const outcome = await send(post, url);
      end();
      return outcome;
    },
    room: (url, standing) => (standing === 'dead' ? 1 : inFlight.room(URL.parse(url)?.origin ?? '', standing)),
    close() {
      isClosed = true;
      // First all that waits for a connection: where one ends an agent opens another for the next.
      for (const one of tries) one.stop();
      for (const of of Object.values(agents)) for (const agent of Object.values(of)) agent.destroy();
    },
  };
}

const CLOSED = { problem: 'cut', detail: 'The service ended the connection, since it stops.' } as const;

function unsent(failure: Pick<Unanswered, 'problem' | 'detail'>): Unanswered {
  return { status: null, ms: 0, ...failure };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

class Try {
  /** `stale`: the connection was an old one, and ended before an octet of an answer. */
  readonly done: Promise<Outcome | 'stale'>;
  readonly #resolve: (outcome: Outcome | 'stale') => void;
  readonly #timeOut: number | undefined;
  #isInHandshake: boolean;
  #began = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #request: ClientRequest | undefined;
  #socket: Socket | undefined;
  /** Octets that it had brought before. */
  #before = 0;
  #interim = 0;
  #isDone = false;

  constructor({ headers, body, timeOut }: Post, url: URL, agent: Agent) {
    const { promise, resolve } = Promise.withResolvers<Outcome | 'stale'>();
    this.done = promise;
    this.#resolve = resolve;
    this.#timeOut = timeOut;
    const isSecure = url.protocol === 'https:';
    this.#isInHandshake = isSecure;
    try {
      this.#request = (isSecure ? httpsRequest : httpRequest)({
        host: hostOf(url),
        port: portOf(url),
        path: url.pathname + url.search,
        method: 'POST',
        agent,
        maxHeaderSize: MOST_HEADERS,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
    } catch (error) {
      this.#fail(error as NodeJS.ErrnoException);
      return;
    }
    this.#request
      .on('socket', (socket) => this.#connected(socket))
      .on('information', () => {
        this.#interim += 1;
        if (this.#interim > MOST_INTERIM) this.#invalid('It only says that an answer comes.');
      })
      .on('upgrade', () => this.#invalid('It changes to another protocol.'))
      .on('response', (response) => this.#read(response))
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail({ code: 'ECONNRESET' }))
      .end(body);
  }

  /** Time runs from here: what waited for a connection was not tried yet. */
  #connected(socket: Socket): void {
    this.#began = performance.now();
    this.#socket = socket;
    this.#before = socket.bytesRead;
    if (this.#request?.reusedSocket === true) this.#isInHandshake = false;
    else if (this.#isInHandshake) socket.once('secureConnect', () => (this.#isInHandshake = false));
    if (this.#timeOut === undefined) return;
    const seconds = this.#timeOut / 1000;
    this.#timer = setTimeout(() => {
      this.#unanswered({ problem: 'time-out', detail: `No whole answer within ${seconds} seconds.` });
    }, this.#timeOut);
  }

  #read(response: IncomingMessage): void {
    const parts: Buffer[] = [];
    let octets = 0;
    const answered = (): void => {
      const { statusCode = 0, headers } = response;
      const answer = textOf(Buffer.concat(parts));
      this.#end({
        status: statusCode,
        ms: this.#ms,
        answer,
        retryAfter: retryAfterOf(headers['retry-after'], Date.now()),
      });
      // Its connection is of no more use where the request is still being written, or the answer is not read to its end.
      if (this.#request?.writableFinished !== true || !response.readableEnded) this.#request?.destroy();
    };
    response
      .on('data', (part: Buffer) => {
        if (octets < KEPT) parts.push(part.subarray(0, KEPT - octets));
        octets += part.length;
        if (octets > READ) answered();
      })
      .on('end', answered)
      .on('error', (error) => this.#fail(error));
  }

  get #ms(): number {
    return Math.round(performance.now() - this.#began);
  }

  #fail(error: { readonly code?: string | undefined; readonly message?: string }): void {
    if (this.#isDone) return;
    const isSilent = this.#request?.reusedSocket === true && this.#socket?.bytesRead === this.#before;
    if (isSilent && ENDED.has(error.code ?? '')) this.#end('stale');
    else this.#unanswered(failureOf(error, this.#isInHandshake));
  }

  stop(): void {
    this.#unanswered(CLOSED);
  }

  #invalid(detail: string): void {
    this.#unanswered({ problem: 'invalid answer', detail });
  }

  #unanswered(failure: Pick<Unanswered, 'problem' | 'detail'>): void {
    if (this.#isDone) return;
    this.#end({ status: null, ms: this.#ms, ...failure });
    this.#request?.destroy();
  }

  /** What comes first counts. */
  #end(outcome: Outcome | 'stale'): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }
}

/** As a database keeps it, and a page shows it. */
function textOf(octets: Buffer): string {
  // A character that is cut at the end is left out.
  const text = new StringDecoder('utf8').write(octets);
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '\ufffd');
}
