// What an operation can come to when all goes well, and what of it no row of its Status table speaks of. Comes in: a
// linked operation. Goes out: outcome words. Notation, part 4, table Status, head When.

import type { Effect } from '../effects.ts';
import type { OutcomeWord } from '../endpoints.ts';
import type { LinkedOperation } from '../model.ts';
import { valueOf } from '../status.ts';
import { effectsOf } from './targets.ts';

const OUTCOMES: Partial<Record<Effect['kind'], readonly OutcomeWord[]>> = {
  reads: ['found'],
  lists: ['found'],
  creates: ['created'],
  'creates or replaces': ['created', 'replaced'],
  updates: ['updated'],
  'updates every': ['updated'],
  'merges into': ['updated'],
  sets: ['updated'],
  replaces: ['replaced'],
  moves: ['moved'],
  'moves every': ['moved'],
  deletes: ['deleted'],
  'deletes every': ['deleted'],
};

/** Empty where this runtime does not know: another word of Does holds the operation. */
export function outcomesOf(linked: LinkedOperation): readonly OutcomeWord[] {
  return [...new Set(effectsOf(linked).flatMap((effect) => OUTCOMES[effect.kind] ?? []))];
}

/** Several effects come to one outcome: a row that names any of them speaks of all. */
export function isOneOutcome(linked: LinkedOperation): boolean {
  const effects = effectsOf(linked);
  return effects.length > 1 && !effects.some((effect) => effect.kind === 'creates or replaces');
}

/** Outcomes that no row names, not even under a condition. */
export function unansweredOutcomes(linked: LinkedOperation): readonly OutcomeWord[] {
  const named = new Set<OutcomeWord>();
  for (const row of linked.facts.statuses.items) {
    const when = valueOf(row.when);
    if (when?.kind === 'outcome') for (const word of when.outcomes) named.add(word);
  }
  const left = outcomesOf(linked).filter((word) => !named.has(word));
  return isOneOutcome(linked) && left.length < outcomesOf(linked).length ? [] : left;
}
