// Plan → HTTP: the stage's entry. Input: a plan, a store that holds its tables, addresses and the operator's settings. Output: a
// running service on one port and the operator's pages on another.

import type { ServerResponse } from 'node:http';
import { addressing, NO_PROXIES, type Addressing } from './address.ts';
import type { SharedBounds } from '../base/bounds.ts';
import type { Plan } from '../plan/plan.ts';
import type { Store } from '../store/store.ts';
import { realClock, type Clock } from './clock.ts';
import { openSwitch, type PlanSwitch, type Room } from './plan-switch.ts';
import type { MutableExchange } from './endpoints.ts';
import { floorRow } from './floor.ts';
import { isFramed } from './framing.ts';
import { boundsOf, type Bounds } from './limits.ts';
import { startOperator, type Operator, type OperatorOptions, type Pages } from './operator.ts';
import { Counts } from './metrics/counts.ts';
import { watchLoop } from './metrics/process.ts';
import { respond, type Octets } from './respond.ts';
import {
  countedCallers,
  countedHistory,
  countedKeys,
  countedMetrics,
  countedMoves,
  countedHandOnEvents,
  countedOutbox,
  countedRows,
  countedWaiting,
} from './counted.ts';
import { reasonOf } from './reason.ts';
import { putRows } from './given-rows.ts';
import { keep } from './retained.ts';
import { named, requestLog, type Served } from './request-log.ts';
import type { Rows } from './rows.ts';
import { openRates } from './rates/due.ts';
import { compile, less, type Serving } from './running.ts';
import { NO_RANGES } from './relay/addresses.ts';
import type { RelaySettings } from './relay/context.ts';
import { startServer } from './server.ts';
import { address, mayBeOurs, originForm } from './target.ts';
import { trustOf } from './trust.ts';
import type { Updates } from './updates.ts';
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
  /** Milliseconds from its head on in which a request is answered; left out, as many as it takes. */
  readonly requestDeadline?: number;
  /** What all clients share; left out, the bounds that are built in. */
  readonly shared?: SharedBounds;
  /** By which address a request is counted; left out, by that of its connection. */
  readonly addresses?: Addressing;
  /** `observe`: calls beyond a rate are logged, and not refused. */
  readonly limits?: 'enforce' | 'observe';
  /** Milliseconds for which calls are still taken when a stop begins and `/readyz` says so already; left out, none. */
  readonly shutdownDelay?: number;
  /** `Ninefold-Gap` and `Ninefold-Assumed` on answers that run but rest on gaps or assumptions. 501 is always marked. */
  readonly marks: boolean;
  /** Which instant it is; left out, the clock of the store, or else the machine's own. */
  readonly clock?: Clock;
  /** The file of the keys by which the service signs tokens. */
  readonly signingKeys?: string | undefined;
  /** For events; left out, only public addresses are called, no secret is the operator's, and any number may wait. */
  readonly relay?: RelaySettings;
  /** Failures of the runtime itself, one line each. */
  readonly log?: (line: string) => void;
  /** Called for each request when its answer is sent or its connection is gone; left out, nothing is computed for it. */
  readonly served?: (entry: Served) => void;
  /** Pages of the operator's port by path; they take the place of those that serve has itself. */
  readonly pages?: Pages;
  /** When what the pages show has changed. */
  readonly updates?: Updates;
}

export interface Service {
  readonly url: string;
  readonly operatorUrl: string;
  /** Takes calls for the delay of a shutdown, finishes what runs, ends every connection, and closes the store. */
  close(): Promise<void>;
  /** From the next request on another plan, with its store; the old store is closed when its last request is done. */
  swap(plan: Plan, store: Store): Promise<void>;
  /**
   * The same with a store that has to be opened first, which may fail: then all stays as it was. Resolves when the new plan
   * is served. Rejects with StillBusy where requests of the old one have to end first, and do not.
   */
  change(next: NextServed): Promise<void>;
  /** Of the plan that is served at that moment. */
  readonly rows: Rows;
}

export interface NextServed {
  readonly room: Room;
  open(): Promise<{ readonly plan: Plan; readonly store: Store }>;
}

export { StillBusy } from './plan-switch.ts';

/** How long a connection may stay idle after the stop before it is closed, so that no request in flight finds it closed. */
const LINGER = 150;
/** When no request comes for this long after the start, ajv is loaded ahead of its first use. */
const WARM_UP = 250;

