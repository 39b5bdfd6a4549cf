// The bullets of a scope, as facts. Input: its bullets and which of them are due. Output: facts in the writer, in written order,
// then those that are due and not there. Notation, rule 8.

import type { Span } from '../../../base/span.ts';
import { entriesOf, type Declaration, type Section, type SlotKey } from '../../../notation/declaration.ts';
import { absent, type Slot } from '../../../notation/slot.ts';
import { declared, type FactDraft } from './fact.ts';
import type { SlotWriter } from './writer.ts';

/** The bullets of a declared section; `at`: its heading. */
export function sectionFacts<R, Trait extends string>(
  writer: SlotWriter,
  section: Section<R, Trait>,
  record: Pick<R, SlotKey<R>>,
  at: Span,
  holds: (trait: Trait) => boolean,
  draft: (of: Declaration<unknown, Trait>) => Omit<FactDraft<never>, 'slot' | 'due' | 'of' | 'kind'>,
): void {
  const bullets = entriesOf(section).map(([key, of]) => ({ of, slot: record[key] as Slot<never> }));
  const inOrder = bullets.toSorted((a, b) => placeOf(a.slot) - placeOf(b.slot));
  for (const { of, slot } of inOrder)
    writer.add({
      ...draft(of),
      ...declared(of),
      slot: slot.status === 'absent' ? absent(at) : slot,
      due: of.due === 'always' || (of.due !== undefined && holds(of.due)),
      ...(of.settled !== undefined && { settled: holds(of.settled) }),
    });
}

function placeOf({ status, at }: Slot<unknown>): number {
  return status === 'absent' ? Infinity : at.start;
}
