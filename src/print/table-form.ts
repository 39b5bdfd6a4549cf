// Tables as the notation's examples write them: one space around each cell, a pipe at both ends, three dashes under a head.
// Input: the lines of tables. Output: edits of whole lines; the text of a cell stays as it is. A line with more or fewer cells
// than the head is left alone.

import type { Span } from '../base/span.ts';
import type { Edit } from './edit.ts';
import { lineStart } from './lines.ts';
import { cellsOf } from './table-lines.ts';
import { line } from './tables.ts';

export function tableForm(source: string, tables: readonly (readonly Span[])[]): readonly Edit[] {
  return tables.flatMap((lines) => {
    const rows = lines.map((at) => ({ at: trimmed(source, at), cells: cellsOf(source.slice(at.start, at.end)) }));
    return rows.flatMap(({ at, cells }, index): Edit[] => {
      if (cells.length !== rows[0]!.cells.length) return [];
      const text = index === 1 ? `|${cells.map(dashes).join('|')}|` : line(cells);
      return text === source.slice(at.start, at.end) ? [] : [{ at, text }];
    });
  });
}

/** How the column is drawn stays as it is. */
function dashes(cell: string): string {
  return `${cell.startsWith(':') ? ':' : ''}---${cell.endsWith(':') ? ':' : ''}`;
}

/** From the margin on: white space before a row says nothing. */
function trimmed(source: string, { start, end }: Span): Span {
  const from = lineStart(source, start);
  const isAtMargin = source.slice(from, start).trim() === '';
  return { start: isAtMargin ? from : start, end: start + source.slice(start, end).trimEnd().length };
}
