// The decoder of an operation, as data: where each value stands, its JSON Schema, and what happens when it is
// missing, null, empty, wrong, unknown or not the caller's to send. Notation, part 4 (Omitted, Null, Empty text, …).

import type { Expr, SqlType } from '../sql/expression.ts';
import type { Held } from './held.ts';

/** JSON Schema 2020-12, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a JSON value becomes a stored one. `asSent` keeps a date-time's own text. */
export interface ValueType {
  readonly type: SqlType;
  readonly scale?: number;
  /** Words that JSON Schema cannot judge alone. */
  readonly format?: 'date-time' | 'date-time as sent' | 'date' | 'time' | 'seconds' | 'uuid' | 'url' | 'email' | 'duration' | 'list' | 'set' | 'sorted list';
}

/** A refusal by cause, a gap, or what to do. `keep` leaves the row's value; `fill` binds the given stored value. */
export type FieldRule =
  | { readonly do: 'accept' | 'keep' | 'as null' | 'as missing' | 'ignore' }
  | { readonly do: 'fill'; readonly value: string | number | null | { readonly bigint: string } }
  | { readonly do: 'refuse'; readonly cause: string }
  | { readonly do: 'hold'; readonly held: Held };

export interface ParameterPlan {
  readonly name: string;
  /** The binding: `path.id`, `query.limit`. `sent.query.f` is bound beside it: 1 or 0. */
  readonly parameter: string;
  readonly schema: JsonSchema;
  readonly value: ValueType;
  readonly list?: 'by commas' | 'repeated' | 'brackets';
  readonly quotesOptional?: true;
  readonly omitted: FieldRule;
  /** The cause when the value does not fit: `no such Todo` in a path, `invalid query` in a query. */
  readonly invalid: FieldRule;
  /** `more is 100`: a larger value counts as this one. */
  readonly clamp?: number;
  /** Sending it at all meets a gap: a query parameter whose Selects is not shown. */
  readonly sent?: FieldRule;
}

export type BodyPlan =
  /** What is sent is not read. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'fields';
      /** Accepted request media types, without parameters. */
      readonly mediaTypes: readonly string[];
      readonly fields: readonly BodyFieldPlan[];
      readonly unknown: FieldRule;
      /** Wrappers: dotted prefixes that must be objects. */
      readonly wrappers: readonly { readonly path: readonly string[]; readonly required: boolean }[];
      /** All failed fields at once. A held rule applies when two fields fail. */
      readonly collect: boolean | { readonly held: Held };
    };

export interface BodyFieldPlan {
  /** Place in the JSON body. */
  readonly path: readonly string[];
  /** For `<field>` in errors and messages. */
  readonly name: string;
  /** The binding: `body.title`; `sent.body.title` is bound beside it: 1 or 0. */
  readonly parameter: string;
  readonly schema: JsonSchema;
  readonly value: ValueType;
  readonly omitted: FieldRule;
  /** `Required: if …`: when true over the bindings, an omitted field is `missing`. */
  readonly requiredIf?: { readonly when: Expr; readonly cause: string };
  readonly nulls: FieldRule;
  readonly empty: FieldRule;
  /** `not blank` is stated: the cause when it is blank. */
  readonly blank?: string;
  readonly invalid: FieldRule;
  /** Sent at all: a read-only field's rule; else accept. */
  readonly sent: FieldRule;
  /** `merges into`: a nested object merges by RFC 7396 at every depth. */
  readonly merge?: true;
}
