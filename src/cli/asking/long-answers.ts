// Answers of several lines: parts, sections, tables, prose. Input: a question. Output: whether its answer may continue behind the
// first line, and whether that line is all of it.

import { printable } from '../../diagnostics/render-pretty.ts';
import type { Model } from '../../model/model.ts';
import { factOf } from '../../analysis/questions/questions.ts';
import { isBlockPlace } from '../../print/print.ts';

export function takesLines(model: Model, id: string): boolean {
  const fact = factOf(model, id);
  return fact !== undefined && (fact.kind === 'open list' || isBlockPlace({ model, fact }));
}

/** A word of the notation is a whole answer. */
export function isWhole(line: string): boolean {
  return /^(?:none|any)\.?$|^not shown\b/i.test(line.trim()) || isMark(line);
}

/** What people type where they do not know: it states nothing, for any question. */
export function isMark(words: string): boolean {
  return /^(?:[-–—?.…\s]+|tb[da]|n\/a|n\.a\.)$/i.test(words.trim());
}

/** With the numbers that `:line` takes. */
export function numberedLines(words: string): string {
  const lines = words.split('\n');
  const width = String(lines.length).length;
  return [
    ...lines.map((line, index) => `  ${String(index + 1).padStart(width)}  ${printable(line)}`.trimEnd()),
    '  `:line 2 <words>` replaces the second line, `:line 2` takes it out',
  ].join('\n');
}

/** The arguments of `:line`: the number of a line, or of one more at the end, and its words. */
export function withLine(words: string, rest: string): { readonly words: string } | { readonly why: string } {
  const lines = words.split('\n');
  const [, number = '', text] = /^(\d{1,6})(?: (.*))?$/su.exec(rest) ?? [];
  const at = Number(number) - 1;
  const most = text === undefined ? lines.length : lines.length + 1;
  if (number === '' || at < 0 || at >= most) return { why: numberedLines(words) };
  return { words: lines.toSpliced(at, 1, ...(text === undefined ? [] : [text])).join('\n') };
}
