// Which operation a request is for, by the document's headings alone. Fixed segments win over parameters. Where the version of a request is a
// segment of its path, that stands behind Base: notation, part 9.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import type { Sent } from './judge-causes.ts';

/** What it is without the path in front of all headings and without its version. */
interface Bare {
  readonly sent: Sent;
  /** `/api/v2` */
  readonly prefix: string;
  /** The version that the path names. */
  readonly segment: string | undefined;
}

export type Routed = Bare &
  (
    | { readonly kind: 'no path' }
    | { readonly kind: 'other method'; readonly at: readonly LinkedOperation[] }
    | { readonly kind: 'operation'; readonly operation: LinkedOperation; readonly at: readonly LinkedOperation[] }
  );

/** The path of Base; without the current version, where paths have it. */
function baseOf(model: Model, stated: string): string {
  const path = stated.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '');
  const current = pathVersion(model);
  return current !== undefined && path.endsWith(`/${current}`) ? path.slice(0, -current.length - 1) : path;
}

/** The current version, where paths name versions. */
function pathVersion({ document }: Model): string | undefined {
  const { scheme, currentVersion } = document.versioning.facts;
  return valueOf(scheme)?.kind === 'path prefix' ? valueOf(currentVersion)?.version.text : undefined;
}

/** The number of fixed segments, from the left, that decide between two headings; -1 when it does not match. */
function match(operation: LinkedOperation, path: string): string | undefined {
  const wanted = operation.operation.path.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  let rank = '';
  for (const [i, segment] of wanted.entries()) {
    const open = segment.indexOf('{');
    if (open === -1) {
      if (segment !== decode(given[i]!)) return undefined;
      rank += '1';
      continue;
    }
    const tail = segment.slice(segment.indexOf('}') + 1);
    const value = given[i]!;
    if (!value.startsWith(segment.slice(0, open)) || !value.endsWith(tail) || value.length <= open + tail.length)
      return undefined;
    rank += '0';
  }
  return rank;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function at(model: Model, path: string): readonly LinkedOperation[] {
  let best = '';
  let found: LinkedOperation[] = [];
  for (const operation of model.operations.values()) {
    const rank = match(operation, path);
    if (rank === undefined || (found.length > 0 && rank < best)) continue;
    if (rank !== best || found.length === 0) found = [];
    best = rank;
    found.push(operation);
  }
  return found;
}

export function route(model: Model, sent: Sent): Routed {
  const bare = bareOf(model, sent);
  const found = at(model, bare.sent.path);
  if (found.length === 0 || !sent.path.startsWith(bare.prefix)) return { ...bare, kind: 'no path' };
  const wanted =
    found.find((o) => o.operation.method === sent.method) ??
    (sent.method === 'HEAD' ? found.find((o) => o.operation.method === 'GET') : undefined);
  if (!wanted) return { ...bare, kind: 'other method', at: found };
  return { ...bare, kind: 'operation', operation: wanted, at: found };
}

function bareOf(model: Model, sent: Sent): Bare {
  // Base is a statement for all operations.
  const [any] = model.operations.values();
  const base = baseOf(model, (any && valueOf(any.facts.base)) ?? '');
  const rest = sent.path.startsWith(base) ? sent.path.slice(base.length) : sent.path;
  const scheme = valueOf(model.document.versioning.facts.scheme);
  const query = scheme?.kind === 'query' ? withoutParameter(sent.query, scheme.name) : sent.query;
  const whole: Bare = { sent: { ...sent, path: rest, query }, prefix: base, segment: undefined };
  if (pathVersion(model) === undefined) return whole;
  const end = rest.indexOf('/', 1);
  const segment = decode(rest.slice(1, end === -1 ? undefined : end));
  const { missingVersion } = model.document.versioning.facts;
  const mayBeMissing = !['absent', 'none'].includes(missingVersion.status);
  if (!servedVersions(model).has(segment) && mayBeMissing && at(model, rest).length > 0) return whole;
  if (end === -1 || (segment === '' && !mayBeMissing)) return { ...whole, sent: { ...sent, path: '' } };
  return { sent: { ...sent, path: rest.slice(end) }, prefix: base + rest.slice(0, end), segment };
}

function withoutParameter(query: string, name: string): string {
  return query
    .split('&')
    .filter((one) => one.split('=')[0] !== name)
    .join('&');
}

/** The current one, and those that are listed: by a bullet, else by the table. */
export function servedVersions({ document }: Model): ReadonlySet<string> {
  const { facts, versions } = document.versioning;
  const current = valueOf(facts.currentVersion)?.version.text;
  const listed = facts.supportedVersions.status === 'none' ? [] : valueOf(facts.supportedVersions);
  const rows = versions.items.filter(({ status }) => !['withdrawn', undefined].includes(valueOf(status)));
  const served = listed?.map(({ text }) => text) ?? rows.map(({ name }) => name.text);
  return new Set(current === undefined ? [] : [current, ...served]);
}

/** Is what part 4 lists all there is? Notation, rules 3 and 4. */
export function isComplete(model: Model): boolean {
  const { title, endpoints } = model.document;
  if (endpoints.operations.mark === 'closed') return true;
  return endpoints.operations.mark === undefined && valueOf(title.lists) === 'complete unless marked';
}
