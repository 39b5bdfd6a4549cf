// The tables of a section. Input: the section and the kinds of table that bind there. Output: rows whose cells are found by head, in any
// order and under any of the head's names; `…` rows and `none` rows mark the list. Notation, rules 1 and 3.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { cellCount, duplicateColumn, nestedBlock } from '../diagnostics/reading.ts';
import type { Absent, List, Slot } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import { readAttribution } from './assumptions/attribution-values.ts';
import { ATTRIBUTIONS, type Attribution, type FAULTY } from './assumptions/attributions.ts';
import type { BlockOf } from './blocks.ts';
import { fold, headsOf, isFurtherHead, isProseHead, type TableKind } from './heads.ts';
import type { Section } from './outline.ts';
import type { Reading, Written } from './reading.ts';
import { quoted, spelled, written } from './reading.ts';
import { splitRow } from './row-cells.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';
import { readProse, readSlot, readText } from './slots.ts';
import { kindOf, noSuchColumn, noSuchTable, wordsOfHead } from './which-table.ts';

export class Table {
  readonly #reading: Reading;
  readonly #kind: TableKind;
  readonly #block: BlockOf<'table'>;
  /** Column index by canonical head. */
  readonly #columns = new Map<string, { readonly index: number; readonly head: string }>();
  readonly #missing: Absent;
  readonly #width: number;
  /** Of an assumptions document: the columns that say who assumes a row. */
  readonly #attributions = new Map<Attribution, number>();
  /** Heads of further columns with their indexes. */
  readonly further: { readonly head: string; readonly index: number; readonly at: Span }[] = [];
  readonly #furtherHeads = new Set<string>();
  readonly rows: Row[] = [];
  mark: 'open' | 'closed' | undefined;
  /** The cell of its first head. */
  readonly first: Written;
  /** The row that says so. */
  markAt: Span | undefined;

