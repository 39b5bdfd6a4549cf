// JSON as RFC 8259 has it, for services written by hand: UTF-8, a name once in an object, no half of a surrogate pair, numbers by all their
// digits. Input: octets. Output: a value, or nothing where it is none.

/** A number as it was written. */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The number without its point, for so many digits behind it; undefined where it has more, or 64 bits do not hold it. */
  scaled(digits: number): bigint | undefined {
    const [, minus, whole, part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text)!;
    const all = (whole! + part).replace(/^0+/, '');
    if (all === '') return 0n;
    const bare = all.replace(/0+$/, '');
    const shift = Number(power) - part.length + digits + (all.length - bare.length);
    if (shift < 0 || bare.length + shift > 19) return undefined;
    const value = BigInt(minus + bare + '0'.repeat(shift));
    return BigInt.asIntN(64, value) === value ? value : undefined;
  }
}

export type Json = null | boolean | string | Numeral | readonly Json[] | ReadonlyMap<string, Json>;

const DEEPEST = 500;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- a text has none of them as they are
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const BLANK = /[ \t\r\n]*/y;

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value(0);
    if (this.#at !== this.#text.length) throw new SyntaxError('more follows');
    return value;
  }

  #take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #sign(sign: string): boolean {
    this.#take(BLANK);
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    this.#take(BLANK);
    return true;
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) throw new SyntaxError('too deep');
    if (this.#sign('{')) return this.#object(depth + 1);
    if (this.#sign('[')) return this.#list(depth + 1);
    for (const [word, value] of [
      ['null', null],
      ['true', true],
      ['false', false],
    ] as const)
      if (this.#sign(word)) return value;
    const number = this.#take(NUMBER);
    const value = number === undefined ? this.#string() : new Numeral(number);
    this.#take(BLANK);
    return value;
  }

  #string(): string {
    const written = this.#take(TEXT);
    if (written === undefined) throw new SyntaxError('no value');
    const text = JSON.parse(written) as string;
    if (!text.isWellFormed()) throw new SyntaxError('half of a surrogate pair');
    return text;
  }

  #list(depth: number): Json[] {
    const items: Json[] = [];
    if (this.#sign(']')) return items;
    do items.push(this.#value(depth));
    while (this.#sign(','));
    if (!this.#sign(']')) throw new SyntaxError('a list does not end');
    return items;
  }

  #object(depth: number): Map<string, Json> {
    const members = new Map<string, Json>();
    if (this.#sign('}')) return members;
    do {
      const name = this.#string();
      if (members.has(name) || !this.#sign(':')) throw new SyntaxError('no member');
      members.set(name, this.#value(depth));
    } while (this.#sign(','));
    if (!this.#sign('}')) throw new SyntaxError('an object does not end');
    return members;
  }
}

export function readJson(octets: Uint8Array): Json | undefined {
  try {
    return new Reader(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)).whole();
  } catch {
    return undefined;
  }
}
