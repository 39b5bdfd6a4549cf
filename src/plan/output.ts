// Answers and refusals, as data. Notation, part 4 "Shapes and templates", Status table, and part 7.

import type { Spelled } from '../analysis/document/column-words.ts';
import type { Expr, JsonStep, SqlType } from '../sql/expression.ts';
import type { ValueType } from './input.ts';
import type { Held } from './held.ts';

/** Builds JSON. `column` names a column of the row that the step answered. */
export type Output =
  | { readonly kind: 'object'; readonly pairs: readonly OutputPair[] }
  | { readonly kind: 'list'; readonly items: readonly Output[] }
  /** The listed rows, one by one. */
  | { readonly kind: 'rows'; readonly of: Output }
  /** A row that the answered one refers to; null where `there` is null. */
  | { readonly kind: 'embedded'; readonly there: string; readonly of: Output }
  /** A row of another resource, whose columns are bound under these names; null where `there` is. */
  | { readonly kind: 'beside'; readonly there: string; readonly columns: readonly BoundColumn[]; readonly of: Output }
  /** Of an object, what a list of names that a caller sends leaves, and these beside; all of it where none is sent. */
  | { readonly kind: 'chosen'; readonly by: string; readonly always: readonly string[]; readonly of: Output }
  /** One of two, as a caller chooses: `when` looks at nothing of the row. */
  | { readonly kind: 'either'; readonly when: Expr; readonly yes: Output; readonly no: Output }
  /** Rows that a column holds as json (`rows` of sql/expression.ts), one by one; `columns` are those of `of`, in their order. */
  | {
      readonly kind: 'nested rows';
      readonly column: string;
      readonly columns: readonly { readonly name: string; readonly type: SqlType }[];
      readonly of: Output;
    }
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly value: ValueType;
      /** References inside of it that lead nowhere; none: the value is shown as it is kept. */
      readonly astray?: readonly AstrayPlan[];
    }
  /** Computed from the row by evaluate.ts. */
  | { readonly kind: 'computed'; readonly expr: Expr; readonly value: ValueType }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** `new.R.f`, a credential that is made with the row; `total`, `base`, `now`, `request id`, `header X`, `next`; in refusals `code`, `status`, `field`, `path`, `pointer`, `problem`, `message`, `moves`. */
  | { readonly kind: 'word'; readonly word: string }
  | {
      readonly kind: 'text';
      readonly parts: readonly (
        | string
        | { readonly word: string }
        /** `needed`: without it the whole text is left out. */
        | { readonly column: string; readonly value: ValueType; readonly needed?: true }
      )[];
    };

/** A column as `of` calls it, and the binding that holds it. */
export interface BoundColumn {
  readonly name: string;
  readonly bound: string;
}

/** `column` has those that lead nowhere: at `path` they are null, or left out. */
export interface AstrayPlan {
  readonly column: string;
  readonly path: readonly JsonStep[];
  readonly nullable: boolean;
}

/** By resource: nested shapes in whose values answers leave fields out, at some depth. */
export type ShownShapes = Readonly<Record<string, readonly ShownField[]>>;

export interface ShownField {
  /** Place in the value. */
  readonly path: readonly string[];
  readonly value: ValueType;
  /** Over the fields of the value, bound as `beside.f`: where it is not true, the field is left out. */
  readonly when?: Expr;
}

export interface OutputPair {
  readonly key: string | { readonly word: string };
  readonly value: Output;
  /** `if set`: left out when null. An expression: left out unless it is true of the row; null is shown then. */
  readonly present: 'always' | 'if set' | Expr;
  /** Repeats once for each failed field (holds a per-failure word). */
  readonly repeats?: true;
}

export interface HeaderPlan {
  readonly name: string;
  readonly value: Extract<Output, { kind: 'text' }>;
}

/** Columns of the answered row that a tag names. */
export interface RowTag {
  readonly key: string;
  readonly version: string;
}

/**
 * `ETag` by its own rules: `"version-digest"` of one row, `"digest"` of a list. The digest is of the body that is sent.
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export interface TagPlan {
  /** Left out: rows are listed. */
  readonly row?: RowTag;
  /** The answer carries it. */
  readonly sent?: true;
  /** If-None-Match is stated: where it names the tag, 304 is answered instead. */
  readonly conditional?: true;
}

/** A success row of the Status table; the first whose outcome and condition hold is sent. */
export interface AnswerPlan {
  readonly outcomes: readonly string[];
  readonly when: Expr | undefined;
  readonly status: number;
  readonly body: Output | undefined;
  /** Exactly as stated, parameters included; undefined without a body. */
  readonly mediaType: string | undefined;
  /** Behind its head come the events, as long as the reader stays. */
  readonly stream?: true;
  readonly headers: readonly HeaderPlan[];
  readonly tag?: TagPlan;
  /** It tells of the next page in a Link header, where there is one. */
  readonly link?: true;
  /** Gaps in what this answer says: it is sent without them, and marked. */
  readonly marks: readonly string[];
  /** Assumptions in what this answer says, beside those of the operation. */
  readonly assumed?: readonly string[];
  /** A gap in the body or status of this row: the request is held before anything is committed. */
  readonly held?: Held;
  /** `lists` without a stated Order or Pages: held only when more than one row would be answered. */
  readonly heldWhenSeveral?: Held;
  /** It shows a row, and the effect may have had none: `deletes R if there`. */
  readonly heldWithoutRow?: Held;
}

export interface RefusalPlan {
  /** Place of the row that answers, in the order of precedence; lower wins when several causes hold. */
  readonly rank: number;
  readonly code: string | undefined;
  readonly status: number;
  readonly message: string | undefined;
  /** `<problem>` where the cause says it; else the value that was sent does. */
  readonly problem?: string;
  readonly body: Output | undefined;
  readonly mediaType: string | undefined;
  readonly headers: readonly HeaderPlan[];
  readonly marks: readonly string[];
  /** Assumptions in what this answer says, beside those of the operation. */
  readonly assumed?: readonly string[];
  /** Further columns of the Code table, by their word. */
  readonly words: Readonly<Record<string, string | number | Spelled>>;
}

export type Outcome =
  | { readonly kind: 'refuse'; readonly refusal: RefusalPlan }
  | { readonly kind: 'hold'; readonly held: Held };

export interface FailurePlace {
  /** As `<field>` names it, and its place in the body. */
  readonly field: string;
  readonly path: readonly string[];
  /** The cause that is answered, where it is another one. */
  readonly cause?: string;
  readonly problem?: string;
  /** It is about members of an object, which are asked for one by one. */
  readonly members?: MembersPlace;
}

/** Members that a field keeps, and that refer to rows. */
export interface MembersPlace {
  /** The cause of the question that the store answers of them. */
  readonly asked: string;
  /** The map of them. */
  readonly parameter: string;
  /** The object of the body that has them. */
  readonly path: readonly string[];
  /** From a member to the reference, where it is a nested shape. */
  readonly names: readonly string[];
}
