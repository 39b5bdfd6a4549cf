// Sentences made a little wrong: a token dropped, doubled, swapped, replaced or put in; a sign changed. The words come
// from the grammar and from the parsers' own sources, so that a word only one of them knows is tried too.

import { readFileSync, readdirSync } from 'node:fs';

import { CHECKS } from '../../src/notation/values/policies.ts';
import { OUTCOMES } from '../../src/notation/values/answers.ts';
import { SIMPLE_CAUSES } from '../../src/notation/values/causes.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';
import { tokenize } from '../../src/notation/grammar/tokens.ts';
import type { Random } from '../laws/random.ts';
import { keywordsOf } from './sentences.ts';
import type { Grammar } from './ebnf.ts';

const PIECES = [
  ['`a`', '`a.b`', '`Order`', '`Order.total`', '`it is`', '` `', '`a..b`', '`{f}`', '`POST /x`', '`12`', '`…`'],
  ['Order', 'Order.total', 'f', 'f.g', 'X-Total', '1', '0', '-3', '2.50', '100', '201', '2xx', '"t"', '"', '`', '``'],
  ['(', ')', '[', ']', '{', '}', ',', ';', ':', '=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '..', '.', '…'],
  ['{id}', '<total>', '✓', '?', '|', '&', '🙂', 'not shown', 'and', 'or', 'in {id}', '{}', '[]'],
].flat();
const SIGNS = [...'`"(){}[]<>=,;:.-_ aZ09…\\'];

export class Mutations {
  readonly #random: Random;
  readonly #vocabulary: readonly string[];

  constructor(grammar: Grammar, random: Random) {
    this.#random = random;
    this.#vocabulary = [...new Set([...keywordsOf(grammar), ...vocabulary()])];
  }

  /** The same text with one to three changes. */
  of(text: string): string {
    let changed = text;
    for (let i = this.#random.chance(0.7) ? 1 : this.#random.whole(2, 3); i > 0; i -= 1) {
      changed = this.#random.chance(0.8) ? this.#token(changed) : this.#sign(changed);
    }
    return changed;
  }

  #token(text: string): string {
    const tokens = tokenize(plainText(text)).slice(0, -1);
    const at = this.#random.whole(0, Math.max(0, tokens.length - 1));
    const pieces = tokens.map((token) => text.slice(token.outerFrom, token.outerTo));
    const piece = this.#random.pick(this.#random.chance(0.5) ? this.#vocabulary : PIECES);
    const change = this.#random.whole(0, 4);
    if (change === 0) pieces.splice(at, 1);
    else if (change === 1) pieces.splice(at, 0, pieces[at] ?? piece);
    else if (change === 2) pieces.splice(at, 2, pieces[at + 1] ?? piece, pieces[at] ?? piece);
    else pieces.splice(at + this.#random.whole(0, 1), change === 3 ? 1 : 0, piece);
    return pieces.join(' ');
  }

  #sign(text: string): string {
    const at = this.#random.whole(0, text.length);
    const taken = this.#random.whole(0, 2);
    return text.slice(0, at) + (this.#random.chance(0.7) ? this.#random.pick(SIGNS) : '') + text.slice(at + taken);
  }
}

/** Every text between single quotes in the parsers that could be a phrase, and the words of the model's lists. */
function vocabulary(): readonly string[] {
  const texts = sources().flatMap((source) =>
    [...source.matchAll(/'([a-z][a-z0-9 -]{0,24})'/g)].map((match) => match[1]!),
  );
  return [...new Set([...texts, ...phrasesOfParsers()])];
}

/** The phrases that the parsers ask a cursor for, and the words of the model's lists. */
export function phrasesOfParsers(): readonly string[] {
  const asked = /(?:Phrase|isWord|takeSuffix|takeBracketed|part|renamed)\((?:cursor, )?'([a-z][^']*)'/g;
  const listed = /\[((?:'[a-z][a-z -]*'(?:, )?){2,})\]/g;
  const found = sources().flatMap((source) => [
    ...[...source.matchAll(asked)].map((match) => match[1]!),
    ...[...source.matchAll(listed)].flatMap((match) => match[1]!.split(',').map((word) => word.trim().slice(1, -1))),
  ]);
  return [...new Set([...found, ...CHECKS, ...OUTCOMES, ...SIMPLE_CAUSES])].filter((word) => !AMBIGUOUS.has(word));
}

/** Words that a parser knows in order to refuse them with a code of their own. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['m', 'o', 'c', 'conditional', 'conditionally']);

function sources(): readonly string[] {
  const folder = new URL('../../src/notation/values/', import.meta.url);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
}
