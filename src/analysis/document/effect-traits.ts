// What each kind of effect is: which step its rows take, what it may come to, and what else follows from the kind alone.
// Input: an effect. Output: its traits; every kind has a row. Notation, part 4, "What a call does".

import type { OutcomeWord } from '../../notation/values/answers.ts';
import type { Effect } from '../../notation/values/effects.ts';

/** `token`: no row of a resource; `other`: an effect that this runtime does not do. */
export type TouchKind = 'read' | 'write' | 'every' | 'create' | 'put' | 'delete' | 'list' | 'token' | 'other';

/** How the values of a body go into a row. */
export type TakenAs = 'create' | 'replace' | 'merge' | 'update';

export interface EffectTraits {
  readonly touch: TouchKind;
  /** Its outcomes when all goes well, the last one that of a row that was there; empty where this runtime does not know. */
  readonly outcomes: readonly OutcomeWord[];
  /** It takes the values of a row from the body. */
  readonly takes?: TakenAs;
  /** It works on one row that is already there, which is then … */
  readonly found?: 'read' | 'changed' | 'replaced' | 'deleted' | 'moved';
  /** Whether there was a row decides the answer, whatever else is done. */
  readonly decides?: true;
  /** All rows that match, or that are sent, not one. */
  readonly many?: true;
  /** Order, Pages and the rows of a query are about it. */
  readonly lists?: true;
  /** It changes nothing that is kept. */
  readonly safe?: true;
  /** It is about who calls: its values have their own way into the operation. */
  readonly signs?: true;
}

export const EFFECT_TRAITS: Readonly<Record<Effect['kind'], EffectTraits>> = {
  reads: { touch: 'read', outcomes: ['found'], found: 'read', safe: true },
  lists: { touch: 'list', outcomes: ['found'], many: true, lists: true, safe: true },
  'lists values': { touch: 'list', outcomes: ['found'], many: true, lists: true, safe: true },
  creates: { touch: 'create', outcomes: ['created'], takes: 'create' },
  'creates or keeps': { touch: 'create', outcomes: ['created', 'unchanged'], takes: 'create', decides: true },
  'creates or replaces': { touch: 'put', outcomes: ['created', 'replaced'], takes: 'create', decides: true },
  'creates every in body': { touch: 'create', outcomes: ['created'], takes: 'create', many: true },
  updates: { touch: 'write', outcomes: ['updated'], takes: 'update', found: 'changed' },
  'updates every': { touch: 'every', outcomes: ['updated'], takes: 'update', many: true },
  'merges into': { touch: 'write', outcomes: ['updated'], takes: 'merge', found: 'changed' },
  sets: { touch: 'write', outcomes: ['updated'] },
  replaces: { touch: 'write', outcomes: ['replaced'], takes: 'replace', found: 'replaced' },
  moves: { touch: 'write', outcomes: ['moved'], found: 'moved' },
  'moves every': { touch: 'every', outcomes: ['moved'], many: true },
  deletes: { touch: 'delete', outcomes: ['deleted'], found: 'deleted' },
  'deletes every': { touch: 'delete', outcomes: ['deleted'], many: true },
  'signs in': { touch: 'read', outcomes: ['signed in'], signs: true },
  'issues token': { touch: 'token', outcomes: ['signed in'], signs: true },
  'ends token': { touch: 'token', outcomes: ['deleted'], signs: true },
};

/** What is done to rows that are kept. */
export const WRITES: ReadonlySet<TouchKind> = new Set(['write', 'every', 'create', 'put', 'delete']);

/** What is done to rows that are there already, and leaves them changed, or removes them. */
export const CHANGES: ReadonlySet<TouchKind> = new Set(['write', 'every', 'put', 'delete']);

export type Lists = Extract<Effect, { readonly kind: 'lists' | 'lists values' }>;
export type Moves = Effect & { readonly kind: 'moves' | 'moves every' };
export type Deletes = Effect & { readonly kind: 'deletes' | 'deletes every' };

/** The rows that an order and a query go by are those of its resource. */
export function isList(effect: Effect): effect is Lists {
  return EFFECT_TRAITS[effect.kind].lists === true;
}

export function isMove(effect: Effect): effect is Moves {
  return EFFECT_TRAITS[effect.kind].outcomes.includes('moved');
}

export function isDeletion(effect: Effect): effect is Deletes {
  return EFFECT_TRAITS[effect.kind].touch === 'delete';
}

export function isSafe({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].safe === true;
}

/** It takes the values of a row from the body. */
export function takesValues({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].takes !== undefined;
}

/** It makes rows from what is sent. */
export function isCreation({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].takes === 'create';
}

/** It makes rows, and a row that is there already stays as it is. */
export function onlyCreates(effect: Effect): boolean {
  return isCreation(effect) && EFFECT_TRAITS[effect.kind].touch !== 'put';
}

/** What is sent takes the place of values that a row has. */
export function overwrites(effect: Effect): boolean {
  return takesValues(effect) && !onlyCreates(effect);
}

/** It changes, replaces or deletes one row that is there already, and does not move it. */
export function changesFound({ kind }: Effect): boolean {
  const { found, touch } = EFFECT_TRAITS[kind];
  return touch === 'put' || (found !== undefined && found !== 'read' && found !== 'moved');
}

/** Where there is no such row, there is nothing to do: `deletes R if there`. */
export function mayFindNone(effect: Effect): boolean {
  return 'ifThere' in effect && effect.ifThere === true;
}

/** It works on one row that is already there. */
export function isOfOneRow({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].found !== undefined;
}
