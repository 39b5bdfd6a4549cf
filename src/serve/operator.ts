// The operator's port: is the service alive and ready, what is held and why, what runs. In: the plan and pages made by
// other stages. Out: a small server that only answers those who name it by an address of its own (DNS rebinding).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import type { Plan } from '../plan/plan.ts';
import type { Waiting } from './outbox.ts';
import type { Clock } from './clock.ts';
import { answerClock } from './clock-page.ts';
import type { Outside, Said } from './outside.ts';

export interface Page {
  readonly type: string;
  readonly body: string;
}

export interface OperatorOptions {
  readonly host: string;
  readonly port: number;
  readonly pages: Readonly<Record<string, () => Page>>;
  readonly plan: () => Plan;
  readonly ready: () => Promise<boolean>;
  readonly waiting: () => Promise<Waiting>;
  readonly clock: () => Clock;
  /** The clock was moved. */
  readonly moved: () => void;
  readonly outside: () => Outside;
}

export interface Operator {
  readonly address: AddressInfo;
  close(): Promise<void>;
}

const JSON_TYPE = 'application/json';
const TEXT = 'text/plain; charset=utf-8';

/** What the port shows by itself; `pages` may take the place of any. */
const OWN = ['/livez', '/readyz', '/gaps', '/plan', '/outbox', '/clock', '/moves'];

export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(options, request, response).catch(() => send(request, response, 500, { type: TEXT, body: 'failed\n' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(options: OperatorOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isOwnName(request.headers.host, options.host)) {
    return send(request, response, 421, { type: TEXT, body: "This name is not one of the operator's port.\n" });
  }
  const path = (request.url ?? '/').split('?', 1)[0]!;
  if (path === '/clock') return answerClock({ clock: options.clock(), moved: options.moved }, request, response);
  if (path === '/moves' && request.method === 'POST') {
    const { status, json: said } = await move(options, request);
    return send(request, response, status, json(said));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const allowed = path === '/moves' ? 'GET, HEAD, POST' : 'GET, HEAD';
    response.setHeader('Allow', allowed);
    return send(request, response, 405, { type: TEXT, body: `Only ${allowed}.\n` });
  }
  if (Object.hasOwn(options.pages, path)) return send(request, response, 200, options.pages[path]!());
  switch (path) {
    case '/livez':
      return send(request, response, 200, { type: TEXT, body: 'alive\n' });
    case '/readyz': {
      const isReady = await options.ready();
      return send(request, response, isReady ? 200 : 503, { type: TEXT, body: isReady ? 'ready\n' : 'not ready\n' });
    }
    case '/gaps':
      return send(request, response, 200, json(gaps(options.plan())));
    case '/plan':
      return send(request, response, 200, json(options.plan()));
    case '/moves':
      return send(request, response, 200, json(options.outside().list()));
    case '/outbox':
      return send(request, response, 200, json(await options.waiting()));
    default:
      return send(request, response, 404, {
        type: TEXT,
        body: `Pages: ${[...new Set([...OWN, ...Object.keys(options.pages)])].join(' ')}\n`,
      });
  }
}

/** Octets of a body: an identity and a few names. */
const LONGEST = 65_536;

/** A page of a browser sends JSON to another origin only when it is allowed to, and here it is not. */
async function move(options: OperatorOptions, request: IncomingMessage): Promise<Said> {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== JSON_TYPE) return { status: 415, json: { error: 'Unexpected media type, expected application/json.' } };
  const octets: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST) return { status: 413, json: { error: `The body is longer than ${LONGEST} octets.` } };
    octets.push(chunk);
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(octets).toString());
  } catch {
    return { status: 400, json: { error: 'The body is no JSON.' } };
  }
  return options.outside().move(body);
}

function send(request: IncomingMessage, response: ServerResponse, status: number, page: Page): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    'Content-Type': page.type,
    'Content-Length': Buffer.byteLength(page.body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : page.body);
}

function json(value: unknown): Page {
  return { type: JSON_TYPE, body: `${JSON.stringify(value, undefined, 2)}\n` };
}

/** What is held: each gap with its question, each operation with what holds it and what it rests on. */
function gaps(plan: Plan): unknown {
  return {
    name: plan.name,
    gaps: Object.entries(plan.gaps).map(([id, question]) => ({ id, question })),
    assumed: Object.entries(plan.assumptions ?? {}).map(([id, assumption]) => ({ id, ...assumption })),
    operations: plan.operations.map(({ id, runs, heldBy, partlyHeldBy, restsOn, assumed, partlyAssumed }) => ({
      id,
      runs,
      heldBy,
      partlyHeldBy,
      restsOn,
      ...(assumed && { assumed }),
      ...(partlyAssumed && { partlyAssumed }),
    })),
  };
}

/** An address, a loopback name, or the name it was told to listen on: no name that somebody else's server could resolve to here. */
function isOwnName(host: string | undefined, own: string): boolean {
  if (host === undefined) return false;
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || name === own.toLowerCase();
}
