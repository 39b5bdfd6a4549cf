// A text that no row had before, on any run: chance is what it is made of. Input: what is wanted of a value. Output: such a text, or none where
// its type, its length or its pattern has no room for one.

import { matcherOf } from '../../base/patterns/match.ts';
import { Key, Own } from './drafted.ts';
import type { Wanted } from './wanted.ts';

type Form = (key: string) => string;

/** So many hexadecimal digits of a key. */
const MOST = 16;
const LEAST = 12;

export function ownValue({ type, refers, values, patterns, least, most }: Wanted): Own | undefined {
  if (refers || values) return undefined;
  const key = new Key();
  const length = Math.min(MOST, most);
  const forms = formsOf(type.kind, length < LEAST ? undefined : length, least);
  const checks = patterns.map(matcherOf);
  const fitting = forms.find((form) => {
    const text = form(key.text);
    return text.length >= least && text.length <= most && checks.every((check) => check(text));
  });
  return fitting && new Own(key, fitting);
}

function formsOf(kind: string, length: number | undefined, least: number): readonly Form[] {
  if (kind === 'uuid') return [(key) => key];
  if (length === undefined) return [];
  const letters: Form = (key) =>
    digitsOf(key, length).replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)));
  switch (kind) {
    case 'email':
      return [(key) => `${letters(key)}@example.com`];
    case 'url':
      return [(key) => `https://example.com/${letters(key)}`];
    case 'string':
      return [
        (key) => letters(key).padEnd(least, 'x'),
        (key) => letters(key).toUpperCase().padEnd(least, 'X'),
        (key) => String(BigInt(`0x${digitsOf(key, length - 3)}`)).padStart(Math.max(length, least), '1'),
      ];
    default:
      return [];
  }
}

/** The last ones are all made by chance: https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
function digitsOf(key: string, length: number): string {
  return key.replaceAll('-', '').slice(-length);
}
