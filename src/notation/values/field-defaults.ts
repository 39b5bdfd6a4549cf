// What a field is where a new row leaves it out: a literal, or another field of its row. Its type, how it is read and printed. Notation,
// section 3, symbol `field_default`; part 2, head Default.

import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { valueOf, type Slot } from '../slot.ts';
import { DEFAULT, isLiteral, literal, printLiteral, type Literal } from './literals.ts';
import { fieldPath } from './names.ts';

/** `` this `email` `` */
export interface OtherField {
  readonly kind: 'field';
  readonly path: readonly string[];
  readonly at: Span;
}

export type FieldDefault = Literal | OtherField;

export const parseFieldDefault: Parser<FieldDefault> = parserOf((cursor: Cursor): FieldDefault => {
  const mark = cursor.mark;
  if (isLiteral(cursor) || !cursor.takePhrase('this')) return literal(cursor);
  const path = fieldPath(cursor, 'a field of the row: this `email`');
  return { kind: 'field', path, at: cursor.since(mark) };
}, 'literal');

export function printFieldDefault(value: FieldDefault): string {
  return value.kind === 'field' ? `this ${ticked(value.path.join('.'))}` : printLiteral(value);
}

export const FIELD_DEFAULT: Syntax<FieldDefault> = {
  ...DEFAULT,
  parse: parseFieldDefault,
  print: printFieldDefault,
  forms: 'a value in ticks, another field of the row (this `email`), or `none`',
  offers: [...DEFAULT.offers.slice(0, -1), 'another field: this `…`', 'none'],
};

export function literalIn(slot: Slot<FieldDefault>): Literal | undefined {
  const value = valueOf(slot);
  return value?.kind === 'field' ? undefined : value;
}

export function otherFieldIn(slot: Slot<FieldDefault>): OtherField | undefined {
  const value = valueOf(slot);
  return value?.kind === 'field' ? value : undefined;
}
