// The decoder of an operation, as data: the place of each value, its JSON Schema, and what happens when it is
// missing, null, empty, wrong, unknown or not the caller's to send. Notation, part 4 (Omitted, Null, Empty text, …).

import type { MemberRule } from '../analysis/values/input-rules.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { Held } from './held.ts';

export type { MemberRule } from '../analysis/values/input-rules.ts';

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
    /** Whatever is sent. */
    | 'any'
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
  /** `Required: if …`: when true over the fields of the value, bound as `beside.f`, one left out is missing; `orNull`: null is sent. */
  readonly requiredIf?: { readonly when: Expr; readonly missing: FieldRule; readonly orNull?: true };
  /** In place of `nulls` where the shape is a patch (RFC 7396). */
  readonly patched?: FieldRule;
  /** Of the empty text. `as null`: the rule for null decides. Left out: it counts as sent. */
  readonly empty?: FieldRule;
  readonly members?: MemberRule;
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
  /** Of a field: what another parameter has, once all fields are read; it counts as sent, too. */
  | { readonly do: 'copy'; readonly from: string }
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

/** A header of RFC 9110, section 13.1, that is read and bound as `precondition.<header>.sent`, `.any` and `.rows`. */
export interface PreconditionPlan {
  readonly header: 'if-match' | 'if-none-match';
  /** As the document writes it. */
  readonly name: string;
  readonly required?: true;
  /** The cause of one that is no list of tags; left out: it names no tag. */
  readonly invalid?: string;
}

export interface ParameterPlan {
  readonly name: string;
  /** The binding: `path.id`, `query.limit`, `header.x-region`. `sent.query.f` is bound beside it: 1 or 0. */
  readonly parameter: string;
  readonly schema: JsonSchema;
  readonly value: ValueType;
  /** Of a header all but `by commas` are one: https://www.rfc-editor.org/rfc/rfc9110#section-5.3 */
  readonly list?: 'by commas' | 'repeated' | 'brackets';
  readonly quotesOptional?: true;
  /** Of a header: its value is whatever is sent, the lines joined: https://www.rfc-editor.org/rfc/rfc9110#section-5.3 */
  readonly combined?: true;
  readonly omitted: FieldRule;
  /** `Required: if …`: when true over the bindings, one that is left out is missing. */
  readonly requiredIf?: { readonly when: Expr; readonly missing: FieldRule };
  /** In place of `omitted` where the request has a body. */
  readonly withBody?: FieldRule;
  /** The cause when the value does not fit: `no such Todo` in a path, `invalid query` in a query. */
  readonly invalid: FieldRule;
  /** As of a field of a body; the first is about its type. */
  readonly problems?: readonly ProblemPlan[];
  /** Of one that is sent several times, and has one value: what is wrong. */
  readonly repeated?: string;
  /** Of a path: for `<field>`, where that cause is about a field or the parameter itself. */
  readonly field?: string;
  /** Of the empty text in a query or a header. Left out: it counts as sent. */
  readonly empty?: FieldRule;
  /** A larger value is no fault: it counts as another one (`more is 100`), or meets a gap. */
  readonly above?: { readonly value: number; readonly rule: FieldRule };
  /** Sending it at all meets a gap: a query parameter whose Selects is not shown. */
  readonly sent?: FieldRule;
}

/** Of an answered column after the effect; what does not hold undoes it, before anything is kept. */
export type ResultRule = MergedRule | EqualRule;

/** A row that a repeated call finds has this value of JSON. */
export interface EqualRule {
  readonly column: string;
  readonly equals: Expr;
  readonly cause: string;
}

/** The value that a merge leaves behind fits. */
export interface MergedRule {
  readonly column: string;
  readonly schema: JsonSchema;
  readonly cause: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly problems?: readonly ProblemPlan[];
}

/** The octets of a body, at most; `cause` is refused beyond them. */
export interface SizeLimit {
  /** It has its place in the order of checks; left out, it is refused when the body is read. */
  readonly isInOrder?: true;
  readonly octets: number;
  readonly cause: string;
}

export interface CrossOriginPlan {
  readonly origins: 'any' | readonly string[];
  readonly credentials: boolean;
  /** Headers that the operation reads, in lower case; left out where there are none. */
  readonly reads?: readonly string[];
  /** Headers of its answers that the document states; left out where there are none. */
  readonly shows?: readonly string[];
}

/** Fixed text around at most one parameter: `todos`, `{id}`, `{id}.json`. */
export interface PathSegment {
  readonly before: string;
  readonly parameter: string | undefined;
  readonly after: string;
}
