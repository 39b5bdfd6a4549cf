// Texts with words and fields in them: what they may be in a reply. Input: the parts of a text, what fills each word. Output: the text, or a
// form that it has. Notation, part 4, "Shapes and templates".

import { textParts } from '../../../notation/words.ts';
import { Digits } from '../../world/json.ts';
import type { Word } from './match.ts';

type Parts = readonly (string | { readonly word: string })[];

/** Left out where a word has nothing to say. */
export function textWord(parts: Parts, wordOf: (word: string) => Word): Word {
  let isExact = true;
  let pattern = '';
  let text = '';
  const rules: (Extract<Word, { readonly kind: 'must be' }> | undefined)[] = [];
  for (const part of parts) {
    const word: Word = typeof part === 'string' ? { kind: 'is', value: part } : wordOf(part.word);
    if (word.kind === 'left out' || word.kind === 'any') return word;
    if (word.kind === 'is') {
      text += asText(word.value);
      pattern += literally(asText(word.value));
    } else {
      isExact = false;
      text += '…';
      pattern += '(.*)';
      rules.push(typeof part === 'object' && part.word === 'next' ? word : undefined);
    }
  }
  if (isExact) return { kind: 'is', value: text };
  const form = new RegExp(`^${pattern}$`, 'su');
  return {
    kind: 'must be',
    said: `a text such as ${text}`,
    fits: (value) => {
      const found = typeof value === 'string' ? form.exec(value) : null;
      return found !== null && rules.every((rule, nth) => !rule || isNext(rule, found[nth + 1]!));
    },
  };
}

/** What asks for the next page is as it was given, unless it had to be encoded where it stands. */
function isNext(rule: { readonly fits: (value: unknown) => boolean }, text: string): boolean {
  return !/^[\w.~-]+$/.test(text) || rule.fits(text);
}

/** A text as it is written in the document: with words, and, where a row is at hand, with fields. */
export function writtenText(text: string, wordOf: (word: string) => Word, fieldOf?: (field: string) => Word): Word {
  const parts = textParts(text).flatMap((part): Parts => {
    if (typeof part !== 'string' || !fieldOf) return [part];
    return part.split(/(\{[^{}]+\})/).map((piece) => (/^\{.*\}$/.test(piece) ? { word: piece } : piece));
  });
  return textWord(parts, (word) => (fieldOf && word.startsWith('{') ? fieldOf(word.slice(1, -1)) : wordOf(word)));
}

export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

export function asText(value: unknown): string {
  if (value instanceof Digits) return value.text;
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
}
