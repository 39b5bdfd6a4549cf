// Entity tags. Input: a row, the body that shows it, the headers of a request. Output: the tag of an answer, and what the tags of
// a request name. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3; notation, part 4, key Preconditions; decision 0047.

import { hash } from 'node:crypto';

/** Of 22 letters, 132 bits: nobody finds two bodies that have one. */
const LETTERS = 22;

export function digestOf(body: string): string {
  return hash('sha256', body, 'base64url').slice(0, LETTERS);
}

/** `"version-digest"`: the version is that of the row and, behind a dot, which row it is. Left out: rows are listed. */
export function tagOf(row: { readonly key: number; readonly version: number } | undefined, body: string): string {
  const digest = digestOf(body);
  return row ? `"${row.version}.${veiled(row.key)}-${digest}"` : `"${digest}"`;
}

/** `*`, or tags; undefined: it is no list of tags. */
export type Tags = '*' | readonly Tag[];

export interface Tag {
  readonly isWeak: boolean;
  /** Without its quotes. */
  readonly text: string;
}

/** An element of a list: empty ones are passed over (RFC 9110, section 5.6.1.2). */
const ELEMENT = /[\t ]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*)?(?:,|$)/y;

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
export function readTags(header: string): Tags | undefined {
  if (header.trim() === '*') return '*';
  const tags: Tag[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < header.length) {
    const found = ELEMENT.exec(header);
    if (found === null) return undefined;
    if (found[2] !== undefined) tags.push({ isWeak: found[1] !== undefined, text: found[2] });
  }
  return tags;
}

const VERSION = /^([1-9]\d{0,15})\.([0-9a-z]{7,12})-/;

/** The rows that tags name, each as its key, a dot and its version; `strong`: a weak tag names none. */
export function rowsNamed(tags: readonly Tag[], strong: boolean): readonly string[] {
  const rows = tags.flatMap(({ isWeak, text }) => {
    const found = strong && isWeak ? null : VERSION.exec(text);
    return found ? [`${unveiled(found[2]!)}.${found[1]!}`] : [];
  });
  return [...new Set(rows)];
}

/** If-None-Match compares weakly, and looks at all of the tag: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isAmong(header: string, tag: string): boolean {
  if (header === tag) return true;
  // Mostly it is another one, and nothing has to be read.
  if (!header.includes(tag)) return header.trim() === '*';
  const tags = readTags(header);
  return tags === '*' || (tags?.some(({ text }) => text.length === tag.length - 2 && tag === `"${text}"`) ?? false);
}

const HALF = 2 ** 26;
/** So many letters hold each half, and the first of them is kept. */
const [WIDTH, FULL] = [6, 36 ** 6];

/** A key counts rows up, and a tag is not to show how many there are; it is no secret. Of 52 bits, as two halves. */
function veiled(key: number): string {
  const [high, low] = turned(Math.trunc(key / HALF), key % HALF);
  return high.toString(36) + (low + FULL).toString(36).slice(1);
}

function unveiled(text: string): number {
  const [high, low] = turned(Number.parseInt(text.slice(0, -WIDTH), 36), Number.parseInt(text.slice(-WIDTH), 36));
  return high * HALF + low;
}

/** Its own inverse. */
function turned(high: number, low: number): readonly [number, number] {
  const begun = high ^ mixed(low, 0x9e3779b1);
  const other = low ^ mixed(begun, 0x85ebca6b);
  return [begun ^ mixed(other, 0x9e3779b1), other];
}

function mixed(half: number, factor: number): number {
  const product = Math.imul(half ^ (half >>> 13), factor);
  return (product ^ (product >>> 15)) & (HALF - 1);
}
