// A field that a body may carry, and a body as a list of them, in whichever way it is stated. Types, and look-ups in them. Notation, part
// 4, key Body and the Body table.

import { oncePer } from '../../base/once-per.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { BodyField } from '../../notation/endpoints.ts';
import type { BodyFact } from '../../notation/values/bodies.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldDefault } from '../../notation/values/field-defaults.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Required } from '../../notation/values/requirements.ts';
import type { Slot } from '../../notation/slot.ts';
import type { ReadOnlyField } from './read-only-fields.ts';

export interface InputField {
  /** Place in the JSON body. */
  readonly path: readonly string[];
  /** The field of a row that it sets; undefined: it only acts, or nothing says yet. */
  readonly sets: { readonly resource: string; readonly field: Field } | undefined;
  /** For cause keys: `Todo.title`, or `body.notify` when it sets no field. */
  readonly subject: string;
  /** Rules to hold the value to: the row of the Body table, and the field that it sets or is. */
  readonly types: readonly Slot<FieldType>[];
  readonly allowed: readonly Slot<readonly Constraint[]>[];
  readonly required: Slot<Required>;
  readonly default: Slot<FieldDefault>;
  /** The row of the Body table it comes from; undefined: a field of a shape. */
  readonly row: BodyField | undefined;
  /** Of rows in a list: the place of the list; `path` begins in an item of it. */
  readonly list?: readonly string[];
  /** It is the list itself. */
  readonly isList?: true;
  /** It is a field of the body where this is true of what is sent. */
  readonly when?: Condition;
  /** Of several rows with this name, which one: 2 for the second. */
  readonly nth?: number;
  /** It is what the other fields leave of the object at its place (kept-members.ts). */
  readonly isRest?: true;
}

/** What every body says of it that has the field: several operations have it. */
export const ofField: (resource: string, field: Field) => Omit<InputField, 'path'> = oncePer(
  (resource: string, field: Field): Omit<InputField, 'path'> => ({
    sets: { resource, field },
    subject: `${resource}.${field.name.text}`,
    types: [field.type],
    allowed: [field.allowed],
    required: field.required,
    default: field.default,
    row: undefined,
  }),
);

/** The fields of a body by their dotted paths; the first of each. */
export const fieldsByPath: (fields: readonly InputField[]) => ReadonlyMap<string, InputField> = oncePer(
  (fields: readonly InputField[]) =>
    new Map(
      namedInBody(fields)
        .toReversed()
        .map((field) => [field.path.join('.'), field]),
    ),
);

/** Those of the body itself, not of the rows in a list. */
export function ofBody<T extends Pick<InputField, 'list'>>(fields: readonly T[]): readonly T[] {
  return fields.filter(({ list }) => list === undefined);
}

/** Those that have a name in the body. */
export function namedInBody(fields: readonly InputField[]): readonly InputField[] {
  return ofBody(fields).filter(({ isRest }) => !isRest);
}

/** Where a failure of the field is: what is left of an object is named as the field that keeps it. */
export function failurePlace({ path, sets, isRest }: InputField): readonly string[] {
  return isRest && sets ? [...path, ...sets.field.name.text.split('.')] : path;
}

/** The rows that a body has in a list. */
export interface RowsInBody {
  /** The place of the list; empty: the body is the list. */
  readonly path: readonly string[];
  readonly resource: Resource;
}

export type BodyInput =
  /** Nothing is taken: `none`, `ignored`, or no statement and nothing that would need one. */
  | {
      readonly kind: 'unread';
      /** `none` where HTTP has a meaning for content: what is sent is refused. */
      readonly refused: boolean;
    }
  /** The body is a gap, unreadable, or of a form that carries no fields. */
  | { readonly kind: 'open'; readonly slot: Slot<BodyFact> }
  | {
      readonly kind: 'fields';
      readonly fields: readonly InputField[];
      readonly readOnly: readonly ReadOnlyField[];
      readonly rows: RowsInBody | undefined;
      readonly from: string;
    };
