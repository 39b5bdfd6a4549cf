// Words in angle brackets: the form of a text that holds them, and where each has a meaning. Input: a text. Output: its parts.
// Notation, part 4 "Shapes and templates"; analysis/document/angle-words.ts judges a word at its place by this table.

/** The places where words may be used. */
export const WORD_PLACES = [
  'body of a request',
  'body of a success',
  'header of a success',
  'body of an error',
  'header of an error',
  'message of an error',
  'column of the Code table',
  'rule of the service',
  'payload of an event',
  'envelope of an event',
] as const;

export type WordPlace = (typeof WORD_PLACES)[number];

/**
 * What a place must have for a word to be filled there. `always`; of a success: that it lists rows, lists values,
 * lists either, has pages, issues a token; of an error: that a cause is about a field, is an illegal move, that there is a message.
 */
export type WordNeed = 'always' | 'rows' | 'values' | 'list' | 'pages' | 'token' | 'field' | 'move' | 'message';

export type Meanings = Readonly<Partial<Record<WordPlace, WordNeed>>>;

function everywhere(need: WordNeed, ...places: readonly WordPlace[]): Meanings {
  return Object.fromEntries(places.map((place) => [place, need]));
}

const SUCCESS = ['body of a success', 'header of a success'] as const;

const ERROR = ['body of an error', 'header of an error', 'message of an error'] as const;

/** Every word, with the places where it is filled. A place that is not named has nothing to fill it with. */
export const WORDS: Readonly<Record<string, Meanings>> = {
  total: everywhere('rows', ...SUCCESS),
  count: everywhere('list', ...SUCCESS),
  values: { 'body of a success': 'values' },
  more: everywhere('pages', ...SUCCESS),
  next: everywhere('pages', ...SUCCESS),
  token: everywhere('token', ...SUCCESS),
  base: everywhere('always', ...SUCCESS, ...ERROR, 'rule of the service', 'payload of an event'),
  now: everywhere('always', ...SUCCESS, ...ERROR, 'rule of the service', 'payload of an event', 'envelope of an event'),
  'request id': everywhere('always', ...SUCCESS, ...ERROR, 'rule of the service', 'payload of an event'),
  header: everywhere('always', ...SUCCESS, ...ERROR, 'rule of the service', 'payload of an event'),
  moves: everywhere('move', ...ERROR),
  code: everywhere('always', ...ERROR),
  status: everywhere('always', ...ERROR),
  field: everywhere('field', ...ERROR),
  path: everywhere('field', ...ERROR),
  pointer: everywhere('field', ...ERROR),
  problem: everywhere('field', ...ERROR),
  message: everywhere('message', 'body of an error', 'header of an error'),
  'event id': everywhere('always', 'envelope of an event'),
  'event name': everywhere('always', 'envelope of an event'),
  payload: everywhere('always', 'envelope of an event'),
};

/** A further column of the Code table is a word of the name of its head. */
export const COLUMN_WORD: Meanings = everywhere('always', ...ERROR);

/** `<request id>`, `<header X-Total>`; an address such as `<https://…>` is no word. */
const FORM = /<(\p{L}[\p{L}\p{N} _-]*)>/gu;

/** A text and the words inside it, in written order; a text without words is one part. */
export function textParts(text: string): readonly (string | { readonly word: string })[] {
  const parts: (string | { word: string })[] = [];
  let done = 0;
  for (const match of text.matchAll(FORM)) {
    if (match.index > done) parts.push(text.slice(done, match.index));
    parts.push({ word: spelled(match[1]!) });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

export function wordsOf(text: string): readonly string[] {
  return textParts(text).flatMap((part) => (typeof part === 'string' ? [] : [part.word]));
}

/** As the table spells it; the case of letters counts only in what a document names itself. */
export function spelled(written: string): string {
  const words = written.trim().split(/\s+/);
  const lower = words.join(' ').toLowerCase();
  if (Object.hasOwn(WORDS, lower)) return lower;
  return words[0]!.toLowerCase() === 'header' ? `header ${words.slice(1).join(' ')}` : words.join(' ');
}

/** The words that are filled once for each failed field; what holds one of them repeats. */
export const PER_FAILURE_WORDS: readonly string[] = ['field', 'path', 'pointer', 'problem', 'message'];

/** The fields of a row that the value of a header names: `{id}`, `{author.name}`. */
export function fieldsInHeader(value: string | undefined): readonly string[] {
  return [...(value ?? '').matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!);
}
