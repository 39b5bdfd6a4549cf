// The decoder of an operation, as data: the place of each value, its JSON Schema, and what happens when it is
// missing, null, empty, wrong, unknown or not the caller's to send. Notation, part 4 (Omitted, Null, Empty text, …).

import type { Expr, SqlType } from '../sql/expression.ts';
import type { Held } from './held.ts';

/** JSON Schema 2020-12, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a JSON value becomes a stored one. `asSent` keeps a date-time's own text. */
export interface ValueType {
  readonly type: SqlType;
  readonly scale?: number;
  /** Bounds of an exact number that have more digits than a schema's number can hold. */
  readonly least?: string;
  readonly most?: string;
  /** Words that JSON Schema cannot judge alone. */
  readonly format?:
    | 'date-time'
    | 'date-time as sent'
    | 'date'
    | 'time'
    /** Seconds since 1970 on the wire, an instant in the store. */
    | 'seconds'
    | 'uuid'
    | 'url'
    | 'email'
    /** An email that a row is to get: of a stricter form than those that rows have from before. */
    | 'sent email'
    | 'duration'
    | 'list'
    | 'set'
    | 'sorted list'
    | 'map'
    | 'object'
    | 'shape';
  /** Of a list, set or map: what its elements are. */
  readonly of?: ValueType;
  /** Of an element: it may be null. */
  readonly nullable?: true;
  /** Of what is inside of a value: it names a row. */
  readonly names?: true;
  /** Of a nested shape: its key in `Plan.shapes`. */
  readonly shape?: string;
}

/**
 * A nested shape, kept as JSON text: fields in this order, decimals with all their digits, instants as UTC, defaults
 * filled in, what the caller may not send left out. The schema of the field that holds it says only that it is an object;
 * this says how each of its fields is judged and kept.
 */
export interface ShapePlan {
  readonly fields: readonly NestedField[];
  readonly unknown: FieldRule;
}

export interface NestedField {
  /** Place in the nested object. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly value: ValueType;
  /** `as null`: kept without it, or as null when it is always present. */
  readonly omitted: FieldRule;
  readonly nulls: FieldRule;
  /** In place of `nulls` where the shape is a patch (RFC 7396). */
  readonly patched?: FieldRule;
  /** Of the empty text. `as null`: the rule for null decides. Left out: it counts as sent. */
  readonly empty?: FieldRule;
  readonly invalid: FieldRule;
  /** In the order in which the value is judged; left out: no answer says what is wrong. */
  readonly problems?: readonly ProblemPlan[];
  /** There is no object above it: what is wrong then. */
  readonly above?: string;
  readonly blank?: string;
  /** Of a list or a map with a blank member: what is wrong. */
  readonly blankProblem?: string;
  /** `always`: null is kept as null; `if set`: null is left out. */
  readonly present: 'always' | 'if set' | 'never';
}

/**
 * A refusal by cause, a gap, or what to do. `accept`: the value counts as sent. `keep` leaves the row's value, as if it
 * had not been sent. `fill` binds the given stored value, `as null` binds null; both count as sent. `as missing`: the rule
 * for omitted fields decides. `ignore`: not read.
 */
export type FieldRule =
  | { readonly do: 'accept' | 'keep' | 'as null' | 'as missing' | 'ignore' }
  | { readonly do: 'fill'; readonly value: string | number | null | { readonly bigint: string } }
  /** `problem`: what is wrong, where the cause alone does not say it. */
  | { readonly do: 'refuse'; readonly cause: string; readonly problem?: string }
  | { readonly do: 'hold'; readonly held: Held };

/**
 * What a value must be, beside the text of `<problem>` where it is not: all that is said here must hold. `depth`: it is about
 * each member, so deep in lists and maps. `held`: the type of the value holds it.
 */
export interface ProblemPlan {
  readonly text: string;
  readonly depth?: number;
  readonly schema?: JsonSchema;
  /** A number has so many digits behind the point, at most. */
  readonly decimals?: number;
  readonly held?: true;
  /** Bounds of more digits than a schema's number holds. */
  readonly least?: string;
  readonly most?: string;
}

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
  /** As of a field of a body; the first is about its type. */
  readonly problems?: readonly ProblemPlan[];
  /** Of one that is sent several times, and has one value: what is wrong. */
  readonly repeated?: string;
  /** Of a path: for `<field>`, where that cause is about a field or the parameter itself. */
  readonly field?: string;
  /** Of the empty text in a query. Left out: it counts as sent. */
  readonly empty?: FieldRule;
  /** A larger value is no fault: it counts as another one (`more is 100`), or meets a gap. */
  readonly above?: { readonly value: number; readonly rule: FieldRule };
  /** Sending it at all meets a gap: a query parameter whose Selects is not shown. */
  readonly sent?: FieldRule;
}

export type BodyPlan =
  /** What is sent is not read. */
  | { readonly kind: 'none' }
  /** What is sent is refused. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'fields';
      /** Accepted request media types, without parameters. */
      readonly mediaTypes: readonly string[];
      readonly fields: readonly BodyFieldPlan[];
      readonly unknown: FieldRule;
      /** Wrappers: dotted prefixes that must be objects. */
      readonly wrappers: readonly WrapperPlan[];
      /** All failed fields at once. A held rule applies when two fields fail. */
      readonly collect: boolean | { readonly held: Held };
    };

/** The value of an answered column after the effect; what does not fit undoes it, before anything is kept. */
export interface ResultRule {
  readonly column: string;
  readonly schema: JsonSchema;
  readonly cause: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly problems?: readonly ProblemPlan[];
}

export interface WrapperPlan {
  readonly path: readonly string[];
  /** The body cannot do without it: some field below must be sent. */
  readonly required: boolean;
  /** It is not an object: the cause, that of a field below. */
  readonly invalid?: FieldRule;
  /** Null: `as null` counts as null for each field below; else as given. Left out: not an object. */
  readonly nulls?: FieldRule;
}

export interface BodyFieldPlan {
  /** Place in the JSON body. */
  readonly path: readonly string[];
  /** For `<field>` in errors and messages. */
  readonly name: string;
  /** How causes name it: `Todo.title`, or `body.notify` when it sets no field. */
  readonly subject: string;
  /** The binding: `body.title`; `sent.body.title` is bound beside it: 1 or 0. */
  readonly parameter: string;
  /** Bound to 1 when the request itself has it, not when a default fills it. Left out: nothing asks. */
  readonly given?: string;
  readonly schema: JsonSchema;
  readonly value: ValueType;
  readonly omitted: FieldRule;
  /** `Required: if …`: when true over the bindings, an omitted field is `missing`. */
  readonly requiredIf?: { readonly when: Expr; readonly cause: string };
  readonly nulls: FieldRule;
  readonly empty: FieldRule;
  /** `not blank` is stated: the cause of a text that is blank. Whether null is, `nulls` says. */
  readonly blank?: string;
  /** Of a list or a map with a blank member: what is wrong. */
  readonly blankProblem?: string;
  readonly invalid: FieldRule;
  /** In the order in which the value is judged; left out: no answer says what is wrong. */
  readonly problems?: readonly ProblemPlan[];
  /** Sent at all: a read-only field's rule; else accept. */
  readonly sent: FieldRule;
  /** `merges into`: the value is a patch by RFC 7396 at every depth; the step merges. */
  readonly merge?: true;
}

/** The octets of a body, at most; `cause` is refused beyond them. */
export interface SizeLimit {
  readonly octets: number;
  readonly cause: string;
}

export interface CrossOriginPlan {
  readonly origins: 'any' | readonly string[];
  readonly credentials: boolean;
}
