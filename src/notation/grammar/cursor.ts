// A place in the tokens of one value, and the steps that every value grammar takes from it. Input: a value's text and the rule that reads
// it. Output: Parsed. Rules look ahead a fixed number of tokens and never go back.

import { type Advice, everydayAdvice } from '../../base/synonyms.ts';
import type { Span } from '../../base/span.ts';
import { dividedByCommas } from './commas.ts';
import type { Parsed, Parser } from './parsed.ts';
import { inTwoWords, meantBy } from './slips.ts';
import { type SourceText, plainText } from './source-text.ts';
import { type Token, tokenize } from './tokens.ts';

/** Longer values are not read a second time for a hint. */
const LONGEST_HINTED = 2000;

/** The most characters that a message shows of what was read, and of the words that could follow. */
const LONGEST_SHOWN = 60;

const MOST_SHOWN = 6;

/** Brackets, `array of`, formulas: nothing recurs deeper than this, neither here nor in what walks the result. */
export const DEPTH_LIMIT = 100;

type Failed = Parsed<unknown> & { readonly ok: false };

/** Carries a fault from the rule that meets it to `parserOf`; it never leaves this folder. */
class Fault extends Error {
  readonly at: Span;
  readonly expected: string;
  readonly code: string | undefined;

  /** All of it was read, except for the text after it. */
  readonly isBehind: boolean;

  /** What another parser said about the rest. */
  readonly rest: Failed | undefined;

  constructor(at: Span, expected: string, code: string | undefined, isBehind: boolean, rest?: Failed) {
    super(expected);
    this.isBehind = isBehind;
    this.rest = rest;
    this.at = at;
    this.expected = expected;
    this.code = code;
  }
}

/**
 * The parser that reads a whole text by one rule. Text after what the rule takes is a fault. `symbol`: the rule in the
 * grammar, where everyday words are known for its own.
 */
export function parserOf<T>(rule: (cursor: Cursor) => T, symbol?: string): Parser<T> {
  const parse: Parser<T> = (text) => {
    const cursor = new Cursor(text);
    const read = runRule(cursor, rule);
    if (!(read instanceof Fault)) return { ok: true, value: read.value };
    const { at, code, rest } = read;
    return {
      ok: false,
      at,
      expected: read.isBehind ? followed(text, rule, read.expected) : read.expected,
      ...(code !== undefined && { code }),
      // Each reads the text again: only where it is shown.
      get meant() {
        return rest ? rest.meant : withoutTraces(() => meantAt(text, at, rule));
      },
      get advice() {
        return rest ? rest.advice : withoutTraces(() => adviceAt(text, at, rule, symbol));
      },
      ...(read.isBehind && { bareNames: cursor.bareNames }),
    };
  };
  return (text) => withoutTraces(() => parse(text));
}

function withoutTraces<T>(work: () => T): T {
  const trace = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = trace;
  }
}

