// JSON as it is sent and received: numbers keep all their digits, and a body that HTTP calls malformed is none. Input: text. Output: its
// value; whether two values are the same. https://www.rfc-editor.org/rfc/rfc8259

import { Digits, isObject, parseDigits } from '../../base/json-digits.ts';
import { isMembers, numeral } from '../values/fits.ts';
import { compareExact, exactOf, isNumber } from '../values/numbers.ts';

export { Digits, isMembers, isNumber };

/** Is it JSON by its grammar, that each reader may take in another way? https://www.rfc-editor.org/rfc/rfc8259#section-4, -8.2, -9 */
export function isAmbiguous(text: string): boolean {
  if (readJson(text) !== undefined) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What JavaScript would round is `Digits`; all other numbers are numbers. Undefined: it is no JSON that has one reading. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  // What is sent and its reply are read by turns, for each answer that the reply may be.
  const known = last.find((one) => one.text === text);
  if (known) return known.read;
  // Before another one is read, so that two long ones are never there at once.
  last = text.length > LONG ? [] : last.filter((one) => one.text.length <= LONG).slice(-1);
  const read = newlyRead(text);
  last = [...last, { text, read }];
  return read;
}

/** Characters; a longer text is kept alone. */
const LONG = 65_536;

let last: readonly { readonly text: string; readonly read: { readonly value: unknown } | undefined }[] = [];

function newlyRead(text: string): { readonly value: unknown } | undefined {
  if (!text.isWellFormed()) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // White space behind it may be long.
    const written = text.trimEnd();
    if (!hasOneReading(written)) return undefined;
    return { value: LONG_NUMBER.test(written) ? plain(parseDigits(text)) : value };
  } catch {
    return undefined;
  }
}

/** Perhaps one of more digits than JavaScript keeps; it may be in a text. */
const LONG_NUMBER = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

const DEEPEST = 500;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Of JSON: no object has a name twice, no text has half of a pair, and nothing is nested too deep. */
function hasOneReading(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OPEN || sign === OPEN_LIST) {
      if (open.push(sign === OPEN ? new Set() : undefined) > DEEPEST) return false;
      isName = sign === OPEN;
    } else if (sign === CLOSE || sign === CLOSE_LIST) {
      open.pop();
      isName = false;
    } else if (sign === COMMA) isName = open.at(-1) !== undefined;
    else if (sign === QUOTE) {
      const end = endOfText(text, at);
      const said = textOf(text.slice(at, end));
      if (said === undefined) return false;
      if (isName && open.at(-1)!.size === open.at(-1)!.add(said).size) return false;
      isName = false;
      at = end - 1;
    }
  }
  return true;
}

/** Behind its last quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (let sign = text.charCodeAt(at); sign !== QUOTE; sign = text.charCodeAt(at)) at += sign === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Undefined: it has half of a pair. */
function textOf(token: string): string | undefined {
  if (!token.includes('\\')) return token.slice(1, -1);
  const said = JSON.parse(token) as string;
  return said.isWellFormed() ? said : undefined;
}

function plain(value: unknown): unknown {
  if (value instanceof Digits) return numeral(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

export function sameNumber(a: number | Digits, b: number | Digits): boolean {
  return typeof a === 'number' && typeof b === 'number' ? a === b : compareExact(exactOf(a)!, exactOf(b)!) === 0;
}

/** Members in any order, numbers by their value. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, index) => sameJson(one, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([name, one]) => right.has(name) && sameJson(one, right.get(name)));
}

/** As JSON writes it, cut where it is long. */
export function printed(value: unknown, most = 120): string {
  const text =
    value === undefined
      ? 'nothing'
      : JSON.stringify(value, (_name, one: unknown) => (one instanceof Digits ? rawNumber(one.text) : one));
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

export function rawNumber(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

/** The texts and numbers in it, each with its place: `.items[0].id`. None where it is no JSON that has one reading. */
export function* leavesIn(body: string): Generator<readonly [path: string, text: string]> {
  const read = readJson(body);
  if (read) yield* leaves(read.value, '');
}

function* leaves(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, String(value)];
  else if (Array.isArray(value)) for (const [nth, one] of value.entries()) yield* leaves(one, `${path}[${nth}]`);
  else if (isMembers(value))
    for (const [name, one] of Object.entries(value))
      yield* leaves(one, /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`);
}
