// Pages of a list, as data: what a request sends to get another one, and what tells a client of the next. Notation, part 4, Pages;
// decision 0050.

import type { Expr } from '../sql/expression.ts';
import type { FieldRule, ValueType } from './input.ts';
import type { Step } from './steps.ts';

export interface PagesPlan {
  /** Counted in rows, in pages, or from a row on. */
  readonly by: 'rows' | 'pages' | 'cursor';
  /** The query parameter that asks for another page, and its binding. */
  readonly name: string;
  readonly parameter: string;
  /** Of a page; null, or left out: all rows. */
  readonly size?: Expr;
  /** Some answer tells of the next page: one row more than `size` is asked for, and it is not shown. */
  readonly more?: true;
  /** A Link header tells of the next page. https://www.rfc-editor.org/rfc/rfc8288 */
  readonly link?: true;
  /** The query parameters of which the list is made, beside the page. */
  readonly keeps: readonly string[];
  readonly cursor?: CursorPlan;
}

export interface CursorPlan {
  /** Goes backwards. */
  readonly before?: { readonly name: string; readonly parameter: string };
  /** What is no cursor of this list, and what is sent beside another one. */
  readonly invalid: FieldRule;
  readonly beside: FieldRule;
  /** The columns of a row that are its place in each order. */
  readonly order: CursorOrder;
  readonly chosen?: {
    readonly by: string;
    readonly of: readonly { readonly value: string; readonly order: CursorOrder }[];
  };
  readonly is:
    /** Says nothing to others: the place, for this list alone. */
    | {
        readonly kind: 'opaque';
        /** Bindings of the request on which it depends which rows are listed. */
        readonly request: readonly string[];
        /** The same of the caller, known when the steps have run. */
        readonly caller: readonly string[];
      }
    /** A field of the last row. `find` binds the columns of its place; the key is null where there is no such row. */
    | { readonly kind: 'field'; readonly column: string; readonly value: ValueType; readonly find: readonly Step[] };
}

export interface CursorOrder {
  readonly columns: readonly string[];
  /** The same for the same order of values that are kept in the same way. */
  readonly says: string;
}
