// The lines of a table as they are in the source: cells, and columns and rows that are put in. Input: the source and the table's
// place. Output: edits that only add. Notation, rule 1.3: a column that is left out.

import type { Span } from '../base/span.ts';
import { asCell, insertion, type Edit } from './edit.ts';
import { lineEnd, lineStart, newlineOf } from './lines.ts';

export function linesOf(source: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  for (let at = start; at < end;) {
    const stop = Math.min(lineEnd(source, at), end);
    lines.push({ start: at, end: stop });
    at = source.indexOf('\n', stop) + 1 || end;
  }
  return lines;
}

/** The cells of a line: a pipe divides unless it follows a backslash. */
export function cellsOf(line: string): string[] {
  const words = line.trim();
  const cells: string[] = [];
  let start = words.startsWith('|') ? 1 : 0;
  for (let at = start; at < words.length; at++) {
    if (words[at] === '\\') at++;
    else if (words[at] === '|') {
      cells.push(words.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = words.slice(start).trim();
  return last === '' && cells.length > 0 ? cells : [...cells, last];
}

/** A table whose lines have as many cells as its head; where they have not, check says so first. */
export function isEven(source: string, table: Span): boolean {
  const counts = linesOf(source, table).map(({ start, end }) => cellsOf(source.slice(start, end)).length);
  return counts.length > 1 && counts.every((count) => count === counts[0]);
}

/** Rows that name something, without head and dashes. */
export function rowCount(source: string, table: Span): number {
  return linesOf(source, table)
    .slice(2)
    .filter(({ start, end }) => !isLastRow(source.slice(start, end))).length;
}

/** `words` for the cell of a line; the head and the line of dashes are written by themselves. */
export function columnCells(
  source: string,
  table: Span,
  heads: readonly string[],
  words: (line: Span) => string = () => 'not shown',
): Edit[] {
  return linesOf(source, table).map((place, index) => {
    const line = source.slice(place.start, place.end).trimEnd();
    const isOpen = !/(?<!\\)(?:\\\\)*\|$/.test(line) || line.trim() === '|';
    const cell = isLastRow(line) ? 'none' : undefined;
    const cells = heads.map((head) => (index === 0 ? head : index === 1 ? '---' : (cell ?? asCell(words(place)))));
    return insertion(place.start + line.length, isOpen ? ` | ${cells.join(' | ')}` : ` ${cells.join(' | ')} |`);
  });
}

/** A whole table. */
export function tableLines(source: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [rowLine(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(rowLine)].join(newlineOf(source));
}

/** The row `…`, which says that there is more. */
export function openRow(source: string, table: Span): Span | undefined {
  return linesOf(source, table)
    .slice(2)
    .find(({ start, end }) => /^(?:…|\.\.\.)$/.test(cellsOf(source.slice(start, end))[0]!));
}

export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => asCell(cell)).join(' | ')} |`;
}

/** The cells of the head as written; undefined: there is no table (but a fence, a heading). */
export function headsIn(source: string, table: Span): readonly string[] | undefined {
  const [head, dashes] = linesOf(source, table);
  if (!head || !dashes || !/^[|:\-\s\u00a0]+$/.test(source.slice(dashes.start, dashes.end))) return undefined;
  const text = source.slice(head.start, head.end);
  return text.includes('|') ? cellsOf(text) : undefined;
}

/** Rows before the row `…`, else behind the last. */
export function rowLines(source: string, table: Span, rows: readonly (readonly string[])[]): Edit {
  const newline = newlineOf(source);
  const lines = rows.map(rowLine);
  const open = openRow(source, table);
  if (open) return insertion(lineStart(source, open.start), lines.map((line) => line + newline).join(''));
  const last = linesOf(source, table).at(-1)!;
  return insertion(lineEnd(source, last.start), lines.map((line) => newline + line).join(''));
}

/** The row that says that there are no more, as the reader has it (rule 1.4): with a word behind it, it would say something. */
export function isLastRow(line: string): boolean {
  const [first, ...rest] = cellsOf(line).map((cell) => cell.toLowerCase());
  return first === 'none' && rest.every((cell) => ['', 'none', '-', '—'].includes(cell));
}