  /** `heads`: the cells of its first line. */
  constructor(reading: Reading, kind: TableKind, block: BlockOf<'table'>, heads: readonly Span[]) {
    this.#reading = reading;
    this.#kind = kind;
    this.#block = block;
    const head = block.lines[0]!;
    this.#missing = absent({ start: head.end, end: head.end }, block.at);
    this.#width = heads.length;
    reading.form.tables.push(block.lines);
    this.first = written(reading, heads[0]!, true);
    this.#firstHead(this.first);
    heads.forEach((at, index) => index > 0 && this.#head(written(reading, at, true), index));
    this.#readRows();
  }

  get at(): Span {
    return this.#block.at;
  }

  /** A ticked first head is a field's name. */
  #firstHead(head: Written): void {
    const words = head.text.text.trim();
    this.#columns.set(this.#kind.name, { index: 0, head: words });
    if (headsOf(this.#kind).first.has(fold(words))) spelled(this.#reading, head.at, words, this.#kind.name);
  }

  #head(head: Written, index: number): void {
    const words = wordsOfHead(head);
    if (this.#isAttribution(head, words, index)) return;
    const name = headsOf(this.#kind).columns.get(fold(words));
    if (name !== undefined) {
      if (this.#columns.has(name))
        this.#reading.diagnostics.push(diagnose(duplicateColumn, head.at, { head: quoted(words) }));
      else {
        this.#columns.set(name, { index, head: words });
        spelled(this.#reading, head.at, words, name);
      }
    } else if (isFurtherHead(this.#kind, words)) {
      if (this.#furtherHeads.has(words))
        this.#reading.diagnostics.push(diagnose(duplicateColumn, head.at, { head: quoted(words) }));
      else {
        this.#furtherHeads.add(words);
        this.further.push({ head: words, index, at: head.at });
      }
    } else if (!isProseHead(words)) {
      this.#reading.diagnostics.push(noSuchColumn(head, this.#kind));
    }
  }

  #isAttribution(head: Written, words: string, index: number): boolean {
    const key = this.#reading.attributions && ATTRIBUTIONS.find((one) => fold(one) === fold(words));
    if (key === undefined) return false;
    if (this.#attributions.has(key))
      this.#reading.diagnostics.push(diagnose(duplicateColumn, head.at, { head: quoted(words) }));
    else this.#attributions.set(key, index);
    return true;
  }

  #attribute(line: Span, cells: readonly Span[]): void {
    const said = new Map<Attribution, string | typeof FAULTY>();
    for (const [key, index] of this.#attributions) {
      const at = cells[index];
      const value = at && readAttribution(this.#reading, key, written(this.#reading, at, true));
      if (value !== undefined) said.set(key, value);
    }
    this.#reading.attributions?.add('row', line, said);
  }

  #readRows(): void {
    const { lines } = this.#block;
    const delimiters = lines[1] ? splitRow(this.#reading.source, lines[1]).length : this.#width;
    if (delimiters !== this.#width) this.#wrongCount(lines[1]!, delimiters);
    const own = new Set(this.#attributions.values());
    for (const line of lines.slice(2)) {
      const cells = splitRow(this.#reading.source, line);
      const first = written(this.#reading, cells[0]!, true);
      if (this.#attributions.size > 0) this.#attribute(line, cells);
      const mark = this.#kind.isNoList
        ? undefined
        : markOf(this.#reading, first, own.size === 0 ? cells : cells.filter((_, index) => !own.has(index)));
      if (mark === 'open') spelled(this.#reading, first.at, first.text.text, '…');
      if (mark) {
        this.mark = mark === 'open' || this.mark === 'open' ? 'open' : 'closed';
        if (mark === this.mark) this.markAt = line;
      } else {
        if (cells.length !== this.#width) this.#wrongCount(line, cells.length);
        this.rows.push(new Row(this.#reading, this, line, cells, first));
      }
    }
  }

  #wrongCount(line: Span, found: number): void {
    const write =
      found > this.#width
        ? 'commas or "or" instead of the pipe, or `\\|`'
        : 'each cell of the row, `not shown` where nobody knows what it says';
    const counts = { found: String(found), expected: String(this.#width) };
    this.#reading.diagnostics.push(diagnose(cellCount, line, { ...counts, write }));
  }

  /** undefined: the table has no such column. */
  indexOf(column: string): number | undefined {
    return this.#columns.get(column)?.index;
  }

  /** The head as written. */
  headOf(column: string): string | undefined {
    return this.#columns.get(column)?.head;
  }

  get missing(): Absent {
    return this.#missing;
  }
}

export class Row {
  readonly #reading: Reading;
  readonly #table: Table;
  readonly #cells: readonly Span[];
  readonly at: Span;
  readonly first: Written;

  constructor(reading: Reading, table: Table, at: Span, cells: readonly Span[], first: Written) {
    this.#reading = reading;
    this.#table = table;
    this.#cells = cells;
    this.at = at;
    this.first = first;
  }

  /** The cell under a head; undefined where the column or the cell is missing. */
  cell(column: string): Written | undefined {
    const index = this.#table.indexOf(column);
    return index === undefined ? undefined : this.cellAt(index);
  }

  cellAt(index: number): Written | undefined {
    const at = this.#cells[index];
    return at && written(this.#reading, at, true);
  }

  slot<T>(column: string, rule: SlotRule<T>): Slot<T> {
    const cell = this.cell(column);
    if (!cell) return this.#without(column);
    const { blank } = rule;
    const own = rule.under?.(this.#table.headOf(column)!) ?? rule;
    return readSlot(this.#reading, cell, column, blank === undefined ? own : { ...own, blank });
  }

  text(column: string): Slot<string> {
    const cell = this.cell(column);
    return cell ? readText(this.#reading, cell, column) : this.#without(column);
  }

  /** The cell after the first, whatever its head is, by the name of the row. */
  slotBehind<T>(name: string, rule: SlotRule<T>): Slot<T> {
    const cell = this.cellAt(1);
    return cell ? readSlot(this.#reading, cell, name, rule) : this.#without(undefined);
  }

  prose(column: string): Slot<string> {
    const cell = this.cell(column);
    if (cell) return readProse(this.#reading, cell);
    return this.#table.indexOf(column) === undefined
      ? this.#table.missing
      : absent({ start: this.at.end, end: this.at.end });
  }

  /** The row's further columns by head. */
  further<T>(rule: SlotRule<T>): Map<string, Slot<T>> {
    const slots = new Map<string, Slot<T>>();
    for (const { head, index } of this.#table.further) {
      const cell = this.cellAt(index);
      slots.set(head, cell ? readSlot(this.#reading, cell, head, rule) : this.#without(undefined));
    }
    return slots;
  }

  /** No column: one gap for the table. A short row: a blank of its own, which `cell-count` has already reported. */
  #without(column: string | undefined): Slot<never> {
    if (column !== undefined && this.#table.indexOf(column) === undefined) return this.#table.missing;
    return { status: 'gap', how: 'blank', text: '', at: { start: this.at.end, end: this.at.end } };
  }
}

/** The tables of a section that are of one of these kinds; any other is an error where tables bind. */
export function readTables(
  reading: Reading,
  section: Section,
  kinds: readonly TableKind[],
  where: string,
  strict = true,
): { readonly kind: TableKind; readonly table: Table }[] {
  const found: { kind: TableKind; table: Table }[] = [];
  for (const block of section.blocks) {
    if (block.kind !== 'table') continue;
    const cells = splitRow(reading.source, block.lines[0]!);
    const head = written(reading, cells[0]!, true);
    const kind = kindOf(kinds, head);
    if (block.nested) {
      if (kind) reading.diagnostics.push(diagnose(nestedBlock, block.at, { what: `${kind.name} table` }));
    } else if (kind) found.push({ kind, table: new Table(reading, kind, block, cells) });
    else if (strict) {
      const heads = cells.map((cell) => written(reading, cell, true));
      reading.diagnostics.push(noSuchTable(heads, kinds, where));
    }
  }
  return found;
}

/** The rows of all tables of one kind, as one list. */
export function listOf<T>(
  tables: readonly { readonly kind: TableKind; readonly table: Table }[],
  kind: TableKind,
  section: Section,
  mark: 'open' | 'closed' | undefined,
  readRow: (row: Row) => T | undefined,
): List<T> {
  const own = tables.flatMap((one) => (one.kind === kind ? one.table : []));
  const items: T[] = [];
  let found = mark;
  for (const table of own) {
    if (table.mark === 'open' || found === undefined) found = table.mark ?? found;
    for (const row of table.rows) {
      const item = readRow(row);
      if (item !== undefined) items.push(item);
    }
  }
  const markAt = own.find((table) => table.mark === found)?.markAt;
  return {
    items,
    mark: found,
    ...(markAt && { markAt }),
    at: own[0]?.at ?? { start: section.at.end, end: section.at.end },
    written: own.length > 0,
  };
}

/** `…`: the list is open. `none`, with nothing after it: it is complete. */
function markOf(reading: Reading, first: Written, cells: readonly Span[]): 'open' | 'closed' | undefined {
  const words = first.text.text;
  if (words === '…' || words === '...') return 'open';
  if (words.toLowerCase() !== 'none') return undefined;
  const rest = cells.slice(1).map((at) => reading.source.slice(at.start, at.end).trim().toLowerCase());
  return rest.every((cell) => cell === '' || cell === 'none' || cell === '-' || cell === '—') ? 'closed' : undefined;
}
