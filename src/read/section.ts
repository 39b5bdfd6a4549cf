// A declared section, read. Input: bullets or the cells of a row, and the declarations of their record. Output: its slots.

import { oncePer } from '../base/once-per.ts';
import {
  entriesOf,
  type AnySection,
  type AnyTable,
  type Section,
  type SlotKey,
  type Slots,
} from '../notation/declaration.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import type { NamedSlot, Slot } from '../notation/slot.ts';
import type { Key } from './bullets.ts';
import type { TableKind } from './heads.ts';

interface Written {
  slot<T>(head: string, rule: SlotRule<T>): Slot<T>;
  slots?<T>(head: string, rule: SlotRule<T>): readonly Slot<T>[];
  prose?(head: string): Slot<string>;
  named?<T>(head: string, rule: SlotRule<T>): readonly NamedSlot<T>[];
}

export function readSection<R>(written: Written, section: Section<R, string>): Pick<R, SlotKey<R>> {
  const slots: Record<string, Slots<unknown> | undefined> = { ...emptyOf(section) };
  for (const [key, { head, many, syntax }] of entriesOf(section))
    slots[key] = syntax.prose
      ? written.prose!(head)
      : written[many === undefined ? 'slot' : many === true ? 'slots' : 'named']!(head, syntax);
  return slots as Pick<R, SlotKey<R>>;
}

/** With all its keys: a copy of it takes less time than an object that grows by them. */
const emptyOf = oncePer((section: object): Readonly<Record<string, undefined>> =>
  Object.fromEntries(Object.keys(section).map((key) => [key, undefined])),
);

/** The keys of its bullets. */
export const keysOf: (section: AnySection) => readonly Key[] = oncePer((section) =>
  Object.values(section).map(({ head, many }) => ({
    name: head,
    ...(many !== undefined && { many: true }),
    ...(many === 'named' && { named: true }),
  })),
);

/** How its heads are found. */
export const tableKindOf: (table: AnyTable) => TableKind = oncePer(
  ({ head, spellings = [], columns, furtherColumns }) => ({
    name: head,
    firstHeads: [head, ...spellings],
    columns: Object.fromEntries(
      Object.values(columns)
        .filter((one) => one.head !== head)
        .map((one) => [one.head, one.spellings ?? []]),
    ),
    ...(furtherColumns && { furtherColumns }),
  }),
);
