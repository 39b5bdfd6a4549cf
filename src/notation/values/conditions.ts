// Conditions: their type, how they are read and printed. Notation, part 2 "Conditions".
// Null logic: a comparison with nothing is false, `!=` too; text compares by code point.

import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { isLiteral, needsQuotes, stringValue } from './literals.ts';
import { printResource, resource } from './names.ts';
import { LEFT_FORMS, type Operand, leftOperand, printOperand, rightOperand, startsLeft } from './operands.ts';

export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly items: readonly Condition[]; readonly at: Span }
  | { readonly kind: 'not'; readonly item: Condition; readonly at: Span }
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly left: Operand;
      readonly right: Operand;
      readonly at: Span;
    }
  | { readonly kind: 'in'; readonly left: Operand; readonly values: readonly Operand[]; readonly at: Span }
  | { readonly kind: 'has'; readonly left: Operand; readonly right: Operand; readonly at: Span }
  | {
      readonly kind: 'contains';
      readonly left: Operand;
      readonly right: Operand;
      readonly ignoringCase: boolean;
      readonly at: Span;
    }
  | { readonly kind: 'is-blank' | 'is-set'; readonly operand: Operand; readonly at: Span }
  | { readonly kind: 'matches'; readonly left: Operand; readonly pattern: string; readonly at: Span }
  | {
      readonly kind: 'exists';
      readonly negated: boolean;
      readonly resource: Name;
      readonly where: Condition | undefined;
      readonly at: Span;
    }
  | {
      readonly kind: 'count';
      readonly resource: Name;
      readonly where: Condition | undefined;
      readonly operator: CompareOperator;
      readonly right: Operand;
      readonly at: Span;
    };

const OPERATORS: ReadonlySet<string> = new Set<CompareOperator>(['=', '!=', '<', '<=', '>', '>=']);

const OPERATOR_WORDS = ['in', 'has', 'contains', 'is', 'matches'];

const OPERATOR_FORMS = 'an operator: `=` `!=` `<` `<=` `>` `>=` `in` `has` `contains` `is blank` `is set` `matches`';

export const parseCondition: Parser<Condition> = parserOf(condition);

export function condition(cursor: Cursor): Condition {
  return joined(cursor, term);
}

/** Items divided by `and`, or by `or`, never both. */
function joined(cursor: Cursor, item: (cursor: Cursor) => Condition): Condition {
  const mark = cursor.mark;
  const items = [item(cursor)];
  const word = cursor.isWord('and') ? 'and' : 'or';
  while (cursor.takePhrase(word)) items.push(item(cursor));
  if (items.length > 1) refuseMixed(cursor, word);
  return items.length === 1 ? items[0]! : { kind: word, items, at: cursor.since(mark) };
}

function refuseMixed(cursor: Cursor, word: 'and' | 'or'): void {
  const other = word === 'and' ? 'or' : 'and';
  if (cursor.isWord(other)) cursor.fail('brackets: `and` and `or` are not mixed without them');
}

/** Can a term begin at the token `ahead`? For lists that hold conditions beside other entries. */
export function startsTerm(cursor: Cursor, ahead = 0): boolean {
  if (cursor.isSymbol('(', ahead)) return true;
  if (cursor.isWord('not', ahead)) return cursor.isSymbol('(', ahead + 1);
  if (cursor.isPhrase('there is', ahead) || cursor.isPhrase('count of', ahead)) return true;
  if (cursor.peek(ahead).kind === 'tick') return isOperator(cursor, ahead + 1);
  return startsLeft(cursor, ahead);
}

export function isOperator(cursor: Cursor, ahead = 0): boolean {
  cursor.seek(OPERATOR_WORDS, ahead);
  const { kind, text, lower } = cursor.peek(ahead);
  return kind === 'symbol' ? OPERATORS.has(text) : kind === 'word' && OPERATOR_WORDS.includes(lower);
}

/** One condition without `and` and `or` around it. */
export function term(cursor: Cursor): Condition {
  const mark = cursor.mark;
  if (cursor.isSymbol('(')) return bracketed(cursor);
  if (cursor.takePhrase('not')) {
    if (!cursor.isSymbol('(')) cursor.fail('`not (…)`, with brackets');
    return { kind: 'not', item: bracketed(cursor), at: cursor.since(mark) };
  }
  if (cursor.takePhrase('there is')) return exists(cursor, mark);
  if (cursor.takePhrase('count of')) return count(cursor, mark);
  return comparison(cursor, mark);
}

function bracketed(cursor: Cursor): Condition {
  return cursor.deeper(() => {
    cursor.needSymbol('(');
    const inner = condition(cursor);
    cursor.needSymbol(')', '`)`, `and` or `or`');
    return inner;
  });
}

/** `(…)` after a resource, if any. */
export function search(cursor: Cursor): Condition | undefined {
  return cursor.isSymbol('(') ? bracketed(cursor) : undefined;
}

/** `where …` after a resource, if any. */
export function where(cursor: Cursor): Condition | undefined {
  return cursor.takePhrase('where') ? condition(cursor) : undefined;
}

type Exists = Extract<Condition, { kind: 'exists' }>;

/** Behind `there is`. */
export function exists(cursor: Cursor, mark: number): Exists {
  const negated = cursor.takePhrase('no');
  const name = resource(cursor);
  if (cursor.isWord('where')) cursor.fail('`(…)`: a search inside a condition is written in brackets');
  return { kind: 'exists', negated, resource: name, where: search(cursor), at: cursor.since(mark) };
}

