// What a gap does: a declaration says it (notation/declaration.ts), and for other kinds of facts this table. gaps.ts reads it.
// A kind that is not named here is held.

import type { AnyDeclaration, DeclaredKind, GapEffect } from '../../notation/declaration.ts';

export const HOLDS = {
  // the title
  lists: 'rests-on',
  // part 1, and whole parts
  purpose: 'reported',
  'part 2': 'held',
  'part 3': 'held',
  'part 4': 'held',
  'part 5': 'held',
  'part 6': 'event',
  'part 7': 'request',
  'part 8': 'rests-on',
  'part 9': 'rests-on',
  'open list': 'rests-on',
  // part 2
  resource: 'held',
  'field table': 'held',
  shown: 'held',
  // part 3
  machine: 'held',
  initial: 'held',
  'which move': 'request',
  'refused when due': 'held',
  'move otherwise': 'request',
  // part 4
  operation: 'held',
  'repeat table': 'rests-on',
  'success otherwise': 'request',
  'success without a row': 'request',
  // part 5
  scheme: 'held',
  // part 6
  delivery: 'event',
  event: 'event',
  // part 7
  'code word': 'answer',
  cause: 'request',
  // part 9
  'other versions': 'request',
} as const;

/** The kinds that no declaration of the notation has: gaps without a slot, and gaps of a whole scope. */
export type OtherKind = keyof typeof HOLDS;

export type FactKind = OtherKind | DeclaredKind;

/** What a fact is of: its declaration, or its kind where it has none. */
export interface OfKind {
  readonly of?: AnyDeclaration | undefined;
  readonly kind: FactKind;
}

export function effectOf({ of, kind }: OfKind): GapEffect {
  return of ? of.gap : HOLDS[kind as OtherKind];
}

/** What a table has of a fact: by its declaration, or by its kind where it has none. */
export function entryOf<T>(
  { of, kind }: OfKind,
  declared: ReadonlyMap<AnyDeclaration, T>,
  others: Partial<Readonly<Record<OtherKind, T>>>,
): T | undefined {
  return of ? declared.get(of) : others[kind as OtherKind];
}
