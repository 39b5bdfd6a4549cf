// Of which fields of a body some must be sent. Input: an operation and the fields of its body. Output: the keyword `allOf` of a schema.
// Notation, part 2 and part 4, `At least one of` and `Exactly one of`.

import type { InputField } from '../analysis/document/input-fields.ts';
import { fieldGroups } from '../analysis/values/field-groups.ts';
import { inputRules, modeOf } from '../analysis/values/input-rules.ts';
import { sentGroups } from '../analysis/values/sent-groups.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Schema } from './schema.ts';
import type { Showing } from './shown.ts';

/** `some fields`: which of those under a When a request has is not known, and nothing is asked of a group with one of them. */
export function groupsIn(
  showing: Showing,
  linked: LinkedOperation,
  inputs: readonly InputField[],
  are: 'all fields' | 'some fields' = 'all fields',
): Schema {
  const unsure = new Set(are === 'some fields' ? inputs.filter(({ when }) => when).map(placeOf) : []);
  const allOf = [...groupsOfRows(showing, linked, inputs, unsure), ...groupsSent(showing, linked, inputs, unsure)];
  return allOf.length === 0 ? {} : ({ allOf } as Schema);
}

/** Of the operation: what is sent counts, be it null. */
function groupsSent(
  { model }: Showing,
  linked: LinkedOperation,
  inputs: readonly InputField[],
  unsure: ReadonlySet<string>,
): readonly Schema[] {
  const places = new Set(inputs.map(placeOf));
  return sentGroups(model, linked).flatMap(({ fields, isExact }) => {
    // Under a When a form may have some of them, or none.
    const own = fields.filter((field) => places.has(placeOf(field)));
    if (own.length === 0 || own.some((field) => unsure.has(placeOf(field)))) return [];
    return [{ [isExact ? 'oneOf' : 'anyOf']: own.map(({ path }) => sentAt(path)) } as Schema];
  });
}

function placeOf({ path, list }: InputField): string {
  return JSON.stringify([list ?? null, path]);
}

function sentAt([name, ...inside]: readonly string[]): Schema {
  return { required: [name!], ...(inside.length > 0 && { properties: { [name!]: sentAt(inside) } }) } as Schema;
}

/** Of a row that is made or replaced: what of the fields must be sent, where all are sent as such. */
function groupsOfRows(
  { model }: Showing,
  linked: LinkedOperation,
  inputs: readonly InputField[],
  unsure: ReadonlySet<string>,
): readonly Schema[] {
  const owners = new Set(inputs.flatMap(({ sets }) => sets?.resource ?? []));
  return [...owners].flatMap((owner) =>
    fieldGroups(model.resources.get(owner)!).flatMap(({ fields, isExact }): readonly Schema[] => {
      const sent = fields.map((name) =>
        inputs.find(
          (field) =>
            field.path.length === 1 &&
            `${field.sets?.resource}.${field.sets?.field.name.text}` === `${owner}.${name}` &&
            ['create', 'replace'].includes(modeOf(linked, field)) &&
            ['accept', 'null'].includes(inputRules(model, linked, field).omitted.do),
        ),
      );
      if (sent.some((field) => !field || unsure.has(placeOf(field)))) return [];
      const each = sent.map((field) => {
        const name = field!.path[0]!;
        return { required: [name], properties: { [name]: { not: { type: 'null' } } } };
      });
      return [{ [isExact ? 'oneOf' : 'anyOf']: each } as Schema];
    }),
  );
}