function count(cursor: Cursor, mark: number): Condition {
  const name = resource(cursor);
  if (cursor.isWord('where')) cursor.fail('`(…)`: a search inside a condition is written in brackets');
  const inner = search(cursor);
  const operator = compareOperator(cursor) ?? cursor.fail('`=` `!=` `<` `<=` `>` `>=` and a number');
  const right = rightOperand(cursor);
  return { kind: 'count', resource: name, where: inner, operator, right, at: cursor.since(mark) };
}

function comparison(cursor: Cursor, mark: number): Condition {
  if (!startsLeft(cursor)) cursor.fail(LEFT_FORMS, cursor.peek(), 'untestable-condition');
  const left = leftOperand(cursor);
  const operator = compareOperator(cursor);
  const at = (): Span => cursor.since(mark);
  if (operator) {
    const right = rightOperand(cursor);
    return { kind: 'compare', operator, left, right, at: at() };
  }
  if (cursor.takePhrase('in')) {
    const values = members(cursor);
    return { kind: 'in', left, values, at: at() };
  }
  if (cursor.takePhrase('is')) {
    const kind = cursor.takePhrase('blank') ? 'is-blank' : 'is-set';
    if (kind === 'is-set') cursor.needPhrase('set', '`is blank` or `is set`');
    return { kind, operand: left, at: at() };
  }
  if (cursor.takePhrase('matches')) {
    const pattern = regularExpression(cursor);
    return { kind: 'matches', left, pattern, at: at() };
  }
  if (cursor.takePhrase('has')) {
    const right = rightOperand(cursor);
    return { kind: 'has', left, right, at: at() };
  }
  cursor.needPhrase('contains', OPERATOR_FORMS);
  const right = rightOperand(cursor);
  const ignoringCase = cursor.takePhrase('ignoring case');
  return { kind: 'contains', left, right, ignoringCase, at: at() };
}

/** A regular expression (RFC 9485) in ticks or double quotes, as written. */
export function regularExpression(cursor: Cursor): string {
  if (cursor.peek().kind === 'string') return stringValue(cursor);
  if (cursor.peek().kind !== 'tick') cursor.fail('a regular expression (RFC 9485) in ticks');
  return cursor.take().text;
}

/** `(a, b)`, or without brackets one operand, or literals as long as no operator follows one of them. */
function members(cursor: Cursor): readonly Operand[] {
  if (cursor.takeSymbol('(')) {
    const values = items(cursor, rightOperand);
    cursor.needSymbol(')', '`,` or `)`');
    return values;
  }
  if (!isLiteral(cursor)) return [rightOperand(cursor)];
  const values = [rightOperand(cursor)];
  while (cursor.isSymbol(',') && isMember(cursor, 1)) {
    cursor.take();
    values.push(rightOperand(cursor));
  }
  return values;
}

/** A literal with which no other entry of a list begins: a comma, a bracket, `and`, `or` … follows it. */
function isMember(cursor: Cursor, ahead: number): boolean {
  if (!isLiteral(cursor, ahead)) return false;
  const behind = ahead + (cursor.isSymbol('-', ahead) ? 2 : 1);
  const { kind, text, lower } = cursor.peek(behind);
  if (kind === 'end') return true;
  if (kind === 'symbol') return text === ',' || text === ')' || text === ';';
  return kind === 'word' && MEMBER_ENDS.has(lower);
}

const MEMBER_ENDS: ReadonlySet<string> = new Set(['and', 'or', 'except', 'ordered']);

function compareOperator(cursor: Cursor): CompareOperator | undefined {
  const { kind, text } = cursor.peek();
  if (kind !== 'symbol' || !OPERATORS.has(text)) return undefined;
  cursor.take();
  return text as CompareOperator;
}

/** A regular expression, or any other text that is in ticks exactly as written. */
export function printPattern(pattern: string): string {
  return needsQuotes(pattern) ? JSON.stringify(pattern) : ticked(pattern);
}

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.map(printTerm).join(` ${condition.kind} `);
    case 'not':
      return `not (${printCondition(condition.item)})`;
    case 'compare':
      return `${printOperand(condition.left)} ${condition.operator} ${printOperand(condition.right)}`;
    case 'in':
      return `${printOperand(condition.left)} in (${condition.values.map(printOperand).join(', ')})`;
    case 'has':
      return `${printOperand(condition.left)} has ${printOperand(condition.right)}`;
    case 'contains': {
      const how = condition.ignoringCase ? ' ignoring case' : '';
      return `${printOperand(condition.left)} contains ${printOperand(condition.right)}${how}`;
    }
    case 'is-blank':
      return `${printOperand(condition.operand)} is blank`;
    case 'is-set':
      return `${printOperand(condition.operand)} is set`;
    case 'matches':
      return `${printOperand(condition.left)} matches ${printPattern(condition.pattern)}`;
    case 'exists':
      return printExists(condition);
    case 'count': {
      const where = condition.where ? ` (${printCondition(condition.where)})` : '';
      const right = printOperand(condition.right);
      return `count of ${printResource(condition.resource)}${where} ${condition.operator} ${right}`;
    }
  }
}

/** In brackets where `and` or `or` would be mixed. */
export function printTerm(condition: Condition): string {
  const words = printCondition(condition);
  return condition.kind === 'and' || condition.kind === 'or' ? `(${words})` : words;
}

/** ` where …`, or nothing. */
export function printWhere(where: Condition | undefined): string {
  return where ? ` where ${printCondition(where)}` : '';
}

export const ONLY_IF: Syntax<Condition> = {
  parse: parseCondition,
  print: printCondition,
  forms: 'a condition, or `none`',
  offers: ['a condition: …', 'none'],
};

export function printExists({ negated, resource, where }: Pick<Exists, 'negated' | 'resource' | 'where'>): string {
  const search = where ? ` (${printCondition(where)})` : '';
  return `there is ${negated ? 'no ' : ''}${printResource(resource)}${search}`;
}
