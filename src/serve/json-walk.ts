// A way through well-formed JSON text, once from its start to its end. Input: a text. Output: its parts as they are written, digit by
// digit. https://www.rfc-editor.org/rfc/rfc8259

import { endOfString } from './json-members.ts';

const SPACE = /\s/;
const END_OF_WORD = /[,\]}\s]/;

export class JsonWalk {
  readonly #text: string;
  #place = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The sign with which the next value begins. */
  sign(): string | undefined {
    this.#space();
    return this.#text[this.#place];
  }

  /** `next` reads each item of the list or object that begins here. */
  items(next: () => void): void {
    this.#place++;
    for (let sign = this.sign(); sign !== ']' && sign !== '}'; sign = this.sign()) {
      if (sign === undefined) throw new Error('JSON ends where it should go on');
      if (sign === ',') this.#place++;
      next();
    }
    this.#place++;
  }

  /** The name of the member that begins here, as it is written. */
  name(): string {
    const name = this.scalar();
    this.#space();
    this.#place++;
    return name;
  }

  scalar(): string {
    this.#space();
    const begin = this.#place;
    if (this.#text[begin] === '"') this.#place = endOfString(this.#text, begin) + 1;
    else while (this.#place < this.#text.length && !END_OF_WORD.test(this.#text[this.#place]!)) this.#place++;
    return this.#text.slice(begin, this.#place);
  }

  /** What `next` reads, as it is written. */
  written(next: () => void): string {
    this.#space();
    const begin = this.#place;
    next();
    return this.#text.slice(begin, this.#place);
  }

  #space(): void {
    while (this.#place < this.#text.length && SPACE.test(this.#text[this.#place]!)) this.#place++;
  }
}
