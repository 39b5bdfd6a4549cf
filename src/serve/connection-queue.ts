// One request of a connection at a time, no more of them parsed than may wait, and long bodies read in turns. Input: requests as
// Node's parser has them, all of a packet at once. Output: the same requests, each when the answer before it has been sent; what
// is behind them stays octets until then. So no client can make the service keep more than one answer, a few requests and a
// packet.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection, Parser } from './connections.ts';
import { Pace, type Paced } from './pace.ts';

/** Requests of a connection that are parsed ahead. */
const MOST_WAITING = 16;
/** The same of a new connection: that it sends many is seen before the others behind its first requests are parsed. */
const MOST_OF_NEW = 4;
/** Octets of a body that is parsed ahead. */
const SHORT = 1024;
/** Octets that Node reads at a time. */
const PACKET = 65_536;
/** Octets that are parsed at a time where there are chunks: some hundred of them at most. */
const SLICE = 2048;
const NOTHING = Buffer.alloc(0);
/** What makes the parser stop behind a head, where the answer of a callback is not 0: `HPE_PAUSED` of llhttp. */
const STOP = 21;

interface Line extends Paced {
  last: ServerResponse | undefined;
  waiting: number;
  hasMore: boolean;
  /** What is behind the last octet that was parsed. */
  rest: Buffer | undefined;
  /** The time for a request to arrive ran out while it was not parsed. */
  isLate: boolean;
  /** Node's own way to parse what was read, once it does not read by itself. */
  parse: ((octets: Buffer) => void) | undefined;
  /** A piece of a long body was read. */
  readonly took: () => void;
}

/** Why Node's parser stopped. */
export interface Stopped extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export interface TurnsOptions {
  /** How many octets of it are not parsed yet. */
  readonly kept: (socket: Connection, octets: number) => void;
  /** A request of it did not arrive in its time. */
  readonly late: (socket: Connection, error: Stopped) => void;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

const LINE = Symbol('line');
type Lined = { [LINE]?: Line };

/** When a request of it was handled last, or it was opened. */
export function metAt(socket: Connection): number {
  return (socket as Lined)[LINE]?.at ?? performance.now();
}

/** A chunk costs much more than its octets, and a client chooses the chunks. */
function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #pace = new Pace();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Called for each new connection. */
  begin(socket: Connection): void {
    const { parser } = socket;
    const line: Line = {
      last: undefined,
      waiting: 0,
      hasMore: false,
      rest: undefined,
      isLate: false,
      isNew: true,
      isQueued: false,
      at: performance.now(),
      isGone: () => isGone(socket),
      parse: undefined,
      took: () => {
        if (line.rest === undefined && !this.#pace.mayRead()) this.#wait(socket, line, NOTHING);
      },
    };
    (socket as Lined)[LINE] = line;
    this.#pace.opened();
    // A client that has sent all and closes its half is answered, where that takes no more than the turns of others.
    socket.prependListener('end', () => void (socket.server.httpAllowHalfOpen = line.isQueued));
    // Node makes an error for each request that its connection leaves unanswered: the stacks were half of what ending it takes.
    socket.prependListener('close', withoutStacks);
    socket.on('close', withStacks);
    const incoming = parser?.onIncoming;
    if (!parser || !incoming) return;
    parser.onIncoming = (request, keepAlive) => {
      const outcome = incoming(request, keepAlive);
      const { waiting, isNew, isQueued } = line;
      if (outcome !== 0) return outcome;
      if (isChunked(request)) return STOP;
      if (waiting === 0 && !isQueued) return outcome;
      const isFull = waiting >= (isNew ? MOST_OF_NEW : MOST_WAITING);
      return isFull || lengthOf(request) > (waiting > 0 ? SHORT : PACKET) ? STOP : outcome;
    };
    readInTurn(parser);
    // Code that reads a body, or learns that an answer was taken, makes the socket read on.
    socket.on('resume', () => {
      if (line.rest !== undefined) stopReading(socket);
    });
  }

  /** Handles a request in its turn. */
  meet(request: IncomingMessage, response: ServerResponse, meet: () => void): void {
    const socket = request.socket as Connection;
    const line = (socket as Lined)[LINE]!;
    const before = line.last;
    line.last = response;
    // Node gives the connection to the answer whose turn it is.
    const metAndRead = (): void => {
      meet();
      if (line.rest === undefined || line.waiting > 0) return;
      if (line.hasMore) this.#goOn(socket, line);
      else this.#readOn(socket, line);
    };
    if (before === undefined || response.socket !== null) return this.#pace.meet(line, metAndRead);
    line.waiting++;
    before.once('close', () => {
      line.waiting--;
      // After an answer that ends its connection no request is handled: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      if (response.socket === null) return void response.emit('close');
      this.#pace.meet(line, metAndRead);
    });
  }

  /** Was the parser stopped from here, or a request late that was kept from it? Then nothing is wrong. */
  stopped(socket: Connection, { code, rawPacket, bytesParsed }: Stopped): boolean {
    const line = (socket as Lined)[LINE];
    if (line === undefined) return false;
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && line.rest !== undefined) {
      line.isLate = true;
      return true;
    }
    if (code !== 'HPE_PAUSED' || rawPacket === undefined) return false;
    line.hasMore = line.waiting > 0;
    // A view keeps all of the packet.
    const rest = rawPacket.subarray(bytesParsed);
    this.#wait(socket, line, rest.length * 2 < rawPacket.length ? Buffer.from(rest) : rest);
    return true;
  }

