// The connections of a server: which are open, what each waits for, and how they end. Input: a server of Node's. Output: sockets
// that time out only while their client has to do something, and a close that answers what has begun.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listening, type Socket } from 'node:net';

/** Node's, of a connection as long as it is open. */
export interface Parser {
  readonly incoming?: IncomingMessage | null;
  readonly socket?: Connection | null;
  /** Returns a number for the parser: 0 means continue. */
  onIncoming?: ((request: IncomingMessage, keepAlive: boolean) => number) | null;
  resume(): void;
}

/** What Node knows of a connection: the answer at hand, and the request that arrives. */
export interface Connection extends Socket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: Parser | null;
  /** Whether Node ends a connection whose client has closed its half; looked at when that happens. */
  readonly server: { httpAllowHalfOpen: boolean };
  /** Node reads no more of it until its answer is taken. */
  readonly _paused?: boolean;
  /** Returns a negative number where the other end is gone. */
  readonly _handle?: { getpeername?(to: object): number } | null;
}

export interface Connections {
  readonly open: ReadonlySet<Connection>;
  /** From now on each answer ends its connection; a client that does nothing for this many milliseconds is cut off. */
  end(stalled: number): void;
  /** Answers what has begun, closes the rest, and resolves when none is left. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for connections that have become idle during a stop. */
export const SWEEP = 20;

export function connectionsOf(server: Server): Connections {
  const open = new Set<Connection>();
  let isEnding = false;
  /** Octets that had been read when all had been answered. */
  const answered = new WeakMap<Connection, number>();
  server.on('connection', (socket: Connection) => {
    open.add(socket);
    answered.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  const ending = (_: IncomingMessage, response: ServerResponse): void => {
    if (isEnding) response.shouldKeepAlive = false;
  };
  // A request may arrive on a connection that is kept, between the end of others and the look at this one.
  server.prependListener('request', ending);
  server.prependListener('checkContinue', ending);
  server.on('timeout', (socket: Connection) => {
    if (!isWorking(socket, isEnding)) socket.destroy();
  });
  const end = (stalled: number): void => {
    // Of a connection that a new request wakes up Node takes this one.
    server.timeout = stalled;
    for (const socket of open) {
      socket.setTimeout(stalled);
      const answering = socket._httpMessage ?? undefined;
      if (isEnding) continue;
      if (answering === undefined) answered.set(socket, socket.bytesRead);
      else if (!answering.headersSent) answering.shouldKeepAlive = false;
      else answering.once('close', () => answered.set(socket, socket.bytesRead));
    }
    isEnding = true;
  };
  /** No answer is due, and no other request has begun to arrive. */
  const isIdle = (socket: Connection): boolean =>
    (socket._httpMessage ?? undefined) === undefined && socket.bytesRead === answered.get(socket);
  return {
    open,
    end,
    async close() {
      if (!isEnding) end(server.timeout);
      const sweep = setInterval(() => {
        for (const socket of open) if (isIdle(socket)) socket.destroy();
      }, SWEEP);
      // Node's own way would cut answers that have been given and not been taken, and forget the time that a request may take.
      await new Promise<void>((resolve) => Listening.prototype.close.call(server, () => resolve()));
      clearInterval(sweep);
      // Ends the looks at the time that a request may take.
      server.close(() => undefined);
    },
  };
}

/**
 * Is it not the client that is waited for? Then nothing times out: an answer is being made. While a request arrives its own
 * bound holds, but during a stop the client has to keep sending it.
 */
function isWorking({ _httpMessage: answering }: Connection, isEnding: boolean): boolean {
  return answering?.writableEnded === false && (answering.req.complete || !isEnding);
}
