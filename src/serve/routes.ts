// Paths. Input: the patterns of all operations. Output: for a request's path the operations that have it, fixed segments before
// parameters from left to right. Notation, part 4: "Fixed path segments win over {param}".

import type { PathSegment } from '../plan/plan.ts';

/** One way to read a path: what is at its end, and the decoded parameters from left to right. */
export interface Found<T> {
  readonly end: T;
  readonly values: readonly string[];
}

interface Hole<T> {
  readonly before: string;
  readonly after: string;
  readonly node: Node<T>;
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  /** The longer the fixed text around a parameter, the earlier it is tried. */
  readonly holes: Hole<T>[];
  end: T | undefined;
}

export interface Routes<T> {
  /** What is at the end of this pattern; made when it is new. */
  at(pattern: readonly PathSegment[], make: () => T): T;
  /** What is at the end of every pattern. */
  ends(): readonly T[];
  /** The path's reading with the most fixed segments from the left. Undefined when there is none. */
  find(segments: readonly string[]): Found<T> | undefined;
}

export function routes<T>(): Routes<T> {
  const root: Node<T> = node();
  const ends: T[] = [];
  return {
    ends: () => ends,
    at(pattern, make) {
      let at = root;
      for (const segment of pattern) at = child(at, segment);
      if (at.end === undefined) ends.push((at.end = make()));
      return at.end;
    },
    find(segments) {
      const values: string[] = [];
      const end = search(root, segments, 0, values);
      return end === undefined ? undefined : { end, values };
    },
  };
}

function node<T>(): Node<T> {
  return { fixed: new Map(), holes: [], end: undefined };
}

function child<T>(parent: Node<T>, segment: PathSegment): Node<T> {
  const { parameter } = segment;
  const before = decoded(segment.before);
  const after = decoded(segment.after);
  if (parameter === undefined) {
    const text = before + after;
    let next = parent.fixed.get(text);
    if (next === undefined) parent.fixed.set(text, (next = node()));
    return next;
  }
  const known = parent.holes.find((hole) => hole.before === before && hole.after === after);
  if (known !== undefined) return known.node;
  const hole = { before, after, node: node<T>() };
  parent.holes.push(hole);
  parent.holes.sort((a, b) => b.before.length + b.after.length - a.before.length - a.after.length);
  return hole.node;
}

function search<T>(at: Node<T>, segments: readonly string[], depth: number, values: string[]): T | undefined {
  if (depth === segments.length) return at.end;
  const segment = segments[depth]!;
  const fixed = at.fixed.get(segment);
  if (fixed !== undefined) {
    const end = search(fixed, segments, depth + 1, values);
    if (end !== undefined) return end;
  }
  for (const { before, after, node } of at.holes) {
    const around = before.length + after.length;
    // A parameter is never empty.
    if (segment.length <= around || (around > 0 && !(segment.startsWith(before) && segment.endsWith(after)))) continue;
    values.push(around === 0 ? segment : segment.slice(before.length, segment.length - after.length));
    const end = search(node, segments, depth + 1, values);
    if (end !== undefined) return end;
    values.pop();
  }
  return undefined;
}

/** The segments of a target's path, decoded. Undefined: not percent-encoded UTF-8. RFC 3986, section 3.3. */
export function segmentsOf(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** A heading may write a path as a request has it. */
function decoded(text: string): string {
  return text.includes('%') ? (segmentsOf(`/${text}`)?.join('/') ?? text) : text;
}

/** A stated prefix as fixed segments. */
export function prefix(base: string): readonly PathSegment[] {
  if (base === '' || base === '/') return [];
  const segments = base.replace(/\/$/, '').slice(1).split('/');
  return segments.map((before) => ({ before, parameter: undefined, after: '' }));
}

/** `/todos/{id}` */
export function shownPattern(pattern: readonly PathSegment[]): string {
  const segments = pattern.map(({ before, parameter, after }) =>
    parameter === undefined ? before + after : `${before}{${parameter}}${after}`,
  );
  return `/${segments.join('/')}`;
}
