// A text that an I-Regexp (RFC 9485) matches. In: the pattern, and a number that varies it. Out: candidates, to be judged
// by the caller; none for a pattern that is none, or whose characters are all unusual ones.

import { alphabetOf } from '../base/patterns/alphabet.ts';
import { parsePattern } from '../base/patterns/parse.ts';
import type { Pattern, Term } from '../base/patterns/tree.ts';

/** Shortest texts first: every open repetition is taken 0, 1, 2, … times within its own bounds. */
export function* textsMatching(pattern: string, vary: number): Generator<string> {
  const parsed = parsePattern(pattern);
  if ('fault' in parsed) return;
  for (let times = 0; times <= 64; times++) {
    const text = build(parsed.tree, times, vary);
    if (text !== undefined) yield text;
  }
}

function build(pattern: Pattern, times: number, vary: number): string | undefined {
  switch (pattern.kind) {
    case 'class': {
      const characters = charactersOf(pattern.any);
      return characters[vary % characters.length];
    }
    case 'sequence':
      return joined(pattern.items.map((item) => build(item, times, vary)));
    case 'choice':
      return build(pattern.items[0]!, times, vary);
    case 'repeat': {
      const count = Math.min(pattern.most, Math.max(pattern.least, times));
      // The last one varies, so that two texts of one pattern differ.
      return joined(Array.from({ length: count }, (_, i) => build(pattern.of, times, i === count - 1 ? vary : 0)));
    }
  }
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** What stands for "any but these", and for a category. */
const PRINTABLE = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'];
const MOST_OF_A_RANGE = 200;

/** Those that the class names come first, as it names them. */
function charactersOf(any: readonly Term[]): readonly string[] {
  const named = any
    .filter(({ negated }) => !negated)
    .flatMap(({ ranges }) => ranges)
    .flatMap(([from, to]) =>
      Array.from({ length: Math.min(to - from + 1, MOST_OF_A_RANGE) }, (_, i) => String.fromCodePoint(from + i)),
    );
  if (any.every(({ negated, categories }) => !negated && categories.length === 0)) return named;
  const { kindOf, has } = alphabetOf([any]);
  return [...named, ...PRINTABLE.filter((character) => has(kindOf(character.codePointAt(0)!), 0))];
}
