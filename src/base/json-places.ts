// JSON with the place of each piece of it. Input: a source and the range of it that is JSON. Output: the value as a tree, numbers by their
// digits, or the first place where it is none. What nests deeper than DEPTH_LIMIT is refused.

import type { Span } from './span.ts';

export type JsonNode = JsonObject | JsonList | JsonScalar;

export interface JsonObject {
  readonly kind: 'object';
  /** In written order; a name may occur twice. */
  readonly members: readonly JsonMember[];
  readonly at: Span;
}

export interface JsonMember {
  readonly key: string;
  readonly keyAt: Span;
  readonly value: JsonNode;
}

export interface JsonList {
  readonly kind: 'list';
  readonly items: readonly JsonNode[];
  readonly at: Span;
}

/** `text`: of a string its value, of a number its digits as written, else the word. */
export interface JsonScalar {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  readonly text: string;
  readonly at: Span;
}

export interface NoJson {
  readonly at: Span;
  readonly expected: string;
}

const DEPTH_LIMIT = 100;

class Fault extends Error {
  readonly at: Span;
  readonly expected: string;

  constructor(at: Span, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

export function parsePlaces(source: string, range: Span): { readonly value: JsonNode } | { readonly fault: NoJson } {
  const trace = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const text = new Text(source, range);
    const value = text.value(0);
    text.end();
    return { value };
  } catch (error) {
    if (error instanceof Fault) return { fault: { at: error.at, expected: error.expected } };
    throw error;
  } finally {
    Error.stackTraceLimit = trace;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)(?![\w-])/y;

class Text {
  readonly #source: string;
  readonly #end: number;
  #at: number;

  constructor(source: string, { start, end }: Span) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  value(depth: number): JsonNode {
    this.#blank();
    switch (this.#sign()) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"': {
        const string = this.#string('a text in double quotes, as JSON writes it');
        return { kind: 'string', ...string };
      }
    }
    const number = this.#take(NUMBER);
    if (number) return { kind: 'number', ...number };
    const word = this.#take(WORD);
    if (!word) return this.#fail('a value of JSON');
    return { kind: word.text === 'null' ? 'null' : 'boolean', ...word };
  }

  end(): void {
    this.#blank();
    if (this.#at < this.#end) this.#fail('nothing more behind the value');
  }

  #object(depth: number): JsonObject {
    const members: JsonMember[] = [];
    const at = this.#items('}', depth, () => {
      this.#blank();
      const { text: key, at: keyAt } = this.#string('a name in double quotes');
      this.#blank();
      if (this.#sign() !== ':') this.#fail('`:` behind the name');
      this.#at++;
      members.push({ key, keyAt, value: this.value(depth + 1) });
    });
    return { kind: 'object', members, at };
  }

  #list(depth: number): JsonList {
    const items: JsonNode[] = [];
    const at = this.#items(']', depth, () => void items.push(this.value(depth + 1)));
    return { kind: 'list', items, at };
  }

  #items(close: string, depth: number, item: () => void): Span {
    const start = this.#at;
    if (depth >= DEPTH_LIMIT) this.#fail(`at most ${DEPTH_LIMIT} levels of brackets`);
    this.#at++;
    this.#blank();
    if (this.#sign() !== close) {
      item();
      this.#blank();
      while (this.#sign() === ',') {
        this.#at++;
        item();
        this.#blank();
      }
    }
    if (this.#sign() !== close) this.#fail(`\`,\` or \`${close}\``);
    this.#at++;
    return { start, end: this.#at };
  }

  #string(expected: string): { text: string; at: Span } {
    if (this.#sign() !== '"') this.#fail(expected);
    const start = this.#at;
    let end = start + 1;
    while (end < this.#end && this.#source[end] !== '"') end += this.#source[end] === '\\' ? 2 : 1;
    const text = end < this.#end ? readString(this.#source.slice(start, end + 1)) : undefined;
    if (text === undefined) return this.#fail(expected);
    this.#at = end + 1;
    return { text, at: { start, end: this.#at } };
  }

  #take(form: RegExp): { text: string; at: Span } | undefined {
    form.lastIndex = this.#at;
    const text = form.exec(this.#source)?.[0];
    if (text === undefined || this.#at + text.length > this.#end) return undefined;
    const at = { start: this.#at, end: this.#at + text.length };
    this.#at = at.end;
    return { text, at };
  }

  #sign(): string {
    return this.#at < this.#end ? this.#source[this.#at]! : '';
  }

  #blank(): void {
    while (this.#at < this.#end && ' \t\n\r'.includes(this.#source[this.#at]!)) this.#at++;
  }

  #fail(expected: string): never {
    const start = this.#at;
    let end = start;
    while (end < this.#end && end - start < 40 && !/[\s,{}[\]:]/.test(this.#source[end]!)) end++;
    throw new Fault({ start, end: Math.min(this.#end, Math.max(end, start + 1)) }, expected);
  }
}

function readString(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
