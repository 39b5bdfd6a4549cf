// What narrows under what an operation is called, and has no form in the plan yet. Input: an operation. Output: nothing, or CannotPlan.
// The gap view holds such an operation already; this is the second lock on the door: a statement that restricts is never served as if it
// were not there (design, section 2).

import type { LinkedOperation } from '../../model/model.ts';
import type { Slot } from '../../notation/slot.ts';
import { isSafe } from '../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { CannotPlan } from '../cannot-plan.ts';

export function checkRestrictions(linked: LinkedOperation): void {
  const { facts, operation } = linked;
  const { who, repeat, headersIn, preconditions } = facts;
  if (who.status !== 'stated') throw new CannotPlan('who may call is not stated');
  if (repeat.status === 'stated' && isKept(repeat.value.kind)) {
    throw new CannotPlan('no answer is kept for a repeated request');
  }
  for (const fact of [headersIn, preconditions] as readonly Slot<unknown>[]) {
    if (fact.status === 'stated') throw new CannotPlan(`"${fact.text}" has no form here`);
  }
  if (operation.facts.emits.status === 'stated' && effectsOf(linked).every(isSafe))
    throw new CannotPlan('an event speaks of a row that is changed');
}

/** Does a repetition need what the first request left behind? */
function isKept(kind: 'safe' | 'same effect' | 'again' | 'key' | 'same values'): boolean {
  return kind === 'key' || kind === 'same values';
}
