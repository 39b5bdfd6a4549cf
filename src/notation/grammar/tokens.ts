// The one tokenizer of all value grammars. Input: the text of a cell or bullet. Output: its tokens, in order, ending with `end`. Linear in
// the text (notation, "The grammar": the capital names).

import type { SourceText } from './source-text.ts';

/**
 * `tick`: text between backticks, `from` and `to` around its content only. `string`: text between double quotes, `text`
 * as written, quotes included. `number`: digits, with or without a fraction. `word`: a letter or `_`, then letters, digits,
 * `_`, and `-` or `.` between them. `mixed`: starts with a digit and is no number, as `2xx`. `symbol`: one of the signs
 * below. `other`: what no grammar knows.
 */
export type TokenKind = 'tick' | 'string' | 'number' | 'word' | 'mixed' | 'symbol' | 'other' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The text in lower case: the case of words does not matter. */
  readonly lower: string;
  /** Range of `text` within the value. */
  readonly from: number;
  readonly to: number;
  /** Range with the ticks. Equal to `from` and `to` for all other kinds. */
  readonly outerFrom: number;
  readonly outerTo: number;
}

const SIGNS: ReadonlySet<string> = new Set('()[]{},;:=<>+-*/.?…|'.split(''));

const letter = /^\p{L}$/u;

const letterOrMark = /^[\p{L}\p{M}]$/u;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Letters, digits and `_`; beyond ASCII letters and the marks on them. */
function isWordCode(code: number): boolean {
  if (code < 128) return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  return letterOrMark.test(String.fromCodePoint(code));
}

function isWordStart(code: number): boolean {
  return isWordCode(code) && (code < 128 || letter.test(String.fromCodePoint(code)));
}

export function tokenize(source: SourceText): readonly Token[] {
  const { text } = source;
  let runs: Runs | undefined;
  const tokens: Token[] = [];
  const push = (kind: TokenKind, from: number, to: number, outerFrom = from, outerTo = to): number => {
    const piece = text.slice(from, to);
    tokens.push({
      kind,
      text: piece,
      lower: kind === 'word' || kind === 'mixed' ? piece.toLowerCase() : piece,
      from,
      to,
      outerFrom,
      outerTo,
    });
    return outerTo;
  };
  let i = 0;
  while (i < text.length) {
    const code = text.codePointAt(i)!;
    if (isBlank(code)) i += 1;
    else if (code === 96) i = tick(text, i, (runs ??= runsOf(text, i)), push);
    else if (code === 34) i = quoted(text, i, push);
    else if (isDigit(code)) i = number(text, i, push);
    else if (isWordStart(code)) i = word(text, i, push);
    else if (isDoubleSign(text, i, code)) i = push('symbol', i, i + 2);
    else i = push(SIGNS.has(text[i]!) ? 'symbol' : 'other', i, i + (code > 0xffff ? 2 : 1));
  }
  push('end', text.length, text.length);
  return tokens;
}

/** `!=` `<=` `>=` `..` */
function isDoubleSign(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1);
  return next === 61 ? code === 33 || code === 60 || code === 62 : next === 46 && code === 46;
}

type Push = (kind: TokenKind, from: number, to: number, outerFrom?: number, outerTo?: number) => number;

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2009 || code === 0x202f;
}

/** Where runs of backticks begin, by their length; the last of a list is the next to come. */
type Runs = Map<number, number[]>;

function runsOf(text: string, from: number): Runs {
  const runs: [start: number, length: number][] = [];
  for (let i = text.indexOf('`', from); i !== -1; i = text.indexOf('`', i)) {
    const start = i;
    while (text.charCodeAt(i) === 96) i += 1;
    runs.push([start, i - start]);
  }
  const byLength: Runs = new Map();
  for (const [start, length] of runs.reverse()) {
    const known = byLength.get(length);
    if (known) known.push(start);
    else byLength.set(length, [start]);
  }
  return byLength;
}

/** Where the next run of exactly `length` backticks begins, or -1. The text is looked through once for all of them. */
function closingTick(runs: Runs, from: number, length: number): number {
  const starts = runs.get(length) ?? [];
  while (starts.length > 0 && starts.at(-1)! < from) starts.pop();
  return starts.at(-1) ?? -1;
}

/** A code span as CommonMark reads it: n backticks, content, n backticks; one space at both ends is not content. */
function tick(text: string, start: number, runs: Runs, push: Push): number {
  let from = start;
  while (text.charCodeAt(from) === 96) from += 1;
  const length = from - start;
  const close = closingTick(runs, from, length);
  if (close === -1) return push('other', start, from);
  let to = close;
  const padded = text[from] === ' ' && text[to - 1] === ' ' && to - from > 2 && text.slice(from, to).trim() !== '';
  if (padded) {
    from += 1;
    to -= 1;
  }
  return push('tick', from, to, start, close + length);
}

/** A JSON string. Without its closing quote all the rest is one token that no grammar knows. */
function quoted(text: string, start: number, push: Push): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 92) i += 1;
    else if (code === 34) return push('string', start, i + 1);
  }
  return push('other', start, text.length);
}

/**
 * date-time   caller.name      a `-` or `.` with a word sign after it goes on with the word
 *     ^             ^
 */
function word(text: string, start: number, push: Push): number {
  let i = start;
  for (;;) {
    const code = text.codePointAt(i) ?? 0;
    const joins = (code === 45 || code === 46) && isWordCode(text.codePointAt(i + 1) ?? 0);
    if (!joins && !isWordCode(code)) return push('word', start, i);
    i += code > 0xffff ? 2 : 1;
  }
}

const decimalForm = /^(0|[1-9]\d*)(\.\d+)?$/;

/**
 * 0.5   1..5   2xx             one dot between digits goes on with the number; letters make it mixed
 *  ^     ^
 */
function number(text: string, start: number, push: Push): number {
  let i = start;
  for (;;) {
    const code = text.codePointAt(i) ?? 0;
    const joins = code === 46 && isDigit(text.charCodeAt(i + 1));
    if (!joins && !isWordCode(code)) break;
    i += code > 0xffff ? 2 : 1;
  }
  return push(decimalForm.test(text.slice(start, i)) ? 'number' : 'mixed', start, i);
}