function runRule<T>(cursor: Cursor, rule: (cursor: Cursor) => T): { readonly value: T } | Fault {
  try {
    const value = rule(cursor);
    cursor.end();
    return { value };
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** Reads again, to see which words could have followed what was read. */
function followed(text: SourceText, rule: (cursor: Cursor) => unknown, expected: string): string {
  if (text.text.length > LONGEST_HINTED) return expected;
  const again = runRule(new Cursor(text, new Map()), rule);
  return again instanceof Fault ? again.expected : expected;
}

/** Reads again, to see which words were looked for where the fault is and after it, and which of them was meant. */
function meantAt(text: SourceText, at: Span, rule: (cursor: Cursor) => unknown): string | undefined {
  if (text.text.length > LONGEST_HINTED) return undefined;
  const sought = new Map<Token, Set<string>>();
  runRule(new Cursor(text, sought), rule);
  let before: string | undefined;
  for (const [token, words] of sought) {
    const rest = text.text.slice(token.outerFrom).toLowerCase();
    const meant = inTwoWords(rest, words) ?? (words.has(token.lower) ? undefined : meantBy(token, rest, words));
    if (meant === undefined) continue;
    const { end } = text.spanAt(token.outerFrom, token.outerTo);
    if (end > at.start) return meant;
    // `arra of Todo`: a slip that was read as a name is noticed one word later.
    if (at.start - end <= 1) before = meant;
  }
  return before;
}

function adviceAt(
  text: SourceText,
  at: Span,
  rule: (cursor: Cursor) => unknown,
  symbol: string | undefined,
): Advice | undefined {
  if (text.text.length > LONGEST_HINTED) return undefined;
  const touches = (from: number, to: number): boolean => {
    const { start, end } = text.spanAt(from, to);
    return start <= at.end && at.start <= end;
  };
  const isRead = (words: string): boolean => !(runRule(new Cursor(plainText(words)), rule) instanceof Fault);
  const everyday = symbol === undefined ? undefined : everydayAdvice(symbol, text.text, touches, isRead);
  return everyday ?? dividedByCommas(text, isRead);
}

const phrases = new Map<string, readonly string[]>();

/** Phrases are a few constants of the grammars: each is divided once. */
function wordsOf(phrase: string): readonly string[] {
  let words = phrases.get(phrase);
  if (!words) phrases.set(phrase, (words = phrase.split(' ')));
  return words;
}

export class Cursor {
  readonly text: SourceText;
  /** Words without ticks that were taken for names. */
  readonly bareNames: string[] = [];
  readonly #tokens: readonly Token[];
  readonly #sought: Map<Token, Set<string>> | undefined;
  #index = 0;
  #depth = 0;

  /** `sought` collects the words that another word was written in place of. */
  constructor(text: SourceText, sought?: Map<Token, Set<string>>) {
    this.text = text;
    this.#tokens = tokenize(text);
    this.#sought = sought;
  }

  /** The number of tokens taken: a mark for `since`. */
  get mark(): number {
    return this.#index;
  }

  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)]!;
  }

  take(): Token {
    const token = this.peek();
    if (this.#index < this.#tokens.length - 1) this.#index += 1;
    return token;
  }

  get atEnd(): boolean {
    return this.peek().kind === 'end';
  }

  /** Is the next token (or the one `ahead` of it) this word, in any case of letters? */
  isWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token.kind !== 'word') return false;
    if (token.lower === word) return true;
    if (this.#sought) this.seek([word], ahead);
    return false;
  }

  /** Notes which words are allowed here, for the hint of a fault; `isWord` does so by itself. */
  seek(words: Iterable<string>, ahead = 0): void {
    const token = this.peek(ahead);
    if (!this.#sought || token.kind !== 'word') return;
    const known = this.#sought.get(token);
    if (!known) this.#sought.set(token, new Set(words));
    else for (const word of words) known.add(word);
  }

  /** Do these words, divided by single spaces, come next? */
  isPhrase(phrase: string, ahead = 0): boolean {
    const words = wordsOf(phrase);
    for (let i = 0; i < words.length; i += 1) {
      if (this.isWord(words[i]!, ahead + i)) continue;
      if (this.#sought && words.length > 1) this.seek([phrase], ahead);
      return false;
    }
    return true;
  }

  takePhrase(phrase: string): boolean {
    if (!this.isPhrase(phrase)) return false;
    const words = wordsOf(phrase);
    // The text that was read is no slip of a word that was looked for in its place.
    if (this.#sought) for (const [ahead, word] of words.entries()) this.seek([word], ahead);
    this.#index += words.length;
    return true;
  }

  needPhrase(phrase: string, expected = `\`${phrase}\``): void {
    if (!this.takePhrase(phrase)) this.fail(expected);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === symbol;
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#index += 1;
    return true;
  }

  needSymbol(symbol: string, expected = `\`${symbol}\``): void {
    if (!this.takeSymbol(symbol)) this.fail(expected);
  }

  /** The source of a token's own text, ticks left out. */
  at(token: Token): Span {
    return this.text.spanAt(token.from, token.to);
  }

  /** The source from the token at `mark` to the last one taken, ticks included. */
  since(mark: number): Span {
    const first = this.#tokens[mark]!;
    const last = this.#tokens[Math.max(mark, this.#index - 1)]!;
    return this.text.spanAt(first.outerFrom, last.outerTo);
  }

  /** The text from the token at `mark` to the last one taken, ticks included. */
  textSince(mark: number): string {
    const last = this.#tokens[Math.max(mark, this.#index - 1)]!;
    return this.text.text.slice(this.#tokens[mark]!.outerFrom, last.outerTo);
  }

  end(): void {
    if (!this.atEnd) this.fail(this.#alone(), this.peek(), undefined, true);
  }

  fail(expected: string, at: Token | Span = this.peek(), code?: string, isBehind = false): never {
    const place = 'outerFrom' in at ? this.text.spanAt(at.outerFrom, at.outerTo) : at;
    throw new Fault(place, expected, code, isBehind);
  }

  /** The rest of the text, read by another parser: its fault, with what it knows of it, is the fault here. */
  rest<T>(parse: Parser<T>): T {
    const parsed = parse(this.text.slice(this.peek().outerFrom).trim());
    if (!parsed.ok) throw new Fault(parsed.at, parsed.expected, parsed.code, false, parsed);
    while (!this.atEnd) this.take();
    return parsed.value;
  }

  /** What was read, and words that could have followed. */
  #alone(): string {
    const read = this.#index === 0 ? '' : this.textSince(0);
    const said = read.length > LONGEST_SHOWN ? `…${read.slice(-LONGEST_SHOWN)}` : read;
    const words = [...(this.#sought?.get(this.peek()) ?? [])].slice(0, MOST_SHOWN).map((word) => `\`${word}\``);
    const more = words.length === 0 ? '' : `, or behind it ${words.join(', ')}`;
    return said === '' ? `nothing${more}` : `"${said}" alone${more}`;
  }

  /** Runs a rule one level deeper; more than DEPTH_LIMIT levels are a fault. */
  deeper<T>(rule: () => T): T {
    if (this.#depth >= DEPTH_LIMIT) this.fail(`at most ${DEPTH_LIMIT} levels of brackets`);
    this.#depth += 1;
    const value = rule();
    this.#depth -= 1;
    return value;
  }
}
