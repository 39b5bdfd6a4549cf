// Which operation a call asks for, by the document alone. Input: a model, a method and a target. Output: the operation and what its path
// says; else why there is none. Notation, part 4 and part 9.

import { oncePer } from '../../base/once-per.ts';
import { versionsOf } from '../../analysis/document/versions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { prefixWith, stemOf } from '../values/prefix.ts';
import { headerOf, type Call } from '../exchange.ts';
import { crossOriginOf } from './cross-origin.ts';

export type Routed =
  | {
      readonly kind: 'operation';
      readonly linked: LinkedOperation;
      readonly path: ReadonlyMap<string, string>;
      /** The version that the path names. */
      readonly version: string | undefined;
    }
  /** Asked by a browser before it sends a call from another site. */
  | { readonly kind: 'preflight'; readonly at: readonly LinkedOperation[] }
  | { readonly kind: 'other method'; readonly at: readonly LinkedOperation[] }
  | { readonly kind: 'no such path' }
  /** The path is not percent-encoded UTF-8. */
  | { readonly kind: 'malformed path' };

interface Segment {
  readonly before: string;
  readonly parameter: string | undefined;
  readonly after: string;
}

interface Route {
  readonly pattern: readonly Segment[];
  readonly linked: LinkedOperation;
}

/** No parameter is called so: where paths begin with a version. */
const VERSION = ' version';

export function routeOf(model: Model, call: Call): Routed {
  const segments = segmentsOf(call.target);
  if (segments === undefined) return { kind: 'malformed path' };
  const { routes, at } = best(routesOf(model), segments);
  if (at === undefined) return { kind: 'no such path' };
  const all = routes.map(({ linked }) => linked);
  const method = (name: string): Route | undefined => routes.find(({ linked }) => linked.operation.method === name);
  if (isPreflight(call) && all.some((one) => crossOriginOf(one) !== undefined) && !method('OPTIONS'))
    return { kind: 'preflight', at: all };
  const found = method(call.method) ?? (call.method === 'HEAD' ? method('GET') : undefined);
  if (!found) return { kind: 'other method', at: all };
  const path = valuesIn(found.pattern, segments);
  const version = path.get(VERSION);
  path.delete(VERSION);
  return { kind: 'operation', linked: found.linked, path, version };
}

export function isPreflight({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' &&
    headerOf(headers, 'origin') !== undefined &&
    headerOf(headers, 'access-control-request-method') !== undefined
  );
}

function segmentsOf(target: string): readonly string[] | undefined {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  try {
    return path
      .slice(1)
      .split('/')
      .map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

const routesOf = oncePer((model: Model): readonly Route[] =>
  [...model.operations.values()].flatMap((linked) => {
    const { operation, facts } = linked;
    const base = stemOf(model, facts.base);
    const others = (valueOf(facts.alsoAt) ?? []).map((path) => path.replace(/^[A-Z]+ /, ''));
    return [operation.path, ...others].map((path) => ({
      pattern: [...patternOf(base), ...versionOf(model), ...patternOf(path)],
      linked,
    }));
  }),
);

/** What stands before the path of an operation. */
export function prefixOf(model: Model, { facts }: LinkedOperation): string {
  return prefixWith(model, facts.base, undefined);
}

/** A version in the path stands in front of it. */
function versionOf(model: Model): readonly Segment[] {
  const scheme = versionsOf(model)?.scheme;
  return scheme?.kind === 'path prefix' ? [{ before: '', parameter: VERSION, after: '' }] : [];
}

function patternOf(path: string): readonly Segment[] {
  if (path === '') return [];
  return path
    .slice(1)
    .split('/')
    .map((segment): Segment => {
      const [, before, parameter, after] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(segment) ?? [];
      if (parameter === undefined) return { before: decoded(segment), parameter, after: '' };
      return { before: decoded(before!), parameter, after: decoded(after!) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Those whose pattern has the most fixed text from the left: all of one pattern. */
function best(
  routes: readonly Route[],
  segments: readonly string[],
): { readonly routes: readonly Route[]; readonly at: string | undefined } {
  let found: Route[] = [];
  let at: string | undefined;
  for (const route of routes) {
    const rank = rankOf(route.pattern, segments);
    if (rank === undefined || (at !== undefined && rank < at)) continue;
    if (rank !== at) found = [];
    at = rank;
    found.push(route);
  }
  return { routes: found, at };
}

/** For each segment how much of it is fixed: text alone before text around a parameter before a parameter alone. */
function rankOf(pattern: readonly Segment[], segments: readonly string[]): string | undefined {
  if (pattern.length !== segments.length) return undefined;
  let rank = '';
  for (const [index, { before, parameter, after }] of pattern.entries()) {
    const segment = segments[index]!;
    if (parameter === undefined) {
      if (segment !== before) return undefined;
      rank += '\uffff';
      continue;
    }
    const around = before.length + after.length;
    // A parameter is never empty.
    if (segment.length <= around || !segment.startsWith(before) || !segment.endsWith(after)) return undefined;
    rank += String.fromCharCode(Math.min(around, 0xfff0));
  }
  return rank;
}

function valuesIn(pattern: readonly Segment[], segments: readonly string[]): Map<string, string> {
  return new Map(
    pattern.flatMap(({ before, parameter, after }, index) => {
      const segment = segments[index]!;
      return parameter === undefined ? [] : [[parameter, segment.slice(before.length, segment.length - after.length)]];
    }),
  );
}
