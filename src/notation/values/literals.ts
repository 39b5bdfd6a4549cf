// Literals: texts, numbers, booleans, JSON. Their type, how they are read and printed. Notation, section 3, symbol `literal`.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, DEPTH_LIMIT, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';

/** A literal of a Default, a value list or `with f = …`. `json` holds the source text of an array or object. */
export type Literal =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'json'; readonly value: string };

const FORMS = 'a literal: a value in ticks, `12`, `true`, `false`, `null`, `[]`, `{}`';

const decimalDigits = /^-?(0|[1-9]\d*)(\.\d+)?$/;

export const parseLiteral: Parser<Literal> = parserOf(literal, 'literal');

export function literal(cursor: Cursor): Literal {
  if (cursor.isSymbol('[') || cursor.isSymbol('{')) return bareJson(cursor);
  const token = cursor.peek();
  if (token.kind === 'tick') return fromTick(cursor.take().text);
  if (token.kind === 'string') return { kind: 'text', value: stringValue(cursor) };
  const number = signedNumber(cursor);
  if (number !== undefined) return { kind: 'number', value: number };
  if (cursor.takePhrase('true')) return { kind: 'boolean', value: true };
  if (cursor.takePhrase('false')) return { kind: 'boolean', value: false };
  if (cursor.takePhrase('null')) return { kind: 'null' };
  return cursor.fail(FORMS);
}

export function isLiteral(cursor: Cursor, ahead = 0): boolean {
  const { kind, lower } = cursor.peek(ahead);
  if (kind === 'tick' || kind === 'string' || kind === 'number') return true;
  if (kind === 'word') return lower === 'true' || lower === 'false' || lower === 'null';
  return cursor.isSymbol('-', ahead) && cursor.peek(ahead + 1).kind === 'number';
}

/** `12`, `-0.5`: digits as written, or nothing when no number comes next. */
export function signedNumber(cursor: Cursor): string | undefined {
  if (cursor.peek().kind === 'number') return cursor.take().text;
  if (!cursor.isSymbol('-')) return undefined;
  const sign = cursor.peek();
  const digits = cursor.peek(1);
  if (digits.kind !== 'number' || digits.from !== sign.to) return undefined;
  cursor.take();
  return `-${cursor.take().text}`;
}

/** The text between double quotes, escapes undone as JSON does. */
export function stringValue(cursor: Cursor): string {
  const token = cursor.take();
  const value = readJson(token.text);
  return typeof value === 'string' ? value : cursor.fail('a text as JSON writes it', token);
}

function fromTick(text: string): Literal {
  if (decimalDigits.test(text)) return { kind: 'number', value: text };
  if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' };
  if (text === 'null') return { kind: 'null' };
  if (text.startsWith('[') || text.startsWith('{')) {
    return isJson(text) ? { kind: 'json', value: text } : { kind: 'text', value: text };
  }
  if (text.startsWith('"')) {
    const value = readJson(text);
    if (typeof value === 'string') return { kind: 'text', value };
  }
  return { kind: 'text', value: text };
}

/** `[]`, `{"a": 1}` outside ticks: all that is left of the value. */
function bareJson(cursor: Cursor): Literal {
  const mark = cursor.mark;
  while (!cursor.atEnd) cursor.take();
  const value = cursor.textSince(mark);
  return isJson(value) ? { kind: 'json', value } : cursor.fail('JSON', cursor.since(mark));
}

function isJson(text: string): boolean {
  return nesting(text) <= DEPTH_LIMIT && readJson(text) !== undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An upper bound: brackets inside strings count too. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, (depth += 1));
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return deepest;
}

export function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'text':
      return isPlain(literal.value) ? ticked(literal.value) : JSON.stringify(literal.value);
    case 'json':
      return needsQuotes(literal.value) ? literal.value : ticked(literal.value);
    case 'number':
      return ticked(literal.value);
    case 'boolean':
      return ticked(String(literal.value));
    case 'null':
      return ticked('null');
  }
}

/** Would ticks around it be read as this text, and not as a number, a word or JSON? */
function isPlain(text: string): boolean {
  return !needsQuotes(text) && !/^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null)$|^[[{"]/.test(text);
}

/** Can no code span in a cell hold it? (An escaped pipe stays one; a line break becomes a space.) */
export function needsQuotes(text: string): boolean {
  return text === '' || /\\\||[\n\r]|^\s+$/.test(text);
}

export const DEFAULT: Syntax<Literal> = {
  parse: parseLiteral,
  print: printLiteral,
  forms: 'a value in ticks, or `none`',
  offers: ['a value: `…`', 'none'],
};
