// Operands, literals, lengths of time → their words. In: the model's values. Out: text that the grammars read as the same.
// Notation, rule 5: left of an operator a tick is a field, right of it a tick is a value.

import { ticked } from '../base/ticked.ts';
import type { Operand } from '../model/conditions.ts';
import type { Literal } from '../model/field-types.ts';
import { needsQuotes } from './markdown.ts';

const OWNED = /^\p{Lu}[\p{L}\p{N}_]*\.[\p{L}_][\p{L}\p{N}_.]*$/u;

export function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'field':
      return printField(operand.owner, operand.path);
    case 'text':
      return needsQuotes(operand.value) || OWNED.test(operand.value)
        ? JSON.stringify(operand.value)
        : ticked(operand.value);
    case 'number':
      return operand.value;
    case 'boolean':
      return String(operand.value);
    case 'parameter':
      return `{${operand.name}}`;
    case 'now':
      return printNow(operand.offset);
    case 'null':
    case 'this':
    case 'caller':
    case 'value':
      return operand.kind;
  }
}

function printField(owner: string | undefined, path: readonly string[]): string {
  const field = path.join('.');
  if (owner === undefined) return ticked(field);
  if (!['this', 'caller', 'body', 'query', 'header'].includes(owner)) return ticked(`${owner}.${field}`);
  const isDotted = (owner === 'query' || owner === 'header') && path.length > 1;
  return isDotted ? `${owner}.${field}` : `${owner} ${ticked(field)}`;
}

function printNow(offset: number): string {
  if (offset === 0) return 'now';
  return offset < 0 ? `now - ${printDuration(-offset)}` : `now + ${printDuration(offset)}`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
];

const WEEK: readonly [string, number] = ['week', 604_800_000];

/** The grammar reads numbers of at most so many digits. */
const MOST = 9_999_999;

/** Milliseconds, in the largest unit up to a day that holds them evenly. */
export function printDuration(milliseconds: number): string {
  const [name, length] = UNITS.find(([, unit]) => milliseconds % unit === 0 && fits(milliseconds, unit)) ?? WEEK;
  const count = milliseconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function fits(milliseconds: number, unit: number): boolean {
  return (milliseconds >= unit || unit === 1) && milliseconds / unit <= MOST;
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

/** A regular expression, or whatever else stands in ticks exactly as written. */
export function printPattern(pattern: string): string {
  return needsQuotes(pattern) ? JSON.stringify(pattern) : ticked(pattern);
}
