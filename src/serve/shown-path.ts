// A path as it may be written down. Input: the target of a request, and which of its segments are secret or hidden. Output: one
// short line of printable ASCII but for `…`: no query, no name or password of an address, no control character.

import type { PathSegment, Plan } from '../plan/plan.ts';
import { prefix, segmentsOf } from './routes.ts';
import { originForm } from './target.ts';

/** By the place of a segment, what is written for it. */
export type Veiled = ReadonlyMap<number, string>;

/** The fixed segments of all paths, where one of them has a value that is not shown; undefined: none has. */
export type FixedSegments = ReadonlySet<string> | undefined;

export interface ShownPath {
  readonly path: string;
  /** There is something behind it: a query, or a fragment that should not be there. */
  readonly more: boolean;
}

/** What the path of an operation hides, beside what others at the same path do. */
export function veilOf(
  path: readonly PathSegment[],
  unshown: readonly string[] = [],
  before: Veiled | undefined,
): Veiled | undefined {
  const places = path.flatMap(({ parameter, before: left, after }, place) =>
    parameter !== undefined && unshown.includes(parameter)
      ? [[place, `${plain(left)}{${plain(parameter)}}${plain(after)}`] as const]
      : [],
  );
  return places.length === 0 ? before : new Map([...(before ?? []), ...places]);
}

export function fixedSegments({ base, operations }: Plan): FixedSegments {
  if (operations.every(({ unshown }) => unshown === undefined)) return undefined;
  const paths = operations.flatMap(({ path, alsoAt }) => [path, ...alsoAt]);
  const fixed = [prefix(base), ...paths].flat().filter(({ parameter }) => parameter === undefined);
  return new Set(fixed.map(({ before }) => segmentsOf(`/${before}`)?.join('/') ?? before));
}

const LONGEST = 200;
/** What is allowed in a path: https://www.rfc-editor.org/rfc/rfc3986#section-3.3 */
const PLAIN = /^[\w\-.~!$&'()*+,;=:@%/]*$/;
const PLAIN_PATH = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;
const OTHER = /[^\w\-.~!$&'()*+,;=:@%/]/gu;

/** Of a path that the document has. */
export function shownPath(target: string, veiled: Veiled | undefined): ShownPath {
  if (veiled === undefined && target.length < LONGEST && PLAIN_PATH.test(target)) return { path: target, more: false };
  const { path, more } = pathOf(target);
  if (veiled === undefined) return { path: cut(plain(path)), more };
  const segments = path.slice(1).split('/');
  return { path: cut(`/${segments.map((one, place) => veiled.get(place) ?? plain(one)).join('/')}`), more };
}

/** Of any other: a mistyped path may hold what the right one hides, or an address with a password. */
export function shownAsSent(target: string, fixed: FixedSegments): ShownPath {
  const { path, more } = pathOf(target);
  const query = path.search(/%3f|%23/i);
  const segments = (query === -1 ? path : path.slice(0, query)).slice(1).split('/');
  const shown = segments.map((one) => {
    if (one === '' || fixed?.has(one) === true) return plain(one);
    return fixed === undefined ? withoutUser(one) : '…';
  });
  return { path: cut(`/${shown.join('/')}`), more: more || query !== -1 };
}

function withoutUser(segment: string): string {
  const encoded = segment.lastIndexOf('%40');
  const end = Math.max(segment.lastIndexOf('@') + 1, encoded === -1 ? 0 : encoded + 3);
  return end === 0 ? plain(segment) : `…${plain(segment.slice(end))}`;
}

function pathOf(target: string): ShownPath {
  const path = originForm(target);
  const end = path.search(/[?#]/);
  return end === -1 ? { path, more: false } : { path: path.slice(0, end), more: true };
}

/** A target is octets, each of them one character here. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(OTHER, (one) => {
    const code = one.codePointAt(0)!;
    return code < 256 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : encodeURIComponent(one.toWellFormed());
  });
}

/** Not more than a line of the log should have. */
export function cut(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST)}…`;
}
