// Words that this runtime does not do as a message shows them where they are spelled as in the document. Data: for each place, how its
// words are called. Input: a word of supported.ts without its place. Output: a phrase.

import type { Place } from '../../document/features.ts';

const IN_A_TEXT = / in a text$/;

/** Words of a place that a message shows as they are in the document. */
export const AS_WRITTEN: Readonly<Partial<Record<Place, (word: string) => string>>> = {
  Resource: (word) => `\`${word}\` of a resource`,
  Type: (word) => `the type \`${word}\``,
  'Set by': (word) => `\`${word}\` under Set by`,
  Rule: (word) => `\`${word === 'new R' ? 'new …' : word}\` under Set by`,
  Does: (word) => `\`${word}\` under Does`,
  Who: (word) => `\`${word}\` under Who`,
  Operation: (word) => `\`${word}\` of an operation`,
  Present: (word) => `\`${word}\` under Present`,
  'Allowed values': (word) => `\`${word}\` under Allowed values`,
  'Media type': (word) => `\`${word}\` as a media type`,
  Checks: (word) => `\`${word}\` under Checks`,
  Order: (word) => `\`${word}\` under Order`,
  Pages: (word) => `\`${word}\` under Pages`,
  Body: (word) => `\`${word}\` as the body of a request`,
  'Error body': (word) => `\`${word}\` as the Error body`,
  Repeat: (word) => `\`${word}\` under Repeat`,
  Query: (word) => `\`${word}\` under Selects of a query`,
  Word: (word) => `\`<${word.replace(IN_A_TEXT, '')}>\`${IN_A_TEXT.test(word) ? ' inside of a text' : ''}`,
  Authentication: (word) => `\`${word}\` of part 5`,
  Events: (word) => `\`${word}\` of part 6`,
  Delivery: (word) => `\`${word}\` of Delivery`,
  Versioning: (word) => `\`${word}\` of part 9`,
};
