// Which of the words that a grammar looked for was probably meant. Input: what is there, and the words. Output: one of them, or nothing.

import { didYouMean } from '../../base/did-you-mean.ts';
import type { Token } from './tokens.ts';

/** `date time` for `date-time`. */
export function inTwoWords(rest: string, sought: ReadonlySet<string>): string | undefined {
  const joined = rest.replace(/\s+/, '-');
  return [...sought].find((word) => word.includes('-') && !rest.startsWith(word) && joined.startsWith(word));
}

/** One slip away, cut short, or a phrase that ends in the same word. */
export function meantBy({ lower }: Token, rest: string, sought: ReadonlySet<string>): string | undefined {
  // An article is a word of its own, and no beginning of `there`.
  if (lower === 'the') return undefined;
  const single = [...sought].filter((word) => !word.includes(' '));
  const near = lower.length < 3 ? undefined : didYouMean(lower, single);
  if (near !== undefined) return near;
  if (lower.length >= 3 && single.length > 0) {
    const cut = single.filter((word) => word.startsWith(lower));
    if (cut.length === 1) return cut[0];
  }
  return [...sought].find((phrase) => {
    const words = phrase.split(' ');
    const said = rest.split(/\s+/, words.length);
    return words.length > 1 && said.at(-1) === words.at(-1) && didYouMean(said.join(' '), [phrase]) !== undefined;
  });
}
