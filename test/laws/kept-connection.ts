// Calls over connections that are kept. Input: a call. Output: its answer with every header as it was sent. A connection on which nothing
// was said for half as long as the server keeps it is not used again: the server may be closing it, and whoever sends on it then hears
// ECONNRESET, without knowing whether the call was met. https://www.rfc-editor.org/rfc/rfc9112#section-9.6

import { Agent, request } from 'node:http';
import type { Answered } from './answered.ts';

export interface Sending {
  readonly method: string;
  readonly path: string;
  /** Of a list each is a line. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export class KeptConnections {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** By address, until when a connection may be used again, in milliseconds of performance.now(). */
  readonly #good = new Map<string, number>();

  send(url: string, { method, path, headers = {}, body }: Sending): Promise<Answered> {
    const { hostname, port, host } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    if (performance.now() >= (this.#good.get(host) ?? 0)) this.#letGo(port);
    return new Promise((resolve, reject) => {
      const call = request(
        { hostname, port, method, path, agent: this.#agent, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const raw = answer.rawHeaders;
            const pairs = Array.from(
              { length: raw.length / 2 },
              (_, i) => [raw[i * 2]!.toLowerCase(), raw[i * 2 + 1]!] as const,
            );
            this.#good.set(host, performance.now() + announced(answer.headers['keep-alive']) / 2);
            resolve({ status: answer.statusCode!, headers: pairs, text: Buffer.concat(chunks).toString() });
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  /** Timers may be late where much is computed between two calls: it is looked at when a call is made. */
  #letGo(port: string): void {
    for (const socket of Object.values(this.#agent.freeSockets).flat())
      if (String(socket?.remotePort) === port) socket!.destroy();
  }

  end(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds for which a server says that it keeps a connection. */
function announced(header: string | string[] | undefined): number {
  const [, seconds = '0'] = /timeout=(\d+)/.exec(String(header)) ?? [];
  return Number(seconds) * 1000;
}
