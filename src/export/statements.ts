// Statements that a description of an interface has no word for, as they are written. Input: a record of the notation and its
// declaration. Output: members `x-ninefold-…`, one for each bullet or column that says something.

import { factName } from '../analysis/document/slot-ids.ts';
import { statementsOf, type Section, type SlotKey } from '../notation/declaration.ts';
import type { Slot } from '../notation/slot.ts';
import { isSaid } from './schema.ts';

/** `isExpressed`: says it in the words of the description itself. */
export function extensions<R, Trait extends string>(
  section: Section<R, Trait>,
  record: Pick<R, SlotKey<R>>,
  isExpressed: (key: SlotKey<R>, slot: Slot<unknown>) => boolean = () => false,
): Readonly<Record<string, unknown>> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(texts(section, record, isExpressed))) out[`x-ninefold-${name}`] = value;
  return out;
}

/** The same by the names of the facts. What may be written several times is a list. */
export function texts<R, Trait extends string>(
  section: Section<R, Trait>,
  record: Pick<R, SlotKey<R>>,
  isExpressed: (key: SlotKey<R>, slot: Slot<unknown>) => boolean = () => false,
): Readonly<Record<string, unknown>> {
  const out: Record<string, unknown> = {};
  for (const { key, of, slot, name } of statementsOf(section, record)) {
    if (!isSaid(slot) || isExpressed(key, slot)) continue;
    const text = 'text' in slot ? slot.text : '';
    const fact = factName(of.head);
    if (of.many === undefined) out[fact] = text;
    else
      out[fact] = [
        ...((out[fact] as readonly unknown[] | undefined) ?? []),
        name ? { name: name.text, is: text } : text,
      ];
  }
  return out;
}
