// Texts with holes, and the words that fill them. Input: a text or header of the plan. Output: functions from row and words to
// text. Notation, part 4 "Shapes and templates": `"<base>/orders/<code>"`, headers of the Status and Code tables.

import { instantText, type Clock } from './clock.ts';
import type { HeaderPlan, Output } from '../plan/output.ts';
import type { Bindings, Row } from '../store/store.ts';
import { texter } from './resources.ts';

/** What fills the holes of one answer. */
export interface Words {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly bindings: Bindings;
  /** Of a refusal: the failed field at hand, and all of them. */
  readonly failure: FailureWords | undefined;
  readonly failures: readonly FailureWords[];
}

/** The words of one failure, extra columns of the Code table included; what is not known is left out. */
export type FailureWords = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Undefined: the word is not known, and what holds it is left out. */
export type Build = (row: Row, words: Words) => string | undefined;

/** `constant` is there when every answer has the same text. */
export interface Piece {
  readonly constant?: string;
  readonly build: Build;
}

export interface Setting {
  readonly clock: Clock;
  /** Column → place in the row. */
  readonly columns: ReadonlyMap<string, number>;
  /** Words with one value for all answers: `base`; in a refusal also `code`, `status`, … */
  readonly constants: Readonly<Record<string, string | number | undefined>>;
  /** Inside of what repeats once for each failure. */
  readonly perFailure?: boolean;
}

export function constant(text: string): Piece {
  return { constant: text, build: () => text };
}

export function place(column: string, setting: Setting): number {
  const at = setting.columns.get(column);
  if (at === undefined) throw new Error(`the answer names the column ${column}, which its row does not have`);
  return at;
}

/** A word's value for this answer. */
type Lookup = (words: Words) => string | number | readonly string[] | undefined;

export function lookup(
  word: string,
  setting: Setting,
): { readonly known: string | number } | { readonly find: Lookup } {
  const known = setting.constants[word];
  if (known !== undefined && (setting.perFailure !== true || word === 'base')) return { known };
  if (word === 'total') return { find: (words) => words.total };
  if (word === 'token') return { find: (words) => String(words.bindings['new.token']) };
  if (word === 'now') return { find: (words) => instant(words.bindings, setting.clock) };
  return { find: (words) => words.failure?.[word] };
}

/** The one instant of a request, where it has one already. */
export function instant(bindings: Bindings, clock: Clock): string {
  return (bindings['now'] as string | null | undefined) ?? instantText(clock.now());
}

type TextOutput = Extract<Output, { kind: 'text' }>;

/** Text with holes. `encode` is applied to what comes from rows behind other text, `wrap` to the whole. */
export function compileText(
  output: TextOutput,
  setting: Setting,
  encode: (text: string) => string,
  wrap: (text: string) => string,
): Piece {
  const parts = output.parts.map((part, index): string | ((row: Row, words: Words) => string | number | undefined) => {
    if (typeof part === 'string') return part;
    if ('word' in part) {
      const found = lookup(part.word, setting);
      if ('known' in found) return `${found.known}`;
      return (_row, words) => {
        const value = found.find(words);
        return typeof value === 'object' ? undefined : value;
      };
    }
    const at = place(part.column, setting);
    const text = texter(part.value);
    return index === 0 ? (row) => text(row[at]!) : (row) => encode(text(row[at]!));
  });
  if (parts.every((part) => typeof part === 'string')) return constant(wrap(parts.join('')));
  return {
    build: (row, words) => {
      let text = '';
      for (const part of parts) {
        const next = typeof part === 'string' ? part : part(row, words);
        // A text with a hole that nothing fills is left out: the rest of it would be a fragment.
        if (next === undefined) return undefined;
        text += next;
      }
      return wrap(text);
    },
  };
}

/**
 * Header fields whose value is a URI. Behind other text what comes from a row is a part of it and percent-encoded
 * (RFC 3986, section 2.1); what opens the value is an address itself.
 */
const URI_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'link']);

/** Stated headers as one function, or the same list for every answer. */
export function compileHeaders(
  headers: readonly HeaderPlan[],
  setting: Setting,
): (row: Row, words: Words) => readonly string[] {
  const built = headers.map(({ name, value }) => {
    const isUri = URI_HEADERS.has(name.toLowerCase());
    return { name, piece: compileText(value, setting, isUri ? encodePart : (text) => text, fieldValue) };
  });
  if (built.every(({ piece }) => piece.constant !== undefined)) {
    const list = built.flatMap(({ name, piece }) => [name, piece.constant!]);
    return () => list;
  }
  return (row, words) =>
    built.flatMap(({ name, piece }) => {
      const text = piece.build(row, words);
      return text === undefined ? [] : [name, text];
    });
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What a field value cannot hold is percent-encoded: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function fieldValue(text: string): string {
  return text.toWellFormed().replace(/[^\t\x20-\x7e]+/gu, encodeURIComponent);
}
