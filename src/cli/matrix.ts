// `ninefold check FILE --matrix`: who may call what, on a row in which state, for people. Input: a matrix. Output: lines that fit the
// terminal. States that are alike are together, and so do callers. docs/matrix.md describes it.

import { oneLine } from '../diagnostics/render-line.ts';
import { type AlikeRows, alikeRows, callerText, cellText, type Matrix } from '../analysis/permissions/matrix.ts';
import type { Console } from './console.ts';

/** Characters of a line, where the terminal does not say. */
const WIDTH = 80;
const NARROWEST = 24;

export function showMatrix(file: string, { callers, rows }: Matrix, console: Console): void {
  const width = Math.max(NARROWEST, console.columns ?? WIDTH);
  const names = callers.map(callerText);
  const lines = [console.paint('bold', oneLine(file)), ...wrapped(`callers: ${names.join(', ')}`, 0, width)];
  for (const [operation, own] of Map.groupBy(alikeRows(rows), (row) => row.operation)) {
    lines.push('', console.paint('bold', oneLine(operation)));
    for (const row of own) lines.push(...linesOf(row, names, width));
  }
  console.out(lines.join('\n'));
}

function linesOf({ machine, states, cells }: AlikeRows, names: readonly string[], width: number): readonly string[] {
  const head = machine === undefined ? [] : wrapped(`${machine}: ${states.join(', ')}`, 2, width);
  const indent = machine === undefined ? 2 : 4;
  const named = cells.map((cell, index) => ({ text: cellText(cell), name: names[index]! }));
  const byText = Map.groupBy(named, ({ text }) => text);
  const isAll = byText.size === 1 && names.length > 1;
  const of = (those: typeof named): string => (isAll ? 'everybody' : those.map(({ name }) => name).join(', '));
  return [...head, ...[...byText].flatMap(([text, those]) => wrapped(`${of(those)}: ${text}`, indent, width))];
}

/** Words of a line, as many as fit; what is longer than a line stays whole. */
function wrapped(text: string, indent: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of oneLine(text).split(' ')) {
    const margin = ' '.repeat(lines.length === 0 ? indent : indent + 2);
    if (line === '') line = margin + word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = ' '.repeat(indent + 2) + word;
    }
  }
  return line === '' ? lines : [...lines, line];
}
