// The service's own port. In: a listener for requests. Out: an HTTP server on Fastify whose every answer is the listener's
// or a row of the floor: none of Fastify's own bodies, and none of Node's, reaches a client.

import { createRequire } from 'node:module';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type * as Fastify from 'fastify';
import { floorRow, type FloorId } from './floor.ts';
import type { Bounds } from './limits.ts';

/** `invite` is there when the client waits to be told that it may send the body. */
export type Listener = (request: IncomingMessage, response: ServerResponse, invite?: () => void) => void;

export interface HttpServer {
  readonly address: AddressInfo;
  /** From now on each answer ends its connection. */
  drain(): void;
  close(): Promise<void>;
}

export async function startServer(listener: Listener, host: string, port: number, bounds: Bounds): Promise<HttpServer> {
  const { fastify } = createRequire(import.meta.url)('fastify') as typeof Fastify;
  let draining = false;
  const meet: Listener = (request, response, invite) => {
    if (draining) response.shouldKeepAlive = false;
    listener(request, response, invite);
  };
  const app = fastify({
    return503OnClosing: false,
    forceCloseConnections: false,
    requestTimeout: bounds.requestTimeout,
    http: {
      maxHeaderSize: bounds.headers,
      headersTimeout: bounds.requestTimeout,
      connectionsCheckingInterval: Math.max(50, Math.min(1000, bounds.requestTimeout / 4)),
      noDelay: true,
    },
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket),
    // A target that Fastify's router cannot decode is still ours to answer.
    frameworkErrors: (_error, request, reply) => meet(request.raw, reply.raw),
  });
  // One hook before anything else of Fastify's looks at the request: routing by the document is ours.
  app.addHook('onRequest', (request, reply) => {
    reply.hijack();
    meet(request.raw, reply.raw);
  });
  app.all('/*', () => undefined);
  await app.ready();
  prepare(app, meet);
  await app.listen({ host, port });
  const server = app.server;
  return {
    address: server.address() as AddressInfo,
    drain() {
      draining = true;
    },
    close: async () => {
      draining = true;
      await app.close();
    },
  };
}

function prepare(app: Fastify.FastifyInstance, meet: Listener): void {
  const server = app.server as Server;
  // Bounded in octets already; beyond this count Node would drop headers silently.
  server.maxHeadersCount = 0;
  // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    meet(request, response, () => response.writeContinue());
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(floorRow('expectation').status, ['Content-Length', '0']).end();
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => endWith(socket, 'unparsable'));
}

interface Unparsed extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
}

/** Errors of Node's parser. What has already been answered in part is only cut off. */
function refuseUnparsed(error: Error, socket: Duplex): void {
  const current = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
  if ((error as Unparsed).code === 'ECONNRESET' || !socket.writable || current?.headersSent === true) {
    socket.destroy();
    return;
  }
  endWith(socket, rowOf(error as Unparsed));
}

function rowOf(error: Unparsed): FloorId {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'slow';
    case 'HPE_HEADER_OVERFLOW':
      // Without an end of line in sight it was the target that did not end.
      return error.rawPacket?.includes('\n') === false ? 'target too long' : 'headers too large';
    case 'HPE_INVALID_VERSION':
      return 'version';
    default:
      return 'unparsable';
  }
}

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
  505: 'HTTP Version Not Supported',
};

function endWith(socket: Duplex, id: FloorId): void {
  const { status } = floorRow(id);
  const date = new Date().toUTCString();
  socket.end(
    `HTTP/1.1 ${status} ${PHRASES[status]}\r\nDate: ${date}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
