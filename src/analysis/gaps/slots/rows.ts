// The slots of a declared table whose rows have names. Input: the rows, and how their cells are named. Output: facts in the
// writer: one gap for a column that every row leaves out, else a fact for each cell. Notation, rules 1.3 and 1.8.

import type { PartName } from '../../../base/parts.ts';
import {
  entriesOf,
  kindOf,
  type Declaration,
  type Section,
  type SlotKey,
  type ValueOf,
} from '../../../notation/declaration.ts';
import type { Slot } from '../../../notation/slot.ts';
import type { Features } from '../../document/features.ts';
import { declared, type FactDraft } from './fact.ts';
import type { SlotWriter } from './writer.ts';

type Named = Pick<FactDraft<unknown>, 'id' | 'subject' | 'names'>;

/** The features that a stated value needs, by column. */
export type CellFeatures<R> = { readonly [K in SlotKey<R>]?: (value: ValueOf<R[K]>, row: R) => Features };

export interface NamedRows<R, Trait extends string> {
  readonly part: PartName;
  readonly columns: Section<R, Trait>;
  /** Other declarations of the same columns, for a row of another sort. */
  readonly columnsOf?: (row: R) => Section<R, Trait>;
  readonly rows: readonly R[];
  readonly cell: (row: R, head: string, index: number) => Named;
  /** The fact of a column that is left out. Default: each cell is a fact all the same. */
  readonly column?: (head: string) => Named;
  readonly features?: CellFeatures<R>;
  readonly holds?: (trait: Trait, row: R) => boolean;
  /** Which cells of a row are facts; default: all. */
  readonly writes?: (row: R, head: string) => boolean;
  /** What else is written after the cells of a row. */
  readonly behind?: (row: R) => void;
  /** The facts of a row are written together, after the columns that are left out. Default: column by column. */
  readonly byRow?: true;
}

export function rowSlots<R, Trait extends string>(writer: SlotWriter, table: NamedRows<R, Trait>): void {
  const columns = entriesOf(table.columns).map(([key, of]) => ({
    of,
    cells: table.rows.map((row, index) => cellDraft(table, key, table.columnsOf?.(row)[key] ?? of, row, index)),
  }));
  const { part, column } = table;
  const isLeftOut = ({ of, cells }: (typeof columns)[number]): boolean =>
    column !== undefined &&
    cells.length > 0 &&
    cells.every(isWithoutColumn) &&
    (!cells.some(({ due, settled }) => due && !settled) ||
      writer.leftOut(cells, { part, of, kind: kindOf(of), ...column(of.head) }));
  if (table.byRow) {
    const there = columns.filter((one) => !isLeftOut(one));
    for (const [index, row] of table.rows.entries()) {
      for (const { of, cells } of there) if (table.writes?.(row, of.head) ?? true) writer.add(cells[index]!);
      table.behind?.(row);
    }
  } else for (const one of columns) if (!isLeftOut(one)) for (const cell of one.cells) writer.add(cell);
}

function isWithoutColumn({ slot }: FactDraft<unknown>): boolean {
  return slot.status === 'absent' && slot.column !== undefined;
}

function cellDraft<R, Trait extends string>(
  { part, cell, features, holds }: NamedRows<R, Trait>,
  key: SlotKey<R>,
  of: Declaration<unknown, Trait>,
  row: R,
  index: number,
): FactDraft<unknown> {
  const { due, settled, head } = of;
  const words = features?.[key] as ((value: unknown, row: R) => Features) | undefined;
  return {
    part,
    ...declared(of),
    ...cell(row, head, index),
    slot: row[key] as Slot<unknown>,
    due: due === 'always' || (due !== undefined && holds!(due, row)),
    settled: settled !== undefined && holds!(settled, row),
    ...(words && { words: (value) => words(value, row) }),
  };
}
