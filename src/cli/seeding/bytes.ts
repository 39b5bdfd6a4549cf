// The octets of a data file, one after the other, in little memory. Input: an open file. Output: what is at the place that was
// reached, strings and whole objects as they are written, and the line of each.

import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';

/** Behind the last octet. */
export const END = -1;

const CHUNK = 1 << 18;
/** A longer row, or name, is a quote that is missing, and not data. */
const LONGEST_ROW = 1 << 26;
const LONGEST_NAME = 1000;
/** To find a column, at most this much of a line is read again. */
const LONGEST_LINE = 1 << 20;

export const CURLY = 123;
export const CURLY_END = 125;
export const SQUARE = 91;
export const SQUARE_END = 93;
const QUOTE = 34;
const BACKSLASH = 92;
const LINE_BREAK = 10;

/** Where something begins, counted in octets; `lineStart`: where its line does. */
export interface Spot {
  readonly offset: number;
  readonly line: number;
  readonly lineStart: number;
}

/** What the file is not, and where. */
export class Broken extends Error {
  readonly spot: Spot;

  constructor(spot: Spot, message: string) {
    super(message);
    this.spot = spot;
  }
}

export class Bytes {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(CHUNK);
  #length = 0;
  /** Of the first octet in the buffer. */
  #base = 0;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(file: number) {
    this.#file = file;
    this.#passMark();
  }

  get spot(): Spot {
    return { offset: this.#base + this.#at, line: this.#line, lineStart: this.#lineStart };
  }

  peek(): number {
    return this.#at < this.#length || this.#fill() ? this.#buffer[this.#at]! : END;
  }

  skip(): void {
    this.#at++;
  }

  blank(): void {
    for (let code = this.peek(); code === 32 || (code >= 9 && code <= 13); code = this.peek()) {
      this.#at++;
      if (code === LINE_BREAK) this.#newLine(this.#base + this.#at);
    }
  }

  /** A text in double quotes. */
  string(expected: string): string {
    const start = this.spot;
    if (this.peek() !== QUOTE) this.fail(expected);
    const octets = this.#taken(LONGEST_NAME, expected, new Ending(true));
    try {
      return JSON.parse(textOf(octets, start)) as string;
    } catch (error) {
      if (error instanceof Broken) throw error;
      throw new Broken(start, expected);
    }
  }

  /** From a brace to the one that closes it; the text between is not looked at here. */
  object(): string {
    const start = this.spot;
    const octets = this.#taken(
      LONGEST_ROW,
      'a row that ends: one of its quotes or brackets is missing',
      new Ending(false),
    );
    for (let at = octets.indexOf(LINE_BREAK); at !== -1; at = octets.indexOf(LINE_BREAK, at + 1)) {
      this.#newLine(start.offset + at + 1);
    }
    return textOf(octets, start);
  }

  fail(expected: string): never {
    throw new Broken(this.spot, `expected ${expected}`);
  }

  #taken(longest: number, expected: string, ending: Ending): Buffer {
    const start = this.spot;
    const pieces: Buffer[] = [];
    for (let size = 0; ;) {
      const end = ending.find(this.#buffer, this.#at, this.#length);
      const piece = this.#buffer.subarray(this.#at, end ?? this.#length);
      this.#at += piece.length;
      size += piece.length;
      if (size > longest) throw new Broken(start, `expected ${expected}; this one has more than ${longest} octets`);
      if (end !== undefined) return pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
      pieces.push(Buffer.from(piece));
      if (!this.#fill()) throw new Broken(start, `expected ${expected}; the file ends inside of it`);
    }
  }

  #newLine(offset: number): void {
    this.#line++;
    this.#lineStart = offset;
  }

  #fill(): boolean {
    this.#base += this.#length;
    this.#length = readSync(this.#file, this.#buffer, 0, CHUNK, this.#base);
    this.#at = 0;
    return this.#length > 0;
  }

  #passMark(): void {
    if (this.peek() === END) return;
    const [a, b = 1, c = 1] = this.#buffer.subarray(0, Math.min(3, this.#length));
    if (a === 0xef && b === 0xbb && c === 0xbf) {
      this.#at = 3;
      this.#lineStart = 3;
    } else if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || a === 0 || b === 0) {
      this.fail('JSON in UTF-8, and this is UTF-16 or UTF-32; save it as UTF-8');
    }
  }
}

/** Finds the end of a text, or of brackets; the text may come in pieces. */
class Ending {
  readonly #isName: boolean;
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  constructor(isName: boolean) {
    this.#isName = isName;
  }

  /** Behind its last octet; undefined: not before `to`. */
  find(octets: Buffer, from: number, to: number): number | undefined {
    for (let at = from; at < to; at++) {
      const code = octets[at]!;
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) {
          this.#isText = false;
          if (this.#isName) return at + 1;
        }
      } else if (code === QUOTE) this.#isText = true;
      else if (code === CURLY || code === SQUARE) this.#depth++;
      else if ((code === CURLY_END || code === SQUARE_END) && --this.#depth === 0) return at + 1;
    }
    return undefined;
  }
}

function textOf(octets: Buffer, start: Spot): string {
  if (!isUtf8(octets)) throw new Broken(start, 'expected UTF-8; some octets here are none');
  return octets.toString('utf8');
}

/** For people: the column counts characters. */
export function placeOf(file: number, { offset, line, lineStart }: Spot): { line: number; column: number } {
  const size = offset - lineStart;
  if (size > LONGEST_LINE) return { line, column: size + 1 };
  const octets = Buffer.alloc(size);
  readSync(file, octets, 0, size, lineStart);
  return { line, column: octets.toString('utf8').length + 1 };
}
