// A list in the body, each item of which becomes a row. Input: the fields of a body. Output: how an item is read, and which of the
// values that the service makes belong to a row. Notation, part 4, Does: creates every R in body.

import { ofBody, type BodyInput } from '../../analysis/document/input-fields.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { BodyFieldPlan, BodyPlan, BodyRowsPlan } from '../body-plan.ts';
import type { MadeValue } from '../made-values.ts';

type Fields = Extract<BodyInput, { kind: 'fields' }>;

function inItem<T extends { readonly list?: readonly string[] }>(all: readonly T[]): readonly T[] {
  return all.filter(({ list }) => list !== undefined);
}

/** The fields of the body itself, and those of the rows in its list. */
export function apart(body: Fields): { readonly own: Fields; readonly rows: Fields | undefined } {
  if (!body.rows) return { own: body, rows: undefined };
  return {
    own: { ...body, fields: ofBody(body.fields).filter(({ isList }) => !isList), readOnly: ofBody(body.readOnly) },
    rows: { ...body, fields: inItem(body.fields), readOnly: inItem(body.readOnly), rows: undefined },
  };
}

/** How many items there are, and that there is a list; what is in it is judged item by item. */
export function listOnly(type: FieldType): FieldType {
  return type.kind === 'array' ? { ...type, of: { kind: 'object' } } : type;
}

export function listRules(plan: BodyFieldPlan): NonNullable<BodyRowsPlan['list']> {
  const { name, schema, omitted, nulls, empty, invalid, problems, blankProblem } = plan;
  return {
    name,
    schema,
    omitted,
    nulls,
    empty,
    invalid,
    ...(problems && { problems }),
    ...(blankProblem !== undefined && { blankProblem }),
  };
}

/** The names that are bound for each row apart, when the values of the row are known. */
export function namesOfEach(body: BodyPlan, resource: string, made: readonly MadeValue[]): readonly string[] {
  const rows = body.kind === 'fields' ? body.rows : undefined;
  const sent = (rows?.fields ?? [])
    .filter(({ sent: { do: how } }) => how === 'accept')
    .map(({ parameter }) => parameter);
  const names = new Set(sent);
  const isOfRow = (one: MadeValue): boolean =>
    'of' in one ? names.has(one.of) : /^(?:uuid|opaque id)$/.test(one.kind) && one.name.startsWith(`new.${resource}.`);
  return [...sent, ...sent.map((name) => `sent.${name}`), ...made.filter(isOfRow).map(({ name }) => name)];
}

/** What is made once for a request, and what is made for each row. */
export function madeFor(
  body: BodyPlan,
  each: readonly string[],
  made: readonly MadeValue[],
): { readonly body: BodyPlan; readonly make: readonly MadeValue[] } {
  if (body.kind !== 'fields' || !body.rows) return { body, make: made };
  const names = new Set(each);
  return {
    body: { ...body, rows: { ...body.rows, make: made.filter(({ name }) => names.has(name)) } },
    make: made.filter(({ name }) => !names.has(name)),
  };
}
