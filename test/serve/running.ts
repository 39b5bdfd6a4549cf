// A service for one test: a store of its own, free ports, and raw sockets to speak to it. The store is the embedded one;
// with TEST_ENGINE=postgres a schema of the test database.

import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../../src/plan/plan.ts';
import { countsCalls, effectsOf } from '../../src/serve/effects.ts';
import { serve, type ServeOptions, type Service } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';

export interface Running extends Service {
  readonly logged: string[];
  stop(): Promise<void>;
  /** Sends bytes as they are and answers all that comes back until the other side closes. */
  raw(...bytes: (string | Buffer)[]): Promise<string>;
}

export async function start(plan: Plan, more: Partial<ServeOptions> = {}): Promise<Running> {
  const own = more.store ? undefined : await ownStore(plan);
  const store = more.store ?? own!.store;
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
      await own?.drop();
    },
  };
}

interface OwnStore {
  readonly store: Store;
  drop(): Promise<void>;
}

/** As `ninefold serve` opens it. */
export async function ownStore(plan: Plan): Promise<OwnStore> {
  if (process.env['TEST_ENGINE'] === 'postgres') {
    const { ownSchema } = await import('../store/postgres.ts');
    const { openPostgres } = await import('../../src/store/postgres/open.ts');
    const { url, drop } = await ownSchema();
    const store = await openPostgres({
      url,
      tables: plan.storage,
      effects: effectsOf(plan),
      counts: countsCalls(plan),
      connections: 4,
    });
    return { store, drop };
  }
  const directory = await mkdtemp(join(tmpdir(), 'ninefold-serve-'));
  const store = await openSqlite({ directory, tables: plan.storage });
  return { store, drop: () => rm(directory, { recursive: true, force: true }) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A text is sent as it is, anything else as JSON; on a connection of its own. */
export function send(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const framing = bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
  return new Promise((resolve, reject) => {
    const call = request(
      service.url + path,
      { method, agent: false, headers: { ...framing, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
          resolve({
            status: answer.statusCode!,
            headers: new Headers(sent),
            text,
            json: text === '' ? undefined : (JSON.parse(text) as unknown),
          });
        });
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });
}

/** Milliseconds after which an answer that has not ended is a fault: no machine is that busy. */
const LIMIT = 15_000;

/** Ends when the other side closes, so what is sent has to make it: `Connection: close`, or something that it refuses. */
export function raw(port: number, bytes: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const limit = setTimeout(() => {
      reject(new Error(`the connection is still open after ${LIMIT} ms; what came is ${JSON.stringify(answer)}`));
      socket.destroy();
    }, LIMIT);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(answer);
    });
    for (const each of bytes) socket.write(each);
  });
}

/** Does something listen there? */
export function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
