// A text that an I-Regexp (RFC 9485) matches. In: the pattern, how long the text should be, a number that varies it.
// Out: candidates, to be judged by the caller; none when the pattern says something that this does not build.

type Node =
  | { readonly kind: 'text'; readonly choices: readonly string[] }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly items: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number };

/** Shortest texts first: every open repetition is taken 0, 1, 2, … times within its own bounds. */
export function* textsMatching(pattern: string, vary: number): Generator<string> {
  const parser = new Parser(pattern);
  const node = parser.whole();
  if (node === undefined) return;
  for (let times = 0; times <= 64; times++) yield build(node, times, vary);
}

function build(node: Node, times: number, vary: number): string {
  switch (node.kind) {
    case 'text':
      return node.choices[vary % node.choices.length] ?? '';
    case 'sequence':
      return node.items.map((item) => build(item, times, vary)).join('');
    case 'choice':
      return build(node.items[0]!, times, vary);
    case 'repeat': {
      const count = Math.min(node.most, Math.max(node.least, times));
      // The last one varies, so that two texts of one pattern differ.
      return Array.from({ length: count }, (_, i) => build(node.of, times, i === count - 1 ? vary : 0)).join('');
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  L: ['a', 'b', 'c'],
  Lu: ['A', 'B', 'C'],
  Ll: ['a', 'b', 'c'],
  N: ['1', '2', '3'],
  Nd: ['1', '2', '3'],
};

/** What stands for "any but these". */
const PRINTABLE = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'];

class Parser {
  readonly #pattern: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = [...pattern];
  }

  whole(): Node | undefined {
    const node = this.#choice();
    return this.#at === this.#pattern.length ? node : undefined;
  }

  //  a|b|c
  //  ^
  #choice(): Node | undefined {
    const items: Node[] = [];
    do {
      const item = this.#sequence();
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.#take('|'));
    return items.length === 1 ? items[0] : { kind: 'choice', items };
  }

  //  ab{2}c*
  //  ^
  #sequence(): Node | undefined {
    const items: Node[] = [];
    while (this.#at < this.#pattern.length && this.#peek() !== '|' && this.#peek() !== ')') {
      const atom = this.#atom();
      const item = atom === undefined ? undefined : this.#repeated(atom);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return { kind: 'sequence', items };
  }

  #repeated(of: Node): Node | undefined {
    if (this.#take('*')) return { kind: 'repeat', of, least: 0, most: Infinity };
    if (this.#take('+')) return { kind: 'repeat', of, least: 1, most: Infinity };
    if (this.#take('?')) return { kind: 'repeat', of, least: 0, most: 1 };
    if (!this.#take('{')) return of;
    const end = this.#pattern.indexOf('}', this.#at);
    const bounds = /^(\d+)(?:(,)(\d*))?$/.exec(this.#pattern.slice(this.#at, end).join(''));
    if (end === -1 || bounds === null) return undefined;
    this.#at = end + 1;
    const least = Number(bounds[1]);
    const most = bounds[2] === undefined ? least : bounds[3] === '' ? Infinity : Number(bounds[3]);
    return { kind: 'repeat', of, least, most };
  }

  #atom(): Node | undefined {
    if (this.#take('(')) {
      const inner = this.#choice();
      return this.#take(')') ? inner : undefined;
    }
    if (this.#take('[')) return this.#class();
    if (this.#take('.')) return { kind: 'text', choices: ['a', 'b', 'c'] };
    if (this.#take('\\')) return this.#escape();
    const character = this.#next();
    return character === undefined ? undefined : { kind: 'text', choices: [character] };
  }

  #escape(): Node | undefined {
    const character = this.#next();
    if (character === 'P') return undefined;
    if (character !== 'p')
      return character === undefined ? undefined : { kind: 'text', choices: [ESCAPES[character] ?? character] };
    const end = this.#pattern.indexOf('}', this.#at);
    if (!this.#take('{') || end === -1) return undefined;
    const choices = CATEGORIES[this.#pattern.slice(this.#at, end).join('')];
    this.#at = end + 1;
    return choices === undefined ? undefined : { kind: 'text', choices };
  }

  //  [A-Z0-9_]
  //   ^
  #class(): Node | undefined {
    const isNegated = this.#take('^');
    const choices: string[] = [];
    for (let first = true; first || this.#peek() !== ']'; first = false) {
      const from = this.#classCharacter();
      if (from === undefined) return undefined;
      if (this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#next();
        const to = this.#classCharacter();
        if (to === undefined || from.length !== 1 || to.length !== 1) return undefined;
        const last = to[0]!.codePointAt(0)!;
        for (let code = from[0]!.codePointAt(0)!; code <= last && choices.length < 200; code++) {
          choices.push(String.fromCodePoint(code));
        }
      } else choices.push(...from);
    }
    this.#next();
    const kept = isNegated ? PRINTABLE.filter((character) => !choices.includes(character)) : choices;
    return kept.length === 0 ? undefined : { kind: 'text', choices: kept };
  }

  /** One character, or the stand-ins of a category. */
  #classCharacter(): readonly string[] | undefined {
    if (this.#take('\\')) {
      const node = this.#escape();
      return node?.kind === 'text' ? node.choices : undefined;
    }
    const character = this.#next();
    return character === undefined ? undefined : [character];
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(): string | undefined {
    return this.#pattern[this.#at++];
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}
