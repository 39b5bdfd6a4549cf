// The fields of a body, as typed parameters of expressions. Input: the fields that an operation's body may carry. Output: how each is bound,
// and what a name of the body is, be it in several rows under a When. Notation, part 4, the Body table.

import { fault } from '../base/fault.ts';
import { oncePer } from '../base/once-per.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { namedInBody, type InputField } from '../analysis/document/input-fields.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Expr } from '../sql/expression.ts';
import { choice, isTrue, type Typed } from './operands.ts';
import { shownAs } from './rows.ts';

export function parameter(name: string, type: Typed['type']): Expr {
  return { kind: 'parameter', name, type };
}

export function bodyTyped(model: Model, linked: LinkedOperation, name: string): Typed | undefined {
  const body = bodyOf(model, linked);
  return body.kind === 'fields' ? typedOf(model, namedIn(body.fields).get(name) ?? []) : undefined;
}

/** All of a name: under a When there may be several. */
const namedIn = oncePer((fields: readonly InputField[]): ReadonlyMap<string, readonly InputField[]> =>
  Map.groupBy(namedInBody(fields), ({ path }) => path.join('.')),
);

/** What is sent in one of several rows, of which no two count. */
export function typedOf(model: Model, inputs: readonly InputField[]): Typed | undefined {
  const [first, ...others] = inputs.map((input) => inputTyped(model, input));
  if (!first || others.length === 0) return first;
  const branches = inputs.map(
    (input) => [isTrue(`sent.${parameterOf(input)}`), inputTyped(model, input).expr] as const,
  );
  return { ...first, expr: choice(branches, { kind: 'literal', value: null, type: first.type }, first.type) };
}

/** Of a row in a list of the body it is bound for each row apart, of several rows of one name each by itself, and what is left of an object as none of its fields. */
export function parameterOf({
  path,
  list,
  nth,
  isRest,
}: {
  readonly path: readonly string[];
  readonly list?: readonly string[] | undefined;
  readonly nth?: number;
  readonly isRest?: true;
}): string {
  const which = isRest ? 'rest' : nth;
  return `${list ? 'each' : 'body'}.${path.join('.')}${which === undefined ? '' : `~${which}`}`;
}

/** A body field as it is sent: a reference as the field it is shown by. */
export function inputTyped(model: Model, field: InputField): Typed {
  const type = inputType(field);
  const name = parameterOf(field);
  const typed = shownAs(model, parameter(name, 'text'), type);
  return { ...typed, expr: parameter(name, typed.type) };
}

/** The type of a body field: its own row's, else that of the field it sets. */
export function inputType(field: InputField): FieldType {
  for (const slot of field.types) {
    const type = valueOf(slot);
    if (type && type.kind !== 'same-as') return type;
  }
  fault(`the type of ${field.path.join('.')} is not known`);
}
