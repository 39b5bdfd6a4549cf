// A body of which some fields are there under a When. Input: its fields, and how a table of them is a schema. Output: where one field that must
// be sent, and is never null, decides, `oneOf` with a form for each of its values; else one object of all fields, each with its condition as
// a note. Notation, part 4, "Bodies of several forms".

import type { InputField } from '../analysis/document/input-fields.ts';
import { decidedBy, valuesOf } from '../analysis/values/body-whens.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { anyOf, orAny, type Member, type Others, type Schema } from './schema.ts';

export interface FieldMember {
  readonly field: InputField;
  readonly member: Member;
}

export function formsOf(
  model: Model,
  linked: LinkedOperation,
  all: readonly FieldMember[],
  others: Others,
  schemaOf: (members: readonly Member[], fields: readonly InputField[], are: 'all fields' | 'some fields') => Schema,
): Schema {
  const ofTable = (table: readonly FieldMember[], are: 'all fields' | 'some fields'): Schema =>
    schemaOf(
      table.map(({ member }) => member),
      table.map(({ field }) => field),
      are,
    );
  const decided = decidedBy(
    model,
    linked,
    all.map(({ field }) => field),
  );
  const deciding = decided && all.find(({ field }) => field === decided.field);
  const values = decided && valuesOf(decided.field);
  // Null is none of the values, and so is an empty text that counts as null: then a request may be of no form.
  const isOneOfThem = deciding?.member.required && !deciding.member.nullable;
  if (!decided || !isOneOfThem || !values) return ofTable(inOne(all, others), 'some fields');
  const forms = Map.groupBy(values, (value) =>
    all.map(({ field: { when } }) => (!when || decided.values(when).has(value) ? '1' : '0')).join(''),
  );
  const tables = [...forms].map(([key, of]) =>
    all.flatMap((one, place) =>
      key[place] === '0' ? [] : [one === deciding ? { ...one, member: narrowed(one.member, of) } : one],
    ),
  );
  const [first, ...rest] = tables.map((table) => ofTable(table, 'all fields'));
  return rest.length === 0 ? first! : { oneOf: [first!, ...rest] };
}

/** Of texts, and of `true` and `false`. */
function narrowed(member: Member, values: readonly string[]): Member {
  const { enum: _, ...schema } = member.schema;
  const isFlag = schema['type'] === 'boolean';
  const written = values.map((value) => (isFlag ? value === 'true' : value));
  return {
    ...member,
    schema: { ...schema, ...(written.length === 1 ? { const: written[0]! } : { enum: written }) } as Schema,
  };
}

/** Whether a field is one is said beside it; rows of one name are any of them. What is no field may be anything where unknown fields may. */
function inOne(all: readonly FieldMember[], others: Others): readonly FieldMember[] {
  const isFree = others === 'any';
  const noted = all.map(({ field, member }): FieldMember => {
    const { row, when } = field;
    if (!when || !row || !('text' in row.when)) return { field, member };
    const schema = { ...member.schema, 'x-ninefold-when': row.when.text };
    return {
      field,
      member: { ...member, required: false, schema: isFree ? orAny(schema) : schema, ...(isFree && { free: true }) },
    };
  });
  return [...Map.groupBy(noted, ({ field }) => field.path.join('.')).values()].map((own) => {
    const first = own[0]!;
    if (own.length === 1) return first;
    return { ...first, member: { ...first.member, schema: anyOf(own.map(({ member }) => member.schema)) } };
  });
}
