// What each kind of effect is: which step its rows take, what it may come to, and what else follows from the kind alone.
// Input: an effect. Output: its traits; every kind has a row. Notation, part 4, "What a call does".

import type { OutcomeWord } from '../../notation/values/answers.ts';
import type { Effect } from '../../notation/values/effects.ts';

/** `token`: no row of a resource; `other`: an effect that this runtime does not do. */
export type TouchKind = 'read' | 'write' | 'every' | 'create' | 'put' | 'delete' | 'list' | 'token' | 'other';

export interface EffectTraits {
  readonly touch: TouchKind;
  /** Its outcomes when all goes well; empty where this runtime does not know. */
  readonly outcomes: readonly OutcomeWord[];
  /** Whether there was a row decides the answer, whatever else is done. */
  readonly decides?: true;
  /** All rows that match, not one. */
  readonly many?: true;
  /** Order, Pages and the rows of a query are about it. */
  readonly lists?: true;
  /** It changes nothing that is kept. */
  readonly safe?: true;
}

export const EFFECT_TRAITS: Readonly<Record<Effect['kind'], EffectTraits>> = {
  reads: { touch: 'read', outcomes: ['found'], safe: true },
  lists: { touch: 'list', outcomes: ['found'], many: true, lists: true, safe: true },
  'lists values': { touch: 'list', outcomes: ['found'], many: true, lists: true, safe: true },
  creates: { touch: 'create', outcomes: ['created'] },
  'creates or keeps': { touch: 'create', outcomes: ['created', 'unchanged'], decides: true },
  'creates or replaces': { touch: 'put', outcomes: ['created', 'replaced'], decides: true },
  'creates every in body': { touch: 'other', outcomes: [] },
  updates: { touch: 'write', outcomes: ['updated'] },
  'updates every': { touch: 'every', outcomes: ['updated'], many: true },
  'merges into': { touch: 'write', outcomes: ['updated'] },
  sets: { touch: 'write', outcomes: ['updated'] },
  replaces: { touch: 'write', outcomes: ['replaced'] },
  moves: { touch: 'write', outcomes: ['moved'] },
  'moves every': { touch: 'every', outcomes: ['moved'], many: true },
  deletes: { touch: 'delete', outcomes: ['deleted'] },
  'deletes every': { touch: 'delete', outcomes: ['deleted'], many: true },
  'signs in': { touch: 'read', outcomes: ['signed in'] },
  'issues token': { touch: 'token', outcomes: ['signed in'] },
  'ends token': { touch: 'token', outcomes: ['deleted'] },
};

export type Lists = Extract<Effect, { readonly kind: 'lists' | 'lists values' }>;

/** The rows that an order and a query go by are those of its resource. */
export function isList(effect: Effect): effect is Lists {
  return EFFECT_TRAITS[effect.kind].lists === true;
}

export function isSafe({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].safe === true;
}
