// Sentences of the grammar by chance, for the parsers' tests and for whoever makes whole documents. Input: a grammar, a source of chance,
// a symbol. Output: a text that this symbol describes. The same seed, the same text.

import { oncePer } from '../../src/base/once-per.ts';
import type { Random } from '../laws/random.ts';
import { isSigns, parts } from './ebnf.ts';
import type { Expression, Grammar } from './ebnf.ts';
import { ANYTHING, CONDITIONS, SIGNS, WORDS, inTicks } from './signs.ts';

/** Bare names that are words of the grammar at their place are those words: they are not made. */
const BARE = new Set(['WORD', 'LOWER_WORD', 'RESOURCE', 'PIECES']);

const conditionsOf = oncePer((rule: Expression) =>
  [...parts(rule)].flatMap((part) => (part.kind === 'special' ? (CONDITIONS.get(part.text) ?? []) : [])),
);

export class Sentences {
  readonly #grammar: Grammar;
  readonly #random: Random;
  readonly #least = new Map<Expression, number>();
  readonly #keywords: ReadonlySet<string>;
  #inSigns = false;
  /** Items of choices that were made at least once. */
  readonly made: Set<Expression> = new Set();

  constructor(grammar: Grammar, random: Random) {
    this.#grammar = grammar;
    this.#random = random;
    this.#keywords = keywordsOf(grammar);
    this.#measure();
  }

  /** `size`: how many rules deep it may get beyond the shortest way to end. */
  sentence(symbol: string, size = 6): string {
    return this.#joined(this.#rule(symbol, size));
  }

  #rule(name: string, size: number): string[] {
    const rule = this.#grammar.get(name)!;
    const conditions = conditionsOf(rule);
    const outside = this.#inSigns;
    for (let tries = 0; tries < 1000; tries += 1) {
      this.#inSigns = isSigns(name);
      const pieces = this.#make(rule, size - 1);
      this.#inSigns = outside;
      const text = pieces.join(isSigns(name) ? '' : ' ');
      if (BARE.has(name) && text.split(/[.-]/).some((word) => this.#keywords.has(word.toLowerCase()))) continue;
      if (conditions.every((holds) => holds(text))) return isSigns(name) ? [text] : pieces;
    }
    throw new Error(`no sentence of ${name} in a thousand tries`);
  }

  #make(expression: Expression, size: number): string[] {
    switch (expression.kind) {
      case 'terminal':
        return [this.#inSigns ? expression.text : this.#inSomeCase(expression.text)];
      case 'symbol':
        return this.#rule(expression.text, size);
      case 'special':
        return this.#special(expression.text, size);
      case 'sequence':
        return expression.items.flatMap((item) => this.#make(item, size));
      case 'choice':
        return this.#make(this.#choose(expression.items, size), size);
      case 'optional':
        return this.#may(expression.item, size) ? this.#make(expression.item, size) : [];
      case 'repeated':
        return this.#repeat(expression.item, size);
      case 'except':
        return this.#without(expression, size);
    }
  }

  #may(item: Expression, size: number): boolean {
    return this.#least.get(item)! <= Math.max(size, 1) && this.#random.chance(0.5);
  }

  #repeat(item: Expression, size: number): string[] {
    const pieces: string[] = [];
    while (pieces.length < 24 && this.#may(item, size)) pieces.push(...this.#make(item, size));
    return pieces;
  }

  /** One of those that can still end within `size`, rather one that was not made yet; else the shortest. */
  #choose(items: readonly Expression[], size: number): Expression {
    const ending = items.filter((item) => this.#least.get(item)! <= size);
    const fresh = this.#random.chance(0.5) ? ending.filter((item) => !this.made.has(item)) : [];
    const chosen = ending.length > 0 ? this.#random.pick(fresh.length > 0 ? fresh : ending) : this.#shortest(items);
    this.made.add(chosen);
    return chosen;
  }

  #shortest(items: readonly Expression[]): Expression {
    return items.toSorted((a, b) => this.#least.get(a)! - this.#least.get(b)!)[0]!;
  }

  #without({ item, not }: Expression & { kind: 'except' }, size: number): string[] {
    const refused = [...parts(not)].flatMap((part) => (part.kind === 'terminal' ? [part.text] : []));
    for (;;) {
      const pieces = this.#make(item, size);
      if (!refused.includes(pieces.join(' ').toLowerCase())) return pieces;
    }
  }

