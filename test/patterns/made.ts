// Patterns by chance: every form of the language, nested.

import type { Random } from '../laws/random.ts';

const ATOMS = [
  'a',
  'b',
  'c',
  '.',
  '[ab]',
  '[^a]',
  '[a-c]',
  'é',
  '😀',
  '\\p{L}',
  '\\P{Lu}',
  '[^\\p{Ll}b]',
  '\\.',
  '\\-',
  '[\\-x]',
  '\\n',
  '[😀-😂]',
  '$',
  '^',
];
const QUANTIFIERS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '{0}'];

export function madePattern(random: Random, depth: number): string {
  let out = '';
  for (let i = random.whole(0, 3); i > 0; i -= 1) {
    const atom = depth > 0 && random.chance(0.3) ? `(${madePattern(random, depth - 1)})` : random.pick(ATOMS);
    out += atom + random.pick(QUANTIFIERS);
  }
  return depth > 0 && random.chance(0.25) ? `${out}|${madePattern(random, depth - 1)}` : out;
}
