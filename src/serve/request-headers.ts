// The headers of a request by their names. Input: a request as Node read it. Output: what was sent under one name, a line for each time.
// https://www.rfc-editor.org/rfc/rfc9110#section-5

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

const NONE: readonly string[] = [];

/** In the order in which they were sent; `key`: the name in lower case. Node's own look-up joins some lines and drops others. */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, key: string): readonly string[] {
  let lines: string[] | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === key.length && (name === key || name.toLowerCase() === key))
      (lines ??= []).push(rawHeaders[i + 1]!);
  }
  return lines ?? NONE;
}

/**
 * A header that has one value: undefined where it was not sent. `invalid`: sent more than once, which is one value only where the
 * header is a list (https://www.rfc-editor.org/rfc/rfc9110#section-5.3), or with octets that are no text of a known kind
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.5).
 */
export function oneHeader(
  request: Pick<IncomingMessage, 'rawHeaders'>,
  key: string,
): { readonly text: string } | 'invalid' | undefined {
  const lines = headerLines(request, key);
  if (lines.length === 0) return undefined;
  return lines.length === 1 && isText(lines[0]!) ? { text: lines[0]! } : 'invalid';
}

/**
 * All of its lines as one value: https://www.rfc-editor.org/rfc/rfc9110#section-5.3. Octets beyond ASCII are opaque: as UTF-8 where they
 * are that, else each as the character of its number.
 */
export function combined(lines: readonly string[]): string {
  const text = lines.length === 1 ? lines[0]! : lines.join(', ');
  if (isText(text)) return text;
  const octets = Buffer.from(text, 'latin1');
  return isUtf8(octets) ? octets.toString() : text;
}

/** Visible ASCII, blanks and tabs. */
export function isText(line: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(line);
}

/**
 * The members of a header that is a list, over all of its lines. Members that are empty do not count; a comma inside of a quoted
 * text divides nothing. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1
 */
export function listMembers(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.match(MEMBER) ?? []).flatMap((member) => member.trim() || []);
}

/** What is between commas: quoted texts with `\` before what follows it, and everything else but commas. */
const MEMBER = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g;
