// What is open at a place, with its question. Input: a model, and where a fact belongs. Output: the member `x-not-shown`, or nothing.
// The gap view says what is open; nothing else here does.

import { oncePer } from '../base/once-per.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { SlotPath } from '../analysis/document/slot-ids.ts';
import type { Model } from '../model/model.ts';
import type { Slot } from '../notation/slot.ts';

export interface NotShown {
  readonly gap: string;
  readonly question: string;
}

export interface MayBeOpen {
  readonly 'x-not-shown'?: readonly NotShown[];
}

/** What cannot be read is not known, either. What this runtime cannot do is stated. */
const OPEN: ReadonlySet<string> = new Set(['gap', 'unreadable']);

/** The cells of a column that is left out are one slot: only its id tells which fact is meant. */
const factsBySlot = oncePer((model: Model) => {
  const facts = new Map<Slot<unknown>, { readonly id: string } | undefined>();
  for (const fact of slotsOf(model).open.values())
    if (fact.slot) facts.set(fact.slot, facts.has(fact.slot) ? undefined : fact);
  return facts;
});

/** The gap in the place of a fact. */
export function openAt(model: Model, path: SlotPath, slot?: Slot<unknown>): readonly NotShown[] {
  const slots = slotsOf(model);
  if (slots.open.size === 0) return [];
  const own = slot && factsBySlot(model).get(slot);
  const fact = own ? slots.open.get(own.id) : slots.covering(path);
  return fact && OPEN.has(fact.status) ? [{ gap: fact.id, question: fact.question }] : [];
}

/** Each once. */
export function notShown(found: readonly NotShown[]): MayBeOpen {
  const all = [...new Map(found.map((one) => [one.gap, one])).values()];
  return all.length === 0 ? {} : { 'x-not-shown': all };
}

const holdsOf = oncePer((model: Model) => new Map(gapView(model).operations.map((one) => [one.id, one])));

/** All that is open of an operation. */
export function openOf(model: Model, heading: string): readonly NotShown[] {
  const holds = holdsOf(model).get(heading);
  if (!holds) return [];
  const ids = [...holds.heldBy, ...holds.partlyHeldBy, ...holds.restsOn];
  return ids.flatMap((id) => {
    const fact = slotsOf(model).open.get(id);
    return fact && OPEN.has(fact.status) ? [{ gap: id, question: fact.question }] : [];
  });
}

/** All that is open of the document, in the order of its parts. */
export function openOfAll(model: Model): readonly NotShown[] {
  return gapView(model).gaps.flatMap(({ id, status, question }) => (OPEN.has(status) ? [{ gap: id, question }] : []));
}
