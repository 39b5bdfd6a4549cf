// A decision table: a value for each row, and when it counts. Notation, part 2, "Who sets a field": `by the table below`.

import { parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { condition, type Condition, printCondition } from './conditions.ts';
import type { Literal } from './literals.ts';
import type { Span } from '../../base/span.ts';

/** The last row may say `otherwise`. */
export type DecidedWhen = Condition | { readonly kind: 'otherwise' };

/** A row that is stated; of several that hold, the first counts. */
export interface Decided {
  /** Null: `none`, or null. */
  readonly value: Literal;
  readonly when: DecidedWhen;
  /** The place of the value. */
  readonly at: Span;
}

export const parseDecidedWhen: Parser<DecidedWhen> = parserOf((cursor): DecidedWhen =>
  cursor.takePhrase('otherwise') ? { kind: 'otherwise' } : condition(cursor),
);

export const DECIDED_WHEN: Syntax<DecidedWhen> = {
  parse: parseDecidedWhen,
  print: (when) => (when.kind === 'otherwise' ? when.kind : printCondition(when)),
  none: false,
  forms: 'a condition, or `otherwise` in the last row',
  offers: ['otherwise', 'a condition: `…` = `…`'],
};
