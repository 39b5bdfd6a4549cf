// What every reader of a part needs: the source and the list that findings go to. Input: both. Output: written places and findings about
// them. The one place in this stage that things are added to a list that others hold.

import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import type { Attributions } from './assumptions/attributions.ts';
import { readInline } from './inline.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';

export interface Reading {
  readonly source: string;
  /** Where a part that is left out would be: before the next one, else at the end of the document. */
  readonly end: number;
  readonly diagnostics: Diagnostic[];
  readonly form: Form & {
    readonly spellings: Spelling[];
    readonly tables: (readonly Span[])[];
    readonly meant: PartName[];
    readonly nearKeys: NearKey[];
  };
  /** What value grammars have answered before, by grammar and text. */
  readonly values: Map<unknown, Map<string, unknown>>;
  /** Only of an assumptions document: by whom, since when, why and until when each place is assumed. */
  readonly attributions?: Attributions;
}

/** A head, a key or a mark that is read, and that the notation spells in another way. */
export interface Spelling {
  readonly at: Span;
  readonly instead: string;
}

/** A statement that is no bullet: it has no effect, and the author should not write a second one beside it. */
export interface NearKey {
  readonly key: string;
  readonly at: Span;
}

/**
 * How a document is written, beside what it says. `tables`: the lines of each table that binds. `meant`: parts whose heading
 * is there in words that open none.
 */
export interface Form {
  readonly spellings: readonly Spelling[];
  readonly tables: readonly (readonly Span[])[];
  readonly meant: readonly PartName[];
  readonly nearKeys: readonly NearKey[];
}

/** Words as they are in the source, spelled as the notation does; what holds more than words is left alone. */
export function spelled(reading: Reading, at: Span, words: string, instead: string): void {
  const raw = reading.source.slice(at.start, at.end);
  if (words !== instead && raw.replace(/`/g, '').trim() === words) reading.form.spellings.push({ at, instead });
}

/** Words at a place: a cell, or the value of a bullet. `at` is the place as written, markup included. */
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
