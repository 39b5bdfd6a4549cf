// The statements of a declared section as facts. Input: a record with its section, and what its statements share. Output: facts in the
// writer, in the order of the section. Notation, rules 1.3 and 1.8.

import type { Span } from '../../../base/span.ts';
import { statementsOf, type Declaration, type Section, type SlotKey } from '../../../notation/declaration.ts';
import { absent, type Slot } from '../../../notation/slot.ts';
import type { Features } from '../../document/features.ts';
import { declared, type FactDraft } from './fact.ts';
import { factName } from '../../document/slot-ids.ts';
import type { SlotWriter } from './writer.ts';

/** What the statements of a record share. */
export interface Shared<R, Trait extends string> extends Pick<FactDraft<never>, 'part' | 'subject' | 'names'> {
  /** The id of a statement of this name. */
  readonly id: (fact: string) => string;
  readonly holds: (trait: Trait) => boolean;
  readonly words?: (key: SlotKey<R>, value: never) => Features;
  /** Where one that is left out is reported; default: where it was looked for. */
  readonly at?: Span;
}

export function statementSlots<R, Trait extends string>(
  writer: SlotWriter,
  section: Section<R, Trait>,
  record: Pick<R, SlotKey<R>>,
  sharedBy: (of: Declaration<unknown, Trait>) => Shared<R, Trait>,
): void {
  for (const { key, of, slot, name } of statementsOf(section, record)) {
    const { id, holds, words, names, part, subject, at } = sharedBy(of);
    writer.add<never>({
      ...declared(of),
      part,
      subject,
      names: name ? { ...names, name: name.text } : names,
      id: id(name ? `${factName(of.head)}.${name.text}` : factName(of.head)),
      slot: (at && slot.status === 'absent' ? absent(at) : slot) as Slot<never>,
      due: of.due === 'always' || (of.due !== undefined && holds(of.due)),
      settled: of.settled !== undefined && holds(of.settled),
      ...(words && { words: (value) => words(key, value) }),
    });
  }
}
