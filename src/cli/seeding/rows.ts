// The rows of a data file in their order. Input: an open file: objects whose names say what the rows are, each with a list of rows or with
// one. Output: each row as it is written, with its key and its place; Broken where it is no such file.

import { Broken, Bytes, CURLY, CURLY_END, END, SQUARE, SQUARE_END } from './bytes.ts';
import type { Spot } from './bytes.ts';

export interface FileRow {
  readonly key: string;
  /** 1, 2, … among the rows of this key. */
  readonly number: number;
  readonly text: string;
  readonly spot: Spot;
}

const COLON = 58;
const COMMA = 44;

const SHAPE = 'an object whose names say what the rows are, {"Name": [{…}, {…}]}';

export function* rowsOf(file: number): Generator<FileRow> {
  const bytes = new Bytes(file);
  const counts = new Map<string, number>();
  bytes.blank();
  if (bytes.peek() === END) bytes.fail(`${SHAPE}; the file is empty`);
  while (bytes.peek() !== END) {
    if (bytes.peek() !== CURLY) bytes.fail(SHAPE);
    yield* membersOf(bytes, counts);
    bytes.blank();
  }
}

function* membersOf(bytes: Bytes, counts: Map<string, number>): Generator<FileRow> {
  const seen = new Set<string>();
  for (const _ of itemsOf(bytes, CURLY_END, '`}`')) {
    const { spot } = bytes;
    const key = bytes.string('a name in double quotes');
    if (seen.has(key)) throw new Broken(spot, `${JSON.stringify(key)} is twice in one object`);
    seen.add(key);
    bytes.blank();
    if (bytes.peek() !== COLON) bytes.fail('`:` behind the name');
    bytes.skip();
    bytes.blank();
    if (bytes.peek() !== SQUARE) yield rowOf(bytes, key, counts);
    else for (const _item of itemsOf(bytes, SQUARE_END, '`]`')) yield rowOf(bytes, key, counts);
  }
}

function rowOf(bytes: Bytes, key: string, counts: Map<string, number>): FileRow {
  if (bytes.peek() !== CURLY) bytes.fail('a row, {…}');
  const number = (counts.get(key) ?? 0) + 1;
  counts.set(key, number);
  const { spot } = bytes;
  return { key, number, text: bytes.object(), spot };
}

/** From the bracket that opens; stops at each item, and behind the bracket that closes. */
function* itemsOf(bytes: Bytes, end: number, closing: string): Generator<void> {
  bytes.skip();
  bytes.blank();
  if (bytes.peek() !== end) {
    for (;;) {
      yield;
      bytes.blank();
      if (bytes.peek() !== COMMA) break;
      bytes.skip();
      bytes.blank();
    }
    if (bytes.peek() !== end) bytes.fail(`\`,\` or ${closing}`);
  }
  bytes.skip();
}