  /** Reads no more of it until it is its turn. */
  #wait(socket: Connection, line: Line, rest: Buffer): void {
    line.rest = rest;
    stopReading(socket);
    this.#options.kept(socket, rest.buffer.byteLength);
    // Otherwise a request is handled first.
    if (!line.hasMore && !line.isQueued) this.#readOn(socket, line);
  }

  /** In its turn among the bodies. */
  #readOn(socket: Connection, line: Line): void {
    this.#pace.read(line, () => this.#goOn(socket, line));
  }

  /** All that was parsed has been met, and it is the turn of the rest: parses on. */
  #goOn(socket: Connection, line: Line): void {
    const { rest, isLate } = line;
    if (rest === undefined || line.waiting > 0 || socket.destroyed || socket.writableEnded) return;
    // Node has stopped reading by itself until its answer is taken.
    if (socket._paused === true) return void socket.once('drain', () => this.#goOn(socket, line));
    line.rest = undefined;
    line.hasMore = line.isLate = false;
    this.#options.kept(socket, 0);
    const arriving = socket.parser?.incoming ?? undefined;
    socket.parser?.resume();
    if (arriving !== undefined && isChunked(arriving)) this.#takeOver(socket, line);
    // As Node parses what a socket reads.
    if (rest.length > 0) socket.emit('data', rest);
    if (line.rest === undefined) socket.resume();
    if (isLate && arriving?.complete === false) this.#limit(arriving, socket);
  }

  /** From now on what it reads is parsed in slices. Where there is another listener Node does not read natively. */
  #takeOver(socket: Connection, line: Line): void {
    if (line.parse !== undefined) return;
    // Begins to read again natively: the stream itself takes it that it has not stopped.
    socket.emit('resume');
    const [parse] = socket.listeners('data') as ((octets: Buffer) => void)[];
    line.parse = parse!;
    socket.off('data', line.parse);
    socket.on('data', (octets: Buffer) => this.#parse(socket, line, octets));
  }

  #parse(socket: Connection, line: Line, octets: Buffer): void {
    for (let at = 0; at < octets.length && socket.parser;) {
      if (at > 0 && (socket._paused === true || !this.#pace.mayRead())) {
        return this.#wait(socket, line, octets.subarray(at));
      }
      const slice = octets.subarray(at, at + SLICE);
      line.parse!.call(socket, slice);
      at += slice.length;
      // What stopped the parser knows of this slice only.
      if (line.rest !== undefined) {
        line.rest = octets.subarray(at - line.rest.length);
        return this.#options.kept(socket, line.rest.buffer.byteLength);
      }
    }
  }

  /** Node checked the time that a request may take while the request was kept from the parser. */
  #limit(request: IncomingMessage, socket: Connection): void {
    const { late, requestTimeout } = this.#options;
    const error = Object.assign(new Error('the request has not arrived'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    setTimeout(() => {
      if (!request.complete && !socket.destroyed) late(socket, error);
    }, requestTimeout).unref();
  }
}

const STACKS = Error.stackTraceLimit;

function withoutStacks(): void {
  Error.stackTraceLimit = 0;
}

function withStacks(): void {
  Error.stackTraceLimit = STACKS;
}

/** Also where the stream is paused already: what it was asked before makes it read again, in a later turn. */
function stopReading(socket: Connection): void {
  socket.pause().emit('pause');
}

/** Node does not report the reset of a connection that is not read: the system is asked before its request is handled. */
function isGone(socket: Connection): boolean {
  if (!socket.destroyed && socket.isPaused() && (socket._handle?.getpeername?.({}) ?? 0) < 0) socket.destroy();
  return socket.destroyed;
}

type TakesPiece = (this: Parser, piece: Buffer) => void;
/** Node's own. */
let takesPiece: TakesPiece | undefined;

/** Node has a parser for one connection after the other, also for its own requests: there is one function for all. */
function takeInTurn(this: Parser, piece: Buffer): void {
  takesPiece!.call(this, piece);
  if (this.incoming && lengthOf(this.incoming) > PACKET) (this.socket as Lined | null | undefined)?.[LINE]?.took();
}

function readInTurn(parser: Parser): void {
  const { kOnBody } = parser.constructor as unknown as { readonly kOnBody: number };
  const callbacks = parser as unknown as Record<number, TakesPiece>;
  takesPiece ??= callbacks[kOnBody]!;
  callbacks[kOnBody] = takeInTurn;
}
