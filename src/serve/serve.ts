// Plan → HTTP: the stage's entry. In: a plan, a store that holds its tables, addresses and the operator's settings.
// Out: a running service on one port and the operator's pages on another (design, section 6).

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plan } from '../plan/plan.ts';
import type { Store } from '../store/store.ts';
import { realClock, type Clock } from './clock.ts';
import { compileEndpoints, type MutableExchange, type Route } from './endpoints.ts';
import { compileRefusals } from './errors.ts';
import type { Refusals } from './findings.ts';
import { floorRow } from './floor.ts';
import { compileHolds } from './held.ts';
import { boundsOf, type Bounds } from './limits.ts';
import { compileOperation } from './operation.ts';
import { startOperator, type Page } from './operator.ts';
import { compileWaiting, type Waiting } from './outbox.ts';
import { compileOutside, type Outside } from './outside.ts';
import { respond } from './respond.ts';
import { startServer } from './server.ts';
import { startSweeper, type Sweeper } from './sweeper.ts';
import { compileTimed } from './timed.ts';
import { unsentAnswers } from './turns.ts';
import { prepareValidation } from './validate.ts';

export interface ServeOptions {
  readonly plan: Plan;
  readonly store: Store;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** For absolute links; by default the address that is listened on. */
  readonly publicUrl?: string;
  /** Octets of a request's body. */
  readonly bodyLimit: number;
  /** Milliseconds until the whole request must have arrived. */
  readonly requestTimeout: number;
  /** Milliseconds for which calls are still taken when a stop begins and `/readyz` says so already; left out, none. */
  readonly shutdownDelay?: number;
  /** `Ninefold-Gap` and `Ninefold-Assumed` on answers that run but rest on gaps or assumptions. 501 is always marked. */
  readonly marks: boolean;
  /** Which instant it is; left out, the clock of the store, or else the machine's own. */
  readonly clock?: Clock;
  /** Failures of the runtime itself, one line each. */
  readonly log?: (line: string) => void;
  /** Pages of the operator's port by path; they take the place of those that serve has itself. */
  readonly pages?: Readonly<Record<string, () => Page>>;
}

export interface Service {
  readonly url: string;
  readonly operatorUrl: string;
  /** Takes calls for the delay of a shutdown, finishes what runs, ends every connection, and closes the store. */
  close(): Promise<void>;
  /** From the next request on another plan, with its store; the old store is closed when its last request is done. */
  swap(plan: Plan, store: Store): Promise<void>;
}

/** A plan with its store, and how many requests it is busy with. */
interface Running {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
  readonly route: Route;
  readonly refusals: Refusals;
  readonly waiting: () => Promise<Waiting>;
  readonly sweeper: Sweeper;
  readonly outside: Outside;
  busy: number;
  whenIdle: (() => void) | undefined;
}

/** How long a connection may stay idle after the stop before it is closed, so that no request in flight meets a closed door. */
const LINGER = 150;
/** When nothing has been asked for this long after the start, ajv is loaded ahead of its first use. */
const WARM_UP = 250;

