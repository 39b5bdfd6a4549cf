// Cross-origin rules. Input: what operations of a path state. Output: the headers of their answers, and of a preflight. Notation,
// part 4 "Cross-origin"; https://fetch.spec.whatwg.org/#http-cors-protocol

import type { CrossOriginPlan } from '../plan/plan.ts';
import type { Headers } from './respond.ts';

const NONE: Headers = [];

/** Headers of an answer to a request from `origin`; none where nothing is stated. */
export function crossOriginHeaders(plan: CrossOriginPlan | undefined, origin: string | undefined): Headers {
  const headers = originHeaders(plan, origin);
  if (plan?.shows === undefined || headers === VARY) return headers;
  // https://fetch.spec.whatwg.org/#http-access-control-expose-headers
  return [...headers, 'Access-Control-Expose-Headers', plan.shows.join(', ')];
}

function originHeaders(plan: CrossOriginPlan | undefined, origin: string | undefined): Headers {
  if (plan === undefined) return NONE;
  // The same for everyone, so that what a cache keeps serves everyone.
  if (plan.origins === 'any' && !plan.credentials) return ANY;
  // The answer depends on the origin, also when there is none: caches must know.
  if (origin === undefined || !isAllowed(plan, origin)) return VARY;
  const allowed = ['Access-Control-Allow-Origin', origin];
  return [...allowed, ...(plan.credentials ? ['Access-Control-Allow-Credentials', 'true'] : []), ...VARY];
}

const ANY: Headers = ['Access-Control-Allow-Origin', '*'];
const VARY: Headers = ['Vary', 'Origin'];

/** Origins are compared as browsers send them: https://www.rfc-editor.org/rfc/rfc6454#section-6.2 */
function isAllowed(plan: CrossOriginPlan, origin: string): boolean {
  return plan.origins === 'any' || plan.origins.includes(origin);
}

export interface CrossOriginOperation {
  readonly method: string;
  readonly plan: CrossOriginPlan | undefined;
}

/** The rules of a path as a whole: for preflights, and for answers that belong to none of its operations. */
export function pathPlan(operations: readonly CrossOriginOperation[]): CrossOriginPlan | undefined {
  const plans = operations.flatMap((operation) => operation.plan ?? []);
  if (plans.length === 0) return undefined;
  const origins = plans.some((plan) => plan.origins === 'any')
    ? 'any'
    : [...new Set(plans.flatMap((plan) => plan.origins))];
  return { origins, credentials: plans.some((plan) => plan.credentials) };
}

/**
 * `tokens`: the headers, in lower case, in which the document's schemes have their credentials. A page sends its token with every
 * call, so each operation lets them through, also one that does not read them; beside them are the headers that the operations declare. https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function preflightHeaders(
  operations: readonly CrossOriginOperation[],
  tokens: readonly string[],
  origin: string,
  requested: string,
): Headers {
  const own = operations.find((operation) => operation.method === requested)?.plan;
  const headers = originHeaders(own ?? pathPlan(operations), origin);
  const stated = operations.filter((operation) => operation.plan !== undefined && isAllowed(operation.plan, origin));
  if (stated.length === 0) return headers;
  return [
    ...headers,
    'Access-Control-Allow-Methods',
    stated.map((operation) => operation.method).join(', '),
    'Access-Control-Allow-Headers',
    [...new Set(['content-type', ...tokens, ...stated.flatMap(({ plan }) => plan?.reads ?? [])])].join(', '),
  ];
}
