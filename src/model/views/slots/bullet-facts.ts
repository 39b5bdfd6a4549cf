// Bullets that are kept by their keys, as facts. In: the bullets of a scope and which of them are due. Out: facts in the
// writer, in written order, then those that are due and not there. Notation, rule 8.

import type { Slot } from '../../../notation/slot.ts';
import type { SlotWriter } from './writer.ts';

type FactDraftOf = Omit<Parameters<SlotWriter['add']>[0], 'slot' | 'due'>;

export function bulletFacts(
  writer: SlotWriter,
  bullets: ReadonlyMap<string, Slot<string>>,
  due: ReadonlySet<string>,
  at: { readonly start: number; readonly end: number },
  draft: (key: string) => FactDraftOf,
): void {
  for (const [key, slot] of bullets) writer.add({ ...draft(key), slot, due: due.has(key) });
  for (const key of due)
    if (!bullets.has(key)) writer.add({ ...draft(key), slot: { status: 'absent', at }, due: true });
}
