// Conditions and their operands, as read. Notation, part 2 "Conditions" and rule 5.
// Null logic: a comparison with nothing is false, `!=` too; text compares by code point.

import type { Name } from './status.ts';
import type { Span } from '../base/span.ts';

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
  | { readonly kind: 'has' | 'contains'; readonly left: Operand; readonly right: Operand; readonly at: Span }
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

/**
 * What an operator compares. A `field` without `owner` is a field of the nearest row: the resource of the nearest
 * `R where` / `R (…)`, else the row the sentence stands on. `owner` is `this`, `caller`, `body`, `query`, `header`
 * or a resource's name.
 */
export type Operand =
  | { readonly kind: 'field'; readonly owner: string | undefined; readonly path: readonly string[]; readonly at: Span }
  | { readonly kind: 'text'; readonly value: string; readonly at: Span }
  /** Decimal digits as written, exact: `12`, `-0.5`. */
  | { readonly kind: 'number'; readonly value: string; readonly at: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: Span }
  | { readonly kind: 'null'; readonly at: Span }
  | { readonly kind: 'parameter'; readonly name: string; readonly at: Span }
  /** `now`, `now - 15 minutes`: offset in milliseconds, negative for the past. */
  | { readonly kind: 'now'; readonly offset: number; readonly at: Span }
  | { readonly kind: 'this' | 'caller' | 'value'; readonly at: Span };
