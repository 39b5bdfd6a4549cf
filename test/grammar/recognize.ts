// Does a symbol of the grammar describe a text? The second reader of the notation: it knows the grammar of
// docs/notation.md and nothing of the parsers, but for where a token begins and ends.

import { plainText } from '../../src/notation/grammar/source-text.ts';
import { tokenize } from '../../src/notation/grammar/tokens.ts';
import type { Token } from '../../src/notation/grammar/tokens.ts';
import { isSigns, parts } from './ebnf.ts';
import type { Expression, Grammar } from './ebnf.ts';
import { ANYTHING, CONDITIONS, SIGNS, WORDS, inTicks } from './signs.ts';

export function accepts(grammar: Grammar, symbol: string, text: string): boolean {
  return new Recognition(grammar, text, undefined).isWhole(symbol);
}

/** The parts of the grammar that described some of the text on the way: without any other it would read the same. */
export function partsUsed(grammar: Grammar, symbol: string, text: string): ReadonlySet<Expression> {
  const used = new Set<Expression>();
  new Recognition(grammar, text, used).isWhole(symbol);
  return used;
}

/** Where it stands: in a rule of signs or of tokens, and where that rule began. */
interface Place {
  readonly signs: boolean;
  readonly ruleStart: number;
}

class Recognition {
  readonly #grammar: Grammar;
  readonly #text: string;
  readonly #tokens: ReadonlyMap<number, Token>;
  readonly #ends: ReadonlySet<number>;
  readonly #memo = new Map<string, readonly number[]>();
  /** Offset of a closing tick → offset behind it. */
  readonly #closing: ReadonlyMap<number, number>;
  /** One past the last sign that a rule of signs may take: the end of the content of the ticks it is in. */
  #limit = Infinity;

  readonly #used: Set<Expression> | undefined;

  constructor(grammar: Grammar, text: string, used: Set<Expression> | undefined) {
    this.#used = used;
    this.#grammar = grammar;
    this.#text = text;
    const tokens = tokenize(plainText(text));
    this.#tokens = new Map(tokens.map((token) => [token.outerFrom, token]));
    this.#ends = new Set([...tokens.map((token) => token.outerTo), text.length]);
    this.#closing = new Map(tokens.filter((t) => t.kind === 'tick').map((token) => [token.to, token.outerTo]));
  }

  isWhole(symbol: string): boolean {
    const ends = this.#rule(symbol, 0, { signs: false, ruleStart: 0 });
    return ends.some((end) => this.#text.slice(end).trim() === '');
  }

  /** All places where a sentence of this rule that begins at `from` may end. */
  #rule(name: string, from: number, { signs }: Place): readonly number[] {
    const enters = isSigns(name) && !signs;
    const at = enters ? this.#skipBlanks(from) : from;
    const key = `${name} ${at} ${enters}`;
    const known = this.#memo.get(key);
    if (known) return known;
    const found = enters
      ? this.#entered(name, at)
      : this.#match(this.#grammar.get(name)!, at, { signs: isSigns(name), ruleStart: at });
    this.#memo.set(key, found);
    return found;
  }

  /** From tokens to signs: it begins and ends where a token does, and stays within ticks. */
  #entered(name: string, at: number): readonly number[] {
    const token = this.#tokens.get(at);
    if (!token) return [];
    this.#limit = token.kind === 'tick' ? token.to : Infinity;
    const found = this.#match(this.#grammar.get(name)!, at, { signs: true, ruleStart: at });
    this.#limit = Infinity;
    return found.filter((end) => this.#ends.has(end));
  }

  #match(expression: Expression, at: number, place: Place): readonly number[] {
    const ends = this.#endsOf(expression, at, place);
    if (ends.length > 0) this.#used?.add(expression);
    return ends;
  }

  #endsOf(expression: Expression, at: number, place: Place): readonly number[] {
    switch (expression.kind) {
      case 'terminal':
        return place.signs ? this.#sign(expression.text, at) : this.#words(expression.text, at);
      case 'symbol':
        return this.#rule(expression.text, at, place);
      case 'special':
        return this.#special(expression.text, at, place);
      case 'sequence':
        return expression.items.reduce<readonly number[]>((ends, item) => this.#all(ends, item, place), [at]);
      case 'choice':
        return distinct(expression.items.flatMap((item) => this.#match(item, at, place)));
      case 'optional':
        return distinct([at, ...this.#match(expression.item, at, place)]);
      case 'repeated':
        return this.#repeated(expression.item, at, place);
      case 'except': {
        const refused = new Set([...parts(expression.not)].map((part) => (part.kind === 'terminal' ? part.text : '')));
        const ends = this.#match(expression.item, at, place);
        return ends.filter((end) => !refused.has(this.#text.slice(at, end).trim().toLowerCase()));
      }
    }
  }

  #all(froms: readonly number[], item: Expression, place: Place): readonly number[] {
    return froms.length === 1
      ? this.#match(item, froms[0]!, place)
      : distinct(froms.flatMap((from) => this.#match(item, from, place)));
  }

  #repeated(item: Expression, at: number, place: Place): readonly number[] {
    const reached = new Set([at]);
    for (const from of reached) for (const end of this.#match(item, from, place)) reached.add(end);
    return [...reached];
  }

  /** The words of a terminal, each a token, in any case of letters. */
  #words(terminal: string, from: number): readonly number[] {
    let at = from;
    for (const word of terminal.split(' ')) {
      const token = this.#tokens.get(this.#skipBlanks(at));
      if (!token || token.kind === 'tick' || token.kind === 'string' || token.lower !== word) return [];
      at = token.outerTo;
    }
    return [at];
  }

  #sign(text: string, at: number): readonly number[] {
    if (text === '`') {
      const token = this.#tokens.get(at);
      if (token?.kind === 'tick') return [token.from];
      const behind = at === this.#limit ? this.#closing.get(at) : undefined;
      return behind === undefined ? [] : [behind];
    }
    const end = at + text.length;
    return this.#text.startsWith(text, at) && end <= this.#limit ? [end] : [];
  }

  #special(special: string, at: number, place: Place): readonly number[] {
    const holds = CONDITIONS.get(special);
    if (holds) return holds(this.#text.slice(place.ruleStart, at)) ? [at] : [];
    if (special === ANYTHING) return [this.#text.length];
    const words = WORDS.get(special);
    if (words)
      return words
        .filter((word) => this.#text.slice(at, at + word.length).toLowerCase() === word)
        .map((word) => at + word.length);
    const quoted = inTicks(special);
    if (quoted !== undefined) {
      const token = this.#tokens.get(this.#skipBlanks(at));
      if (token?.kind !== 'tick') return [];
      return new Recognition(this.#grammar, token.text, this.#used).isWhole(quoted) ? [token.outerTo] : [];
    }
    const code = this.#text.codePointAt(at);
    if (code === undefined || at >= this.#limit) return [];
    const sign = String.fromCodePoint(code);
    return SIGNS.get(special)!.matches.test(sign) ? [at + sign.length] : [];
  }

  #skipBlanks(from: number): number {
    let at = from;
    while (at < this.#text.length && /\s/.test(this.#text[at]!)) at += 1;
    return at;
  }
}

function distinct(ends: readonly number[]): readonly number[] {
  return ends.length < 2 ? ends : [...new Set(ends)];
}
