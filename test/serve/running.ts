// A service for one test: an embedded store in a directory of its own, free ports, and raw sockets to speak to it.

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../src/plan/plan.ts';
import { serve, type ServeOptions, type Service } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';

export interface Running extends Service {
  readonly logged: string[];
  stop(): Promise<void>;
  /** Sends bytes as they are and answers all that comes back until the other side closes, or nothing more comes. */
  raw(...bytes: (string | Buffer)[]): Promise<string>;
}

export async function start(plan: Plan, more: Partial<ServeOptions> = {}): Promise<Running> {
  const directory = await mkdtemp(join(tmpdir(), 'ninefold-serve-'));
  const store = more.store ?? (await openSqlite({ directory, tables: plan.storage }));
  const logged: string[] = [];
  const service = await serve({
    plan,
    store,
    host: '127.0.0.1',
    port: 0,
    operatorHost: '127.0.0.1',
    operatorPort: 0,
    bodyLimit: 1_000_000,
    requestTimeout: 5_000,
    marks: true,
    log: (line) => logged.push(line),
    ...more,
  });
  return {
    ...service,
    logged,
    raw: (...bytes) => raw(Number(new URL(service.url).port), bytes),
    async stop() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A text is sent as it is, anything else as JSON. */
export async function send(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(service.url + path, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/** `Connection: close` in the bytes makes the answer end; a quiet half second ends it, too. */
export function raw(port: number, bytes: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(500);
    socket.on('timeout', () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    for (const each of bytes) socket.write(each);
  });
}
