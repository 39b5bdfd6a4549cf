// The path of an operation, in segments. Input: paths as written. Output: PathSegment.
// Notation, part 4, key Also at.

import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation } from '../../model/model.ts';
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

export function crossOriginOf(linked: LinkedOperation): CrossOriginPlan | undefined {
  const value = valueOf(linked.facts.crossOrigin);
  if (linked.facts.crossOrigin.status === 'any') return { origins: 'any', credentials: false };
  return value && { origins: value.kind === 'any' ? 'any' : value.origins, credentials: value.credentials };
}
