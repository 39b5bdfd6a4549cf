// A receiver by hand: it answers octets, however wrong. Input: what it does with each request. Output: its address, and what it got.

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface Receiver {
  readonly url: string;
  readonly got: string[];
  /** How many connections there were. */
  connections(): number;
  open(): number;
  stop(): Promise<void>;
}

/** `count`: how many requests its connection had before. */
export type Answers = (socket: Socket, request: string, count: number) => void;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

export async function receiver(answers: Answers, certificate?: Certificate, host = '127.0.0.1'): Promise<Receiver> {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const meet = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    let text = '';
    let count = 0;
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      got.push(text);
      text = '';
      answers(socket, got.at(-1)!, count);
      count += 1;
    });
  };
  const server: Server = certificate ? createTlsServer(certificate, meet) : createServer(meet);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http${certificate ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}/hooks?tenant=1`,
    got,
    connections: () => connections,
    open: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