export async function serve(options: ServeOptions): Promise<Service> {
  const log = options.log ?? (() => undefined);
  const bounds = boundsOf(options.bodyLimit, options.requestTimeout);
  let current: Running | undefined;
  let stopping = false;
  const unsent = unsentAnswers();
  const server = await startServer(
    (request, response, invite) => meet(current!, { request, response, invite, unsent }, bounds, log),
    options.host,
    options.port,
    bounds,
  );
  const url = options.publicUrl?.replace(/\/+$/, '') ?? address(options.host, server.address);
  try {
    current = compile(options.plan, options.store, url, bounds, options, log);
    const operator = await startOperator({
      host: options.operatorHost,
      port: options.operatorPort,
      pages: options.pages ?? {},
      plan: () => current!.plan,
      clock: () => current!.clock,
      moved: () => current!.sweeper.wake(),
      ready: async () => !stopping && (await current!.store.ready()),
      waiting: () => current!.waiting(),
      outside: () => counted(current!),
    });
    const warmUp = setTimeout(prepareValidation, WARM_UP);
    warmUp.unref();
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      stopping = true;
      clearTimeout(warmUp);
      await server.drain(options.shutdownDelay ?? 0, LINGER);
      await server.close();
      await idle(current!);
      await current!.sweeper.stop();
      await current!.store.close();
      await operator.close();
    };
    return {
      url: address(options.host, server.address),
      operatorUrl: address(options.operatorHost, operator.address),
      close: () => (closed ??= close()),
      async swap(plan, store) {
        const before = current!;
        current = compile(plan, store, url, bounds, options, log);
        await before.sweeper.stop();
        if (before.store === store) return;
        await idle(before);
        await before.store.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function compile(
  plan: Plan,
  store: Store,
  url: string,
  bounds: Bounds,
  { marks, clock = realClock(store) }: ServeOptions,
  log: (line: string) => void,
): Running {
  const base = url + plan.base.replace(/\/+$/, '');
  const holds = compileHolds(plan.gaps);
  const timed = new Map((plan.timed ?? []).map((group) => [group.tables[0]!, compileTimed(group, store, base)]));
  const context = { plan, store, holds, bounds, marks, base, log, clock, timed };
  const { floorRestsOn, floorAssumed, assumed } = plan;
  const told = { holds, marks, base, clock, floorRestsOn, floorAssumed, assumed };
  const refusals = compileRefusals([plan.refusals], told);
  const route = compileEndpoints({
    plan,
    holds,
    refusals,
    compile: (operation) => compileOperation(operation, context),
  });
  const sweeper = startSweeper([...timed.values()], clock, log);
  const waiting = compileWaiting(plan, store);
  const outside = compileOutside(context);
  return { plan, store, clock, route, refusals, sweeper, waiting, outside, busy: 0, whenIdle: undefined };
}

const NO_VALUES: readonly string[] = [];

type Met = Pick<MutableExchange, 'request' | 'response' | 'invite'> & {
  readonly unsent: ReturnType<typeof unsentAnswers>;
};
type Log = (line: string) => void;

function meet(running: Running, { request, response, invite, unsent }: Met, bounds: Bounds, log: Log): void {
  running.busy++;
  let isDone = false;
  const done = (): void => {
    if (isDone) return;
    isDone = true;
    unsent(response);
    if (--running.busy === 0 && running.whenIdle !== undefined) running.whenIdle();
  };
  const exchange: MutableExchange = {
    request,
    response,
    query: undefined,
    path: NO_VALUES,
    crossOrigin: NO_VALUES,
    invite,
    done,
  };
  try {
    const target = request.url!;
    if (request.httpVersionMajor !== 1) return refuse(exchange, 'version');
    if (!isFramed(request)) return refuse(exchange, 'unparsable');
    if (target.length > bounds.target) return refuse(exchange, 'target too long');
    const path = originForm(target);
    const question = path.indexOf('?');
    if (question !== -1) exchange.query = path.slice(question + 1);
    running.route(exchange, question === -1 ? path : path.slice(0, question));
  } catch (error) {
    log(`${request.method} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    running.refusals.answer(exchange, [{ cause: 'internal', floor: 'internal' }], {});
  }
}

/** `uri-host [":" port]`, which may be empty: https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
const HOST = /^(?:\[[\da-fv:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/**
 * Exactly one Host with a value that it can have, which HTTP/1.0 may leave out, and no coding but chunks:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2, https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
function isFramed({ rawHeaders, httpVersionMinor, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (!HOST.test(rawHeaders[i + 1]!)) return false;
    hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

function refuse(exchange: MutableExchange, id: 'unparsable' | 'version' | 'target too long'): void {
  exchange.response.shouldKeepAlive = false;
  respond(exchange, floorRow(id).status, [], undefined);
}

/** Absolute form must be accepted: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(target);
  if (absolute === null) return `/${target}`;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The store stays open while a move from outside is made. */
function counted(running: Running): Outside {
  const { list, move } = running.outside;
  return {
    list,
    async move(body) {
      running.busy++;
      try {
        return await move(body);
      } finally {
        if (--running.busy === 0 && running.whenIdle !== undefined) running.whenIdle();
      }
    },
  };
}

function idle(running: Running): Promise<void> {
  if (running.busy === 0) return Promise.resolve();
  return new Promise((resolve) => {
    running.whenIdle = resolve;
  });
}

/** An address that a client can use: a wildcard host is reached by the loopback name. */
function address(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' || host === '' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
