// A service written by hand, for one test. Input: what answers a call. Output: its address; `closed` ends it.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly base: string;
  /** Undefined: it is no JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

export type Handler = (asked: Asked) => Answer;

let close: () => Promise<void> = () => Promise.resolve();

export async function closed(): Promise<void> {
  await close();
}

export async function served(
  handler: Handler,
  end: (response: ServerResponse) => void = () => undefined,
): Promise<URL> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const { method = '', url: target = '', headers } = request;
      const { pathname: path, searchParams: query } = new URL(target, 'http://any');
      const asked = { method, path, query, headers, text, base: `http://${headers.host}` };
      const { status, body, headers: own = {} } = handler({ ...asked, json: jsonOf(text) });
      const sent = body === undefined ? undefined : JSON.stringify(body);
      response.writeHead(status, { ...(sent !== undefined && { 'content-type': 'application/json' }), ...own });
      response.end(method === 'HEAD' ? undefined : sent);
      end(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function jsonOf(text: string): Asked['json'] {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
