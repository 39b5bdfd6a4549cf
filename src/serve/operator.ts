// The operator's port: is the service alive and ready, what is held and why, what runs. Input: the plan and pages made by other
// stages. Output: a small server that only answers requests that name it by one of its own addresses (DNS rebinding).

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './node-http.ts';
import type { Plan } from '../plan/plan.ts';
import { connectionsOf } from './connections.ts';
import { answerHistory, type History } from './history.ts';
import type { ReadOutbox, Waiting } from './outbox.ts';
import type { HandOnEvents } from './hand-on-events.ts';
import type { CallerTokens } from './caller-tokens.ts';
import type { Clock } from './clock.ts';
import { answerClock } from './clock-page.ts';
import type { Keys } from './keys.ts';
import type { Said } from './operators-row.ts';
import { TEXT_FORMAT } from './metrics/exposition.ts';
import type { Outside } from './outside.ts';
import type { Rows } from './rows.ts';
import { reasonOf } from './reason.ts';
import { answerRows, rowsAt } from './rows-page.ts';
import { isFromElsewhere, isOwnName } from './own-port.ts';
import { sentJson } from './operator-json.ts';
import { KEEP_ALIVE, STALLED_AT_STOP } from './server.ts';
import { compileTries, LONGEST_TRY, type Tries } from './try.ts';
import { startStreams, type Streams, type Updates } from './updates.ts';

export interface Page {
  readonly type: string;
  readonly body: string;
  /** Beside those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a page is made from: the request, and what is served at that moment. */
export interface Asked {
  /** What is behind the question mark, or ''. */
  readonly query: string;
  /** Where the service listens. */
  readonly url: string;
  readonly clock: Clock;
  readonly rows: Rows;
  readonly waiting: () => Promise<Waiting>;
  readonly outbox: ReadOutbox;
  readonly history: History;
}

/** By path. */
export type Pages = Readonly<Record<string, (asked: Asked) => Page | Promise<Page>>>;

export interface OperatorOptions {
  readonly host: string;
  readonly port: number;
  readonly pages: Pages;
  readonly rows: Rows;
  /** Of the service, as its callers know it. */
  readonly url: string;
  /** Left out: changes are not announced, and there is no such page. */
  readonly updates: Updates | undefined;
  readonly plan: () => Plan;
  readonly ready: () => Promise<boolean>;
  /** What keeps the data from being ready. */
  readonly trouble?: () => string | undefined;
  readonly waiting: () => Promise<Waiting>;
  readonly outbox: ReadOutbox;
  readonly handOnEvents: HandOnEvents;
  readonly history: History;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly clock: () => Clock;
  /** The clock was moved. */
  readonly moved: () => void;
  readonly outside: () => Outside;
  readonly keys: () => Keys;
  readonly callers: CallerTokens;
  /** Where the service listens. */
  readonly service: () => AddressInfo;
  readonly log: (line: string) => void;
}

export interface Operator {
  readonly address: AddressInfo;
  close(): Promise<void>;
}

const JSON_TYPE = 'application/json';
const TEXT = 'text/plain; charset=utf-8';

/** What the port shows by itself; `pages` may take the place of any. */
const OWN = [
  '/livez',
  '/readyz',
  '/gaps',
  '/plan',
  '/outbox',
  '/metrics',
  '/clock',
  '/moves',
  '/keys',
  '/callers',
  '/rows',
  '/audit',
  '/try',
];

export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const streams = options.updates && startStreams(options.updates);
  const tries = compileTries(options.service);
  const port: Port = { ...options, streams, tries };
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE }, (request, response) => {
    answer(port, request, response).catch((error: unknown) => {
      // The client has gone away.
      if (request.destroyed && !request.complete) return;
      options.log(`operator's port: ${reasonOf(error)}`);
      send(request, response, 500, { type: TEXT, body: 'failed\n' });
    });
  });
  const connections = connectionsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    address: server.address() as AddressInfo,
    async close() {
      streams?.close();
      connections.end(STALLED_AT_STOP);
      await connections.close();
    },
  };
}

interface Port extends OperatorOptions {
  readonly streams: Streams | undefined;
  readonly tries: Tries;
}

