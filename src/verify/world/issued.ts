// Tokens that may have been issued by calls of which nobody can tell what came of them. Input: their replies. Output: whether a text may be one
// of those tokens. What no reply has shown nobody can send.

import { isReply, type NoReply, type Reply } from '../exchange.ts';
import { copied } from './copied.ts';
import { leavesIn, readJson } from './json.ts';

/** With more of them any text may be a token. */
const MOST = 100_000;
/** Characters of all of them. */
const MOST_CHARACTERS = 5_000_000;
/** No header holds a longer one. */
const LONGEST = 16_384;

export class Issued {
  readonly #texts = new Set<string>();
  #characters = 0;

  /** JSON has them as its texts; in all else they stand between marks that no token has. */
  mayBeIn(reply: Reply | NoReply): void {
    if (!isReply(reply)) return;
    for (const [, text] of leavesIn(reply.body)) this.#add(text);
    const isPlain = reply.status < 400 && !readJson(reply.body);
    const plain = [...reply.headers.map(([, value]) => value), ...(isPlain ? [reply.body] : [])];
    for (const text of plain) for (const piece of piecesOf(text)) this.#add(piece);
  }

  #add(text: string): void {
    if (text.length > LONGEST || this.#isFull || this.#texts.has(text)) return;
    this.#texts.add(copied(text));
    this.#characters += text.length;
  }

  has(token: string): boolean {
    return this.#isFull || this.#texts.has(token);
  }

  get #isFull(): boolean {
    return this.#texts.size >= MOST || this.#characters >= MOST_CHARACTERS;
  }
}

/** Also behind a name: `token=…`. */
function piecesOf(text: string): readonly string[] {
  return text.split(/[\s"',;<>{}()[\]]+/).flatMap((piece) => [piece, piece.slice(piece.search(/[=:]/) + 1)]);
}