  #special(text: string, size: number): string[] {
    if (CONDITIONS.has(text)) return [];
    if (text === ANYTHING) return [this.#random.pick(['later', 'see issue 4', 'who knows, "really', '1; `2`'])];
    const words = WORDS.get(text);
    if (words) return [this.#random.pick(words)];
    const quoted = inTicks(text);
    if (quoted === undefined) return [this.#random.pick(SIGNS.get(text)!.samples)];
    for (;;) {
      const inner = this.sentence(quoted, size);
      if (!inner.includes('`')) return [`\`${inner}\``];
    }
  }

  /** The case of words does not matter. */
  #inSomeCase(words: string): string {
    if (!this.#random.chance(0.1)) return words;
    return this.#random.chance(0.5) ? words.toUpperCase() : words[0]!.toUpperCase() + words.slice(1);
  }

  /** With a blank between two pieces, or none where the signs beside it let it go. */
  #joined(pieces: readonly string[]): string {
    let text = '';
    for (const [i, piece] of pieces.entries()) {
      const tight = i === 0 || (mayTouch(pieces[i - 1]!, piece) && this.#random.chance(0.6));
      text += tight ? piece : `${this.#random.chance(0.05) ? '  ' : ' '}${piece}`;
    }
    return text;
  }

  /** For each expression how many rules deep its shortest sentence is. */
  #measure(): void {
    const rules = new Map<string, number>();
    const least = (expression: Expression): number => {
      const found = leastOf(expression, least, (name) => rules.get(name) ?? Infinity);
      this.#least.set(expression, found);
      return found;
    };
    for (let before = -1, sum = 0; sum !== before;) {
      before = sum;
      sum = 0;
      for (const [name, rule] of this.#grammar) {
        rules.set(name, least(rule) + 1);
        sum += Math.min(rules.get(name)!, 10_000);
      }
    }
    for (const [name, depth] of rules) if (depth === Infinity) throw new Error(`${name} never ends`);
  }
}

function leastOf(expression: Expression, least: (part: Expression) => number, rule: (name: string) => number): number {
  switch (expression.kind) {
    case 'symbol':
      return rule(expression.text);
    case 'sequence':
      return Math.max(...expression.items.map(least));
    case 'choice':
      return Math.min(...expression.items.map(least));
    case 'optional':
    case 'repeated':
      least(expression.item);
      return 0;
    case 'except':
      least(expression.not);
      return least(expression.item);
    case 'special':
      return inTicks(expression.text) ? rule(inTicks(expression.text)!) : 0;
    default:
      return 0;
  }
}

/** The words of the grammar, each by itself, in lower case. */
export function keywordsOf(grammar: Grammar): ReadonlySet<string> {
  const words = [...grammar]
    .filter(([name]) => !isSigns(name))
    .flatMap(([, rule]) => [...parts(rule)])
    .flatMap((part) => (part.kind === 'terminal' ? part.text.toLowerCase().split(/[ -]/) : []));
  return new Set([...words.filter((word) => /^[a-z]/.test(word)), 'array', 'path']);
}

function mayTouch(left: string, right: string): boolean {
  if (/[([{,;:]$/.test(left) && left.length === 1) return true;
  if (/^[)\]},;:]/.test(right) && right.length === 1) return true;
  if (right === '..') return /\d$/.test(left);
  if (left === '..' || left === '<') return /^[\p{L}\p{N}_-]/u.test(right);
  return right === '>' && /[\p{L}\p{N}_]$/u.test(left);
}
