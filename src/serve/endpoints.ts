// Which operation a request meets. In: a compiled plan. Out: one function for every request of the service's port: it
// routes, answers preflights, and says what is so when no operation has the path or the method. Notation, part 4.

import type { Held, OperationPlan, Plan } from '../plan/plan.ts';
import { crossOriginHeaders, pathPlan, preflightHeaders, type CrossOriginOperation } from './cross-origin.ts';
import type { Failure, Refusals } from './errors.ts';
import type { Holds } from './held.ts';
import type { Exchange, Headers } from './respond.ts';
import { respond } from './respond.ts';
import { prefix, routes, segmentsOf, type Routes } from './routes.ts';

/** Compiled at the first request that meets it. */
type Handle = (exchange: Exchange, order: readonly number[]) => void;

interface Entry {
  readonly operation: OperationPlan;
  readonly handle: Handle;
  readonly order: readonly number[];
}

/** The operations of one pattern, by method. */
type Methods = Map<string, Entry>;

export interface EndpointsContext {
  readonly plan: Plan;
  readonly holds: Holds;
  /** Of the plan: what belongs to no operation. */
  readonly refusals: Refusals;
  readonly compile: (operation: OperationPlan) => Handle;
}

export type Route = (exchange: MutableExchange, path: string) => void;

/** As it comes from the server: the router fills in what it finds. */
export type MutableExchange = { -readonly [K in keyof Exchange]: Exchange[K] };

export function compileEndpoints(context: EndpointsContext): Route {
  const table = register(context);
  const methods = [
    ...new Set(context.plan.operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ];
  return (exchange, path) => {
    const segments = segmentsOf(path);
    if (segments === undefined) return respond(exchange, 400, [], undefined);
    const method = exchange.request.method!;
    const { origin } = exchange.request.headers;
    const requested =
      method === 'OPTIONS' && origin !== undefined
        ? exchange.request.headers['access-control-request-method']
        : undefined;
    if (requested !== undefined && preflight(table, methods, segments, exchange, origin!, requested)) return;
    const found = table.find(segments, (end) => end.has(method));
    if (found === undefined) return none(context, table, methods, segments, exchange);
    const { operation, handle, order } = found.end.get(method)!;
    exchange.path = found.values;
    if (operation.crossOrigin !== undefined) exchange.crossOrigin = crossOriginHeaders(operation.crossOrigin, origin);
    handle(exchange, order);
  };
}

function register({ plan, compile }: EndpointsContext): Routes<Methods> {
  const table = routes<Methods>();
  const base = prefix(plan.base);
  for (const operation of plan.operations) {
    let handle: Handle | undefined;
    const lazily: Handle = (exchange, order) => (handle ??= compile(operation))(exchange, order);
    for (const path of [operation.path, ...operation.alsoAt]) {
      const pattern = path.length === 0 ? [{ before: '', parameter: undefined, after: '' }] : path;
      const named = pattern.flatMap(({ parameter }) => parameter ?? []);
      const order = (operation.run?.path ?? []).map(({ name }) => named.indexOf(name));
      const methods = table.at([...base, ...pattern], () => new Map<string, Entry>());
      if (!methods.has(operation.method)) methods.set(operation.method, { operation, handle: lazily, order });
    }
  }
  // HEAD is answered as GET: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
  for (const methods of table.ends()) {
    const get = methods.get('GET');
    if (get !== undefined && !methods.has('HEAD')) methods.set('HEAD', get);
  }
  return table;
}

/** Every method that the path has, by whichever pattern. */
function methodsOf(
  table: Routes<Methods>,
  methods: readonly string[],
  segments: readonly string[],
): readonly (readonly [string, Entry])[] {
  return methods.flatMap((method) => {
    const entry = table.find(segments, (end) => end.has(method))?.end.get(method);
    return entry === undefined ? [] : [[method, entry] as const];
  });
}

function crossOrigin(found: readonly (readonly [string, Entry])[]): readonly CrossOriginOperation[] {
  return found.map(([method, { operation }]) => ({ method, plan: operation.crossOrigin, headers: [] }));
}

/** False: no operation of the path states anything about other origins. */
function preflight(
  table: Routes<Methods>,
  methods: readonly string[],
  segments: readonly string[],
  exchange: MutableExchange,
  origin: string,
  requested: string,
): boolean {
  const operations = crossOrigin(methodsOf(table, methods, segments));
  if (!operations.some(({ plan }) => plan !== undefined)) return false;
  respond(exchange, 204, preflightHeaders(operations, origin, requested), undefined);
  return true;
}

/** No operation has this path, or none has it with this method. */
function none(
  context: EndpointsContext,
  table: Routes<Methods>,
  methods: readonly string[],
  segments: readonly string[],
  exchange: MutableExchange,
): void {
  const found = methodsOf(table, methods, segments);
  exchange.crossOrigin = crossOriginHeaders(pathPlan(crossOrigin(found)), exchange.request.headers.origin);
  const { plan, holds, refusals } = context;
  if (!plan.complete) {
    const open: Held = { type: 'gap', by: plan.openBy };
    return holds.answer(exchange, [open]);
  }
  const allow: Headers = ['Allow', found.map(([method]) => method).join(', ')];
  const failure: Failure =
    found.length === 0
      ? { cause: 'no such path', floor: 'no such path' }
      : { cause: 'method not allowed', floor: 'method not allowed', headers: allow, always: true };
  refusals.answer(exchange, [failure], {});
}
