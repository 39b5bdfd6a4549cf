// What the grammar says between `?` and `?`: classes of signs, conditions on what was read, and a few wholes. Input: the words between the
// marks. Output: how to make one and how to know one. Nothing here looks at a parser.

/** A class of single signs: `matches` knows one, `samples` are made. */
export interface SignClass {
  readonly matches: RegExp;
  readonly samples: readonly string[];
}

const letters = [...'abcdefghijklmnopqrstuvwxyzéßñж'];
const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZÄŻ'];
const latin = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const digits = [...'0123456789'];
const odd = [...'!#$%&()*+,/:;<=>@[]^{|}~"\'\\?…🙂-_'];

function class_(matches: RegExp, ...samples: readonly (readonly string[])[]): SignClass {
  return { matches, samples: samples.flat() };
}

export const SIGNS: ReadonlyMap<string, SignClass> = new Map([
  ['any character', class_(/[^]/u, letters, letters, digits, odd, [' ', '.'])],
  ['any character but white space', class_(/\S/u, letters, letters, digits, odd, ['.'])],
  ['any character but white space and the full stop', class_(/[^\s.]/u, letters, letters, digits, odd)],
  ['any character but { and <', class_(/[^{<]/u, letters, digits, [' ', '/', '.', '-', '}', '>', '&'])],
  [
    'any character but white space, the slash, the question mark and #',
    class_(/[^\s/?#]/u, letters, digits, [':', '.', '-']),
  ],
  [
    "a letter a to z in any case, a digit, or one of !#$%&'*+.^_|~-",
    class_(/[\w!#$%&'*+.^|~-]/u, latin, digits, [...'-_!.']),
  ],
  ['a letter a to z in any case, a digit, or one of !#$&^._+-', class_(/[\w!#$&^.+-]/u, latin, digits, [...'-+.'])],
  ['a letter a to z in any case, a digit, or one of ._+-', class_(/[\w.+-]/u, latin, digits, [...'-+.'])],
  ['any character but the double quote and the backslash', class_(/[^"\\]/u, letters, digits, [' ', ';', '='])],
  [
    'any character but the double quote, the backslash and control characters',
    class_(/[^"\\\p{Cc}]/u, letters, digits, [' ', '<', '>', '{', '`', '.', '|']),
  ],
  ['a letter', class_(/\p{L}/u, letters, capitals)],
  ['a letter that is no capital', class_(/[\p{Ll}\p{Lt}\p{Lm}\p{Lo}]/u, letters)],
  ['a capital letter', class_(/\p{Lu}/u, capitals)],
  [
    'a letter, a mark on a letter, a digit or _',
    class_(/[\p{L}\p{M}\d_]/u, letters, capitals, digits, ['_', '\u{301}']),
  ],
  ['a letter a to z in any case', class_(/[A-Za-z]/u, latin)],
  ['a mark that chooses how the sign before it is drawn', class_(/[\u{fe0e}\u{fe0f}]/u, ['\u{fe0f}'])],
]);

/** A few fixed words among signs, in any case of letters. */
export const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['this, caller, body, query or header', ['this', 'caller', 'body', 'query', 'header']],
  ['caller', ['caller']],
  ['this or caller', ['this', 'caller']],
  ['xx', ['xx']],
]);

/** All that is left. */
export const ANYTHING = 'anything';

/** `plain_shape in ticks`: a sentence of that symbol, without ticks of its own, between ticks. */
export function inTicks(special: string): string | undefined {
  return /^(\w+) in ticks$/.exec(special)?.[1];
}

/** Conditions on the text of the rule that they end. */
export const CONDITIONS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['the smaller first', smallerFirst],
  ['a day of the calendar', (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)],
  ['at most 15 digits', (text: string) => text.length <= 15],
  ['at most 15 digits, 1 byte to 2^53 - 1', isSomeBytes],
  ['at most 7 digits', (text: string) => text.length <= 7],
  [
    'each check once',
    (text: string) =>
      isDistinct(
        text
          .toLowerCase()
          .split(',')
          .map((word) => word.trim()),
      ),
  ],
  [
    'each option once',
    (text: string) =>
      isDistinct(
        text
          .toLowerCase()
          .replace(/`[^`]*`/g, '')
          .match(/default|at\s+most|more\s+is|cursor\s+is/g) ?? [],
      ),
  ],
  [
    'each kind once',
    (text: string) =>
      isDistinct(
        text
          .toLowerCase()
          .replace(/`[^`]*`/g, '')
          .match(/issuer|introspection|signed\s+text|audience|algorithms|keys|secret|within/g) ?? [],
      ),
  ],
  ['a burst that is not above the first number, which times the milliseconds is below 2^53', isCountable],
  ['at most 100000 of them', (text: string) => BigInt(/^\d+/.exec(text)![0]) <= 100_000n],
  ['no key twice', (text: string) => isDistinct(topKeys(text))],
]);

const BYTES: Readonly<Record<string, number>> = {
  k: 1000,
  m: 1000 ** 2,
  g: 1000 ** 3,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
};

/** Computed with whole numbers alone. */
function isSomeBytes(text: string): boolean {
  const [, whole = '', fraction = '', unit = ''] = /^(\d+)(?:\.(\d+))?\s*([kmg]i?)?b/i.exec(text)!;
  const scaled = BigInt(whole + fraction) * BigInt(BYTES[unit.toLowerCase()] ?? 1);
  const one = 10n ** BigInt(fraction.length);
  return (whole + fraction).length <= 15 && scaled >= one && scaled / one < 2n ** 53n;
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

function isCountable(text: string): boolean {
  const [, count = '0', many = '1', unit = '', burst] =
    /^(\d+)\s+per\s+(?:(\d+)\s+)?([a-z]+?)s?\s*(?:,\s*burst\s+(\d+))?$/i.exec(text) ?? [];
  const milliseconds = BigInt(many) * BigInt(MILLISECONDS[unit.toLowerCase()] ?? 1);
  return burst === undefined || (BigInt(burst) <= BigInt(count) && BigInt(count) * milliseconds < 2n ** 53n);
}

function isDistinct(words: readonly string[]): boolean {
  return new Set(words).size === words.length;
}

function smallerFirst(text: string): boolean {
  const [first, second] = text.split('..').map((side) => Number(side.replace(/\s/g, '')));
  return first! <= second!;
}

/** The keys in double quotes of an object of a template, those of objects inside left out. */
function topKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const match of text.matchAll(/`[^`]*`|"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/gu)) {
    const [whole, colon] = match;
    if (whole === '{' || whole === '[') depth += 1;
    else if (whole === '}' || whole === ']') depth -= 1;
    else if (colon !== undefined && depth === 1) keys.push(JSON.parse(whole.replace(/\s*:$/, '')) as string);
  }
  return keys;
}
