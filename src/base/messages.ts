// The message of an error, as written in part 7 with `<field>` and other words. Input: the words. Output: the text, where
// something fills each. Notation, section 5, TEXT_PART.

export function holes(message: string): boolean {
  return message.includes('<');
}

/** What is not known is left out. */
type Filling = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** What `<…>` holds where it is a word. */
const WORD = /^\p{L}[\p{L}\p{M}\p{N}_-]*( [\p{L}\p{M}\p{N}_-]+)*$/u;

/** `<field>` and the other words inside a message; undefined where nothing fills one of them. `more`: words that are looked up when asked for. */
export function filled(
  message: string,
  words: Filling,
  more: (word: string) => string | undefined,
): string | undefined {
  if (!holes(message)) return message;
  let lacks = false;
  const text = message.replace(/<([^<>]+)>/g, (whole, word: string) => {
    if (!WORD.test(word)) return whole;
    const value = Object.hasOwn(words, word) ? words[word] : isLookedUp(word) ? more(word) : undefined;
    lacks ||= value === undefined;
    return `${value ?? ''}`;
  });
  return lacks ? undefined : text;
}

/** The instant, and what is about the request. */
function isLookedUp(word: string): boolean {
  return word === 'now' || word === 'request id' || word.startsWith('header ');
}

/** A JSON Pointer as a URI fragment: https://www.rfc-editor.org/rfc/rfc6901#section-6 */
export function pointer(path: readonly string[]): string {
  return `#${path.map((name) => `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;
}
