// The grammar of docs/notation.md as data. Input: the page, or the text of its `ebnf` fence. Output: rules by name. ISO 14977 as far as
// the fence uses it: `=` `,` `|` `-` `[ ]` `{ }` `( )` `? ?` `(* *)`, terminals in quotes.

import { readFileSync } from 'node:fs';

export type Expression =
  | { readonly kind: 'terminal' | 'symbol' | 'special'; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly Expression[] }
  | { readonly kind: 'optional' | 'repeated'; readonly item: Expression }
  | { readonly kind: 'except'; readonly item: Expression; readonly not: Expression };

/** Rules in written order; the first lists the start symbols. */
export type Grammar = ReadonlyMap<string, Expression>;

export const START = 'value';

/** Rules in capitals spell signs: nothing stands between their items. */
export function isSigns(name: string): boolean {
  return name === name.toUpperCase();
}

export function readNotationGrammar(): Grammar {
  const page = readFileSync(new URL('../../docs/notation.md', import.meta.url), 'utf8');
  const fences = [...page.matchAll(/^```ebnf\n([\s\S]*?)^```$/gm)];
  if (fences.length !== 1) throw new Error(`docs/notation.md has ${fences.length} ebnf fences, expected one`);
  return readGrammar(fences[0]![1]!);
}

export function startSymbols(grammar: Grammar): readonly string[] {
  const first = grammar.get(START)!;
  const items = first.kind === 'choice' ? first.items : [first];
  return items.map((item) => (item.kind === 'symbol' ? item.text : fail(`${START} lists start symbols only`)));
}

const token = /\(\*[\s\S]*?\*\)|\s+|"([^"]*)"|'([^']*)'|\?([^?]*)\?|([A-Za-z_]+)|([=,|;\-[\]{}()])/uy;

interface Token {
  readonly kind: 'terminal' | 'special' | 'name' | 'sign' | 'end';
  readonly text: string;
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) fail(`nothing the grammar of grammars knows: ${text.slice(at, at + 30)}`);
    const [, double, single, special, name, sign] = match;
    const terminal = double ?? single;
    if (terminal !== undefined) found.push({ kind: 'terminal', text: terminal });
    else if (special !== undefined) found.push({ kind: 'special', text: special.trim() });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else if (sign !== undefined) found.push({ kind: 'sign', text: sign });
  }
  return [...found, { kind: 'end', text: 'the end' }];
}

export function readGrammar(text: string): Grammar {
  const reader = new Reader(tokens(text));
  const grammar = new Map<string, Expression>();
  while (reader.peek().kind !== 'end') {
    const name = reader.need('name');
    reader.sign('=');
    if (grammar.has(name)) fail(`${name} is said twice`);
    grammar.set(name, reader.choice());
    reader.sign(';');
  }
  checkNames(grammar);
  return grammar;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#at]!;
  }

  isSign(text: string): boolean {
    return this.peek().kind === 'sign' && this.peek().text === text;
  }

  need(kind: Token['kind']): string {
    if (this.peek().kind !== kind) fail(`unexpected ${this.peek().text}, expected a ${kind}`);
    return this.#tokens[this.#at++]!.text;
  }

  sign(text: string): void {
    if (!this.isSign(text)) fail(`unexpected ${this.peek().text}, expected ${text}`);
    this.#at += 1;
  }

  choice(): Expression {
    return this.#many('choice', '|', () => this.#many('sequence', ',', () => this.#except()));
  }

  #many(kind: 'choice' | 'sequence', sign: string, item: () => Expression): Expression {
    const items = [item()];
    while (this.isSign(sign)) {
      this.#at += 1;
      items.push(item());
    }
    return items.length === 1 ? items[0]! : { kind, items };
  }

  #except(): Expression {
    const item = this.#primary();
    if (!this.isSign('-')) return item;
    this.sign('-');
    return { kind: 'except', item, not: this.#primary() };
  }

  #primary(): Expression {
    const { kind, text } = this.peek();
    if (kind === 'name') return { kind: 'symbol', text: this.need('name') };
    if (kind === 'terminal' || kind === 'special') return { kind, text: this.need(kind) };
    for (const [open, close, wrap] of BRACKETS) {
      if (!this.isSign(open)) continue;
      this.sign(open);
      const item = this.choice();
      this.sign(close);
      return wrap ? { kind: wrap, item } : item;
    }
    return fail(`unexpected ${text}`);
  }
}

const BRACKETS = [
  ['(', ')', undefined],
  ['[', ']', 'optional'],
  ['{', '}', 'repeated'],
] as const;

/** Each name that is used is a rule, and each rule is used. */
function checkNames(grammar: Grammar): void {
  const used = new Set<string>([[...grammar.keys()][0]!]);
  for (const [name, rule] of grammar) {
    for (const part of parts(rule)) {
      if (part.kind !== 'symbol') continue;
      used.add(part.text);
      if (!grammar.has(part.text)) fail(`${name} uses ${part.text}, which is no rule`);
    }
  }
  for (const name of grammar.keys()) if (!used.has(name)) fail(`${name} is a rule that nothing uses`);
}

/** An expression and all that stands in it. */
export function* parts(expression: Expression): Generator<Expression> {
  yield expression;
  if ('items' in expression) for (const item of expression.items) yield* parts(item);
  if ('item' in expression) yield* parts(expression.item);
  if ('not' in expression) yield* parts(expression.not);
}

function fail(message: string): never {
  throw new Error(message);
}
