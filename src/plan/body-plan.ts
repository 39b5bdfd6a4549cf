// The body of a request, as data: its fields, the objects around them, which of them must be sent, and the rows in a list of it. Notation,
// part 4, the Body table; input.ts says how one value is read.

import type { Expr } from '../sql/expression.ts';
import type { LengthLimit } from './bounds.ts';
import type { MemberRule } from '../analysis/values/input-rules.ts';
import type { Held } from './held.ts';
import type { FieldRule, JsonSchema, ProblemPlan, ValueType } from './input.ts';
import type { MadeValue } from './made-values.ts';

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
      readonly groups?: readonly SentGroupPlan[];
      readonly rows?: BodyRowsPlan;
    };

/** A list in the body of which each item is a row that is made. Its fields are bound for each row apart from the others. */
export interface BodyRowsPlan {
  /** Empty: the body is the list. */
  readonly path: readonly string[];
  /** With places in the item; so have the wrappers. */
  readonly fields: readonly BodyFieldPlan[];
  readonly wrappers: readonly WrapperPlan[];
  readonly groups?: readonly SentGroupPlan[];
  /** How many rows there may be. */
  readonly limits?: readonly LengthLimit[];
  /** Values that the service makes for each row. */
  readonly make: readonly MadeValue[];
  /** A field of the body by rules of its own; left out: a body without the list is not of the stated form. */
  readonly list?: Pick<
    BodyFieldPlan,
    'name' | 'schema' | 'omitted' | 'nulls' | 'empty' | 'invalid' | 'problems' | 'blankProblem'
  >;
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

/** `At least one of`, `Exactly one of` of an operation: by the place of each field in the body. A null that is sent is sent. */
export interface SentGroupPlan {
  readonly fields: readonly {
    readonly path: readonly string[];
    readonly name: string;
    readonly emptyIsMissing?: true;
    /** Beside another one. Left out: of the first, or where several may be sent. */
    readonly invalid?: FieldRule;
  }[];
  readonly missing: FieldRule;
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
  /** It is a field of the body where this is true over the bindings of those that have none; else as one that nothing declares. */
  readonly when?: Expr;
  readonly omitted: FieldRule;
  /** `Required: if …`: when true over the bindings, an omitted field is `missing`; `orNull`: one that is null counts as sent. */
  readonly requiredIf?: { readonly when: Expr; readonly cause: string; readonly orNull?: true };
  /** The same over other rows: the effect judges it. */
  readonly requiredByRows?: true;
  readonly nulls: FieldRule;
  readonly empty: FieldRule;
  readonly members?: MemberRule;
  /** `not blank` is stated: the cause of a text that is blank. Whether null is, `nulls` says. */
  readonly blank?: string;
  /** Of a list or a map with a blank member: what is wrong. */
  readonly blankProblem?: string;
  readonly invalid: FieldRule;
  /** In the order in which the value is judged; left out: no answer says what is wrong. */
  readonly problems?: readonly ProblemPlan[];
  /** Sent at all: a read-only field's rule; else accept. */
  readonly sent: FieldRule;
  /** Of part 8: judged of whatever is sent, before the rules above. */
  readonly limits?: readonly LengthLimit[];
  /** `merges into`: the value is a patch by RFC 7396 at every depth; the step merges. */
  readonly merge?: true;
  /** It has no place of its own: it gets what no field names of the object at `path`. */
  readonly rest?: RestPlan;
}

export interface RestPlan {
  readonly path: readonly string[];
  /** Of a map: each member is judged apart. */
  readonly each?: Pick<BodyFieldPlan, 'schema' | 'problems' | 'blankProblem'>;
}
