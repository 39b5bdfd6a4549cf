// Words of the grammars that are used where a resource may be. Output: the words, in lower case; a resource with such a name is
// written in ticks. Notation, rule 1.5.

export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'array as boolean caller count date decimal duration email every file id ignored in integer list map max min new no not ' +
    'null number object of one only or path same seconds secret set slug state string sum that the there this time token ' +
    'true false url uuid value values whole with without and now if'
  ).split(' '),
);
