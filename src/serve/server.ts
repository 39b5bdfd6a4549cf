// The service's own port. Input: a listener for requests. Output: an HTTP server of Node's; every answer of it is the listener's
// or a row of the floor: none of Node's own bodies reaches a client. docs/decisions says why there is no framework.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from './node-http.ts';
import { connectionsOf, SWEEP, type Connection } from './connections.ts';
import { floorRow, type FloorId } from './floor.ts';
import type { Bounds } from './limits.ts';
import type { Noted, RequestLog } from './request-log.ts';
import { keep, Retained } from './retained.ts';
import { metAt, Turns, type Stopped } from './connection-queue.ts';

/** `invite` is there when the client waits for leave to send the body, `noted` when requests are logged. */
export type Listener = (
  request: IncomingMessage,
  response: ServerResponse,
  invite: (() => void) | undefined,
  noted: Noted | undefined,
  /** When its head had arrived, by performance.now(). */
  at: number,
) => void;

/** From its head on, whether or not its turn comes. */
type Arrived = (request: IncomingMessage, response: ServerResponse, invite?: () => void) => void;

export interface HttpServer {
  readonly address: AddressInfo;
  /**
   * From now on each answer ends its connection, so that none is left to break off. New ones are served for `least`
   * milliseconds; then `last` is called, which ends answers that would go on, and it resolves when none is left, or after `most`
   * milliseconds more.
   */
  drain(least: number, most: number, last?: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds in which a client takes something of its answer while the service stops. */
export const STALLED_AT_STOP = 5000;
/** Milliseconds that a connection may stay idle: longer than the minute after which proxies close theirs. */
export const KEEP_ALIVE = 72_000;

export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly bounds: Bounds;
  readonly log: RequestLog | undefined;
  /** The server itself refused what no listener has met. */
  readonly unmet: (status: number) => void;
}

/** The server itself refused something; `response`: of the request that it answers, if it is one. */
type Refused = (status: number, response: ServerResponse | undefined, method?: string) => void;

export async function startServer(listener: Listener, listening: Listening): Promise<HttpServer> {
  const { host, port, bounds, log, unmet } = listening;
  let draining = false;
  const refused: Refused = (status, response, method) => {
    log?.refused(status, response, method);
    if (response === undefined) unmet(status);
    else response.statusCode = status;
  };
  const inTurn = new Turns({
    kept: (socket, octets) => keep(socket, 'rest', octets),
    late: (socket, error) => refuseUnparsed(error, socket, bounds, refused),
    requestTimeout: bounds.requestTimeout,
  });
  const meet: Arrived = (request, response, invite) => {
    const at = performance.now();
    const noted = log?.begin(request, response);
    inTurn.meet(request, response, () => {
      if (draining) response.shouldKeepAlive = false;
      listener(request, response, invite, noted, at);
    });
  };
  const server = createServer({
    maxHeaderSize: bounds.headers,
    requestTimeout: bounds.requestTimeout,
    headersTimeout: bounds.requestTimeout,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, bounds.requestTimeout / 4)),
    keepAliveTimeout: KEEP_ALIVE,
    noDelay: true,
    // Looked at by serve.ts: Node's own refusal is another than the floor's.
    requireHostHeader: false,
  });
  // A client that is waited for, and does nothing for so long, is cut.
  server.timeout = bounds.stalled;
  const connections = connectionsOf(server);
  const kept = new Retained(bounds, metAt);
  server.on('connection', (socket: Connection) => {
    if (kept.admit(socket)) inTurn.begin(socket);
  });
  server.on('clientError', (error: Stopped, socket: Connection) => {
    if (!inTurn.stopped(socket, error)) refuseUnparsed(error, socket, bounds, refused);
  });
  prepare(server, meet, inTurn, listening, refused);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    address: server.address() as AddressInfo,
    async drain(least, most, last) {
      draining = true;
      connections.end(bounds.stalled);
      if (least > 0) await sleep(least);
      last?.();
      connections.end(Math.min(bounds.stalled, STALLED_AT_STOP));
      for (const end = Date.now() + most; connections.open.size > 0 && Date.now() < end;) await sleep(SWEEP);
    },
    close: connections.close,
  };
}

/** Answers the connections that are open. */
function prepare(server: Server, meet: Arrived, inTurn: Turns, { log, unmet }: Listening, refused: Refused): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => meet(request, response));
  // Bounded in octets already; beyond this count Node would drop headers silently.
  server.maxHeadersCount = 0;
  // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    meet(request, response, () => response.writeContinue());
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { status } = floorRow('expectation');
    const noted = log?.begin(request, response);
    inTurn.meet(request, response, () => {
      unmet(status);
      if (noted !== undefined) noted.status = status;
      response.writeHead(status, ['Content-Length', '0']).end();
    });
  });
  server.on('connect', ({ method }: IncomingMessage, socket: Duplex) => {
    // Node releases the connection: nothing is read, nothing times out, and an error would end the process.
    socket.on('error', () => undefined);
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.resume();
    refuseConnect(socket as Connection, method, refused);
  });
}

/** What came before it gets its answer first. */
function refuseConnect(socket: Connection, method: string | undefined, refused: Refused): void {
  const answering = socket._httpMessage ?? undefined;
  if (answering !== undefined) return void answering.once('close', () => refuseConnect(socket, method, refused));
  if (!socket.writable) return void socket.destroy();
  const status = endWith(socket, 'unparsable');
  refused(status, undefined, method);
}

/** Errors of Node's parser. A faulty request whose own answer has begun is only cut off. */
function refuseUnparsed(error: Stopped, socket: Connection, bounds: Bounds, refused: Refused): void {
  const answering = socket._httpMessage ?? undefined;
  const arriving = socket.parser?.incoming ?? undefined;
  const isAnswered = answering === undefined ? arriving?.complete === false : answering.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
  } else if (answering?.req.complete === true) {
    // What came before the faulty request gets its answer first, and so does what waits behind that.
    answering.once('close', () => refuseUnparsed(error, socket, bounds, refused));
  } else if (isAnswered) {
    socket.destroy();
  } else {
    const status = endWith(socket, rowOf(error, bounds));
    refused(status, answering);
  }
}

function rowOf({ code, reason, rawPacket }: Stopped, bounds: Bounds): FloorId {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'slow';
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(rawPacket, bounds.headers) ? 'target too long' : 'headers too large';
    case 'HPE_INVALID_VERSION':
      // The same code means a request line that continues behind its version, or ends without a carriage return.
      return reason === 'Invalid HTTP version' ? 'version' : 'unparsable';
    case 'HPE_PAUSED_H2_UPGRADE':
      return 'version';
    default:
      return 'unparsable';
  }
}

/** Is it the request line that does not end within the bound? */
function isLongTarget(packet: Buffer | undefined, bound: number): boolean {
  if (packet === undefined || !/^[A-Z-]+ $/.test(packet.toString('latin1', 0, packet.indexOf(' ') + 1))) return false;
  const end = packet.indexOf('\n');
  return end === -1 || end > bound;
}

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
  505: 'HTTP Version Not Supported',
};

function endWith(socket: Duplex, id: FloorId): number {
  const { status } = floorRow(id);
  const date = new Date().toUTCString();
  socket.end(
    `HTTP/1.1 ${status} ${PHRASES[status]}\r\nContent-Length: 0\r\nDate: ${date}\r\nConnection: close\r\n\r\n`,
  );
  return status;
}
