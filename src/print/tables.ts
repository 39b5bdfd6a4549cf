// Rows → tables. Input: a list, its columns and how each is printed. Output: lines of Markdown. A column that the rows do not
// have is left out; rows with different columns get separate tables, so that each is read as it was.

import { entriesOf, type Section, type SlotKey } from '../notation/declaration.ts';
import type { List, Slot } from '../notation/slot.ts';
import type { Place } from './slots.ts';
import { printSlot } from './slots.ts';

export interface Column<R> {
  readonly head: string;
  /** The status of the fact, to tell whether the row has this column. */
  readonly slot: (row: R) => Slot<unknown>;
  readonly print: (row: R) => string | undefined;
}

export function column<R, T>(head: string, slotOf: (row: R) => Slot<T>, printValue: (value: T) => string): Column<R> {
  const place: Place = 'cell';
  return { head, slot: slotOf, print: (row) => printSlot(slotOf(row), printValue, place) };
}

/** The columns of a declared table, in its order. */
export function columnsOf<R>(section: Section<R, string>): readonly Column<Pick<R, SlotKey<R>>>[] {
  return entriesOf(section).map(([key, { head, syntax }]) =>
    column(
      head,
      (row) => row[key] as Slot<unknown>,
      (value) => syntax.print(value),
    ),
  );
}

interface Group<R> {
  readonly columns: readonly Column<R>[];
  readonly rows: R[];
}

/** The list's mark is the last row of the table. `without`: the columns of a table without rows. */
export function printTable<R>(
  list: List<R>,
  firstHead: string,
  firstCell: (row: R) => string,
  columns: readonly Column<R>[],
  without: readonly Column<R>[] = [],
): string[] {
  if (!list.written) return [];
  const found = grouped(list.items, columns);
  const groups = found.length > 0 ? found : [{ columns: without, rows: [] }];
  const lines: string[] = [];
  groups.forEach((group, index) => {
    const last = index === groups.length - 1;
    lines.push(line([firstHead, ...group.columns.map((c) => c.head)]), `|${'---|'.repeat(group.columns.length + 1)}`);
    for (const row of group.rows) lines.push(line([firstCell(row), ...group.columns.map((c) => c.print(row) ?? '')]));
    if (last && list.mark) lines.push(line(markRow(list.mark, group.columns.length)));
    lines.push('');
  });
  return lines;
}

function markRow(mark: 'open' | 'closed', width: number): string[] {
  return mark === 'open'
    ? ['…', ...Array<string>(width).fill('not shown')]
    : ['none', ...Array<string>(width).fill('none')];
}

function grouped<R>(rows: readonly R[], columns: readonly Column<R>[]): Group<R>[] {
  const groups: Group<R>[] = [];
  let key: string | undefined;
  for (const row of rows) {
    const present = columns.filter((c) => !isLeftOut(c.slot(row)));
    const heads = present.map((c) => c.head).join('|');
    if (heads !== key) groups.push({ columns: present, rows: [] });
    key = heads;
    groups.at(-1)!.rows.push(row);
  }
  return groups;
}

function isLeftOut(slot: Slot<unknown>): boolean {
  return slot.status === 'absent' && slot.column !== undefined;
}

export function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}
