// Texts with holes, and the words that fill them. Input: a text or header of the plan. Output: functions from row and words to
// text. Notation, part 4 "Shapes and templates": `"<base>/orders/<code>"`, headers of the Status and Code tables.

import type { IncomingMessage } from 'node:http';
import { instantText, type Clock } from './clock.ts';
import type { HeaderPlan, Output, RefusalPlan, ShownShapes } from '../plan/output.ts';
import type { Bindings, Row } from '../store/store.ts';
import { combined, headerLines } from './request-headers.ts';
import { requestId } from './request-id.ts';
import type { Page } from './pages.ts';
import { RATE_WORDS, rateHeader, type RateWord } from './rates/headers.ts';
import { texter } from './resources.ts';
import { compileShown } from './shown-values.ts';

/** What fills the holes of one answer. */
export interface Words {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  /** Of a list with pages. */
  readonly page?: Page | undefined;
  readonly bindings: Bindings;
  /** What is answered. */
  readonly request: IncomingMessage;
  /** Of a refusal: the failed field at hand, and all of them. */
  readonly failure: FailureWords | undefined;
  readonly failures: readonly FailureWords[];
}

/** The words of one failure, extra columns of the Code table included; what is not known is left out. */
export type FailureWords = Readonly<Record<string, Known | readonly string[] | undefined>>;

/** A further column of the Code table may be a number that is sent as it is spelled. */
type Known = RefusalPlan['words'][string];

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
  readonly constants: Readonly<Record<string, Known | undefined>>;
  /** The headers that the document declares, in lower case: `<header X>` repeats these alone. */
  readonly headers?: ReadonlySet<string> | undefined;
  /** What answers leave out of nested shapes; left out where no row is at hand. */
  readonly shown?: ShownShapes | undefined;
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
type Lookup = (words: Words) => Known | bigint | boolean | null | readonly string[] | undefined;

/** Its digits; undefined of all other values. */
export function spelledNumber(value: ReturnType<Lookup>): string | undefined {
  return typeof value === 'object' && value !== null && 'number' in value ? value.number : undefined;
}

export function lookup(word: string, setting: Setting): { readonly known: Known } | { readonly find: Lookup } {
  const known = setting.constants[word];
  if (known !== undefined && (setting.perFailure !== true || word === 'base')) return { known };
  switch (word) {
    case 'total':
      return { find: (words) => words.total };
    case 'count':
      return { find: (words) => words.rows.length };
    case 'more':
      return { find: (words) => words.page?.more ?? false };
    case 'next':
      return { find: (words) => words.page?.next() ?? null };
    case NEXT_ADDRESS:
      return { find: (words) => words.page?.address() };
  }
  if (word === 'token') return { find: (words) => String(words.bindings['new.token']) };
  if (word.startsWith(MADE)) return { find: (words) => String(words.bindings[word]) };
  if (word === 'now') return { find: (words) => instant(words.bindings, setting.clock) };
  if (isRateWord(word)) return { find: ({ request }) => rateHeader(word, request) };
  if (isAboutRequest(word)) return { find: ({ request }) => ofRequest(word, request, setting) };
  return { find: (words) => words.failure?.[word] };
}

function isRateWord(word: string): word is RateWord {
  return (RATE_WORDS as readonly string[]).includes(word);
}

/** What the service has made for the row of the call: plan/rules.ts. */
const MADE = 'new.';

/** Words that are about the request. */
export function isAboutRequest(word: string): boolean {
  return word === 'request id' || word.startsWith(HEADER);
}

const HEADER = 'header ';

/** Undefined where it was not sent, or the document declares no such header. */
export function ofRequest(
  word: string,
  request: IncomingMessage,
  { headers }: Pick<Setting, 'headers'>,
): string | undefined {
  if (word === 'request id') return requestId(request);
  const key = word.slice(HEADER.length).toLowerCase();
  const lines = headers?.has(key) ? headerLines(request, key) : [];
  return lines.length === 0 ? undefined : combined(lines);
}

/** The one instant of a request, where it has one already. */
export function instant(bindings: Bindings, clock: Clock): string {
  return (bindings['now'] as string | null | undefined) ?? instantText(clock.now());
}

type TextOutput = Extract<Output, { kind: 'text' }>;

/** Text with holes. `encode` is applied to what comes from rows or the request behind other text, `wrap` to the whole. */
export function compileText(
  output: TextOutput,
  setting: Setting,
  encode: (text: string) => string,
  wrap: (text: string) => string,
): Piece {
  const parts = output.parts.map(
    (part, index): string | ((row: Row, words: Words) => string | number | bigint | undefined) => {
      if (typeof part === 'string') return part;
      if ('word' in part) {
        const found = lookup(part.word, setting);
        if ('known' in found) return spelledNumber(found.known) ?? `${found.known as string | number}`;
        // What a caller sent, or sends next, is never more than a part of an address.
        const isPart = index > 0 && (isAboutRequest(part.word) || part.word === 'next');
        return (_row, words) => {
          const given = found.find(words);
          const value = spelledNumber(given) ?? given;
          // Neither a list nor nothing is a part of a text.
          if (typeof value === 'object') return undefined;
          if (typeof value === 'boolean') return String(value);
          return typeof value === 'string' && isPart ? encode(value) : value;
        };
      }
      const at = place(part.column, setting);
      const show = compileShown(part.value, setting.shown);
      const kept = texter(part.value);
      const text: typeof kept = show ? (value) => show(kept(value)) : kept;
      const { needed } = part;
      return (row) => {
        const value = row[at]!;
        if (needed && value === null) return undefined;
        return index === 0 ? text(value) : encode(text(value));
      };
    },
  );
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

/** The headers of the request that these repeat, in lower case. */
export function repeatedIn(headers: readonly HeaderPlan[]): ReadonlySet<string> {
  const words = headers.flatMap(({ value }) => value.parts.flatMap((part) => (hasWord(part) ? [part.word] : [])));
  return new Set(words.flatMap((word) => (word.startsWith(HEADER) ? [word.slice(HEADER.length).toLowerCase()] : [])));
}

function hasWord(part: TextOutput['parts'][number]): part is { readonly word: string } {
  return typeof part !== 'string' && 'word' in part;
}

/** Stated headers as one function, or the same list for every answer. */
export function compileHeaders(
  headers: readonly HeaderPlan[],
  setting: Setting,
): (row: Row, words: Words) => readonly string[] {
  const built = headers.map((header) => {
    const { name, value } = isLink(header) ? withAddress(header) : header;
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

/** In a Link header `<next>` is the address of the next page: https://www.rfc-editor.org/rfc/rfc8288#section-3.1 */
const NEXT_ADDRESS = 'address of the next page';

function isLink({ name }: HeaderPlan): boolean {
  return name.toLowerCase() === 'link';
}

function withAddress({ name, value }: HeaderPlan): HeaderPlan {
  const parts = value.parts.map((part) => (isNext(part) ? { word: NEXT_ADDRESS } : part));
  return { name, value: { ...value, parts } };
}

function isNext(part: HeaderPlan['value']['parts'][number]): boolean {
  return typeof part === 'object' && 'word' in part && part.word === 'next';
}

/** Does it tell where the next page is? */
export function tellsNext(header: HeaderPlan): boolean {
  return isLink(header) && header.value.parts.some(isNext);
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What a field value cannot hold is percent-encoded: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function fieldValue(text: string): string {
  return text.toWellFormed().replace(/[^\t\x20-\x7e]+/gu, encodeURIComponent);
}