export async function serve(options: ServeOptions): Promise<Service> {
  const log = options.log ?? (() => undefined);
  const now = (): number => (options.clock ?? realClock(options.store)).now();
  await putRows(options.plan, options.store, now);
  const bounds = boundsOf(options.bodyLimit, options.requestTimeout, options.shared, options.requestDeadline);
  let planSwitch: PlanSwitch | undefined;
  let stopping = false;
  const counts = new Counts();
  const rows = countedRows(() => (stopping ? undefined : planSwitch));
  const { host, port, served } = options;
  const told = served && requestLog(served, () => planSwitch?.current().fixed);
  const server = await startServer(
    (request, response, invite, noted, at) =>
      meet(planSwitch!, { request, response, invite, noted, at, counts }, bounds, log),
    { host, port, bounds, log: told, unmet: (status) => counts.unmet(status) },
  );
  const url = options.publicUrl?.replace(/\/+$/, '') ?? address(options.host, server.address);
  try {
    const trust = trustOf(options.signingKeys);
    const relay = options.relay ?? { allowed: NO_RANGES, secrets: () => [] };
    const addressOf = addressing(options.addresses ?? NO_PROXIES);
    const rates = openRates(options.limits === 'observe', counts, log);
    const settled = { url, bounds, marks: options.marks, log, trust, counts, relay, addressOf, rates };
    const made = (plan: Plan, store: Store): Serving => ({ plan, store, clock: options.clock ?? realClock(store) });
    const opened = openSwitch(compile(made(options.plan, options.store), settled));
    planSwitch = opened;
    const isUp = (): boolean => !stopping;
    const shown = { url, rows, log, counts, isUp, service: () => server.address };
    const operator = await operatorOf(opened, options, shown);
    const warmUp = setTimeout(prepareValidation, WARM_UP);
    warmUp.unref();
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      stopping = true;
      clearTimeout(warmUp);
      await server.drain(options.shutdownDelay ?? 0, LINGER, opened.endStreams);
      await server.close();
      await opened.close();
      await operator.close();
    };
    return {
      url: address(options.host, server.address),
      operatorUrl: address(options.operatorHost, operator.address),
      close: () => (closed ??= close()),
      rows,
      swap: (plan, store) => putRows(plan, store, now).then(() => opened.replace(compile(made(plan, store), settled))),
      change: ({ room, open }) =>
        opened.change({
          room,
          async open() {
            const { plan, store } = await open();
            return compile(made(plan, store), settled);
          },
        }),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Shown extends Pick<OperatorOptions, 'url' | 'rows' | 'log' | 'service'> {
  readonly isUp: () => boolean;
  readonly counts: Counts;
}

/** The operator's port shows the state at the moment of the request. */
async function operatorOf(planSwitch: PlanSwitch, options: ServeOptions, shown: Shown): Promise<Operator> {
  const { current } = planSwitch;
  const { isUp, counts, ...same } = shown;
  const loop = watchLoop();
  const operator = await startOperator({
    ...same,
    metrics: () => countedMetrics(planSwitch, counts, loop),
    host: options.operatorHost,
    port: options.operatorPort,
    pages: options.pages ?? {},
    updates: options.updates,
    plan: () => current().plan,
    clock: () => current().clock,
    moved: () => current().sweeper.wake(),
    ready: async () => isUp() && (await current().store.ready()),
    trouble: () => current().store.trouble?.(),
    waiting: () => countedWaiting(planSwitch),
    outbox: countedOutbox(planSwitch),
    handOnEvents: countedHandOnEvents(planSwitch),
    history: countedHistory(planSwitch),
    outside: () => countedMoves(planSwitch),
    keys: () => countedKeys(planSwitch),
    callers: countedCallers(planSwitch),
  }).catch((error: unknown) => {
    loop.stop();
    throw error;
  });
  return {
    ...operator,
    close() {
      loop.stop();
      return operator.close();
    },
  };
}

const NO_VALUES: readonly string[] = [];

interface Met extends Pick<MutableExchange, 'request' | 'response' | 'invite' | 'noted'> {
  /** When its head had arrived, by performance.now(). */
  readonly at: number;
  readonly counts: Counts;
}

type Log = (line: string) => void;

function meet(planSwitch: PlanSwitch, met: Met, bounds: Bounds, log: Log, octets?: Octets): void {
  if (planSwitch.isShut()) return planSwitch.through(() => meet(planSwitch, met, bounds, log, octets));
  const running = planSwitch.current();
  const { request, response, invite, noted, at, counts } = met;
  running.busy++;
  if (noted !== undefined) noted.fixed = running.fixed;
  let isDone = false;
  const done = (octets = 0): void => {
    if (isDone) return;
    isDone = true;
    const counted = exchange.counted ?? counts.at(undefined, request.method);
    counted.answered(statusOf(response), performance.now() - at);
    keep(request.socket, 'body', 0);
    if (response.writableLength > 0) untilTaken(response, Math.max(octets, response.writableLength));
    less(running);
  };
  const exchange: MutableExchange = {
    request,
    response,
    at,
    query: undefined,
    path: NO_VALUES,
    crossOrigin: NO_VALUES,
    invite,
    octets,
    arrival: () =>
      planSwitch.arrivals(running, (late) => {
        less(running);
        meet(planSwitch, met, bounds, log, late);
      }),
    done,
    noted,
    counted: undefined,
  };
  try {
    const target = request.url!;
    if (request.httpVersionMajor !== 1) return refuse(exchange, 'version');
    if (!isFramed(request)) return refuse(exchange, 'unparsable');
    if (target.length > bounds.target) return refuse(exchange, 'target too long');
    const path = originForm(target);
    if (path !== target && !mayBeOurs(target)) return respond(exchange, floorRow('bad target').status, [], undefined);
    const question = path.indexOf('?');
    if (question !== -1) exchange.query = path.slice(question + 1);
    running.route(exchange, question === -1 ? path : path.slice(0, question));
  } catch (error) {
    log(`${request.method} failed${named(exchange)}: ${reasonOf(error)}`);
    running.refusals.answer(exchange, [{ cause: 'internal', floor: 'internal' }], {});
  }
}

/** Undefined: the connection was gone. What the server wrote past Node's own answer has left its status there. */
function statusOf({ headersSent, statusCode }: ServerResponse): number | undefined {
  return headersSent || statusCode !== 200 ? statusCode : undefined;
}

function refuse(exchange: MutableExchange, id: 'unparsable' | 'version' | 'target too long'): void {
  exchange.response.shouldKeepAlive = false;
  respond(exchange, floorRow(id).status, [], undefined);
}

/** What the system has not taken of an answer is kept until it has, or the connection is gone. */
function untilTaken(response: ServerResponse, octets: number): void {
  const { socket } = response.req;
  keep(socket, 'answer', octets);
  response.once('close', () => keep(socket, 'answer', 0));
}