async function answer(port: Port, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isOwnName(request.headers.host, port.host)) {
    return send(request, response, 421, { type: TEXT, body: "This name is not one of the operator's port.\n" });
  }
  const [path = '', ...query] = (request.url ?? '/').split('?');
  if (path === '/clock') return answerClock({ clock: port.clock(), moved: port.moved }, request, response);
  const taking = TAKING[path];
  if (taking !== undefined && request.method === 'POST') {
    const { status, json: said } = await taken(port, taking, request, leaving(response));
    return send(request, response, status, json(said));
  }
  const allowed = [...(path === '/try' ? [] : ['GET', 'HEAD']), ...(taking === undefined ? [] : ['POST'])];
  if (!allowed.includes(request.method ?? '')) {
    response.setHeader('Allow', allowed.join(', '));
    return send(request, response, 405, { type: TEXT, body: `Only ${allowed.join(', ')}.\n` });
  }
  if (Object.hasOwn(port.pages, path)) {
    const page = port.pages[path]!;
    return send(request, response, 200, await page(askedOf(port, query.join('?'))));
  }
  if (path === '/updates' && port.streams !== undefined) {
    if (isFromElsewhere(request.headers))
      return send(request, response, 403, { type: TEXT, body: 'Not for a page of another origin.\n' });
    return port.streams.open(request, response);
  }
  const rows = rowsAt(path);
  if (rows) {
    const { status, body } = await answerRows(port.rows, rows.resource, query.join('?'));
    return send(request, response, status, { type: JSON_TYPE, body: `${body}\n` });
  }
  if (path === '/audit') {
    const { status, body } = await answerHistory(port.history, query.join('?'));
    return send(request, response, status, { type: JSON_TYPE, body });
  }
  return own(port, path, request, response);
}

function askedOf({ url, clock, rows, waiting, outbox, history }: Port, query: string): Asked {
  return { query, url, clock: clock(), rows, waiting, outbox, history };
}

/** What takes a POST, and how many octets of it. */
interface Taking {
  readonly longest: number;
  readonly take: (port: Port, value: unknown, gone: AbortSignal) => Promise<Said>;
}

const TAKING: Readonly<Record<string, Taking | undefined>> = {
  // An identity and a few names.
  '/moves': { longest: 65_536, take: (port, value) => port.outside().move(value) },
  // The fields of one row.
  '/rows': { longest: 1_048_576, take: (port, value) => port.outside().set(value) },
  // What is asked of them.
  '/outbox': { longest: 65_536, take: (port, value) => port.handOnEvents(value) },
  '/keys': { longest: 65_536, take: (port, value) => port.keys().change(value) },
  '/callers': { longest: 65_536, take: (port, value) => port.callers.issue(value) },
  '/try': { longest: LONGEST_TRY, take: (port, value, gone) => port.tries.make(value, gone) },
};

async function taken(
  port: Port,
  { longest, take }: Taking,
  request: IncomingMessage,
  gone: AbortSignal,
): Promise<Said> {
  const sent = await sentJson(request, longest);
  return 'value' in sent ? take(port, sent.value, gone) : { status: sent.status, json: { error: sent.error } };
}

/** Aborted when the connection is lost before the answer has been sent. */
function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

async function own(port: Port, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (path) {
    case '/livez':
      return send(request, response, 200, { type: TEXT, body: 'alive\n' });
    case '/readyz': {
      const isReady = await port.ready();
      if (isReady) return send(request, response, 200, { type: TEXT, body: 'ready\n' });
      const trouble = port.trouble?.();
      const body = trouble === undefined ? 'not ready\n' : `not ready: ${trouble}\n`;
      return send(request, response, 503, { type: TEXT, body });
    }
    case '/gaps':
      return send(request, response, 200, json(gaps(port.plan())));
    case '/plan':
      return send(request, response, 200, json(port.plan()));
    case '/moves':
      return send(request, response, 200, json(port.outside().list()));
    case '/keys': {
      const { status, json: said } = await port.keys().list();
      return send(request, response, status, json(said));
    }
    case '/callers': {
      const { status, json: listed } = await port.callers.list();
      return send(request, response, status, json(listed));
    }
    case '/metrics':
      return send(request, response, 200, { type: TEXT_FORMAT, body: await port.metrics() });
    case '/outbox':
      return send(request, response, 200, json(await port.waiting()));
    default: {
      const all = [...OWN, ...(port.streams === undefined ? [] : ['/updates']), ...Object.keys(port.pages)];
      return send(request, response, 404, { type: TEXT, body: `Pages: ${[...new Set(all)].join(' ')}\n` });
    }
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, page: Page): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    'Content-Type': page.type,
    'Content-Length': Buffer.byteLength(page.body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...page.headers,
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
