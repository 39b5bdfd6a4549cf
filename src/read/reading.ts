// What every reader of a part needs: the source and the list that findings go to. In: both. Out: written places and
// findings about them. The one place in this stage that things are added to a list that others hold.

import type { Span } from '../base/span.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import { readInline } from './inline.ts';
import type { SourceText } from './source-text.ts';

export interface Reading {
  readonly source: string;
  readonly diagnostics: Diagnostic[];
  /** What value grammars have answered before, by grammar and text. */
  readonly values: Map<unknown, Map<string, unknown>>;
}

/** Words that stand at a place: a cell, or the value of a bullet. `at` is the place as written, markup included. */
export interface Written {
  readonly text: SourceText;
  readonly at: Span;
}

export function written(reading: Reading, at: Span, cell: boolean): Written {
  return { text: readInline(reading.source, at.start, at.end, cell).trim(), at };
}

/** Exactly as written. */
export function rawText(reading: Reading, at: Span): string {
  return reading.source.slice(at.start, at.end);
}

/** Short enough for a message, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
}

/** The text of a name: what one run of code ticks holds when nothing stands beside it, else the text as it is. */
export function withoutTicks(text: string): string {
  const words = text.trim();
  if (!words.startsWith('`')) return words;
  const found = /^(`+)([^`]|[^`][\s\S]*[^`])\1$/.exec(words);
  const inner = found?.[2];
  if (!found || inner === undefined) return words;
  const runs = inner.match(/`+/g) ?? [];
  return runs.some((run) => run.length === found[1]!.length) ? words : inner.trim();
}
