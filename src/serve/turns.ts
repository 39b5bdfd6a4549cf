// One request of a connection at a time, and no more of them parsed than may wait. In: requests as Node's parser has them, all
// of a packet at once. Out: the same requests, each when the answer before it has been sent; what stands behind them stays
// octets until then. So what a client makes the service keep is one answer, a few requests and a packet, whatever it sends.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection } from './connections.ts';
import { pace, type Paced } from './pace.ts';

/** Requests of a connection that are parsed ahead. */
const MOST_WAITING = 16;
/** The same of a new connection: that it sends many is seen before the others behind its first requests are parsed. */
const MOST_OF_NEW = 4;
/** Octets of a body that is parsed ahead. */
const LONGEST_WAITING = 1024;
/** What makes the parser stop behind a head, where the answer of a callback is not 0: `HPE_PAUSED` of llhttp. */
const STOP = 21;

interface Line extends Paced {
  last: ServerResponse | undefined;
  waiting: number;
  /** What stands behind the last request that was parsed. */
  rest: Buffer | undefined;
  /** The time for a request to arrive ran out while it was not parsed. */
  isLate: boolean;
}

/** Why Node's parser stopped. */
export interface Stopped extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export interface TurnsOptions {
  /** So many octets of it are not parsed yet. */
  readonly kept: (socket: Connection, octets: number) => void;
  /** A request of it did not arrive in its time. */
  readonly late: (socket: Connection, error: Stopped) => void;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

const LINE = Symbol('line');
type Lined = { [LINE]?: Line };

/** When a request of it was met last, or it was opened. */
export function metAt(socket: Connection): number {
  return (socket as Lined)[LINE]?.at ?? performance.now();
}

/** Each piece of a body that waits costs much more than its octets, and a client chooses the pieces. */
function stopsAt({ waiting, isNew }: Line, { headers }: IncomingMessage): boolean {
  return (
    waiting >= (isNew ? MOST_OF_NEW : MOST_WAITING) ||
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > LONGEST_WAITING
  );
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #pace = pace();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Called for each new connection. */
  begin(socket: Connection): void {
    const { parser } = socket;
    const line: Line = {
      last: undefined,
      waiting: 0,
      rest: undefined,
      isLate: false,
      isNew: true,
      isQueued: false,
      at: performance.now(),
      isGone: () => isGone(socket),
    };
    (socket as Lined)[LINE] = line;
    this.#pace.opened();
    // Who has sent all and closes its half is answered, where that takes no more than the turns of others.
    socket.prependListener('end', () => void (socket.server.httpAllowHalfOpen = line.isQueued));
    const incoming = parser?.onIncoming;
    if (!parser || !incoming) return;
    parser.onIncoming = (request, keepAlive) => {
      const outcome = incoming(request, keepAlive);
      return line.waiting > 0 && outcome === 0 && stopsAt(line, request) ? STOP : outcome;
    };
    // Whatever reads a body, or hears that an answer was taken, makes the socket read on.
    socket.on('resume', () => {
      if (line.rest !== undefined) stopReading(socket);
    });
  }

  /** Meets a request in its turn. */
  meet(request: IncomingMessage, response: ServerResponse, meet: () => void): void {
    const socket = request.socket as Connection;
    const line = (socket as Lined)[LINE]!;
    const before = line.last;
    line.last = response;
    // Node gives the connection to the answer whose turn it is.
    if (before === undefined || response.socket !== null) return this.#pace.meet(line, meet);
    line.waiting++;
    before.once('close', () => {
      line.waiting--;
      // Behind an answer that ends its connection nothing is met: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      if (response.socket === null) return void response.emit('close');
      this.#pace.meet(line, () => {
        meet();
        if (line.waiting === 0) this.#goOn(socket, line);
      });
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
    const rest = rawPacket.subarray(bytesParsed);
    // A view keeps all of the packet.
    line.rest = rest.length * 2 < rawPacket.length ? Buffer.from(rest) : rest;
    stopReading(socket);
    this.#options.kept(socket, line.rest.buffer.byteLength);
    return true;
  }

  /** All that was parsed has been met: parses on. */
  #goOn(socket: Connection, line: Line): void {
    const { rest, isLate } = line;
    if (rest === undefined || socket.destroyed || socket.writableEnded) return;
    // Node has stopped reading by itself until its answer is taken.
    if (socket._paused === true) return void socket.once('drain', () => this.#goOn(socket, line));
    line.rest = undefined;
    line.isLate = false;
    this.#options.kept(socket, 0);
    const arriving = socket.parser?.incoming ?? undefined;
    socket.parser?.resume();
    // As Node parses what a socket reads.
    socket.emit('data', rest);
    if (line.rest === undefined) socket.resume();
    if (isLate && arriving?.complete === false) this.#limit(arriving, socket);
  }

  /** Node's own look at the time that a request may take has gone by while it was kept from the parser. */
  #limit(request: IncomingMessage, socket: Connection): void {
    const { late, requestTimeout } = this.#options;
    const error = Object.assign(new Error('the request has not arrived'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    setTimeout(() => {
      if (!request.complete && !socket.destroyed) late(socket, error);
    }, requestTimeout).unref();
  }
}

/** Also where the stream is paused already: what it was asked before makes it read again, in a later turn. */
function stopReading(socket: Connection): void {
  socket.pause().emit('pause');
}

/** Of a connection that is not read nobody says that it was reset: the system knows, and is asked before its request is met. */
function isGone(socket: Connection): boolean {
  if (!socket.destroyed && socket.isPaused() && (socket._handle?.getpeername?.({}) ?? 0) < 0) socket.destroy();
  return socket.destroyed;
}
