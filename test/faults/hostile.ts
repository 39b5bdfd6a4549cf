// Receivers of events, the well and the hostile, on one port of this machine. Input: nothing. Output: their addresses, and what the well ones accepted.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a well receiver accepted. */
export interface Accepted {
  /** The name of the receiver. */
  readonly receiver: string;
  /** The id of the event. */
  readonly id: string;
  readonly body: string;
}

/** What each does of a request; none of them accepts it. */
const HOSTILE: Readonly<Record<string, (response: ServerResponse) => void>> = {
  hangs: () => undefined,
  trickles: (response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    const timer = setInterval(() => response.write('x'), 300);
    response.on('close', () => clearInterval(timer));
  },
  fails: (response) => void response.writeHead(500).end('no'),
  redirects: (response) => void response.writeHead(301, { location: '/well/elsewhere' }).end(),
  'is gone': (response) => void response.writeHead(410).end(),
  cuts: (response) => void response.destroy(),
  'lies about length': (response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('short');
    response.destroy();
  },
};

export interface Receivers {
  readonly accepted: readonly Accepted[];
  readonly hostile: readonly string[];
  /** How many requests the hostile ones had. */
  refused(): number;
  address(name: string): string;
  stop(): Promise<void>;
}

/** A name of none of the hostile is one that accepts. */
export async function startReceivers(): Promise<Receivers> {
  const accepted: Accepted[] = [];
  let refused = 0;
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const name = decodeURIComponent(request.url!.split('/')[1]!);
    const hostile = HOSTILE[name];
    if (hostile) {
      refused += 1;
      hostile(response);
      return;
    }
    accepted.push({ receiver: name, id: String(request.headers['webhook-id']), body });
    response.writeHead(204).end();
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => answer(request, response, body));
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    accepted,
    hostile: Object.keys(HOSTILE),
    refused: () => refused,
    address: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
