// Statements about unknown values, put together by "and", "or" and "not". Flags are true or false; what has an order compares
// with another value or with a constant. Plain data; satisfiable.ts says whether one can be true.

import type { CompareOperator } from '../../notation/values/conditions.ts';

/** A constant: a number by its digits, or a text by its place among the texts of the formula. */
export type Constant =
  | { readonly kind: 'number'; readonly digits: bigint; readonly scale: number }
  | { readonly kind: 'text'; readonly text: string };

/** A value that has an order. One name is one value. */
export interface Term {
  readonly name: string;
  /** All values are multiples of 10 to the power of `-scale`; undefined: there is always another one between two. */
  readonly scale?: number;
  readonly least?: Constant;
  readonly most?: Constant;
  /** It is one of these. */
  readonly among?: readonly Constant[];
}

export type Formula =
  | { readonly kind: 'all'; readonly of: readonly Formula[] }
  | { readonly kind: 'any'; readonly of: readonly Formula[] }
  | Statement;

export type Statement =
  | { readonly kind: 'flag'; readonly name: string; readonly is: boolean }
  | { readonly kind: 'blank'; readonly term: Term; readonly is: boolean }
  /** `left` operator `right + by`; without `right`, the constant alone. */
  | {
      readonly kind: 'order';
      readonly left: Term;
      readonly operator: CompareOperator;
      readonly right?: Term;
      readonly by: Constant;
    };

export const FALSE: Formula = { kind: 'any', of: [] };
export const ZERO: Constant = { kind: 'number', digits: 0n, scale: 0 };

const OPPOSITE = { '=': '!=', '!=': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

export function negated(formula: Formula): Formula {
  switch (formula.kind) {
    case 'all':
    case 'any':
      return { kind: formula.kind === 'all' ? 'any' : 'all', of: formula.of.map(negated) };
    case 'order':
      return { ...formula, operator: OPPOSITE[formula.operator] };
    default:
      return { ...formula, is: !formula.is };
  }
}
