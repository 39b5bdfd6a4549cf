// Where an operation is met: its path in segments, and the stated path prefix. Input: paths and Base as written. Output: PathSegment.
// Notation, part 4, keys Base and Also at.

import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { CannotPlan } from '../cannot-plan.ts';
import type { CrossOriginPlan, PathSegment } from '../plan.ts';

/** `/todos/{id}.json` → `todos`, and `{id}` with `.json` behind it. */
export function segmentsOf(path: string): readonly PathSegment[] {
  const pieces = path.replace(/^\//, '').split('/');
  return pieces.map((piece): PathSegment => {
    const open = piece.indexOf('{');
    // What holds two parameters is held as a whole; it is still met, and answered so.
    const close = piece.lastIndexOf('}');
    if (open === -1 || close < open) return { before: piece, parameter: undefined, after: '' };
    return { before: piece.slice(0, open), parameter: piece.slice(open + 1, close), after: piece.slice(close + 1) };
  });
}

export function alsoAt(linked: LinkedOperation): readonly (readonly PathSegment[])[] {
  return (valueOf(linked.facts.alsoAt) ?? []).map((path) => segmentsOf(path.replace(/^[A-Z]+ /, '')));
}

/** The path of the stated Base, without a slash at its end; '' for none. */
export function basePath(model: Model): string {
  return pathOf(valueOf(model.document.endpoints.all.base) ?? '');
}

function pathOf(base: string): string {
  const path = base
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** One prefix is routed: an operation with another one, or a prefix with parameters, is not. */
export function checkBase(model: Model, linked: LinkedOperation): void {
  const own = pathOf(valueOf(linked.facts.base) ?? '');
  if (own !== basePath(model)) throw new CannotPlan('an operation has a Base of its own');
  if (own.includes('{')) throw new CannotPlan('Base holds a parameter');
}

export function crossOriginOf(linked: LinkedOperation): CrossOriginPlan | undefined {
  const value = valueOf(linked.facts.crossOrigin);
  if (linked.facts.crossOrigin.status === 'any') return { origins: 'any', credentials: false };
  return value && { origins: value.kind === 'any' ? 'any' : value.origins, credentials: value.credentials };
}
