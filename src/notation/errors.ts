// Part 7, errors, as read: the body all errors share, and the table of codes.

import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { HeaderValue } from './values/answers.ts';
import type { Cause } from './values/causes.ts';
import type { Shape } from './values/shapes.ts';

export interface ErrorsPart {
  readonly scope: Scope;
  readonly errorBody: Slot<Shape>;
  readonly allFailedFields: Slot<boolean>;
  readonly codes: List<ErrorCode>;
  /** The heads of further columns, each a word of that name. */
  readonly columns: readonly Name[];
}

/** The columns of the Code table that the notation names. */
export const CODE_COLUMNS = ['Status', 'When', 'Body', 'Message', 'Headers', 'Retry'] as const;

export interface ErrorCode {
  readonly kind: 'code';
  readonly code: Name;
  /** `` `X` (no code) ``: the code names the row, but is not sent. */
  readonly sent: boolean;
  readonly status: Slot<number>;
  /** Causes; the row answers each of them. */
  readonly when: Slot<readonly Cause[]>;
  readonly body: Slot<Shape>;
  readonly message: Slot<string>;
  readonly headers: Slot<readonly HeaderValue[]>;
  readonly retry: Slot<string>;
  /** Further columns: words of the error body by the column's head. */
  readonly words: ReadonlyMap<string, Slot<string>>;
  readonly at: Span;
}
