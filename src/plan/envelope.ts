// An envelope of the document's own as JSON text with holes. Input: a template. Output: pieces, which the relay joins for each event; undefined where
// it is more than literals and words. Notation, part 6, Envelope.

import type { Shape, Template } from '../notation/values/shapes.ts';
import type { EnvelopePiece, EnvelopePlan, EnvelopeWord } from './delivery-plan.ts';

export function envelopePlan(shape: Shape): EnvelopePlan | undefined {
  if (shape.kind !== 'template') return undefined;
  const pieces = piecesOf(shape.value);
  return pieces && { kind: 'template', pieces: joined(pieces) };
}

type Pieces = readonly EnvelopePiece[] | undefined;

function piecesOf(template: Template): Pieces {
  switch (template.kind) {
    case 'object':
      return enclosed(
        '{',
        template.pairs.map(({ key, value }) => {
          const of = piecesOf(value);
          const name = textPieces([key.kind === 'literal' ? key.text : key]);
          return of && name && [...name, ':', ...of];
        }),
        '}',
      );
    case 'list':
      return enclosed('[', template.items.map(piecesOf), ']');
    case 'literal':
      return [JSON.stringify(template.value)];
    case 'word':
      return isWord(template.word) ? [{ word: template.word }] : undefined;
    case 'text':
      return textPieces(template.parts);
    case 'field':
    case 'shape':
      return undefined;
  }
}

function textPieces(parts: readonly (string | { readonly word: string })[]): Pieces {
  const pieces: EnvelopePiece[] = ['"'];
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(JSON.stringify(part).slice(1, -1));
    else if (isWord(part.word)) pieces.push({ word: part.word, within: true });
    else return undefined;
  }
  return [...pieces, '"'];
}

function enclosed(open: string, all: readonly Pieces[], close: string): Pieces {
  const pieces: EnvelopePiece[] = [open];
  for (const [place, one] of all.entries()) {
    if (!one) return undefined;
    pieces.push(...(place > 0 ? [','] : []), ...one);
  }
  return [...pieces, close];
}

const WORDS: ReadonlySet<string> = new Set<EnvelopeWord>(['payload', 'event id', 'event name', 'now']);

function isWord(word: string): word is EnvelopeWord {
  return WORDS.has(word);
}

/** What is written side by side is one piece. */
function joined(pieces: readonly EnvelopePiece[]): readonly EnvelopePiece[] {
  const all: EnvelopePiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else all.push(piece);
  }
  return all;
}
