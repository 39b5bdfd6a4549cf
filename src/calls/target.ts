// Path and query of a call from what is typed into a form. Input: the path in pieces, and texts. Output: the target,
// percent-encoded. It also runs in the operator's page, as the text it is written in: nothing outside of it is used there.

/* oxlint-disable unicorn/consistent-function-scoping -- it must use nothing outside of it */

/** The text before a parameter, its name or null, the text behind it. */
export type Piece = readonly [before: string, parameter: string | null, after: string];

export interface QueryText {
  readonly name: string;
  /** '': it is not sent. Several values are on separate lines, or between commas. */
  readonly text: string;
  readonly list?: string | undefined;
}

export function targetOf(
  pieces: readonly Piece[],
  path: Readonly<Record<string, string>>,
  query: readonly QueryText[],
): string {
  // A half of a surrogate pair cannot be in an address; the replacement character is sent.
  const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
  const literal = (text: string): string => encodeURI(text.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  const segments = pieces.map(([before, parameter, after]) => {
    const value = parameter === null ? '' : encoded(path[parameter] ?? '');
    return `/${literal(before)}${value}${literal(after)}`;
  });
  const pairs = query.flatMap(({ name, text, list }) => {
    if (text === '') return [];
    const key = encoded(list === 'brackets' ? `${name}[]` : name);
    // An encoded comma is part of a value, so that those between values stay as they are.
    if (list === 'by commas') return [`${key}=${text.split(',').map(encoded).join(',')}`];
    const values = list === undefined ? [text] : text.split('\n').filter((one) => one !== '');
    return values.map((value) => `${key}=${encoded(value)}`);
  });
  return (segments.join('') || '/') + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}
