// Part 7, errors, as read: the body all errors share, and the table of codes.

import type { Span } from '../base/span.ts';
import type { Condition } from './conditions.ts';
import type { Shape } from './shapes.ts';
import type { List, Name, Scope, Slot } from './status.ts';

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

/** `` `Retry-After` `` (value undefined: what the header's own RFC says), `` `X-Total: <total>` ``. */
export interface HeaderValue {
  readonly name: Name;
  readonly value: string | undefined;
}

/** The kinds of field failure that `any field …` and `` `R.f` … `` name. */
export type FieldFailure = 'blank' | 'missing' | 'invalid' | 'taken';

/** Why a request is refused. Notation, part 7, "Causes". */
export type Cause =
  | { readonly kind: SimpleCause; readonly at: Span }
  | { readonly kind: 'any field'; readonly failure: FieldFailure; readonly at: Span }
  | {
      readonly kind: 'field';
      readonly resource: Name | undefined;
      readonly path: readonly string[];
      readonly failure: FieldFailure;
      readonly at: Span;
    }
  | { readonly kind: 'not permitted' | 'illegal move'; readonly on: Name | undefined; readonly at: Span }
  | { readonly kind: 'no such' | 'already there' | 'was'; readonly resource: Name; readonly at: Span }
  /** `` no such R in `f` ``: a reference in the body. */
  | { readonly kind: 'no such in'; readonly resource: Name; readonly field: Name; readonly at: Span }
  | { readonly kind: 'header missing'; readonly header: Name; readonly at: Span }
  | { readonly kind: 'limit reached'; readonly limit: Name; readonly at: Span }
  | { readonly kind: 'condition'; readonly condition: Condition; readonly at: Span };

export const SIMPLE_CAUSES = [
  'no credentials',
  'wrong token',
  'expired token',
  'wrong credentials',
  'no such path',
  'method not allowed',
  'not acceptable',
  'unsupported media type',
  'malformed body',
  'unknown field',
  'read-only field',
  'invalid query',
  'invalid header',
  'invalid path',
  'other values',
  'precondition failed',
  'precondition required',
  'same key, other body',
  'still running',
  'too large',
  'too many requests',
  'timed out',
  'unknown version',
  'missing version',
  'version withdrawn',
  'unavailable',
  'internal',
] as const;

export type SimpleCause = (typeof SIMPLE_CAUSES)[number];
