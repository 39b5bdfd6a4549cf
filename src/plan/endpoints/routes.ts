// The path of an operation, in segments. Input: paths as written. Output: PathSegment.
// Notation, part 4, key Also at.

import { preconditionsOf } from '../../analysis/document/preconditions.ts';
import { headerKey, requestHeaders } from '../../analysis/document/request-headers.ts';
import { endingHeaders, versionHeaders } from '../../analysis/document/versions.ts';
import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { CrossOriginPlan, PathSegment } from '../plan.ts';

/** `/todos/{id}.json` → `todos`, and `{id}` with `.json` behind it. */
export function segmentsOf(path: string): readonly PathSegment[] {
  const pieces = path.replace(/^\//, '').split('/');
  return pieces.map((piece): PathSegment => {
    const open = piece.indexOf('{');
    // A segment with two parameters holds the operation; requests still find it, and get that answer.
    const close = piece.lastIndexOf('}');
    if (open === -1 || close < open) return { before: piece, parameter: undefined, after: '' };
    return { before: piece.slice(0, open), parameter: piece.slice(open + 1, close), after: piece.slice(close + 1) };
  });
}

export function alsoAt(linked: LinkedOperation): readonly (readonly PathSegment[])[] {
  return (valueOf(linked.facts.alsoAt) ?? []).map((path) => segmentsOf(path.replace(/^[A-Z]+ /, '')));
}

export function crossOriginOf(model: Model, linked: LinkedOperation): CrossOriginPlan | undefined {
  const { crossOrigin } = linked.facts;
  const value = valueOf(crossOrigin);
  if (value === undefined && crossOrigin.status !== 'any') return undefined;
  const tags = preconditionsOf(linked).map(({ header }) => headerKey(header.text));
  const version = versionHeaders(model).map(headerKey);
  const reads = [...new Set([...requestHeaders(linked).keys(), ...tags, ...version])];
  const shows = [...new Set([...shownHeaders(model, linked), ...endingHeaders(model)])];
  return {
    origins: value === undefined || value.kind === 'any' ? 'any' : value.origins,
    credentials: value?.credentials ?? false,
    ...(reads.length > 0 && { reads }),
    ...(shows.length > 0 && { shows }),
  };
}

/** Those of its successes and of the errors of the document; pages may see some without being told, and cookies never. */
function shownHeaders({ document }: Model, { facts }: LinkedOperation): readonly string[] {
  const marks = facts.repeatTable.items.flatMap((row) => (row.key === 'markedBy' ? [row.statement] : []));
  const rows = [...facts.statuses.items, ...document.errors.codes.items];
  const slots = [facts.headers, ...rows.map(({ headers }) => headers)];
  const names = [...slots, ...marks].flatMap((slot) => (valueOf(slot) ?? []).map(({ name }) => name.text));
  const told = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...told].flatMap(([key, name]) => (SEEN.has(key) ? [] : [name]));
}

/** https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name and #forbidden-response-header-name */
const SEEN: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
]);
