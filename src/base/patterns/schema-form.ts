// Patterns in a JSON Schema, and back. Input: an I-Regexp. Output: an expression of ECMAScript for the same texts, whose inner part is an
// I-Regexp still: it has nothing that the two languages read differently. https://www.rfc-editor.org/rfc/rfc9485#section-5.3

import { isBlank } from '../text.ts';
import { matcherOf } from './match.ts';
import type { Matches } from './match.ts';

/** What `not blank` is in a JSON Schema. */
export const NOT_BLANK = '\\S';

const OPENING = '^(?:';
const CLOSING = ')$';

/** Signs of the one language alone; inside a class all are read alike. */
const ALIKE: Readonly<Record<string, string>> = { '.': '[^\\n\\r]', '^': '\\^', $: '[$]', '\\-': '-' };

export function schemaPattern(written: string): string {
  const inner = written.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[.^$]/gsu, (sign) => ALIKE[sign] ?? sign);
  return OPENING + inner + CLOSING;
}

/** The I-Regexp in a result of `schemaPattern`; undefined: it is no such result. */
export function patternOfSchema(pattern: string): string | undefined {
  const isOurs = pattern.startsWith(OPENING) && pattern.endsWith(CLOSING);
  return isOurs ? pattern.slice(OPENING.length, -CLOSING.length) : undefined;
}

/** The keyword `pattern` of a schema that we made. No expression of another's making is run: it could take for ever. */
export function schemaMatcherOf(pattern: string): Matches {
  if (pattern === NOT_BLANK) return (text) => !isBlank(text);
  const written = patternOfSchema(pattern);
  if (written === undefined) throw new Error(`${pattern} is no pattern of a document`);
  return matcherOf(written);
}
