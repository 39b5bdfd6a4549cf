// Finds the operation of a request. Input: a compiled plan. Output: one function for every request of the service's port: it
// routes, answers preflights, and answers 404 or 405 when no operation has the path or the method. Notation, part 4.

import type { Clock } from './clock.ts';
import { compileShared } from './shared-headers.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import { crossOriginHeaders, pathPlan, preflightHeaders, type CrossOriginOperation } from './cross-origin.ts';
import type { Failure, Refusals } from './findings.ts';
import { floorRow } from './floor.ts';
import type { Holds } from './held.ts';
import type { Counted, Counts } from './metrics/counts.ts';
import { respond, type Exchange } from './respond.ts';
import { prefix, routes, shownPattern, segmentsOf, type Routes } from './routes.ts';
import { veilOf, type Veiled } from './shown-path.ts';

/** Compiled at the first request that meets it. */
type Handle = (exchange: Exchange, order: readonly number[]) => void;

interface Entry {
  readonly operation: OperationPlan;
  readonly handle: Handle;
  readonly order: readonly number[];
  readonly counted: Counted;
  readonly shared: ReturnType<typeof compileShared>;
}

/** What is the same for every request to one path. */
interface Path {
  readonly methods: Map<string, Entry>;
  readonly crossOrigin: CrossOriginOperation[];
  /** The path as the document writes it. */
  readonly text: string;
  /** What the request log shows in the place of values. */
  veiled: Veiled | undefined;
}

export interface EndpointsContext {
  readonly plan: Plan;
  readonly holds: Holds;
  /** Of the plan: what belongs to no operation. */
  readonly refusals: Refusals;
  readonly counts: Counts;
  /** The path in front of every operation. */
  readonly prefix: string;
  /** The public address, and that path. */
  readonly base: string;
  readonly clock: Clock;
  readonly compile: (operation: OperationPlan) => Handle;
}

export type Route = (exchange: MutableExchange, path: string) => void;

export interface Endpoints {
  readonly route: Route;
  /** Has an operation this path? */
  has(path: string): boolean;
}

/** As it comes from the server: the router fills in what it finds. */
export type MutableExchange = { -readonly [K in keyof Exchange]: Exchange[K] };

export function compileEndpoints(context: EndpointsContext): Endpoints {
  const table = register(context);
  const tokens = (context.plan.schemes ?? []).flatMap(({ place, signature }) =>
    (signature?.headers ?? (place?.in === 'header' ? [place] : [])).map(({ name }) => name.toLowerCase()),
  );
  const route: Route = (exchange, path) => {
    const segments = segmentsOf(path);
    if (segments === undefined) return respond(exchange, floorRow('bad target').status, [], undefined);
    const { method, headers } = exchange.request;
    const found = table.find(segments);
    if (found === undefined) return none(context, undefined, exchange);
    const { methods, crossOrigin } = found.end;
    const { noted } = exchange;
    if (noted !== undefined) noted.veiled = found.end.veiled;
    const requested = method === 'OPTIONS' ? headers['access-control-request-method'] : undefined;
    if (requested !== undefined && headers.origin !== undefined && pathPlan(crossOrigin) !== undefined) {
      exchange.counted = context.counts.at(found.end.text, method);
      return respond(exchange, 204, preflightHeaders(crossOrigin, tokens, headers.origin, requested), undefined);
    }
    const entry = methods.get(method!);
    if (entry === undefined) return none(context, found.end, exchange);
    exchange.path = found.values;
    exchange.counted = entry.counted;
    if (noted !== undefined) noted.operation = entry.operation.id;
    const stated = entry.operation.crossOrigin;
    if (stated !== undefined) exchange.crossOrigin = crossOriginHeaders(stated, headers.origin);
    if (entry.shared !== undefined) exchange.shared = entry.shared(exchange.request);
    entry.handle(exchange, entry.order);
  };
  return {
    route,
    has(path) {
      const segments = segmentsOf(path);
      return segments !== undefined && table.find(segments) !== undefined;
    },
  };
}

function register({ plan, counts, compile, prefix: before, base: address, clock }: EndpointsContext): Routes<Path> {
  const table = routes<Path>();
  const base = prefix(before);
  for (const operation of plan.operations) {
    let handle: Handle | undefined;
    const lazily: Handle = (exchange, order) => (handle ??= compile(operation))(exchange, order);
    const shared = compileShared(operation, { base: address, clock });
    for (const path of [operation.path, ...operation.alsoAt]) {
      const pattern = path.length === 0 ? [{ before: '', parameter: undefined, after: '' }] : path;
      const named = pattern.flatMap(({ parameter }) => parameter ?? []);
      const order = (operation.run?.path ?? []).map(({ name }) => named.indexOf(name));
      const whole = [...base, ...pattern];
      const end = table.at(whole, () => ({
        methods: new Map(),
        crossOrigin: [],
        text: shownPattern(whole),
        veiled: undefined,
      }));
      end.veiled = veilOf(whole, operation.unshown, end.veiled);
      const { methods, text } = end;
      const { method } = operation;
      if (methods.has(method)) continue;
      methods.set(method, { operation, handle: lazily, order, counted: counts.at(text, method, operation), shared });
    }
  }
  for (const { methods, crossOrigin, text } of table.ends()) {
    // HEAD is answered as GET: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
    const get = methods.get('GET');
    if (get !== undefined && !methods.has('HEAD'))
      methods.set('HEAD', { ...get, counted: counts.at(text, 'HEAD', get.operation) });
    for (const [method, { operation }] of methods) crossOrigin.push({ method, plan: operation.crossOrigin });
  }
  return table;
}

/** No operation has this path, or none has it with this method. */
function none(
  { plan, holds, refusals, counts }: EndpointsContext,
  path: Path | undefined,
  exchange: MutableExchange,
): void {
  exchange.counted = counts.at(path?.text, exchange.request.method);
  exchange.crossOrigin = crossOriginHeaders(path && pathPlan(path.crossOrigin), exchange.request.headers.origin);
  if (!plan.complete) return holds.answer(exchange, [{ type: 'gap', by: plan.openBy }]);
  const failure: Failure =
    path === undefined
      ? { cause: 'no such path', floor: 'no such path' }
      : {
          cause: 'method not allowed',
          floor: 'method not allowed',
          headers: ['Allow', [...path.methods.keys()].join(', ')],
          always: true,
        };
  refusals.answer(exchange, [failure], {});
}
