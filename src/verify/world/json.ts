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
    if (!hasOneReading(value, written)) return undefined;
    return { value: LONG_NUMBER.test(written) ? plain(parseDigits(text)) : value };
  } catch {
    return undefined;
  }
}

/** Perhaps one of more digits than JavaScript keeps; it may be in a text. */
const LONG_NUMBER = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

const DEEPEST = 500;
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** Of JSON: no object has a name twice, no text has half of a pair, and nothing is nested too deep. Of a long one nothing is copied. */
function hasOneReading(value: unknown, text: string): boolean {
  // Only an escape can be half of a pair here.
  return membersIn(value, text.includes('\\u'), 0) === namesIn(text);
}

/** NaN: it is nested too deep, or a text in it has half of a pair. */
function membersIn(value: unknown, hasPairs: boolean, depth: number): number {
  if (typeof value === 'string') return hasPairs && !value.isWellFormed() ? NaN : 0;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === DEEPEST) return NaN;
  const isList = Array.isArray(value);
  if (hasPairs && !isList && !Object.keys(value).every((name) => name.isWellFormed())) return NaN;
  const inside: readonly unknown[] = isList ? value : Object.values(value);
  let count = isList ? 0 : inside.length;
  for (const one of inside) count += membersIn(one, hasPairs, depth + 1);
  return count;
}

/** Names as they are written: each has a colon behind it. */
function namesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COLON) count += 1;
    else if (sign === QUOTE) at = endOfText(text, at);
  }
  return count;
}

/** Its last quote. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (let sign = text.charCodeAt(at); sign !== QUOTE; sign = text.charCodeAt(at)) at += sign === BACKSLASH ? 2 : 1;
  return at;
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
