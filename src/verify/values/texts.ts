// Texts as conditions and types compare them: by code points, without their case, by a pattern. Input: texts. Output: an order, a text, yes
// or no. Notation, part 2, "Ignoring case" and "Patterns".

import { FOLDS, LATER } from '../../base/case-folds.ts';
import type { Truth } from '../world/known.ts';

/** Negative, zero or positive: by code points, not by the halves of pairs. */
export function compareTexts(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  for (let at = 0; at < least; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** A pair stands for a character beyond all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Nothing but white space. Unknown: of a mark that some count as white space. */
export function isBlank(text: string): Truth {
  const isSpace = /^\p{White_Space}*$/u.test(text);
  return isSpace === (text.trim() === '') ? isSpace : undefined;
}

/** The same for two texts that differ in case and normal form alone. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return composed([...composed(text)].map((one) => folds.get(one) ?? one).join(''));
}

// oxlint-disable-next-line no-control-regex -- all of its characters
const ASCII = /^[\0-\x7f]*$/;

/** Normalization Form C of Unicode 13.0: characters that came later are left alone. */
function composed(text: string): string {
  let done = '';
  let open = '';
  for (const one of text) {
    if (!isLater(one.codePointAt(0)!)) {
      open += one;
      continue;
    }
    done += open.normalize('NFC') + one;
    open = '';
  }
  return done + open.normalize('NFC');
}

const later: readonly (readonly [number, number])[] = words(LATER).map((range) => {
  const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
  return [first, last];
});

function isLater(code: number): boolean {
  return code > 0x7f && later.some(([first, last]) => first <= code && code <= last);
}

function words(table: string): readonly string[] {
  return table.trim().split(/\s+/);
}

/** `41-5a>61`: each of a range in order; `/2`: every second one; `df>73,73`: one becomes several. */
const folds: ReadonlyMap<string, string> = new Map(
  words(FOLDS).flatMap((run): [string, string][] => {
    const [from = '', to = ''] = run.split('>');
    const [range = '', step = '1'] = from.split('/');
    const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16));
    const codes = to.split(',').map((hex) => Number.parseInt(hex, 16));
    const found: [string, string][] = [];
    for (let code = first; code <= last; code += Number(step)) {
      const into = codes.length === 1 ? [codes[0]! + code - first] : codes;
      found.push([String.fromCodePoint(code), String.fromCodePoint(...into)]);
    }
    return found;
  }),
);

/** Does the whole text match an I-Regexp? https://www.rfc-editor.org/rfc/rfc9485 */
export function matches(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) patterns.set(pattern, (compiled = new RegExp(`^(?:${translated(pattern)})$`, 'u')));
  return compiled.test(text);
}

const patterns = new Map<string, RegExp>();

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const TOKEN = /\\[pP]\{[^}]*\}|\[(\^?)((?:\\.|[^\\\]])*)\]|\{[\d,]+\}|\\.|./gsu;

/** To an expression of JavaScript: what has a meaning in both stays, and all else is written as its code point. */
function translated(pattern: string): string {
  return pattern.replaceAll(TOKEN, (token: string, negated?: string, members?: string) => {
    if (members !== undefined) return `[${negated}${classOf(members)}]`;
    if (token === '(') return '(?:';
    if (token === '.') return '[^\\n\\r]';
    return /^(?:[)|*+?]|\{.+\}|\\[pP]\{.+\})$/.test(token) ? token : literal(token);
  });
}

/** A hyphen at an end of it is itself. */
function classOf(members: string): string {
  const tokens = members.match(/\\[pP]\{[^}]*\}|\\.|./gsu) ?? [];
  return tokens
    .map((token, place) => {
      if (token === '-') return place === 0 || place === tokens.length - 1 ? literal(token) : token;
      return /^\\[pP]\{/.test(token) ? token : literal(token);
    })
    .join('');
}

/** A character, or one behind a backslash. */
function literal(token: string): string {
  const [first, second] = [...token];
  const character = second === undefined ? first! : (CONTROLS[second] ?? second);
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** Notation, part 2, `slug of`; without the number that tells it from the slug of another row. */
export function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const joined = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return joined === '' ? '-' : joined.normalize('NFC');
}
