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

type CellWords<R> = ((value: unknown, row: R) => Features) | undefined;

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
  const { rows } = table;
  if (rows.length === 0) return;
  const columns = entriesOf(table.columns);
  if (table.byRow) {
    const there = columns.filter(([key, of]) => !isLeftOut(writer, table, key, of));
    for (const [index, row] of rows.entries()) {
      for (const [key, of] of there)
        if (table.writes?.(row, of.head) ?? true) writeCell(writer, table, key, of, row, index);
      table.behind?.(row);
    }
    return;
  }
  for (const [key, of] of columns) {
    if (isLeftOut(writer, table, key, of)) continue;
    for (let index = 0; index < rows.length; index += 1) writeCell(writer, table, key, of, rows[index]!, index);
  }
}

/** Is there no such column? Where it is due, that is one gap. */
function isLeftOut<R, Trait extends string>(
  writer: SlotWriter,
  table: NamedRows<R, Trait>,
  key: SlotKey<R>,
  of: Declaration<unknown, Trait>,
): boolean {
  const { part, column, rows } = table;
  if (!column || !rows.every((row) => isWithoutColumn(row[key] as Slot<unknown>))) return false;
  const cells = rows.map((row, index) => cellDraft(table, key, declarationIn(table, key, of, row), row, index));
  return writer.leftOut(cells, { part, of, kind: kindOf(of), ...column(of.head) });
}

function isWithoutColumn(slot: Slot<unknown>): boolean {
  return slot.status === 'absent' && slot.column !== undefined;
}

function declarationIn<R, Trait extends string>(
  { columnsOf }: NamedRows<R, Trait>,
  key: SlotKey<R>,
  of: Declaration<unknown, Trait>,
  row: R,
): Declaration<unknown, Trait> {
  return columnsOf?.(row)[key] ?? of;
}

function writeCell<R, Trait extends string>(
  writer: SlotWriter,
  table: NamedRows<R, Trait>,
  key: SlotKey<R>,
  column: Declaration<unknown, Trait>,
  row: R,
  index: number,
): void {
  const of = declarationIn(table, key, column, row);
  // A large document has many cells that are no facts.
  const slot = row[key] as Slot<unknown>;
  if (slot.status === 'absent' && !isDue(table, of, row)) return;
  if (writer.counted(declared(of), slot, table.features?.[key] as CellWords<R>, row)) return;
  writer.add(cellDraft(table, key, of, row, index));
}

function isDue<R, Trait extends string>(
  { holds }: NamedRows<R, Trait>,
  { due }: Declaration<unknown, Trait>,
  row: R,
): boolean {
  return due === 'always' || (due !== undefined && holds!(due, row));
}

/** Whether it is due or settled counts only where nothing is stated. */
function cellDraft<R, Trait extends string>(
  table: NamedRows<R, Trait>,
  key: SlotKey<R>,
  of: Declaration<unknown, Trait>,
  row: R,
  index: number,
): FactDraft<unknown> {
  const { settled, head } = of;
  const words = table.features?.[key] as CellWords<R>;
  const slot = row[key] as Slot<unknown>;
  const isOpen = slot.status === 'absent' || slot.status === 'gap';
  const { id, subject, names } = table.cell(row, head, index);
  const { kind, none, any, half } = declared(of);
  return {
    id,
    part: table.part,
    of,
    kind,
    slot,
    due: slot.status !== 'absent' || isDue(table, of, row),
    settled: isOpen && settled !== undefined && table.holds!(settled, row),
    subject,
    names,
    words: words && ((value) => words(value, row)),
    none,
    any,
    half,
  };
}
