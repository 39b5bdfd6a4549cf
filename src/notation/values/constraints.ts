// Allowed values: their type, how they are read and printed. Notation, part 2, head "Allowed values".

import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { printPattern, regularExpression } from './conditions.ts';
import { wholeNumber } from './durations.ts';
import { bounds, printBounds } from './bounds.ts';
import { type Literal, isLiteral, literal, printLiteral } from './literals.ts';

/** One entry of Allowed values. */
export type Constraint =
  | { readonly kind: 'values'; readonly values: readonly Literal[] }
  | { readonly kind: 'range'; readonly min?: string; readonly max?: string }
  /** RFC 9485 I-Regexp, as written. */
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'not-blank' }
  | { readonly kind: 'items' | 'characters'; readonly min?: number; readonly max?: number };

const FORMS =
  'values in ticks, a range (`1..10`, `>= 0`), matches `…`, `not blank`, `at most 10 items`, `at least 8 characters`';

export const parseConstraints: Parser<readonly Constraint[]> = parserOf((cursor) => {
  const entries: Constraint[] = [];
  do {
    const mark = cursor.mark;
    const entry = narrowing(cursor) ?? main(cursor);
    const said = entries.find((e) => e.kind === 'values' || e.kind === 'range');
    if (said && (entry.kind === 'values' || entry.kind === 'range')) {
      cursor.fail('values one after the other, or one range, not both', cursor.since(mark));
    }
    entries.push(entry);
  } while (cursor.takeSymbol(','));
  return entries;
}, 'constraints');

function narrowing(cursor: Cursor): Constraint | undefined {
  if (cursor.takePhrase('not blank')) return { kind: 'not-blank' };
  if (cursor.takePhrase('matches')) return { kind: 'matches', pattern: regularExpression(cursor) };
  if (cursor.takePhrase('at most')) return counted(cursor, 'max');
  if (cursor.takePhrase('at least')) return counted(cursor, 'min');
  return undefined;
}

function counted(cursor: Cursor, end: 'min' | 'max'): Constraint {
  const limit = wholeNumber(cursor, 'a number of `items` or `characters`');
  if (cursor.takePhrase('items') || cursor.takePhrase('item')) return { kind: 'items', [end]: limit };
  if (!cursor.takePhrase('character')) cursor.needPhrase('characters', '`items` or `characters`');
  return { kind: 'characters', [end]: limit };
}

/** Values up to the first comma that no value follows, or a range. */
function main(cursor: Cursor): Constraint {
  if (isRange(cursor)) return { kind: 'range', ...bounds(cursor) };
  if (!isLiteral(cursor)) cursor.fail(FORMS);
  const values: Literal[] = [literal(cursor)];
  while (cursor.isSymbol(',') && isLiteral(cursor, 1) && !isRange(cursor, 1)) {
    cursor.take();
    values.push(literal(cursor));
  }
  return { kind: 'values', values };
}

function isRange(cursor: Cursor, ahead = 0): boolean {
  if (['>=', '<=', '>', '<', '..'].some((sign) => cursor.isSymbol(sign, ahead))) return true;
  return cursor.isSymbol('..', ahead + (cursor.isSymbol('-', ahead) ? 2 : 1));
}

export function printConstraints(constraints: readonly Constraint[]): string {
  return constraints.map(printConstraint).join(', ');
}

function printConstraint(constraint: Constraint): string {
  switch (constraint.kind) {
    case 'values':
      return constraint.values.map(printLiteral).join(', ');
    case 'range':
      return printBounds(constraint.min, constraint.max);
    case 'matches':
      return `matches ${printPattern(constraint.pattern)}`;
    case 'not-blank':
      return 'not blank';
    case 'items':
    case 'characters':
      return constraint.min === undefined
        ? `at most ${constraint.max} ${constraint.kind}`
        : `at least ${constraint.min} ${constraint.kind}`;
  }
}

export const ALLOWED_VALUES: Syntax<readonly Constraint[]> = {
  parse: parseConstraints,
  print: printConstraints,
  any: true,
  forms: 'values, ranges or `any`',
  offers: ['`…`, `…`', 'a range: 1..…', 'matches `…`', 'any'],
};
