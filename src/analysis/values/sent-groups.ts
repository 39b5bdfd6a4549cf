// `At least one of` and `Exactly one of` of an operation: which fields a request must send. Input: a linked operation. Output: the fields
// of its body, and the names that the body does not have. Notation, part 4, "One of several fields of a body".

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import { bodyOf } from '../document/inputs.ts';
import type { InputField } from '../document/input-fields.ts';

export interface SentGroup {
  readonly fields: readonly [InputField, InputField, ...InputField[]];
  readonly isExact: boolean;
}

/** Those of which the body has each field: the others are errors of the document, or the body is not shown. */
export const sentGroups: (model: Model, linked: LinkedOperation) => readonly SentGroup[] = oncePer(
  (model: Model, linked: LinkedOperation) =>
    statedGroups(linked).flatMap(({ names, isExact }): readonly SentGroup[] => {
      const fields = names.map((name) => fieldNamed(model, linked, name));
      const [first, second, ...others] = fields.filter((field) => field !== undefined);
      const isOfOne = fields.every((field) => (field?.list === undefined) === (first?.list === undefined));
      if (!first || !second || !isOfOne || fields.includes(undefined)) return [];
      return [{ fields: [first, second, ...others], isExact }];
    }),
);

export function statedGroups({ facts }: LinkedOperation): readonly {
  readonly names: readonly Name[];
  readonly isExact: boolean;
}[] {
  return [
    ...(valueOf(facts.atLeastOneOf) ?? []).map((names) => ({ names, isExact: false })),
    ...(valueOf(facts.exactlyOneOf) ?? []).map((names) => ({ names, isExact: true })),
  ];
}

/** As it is sent; of a list of rows, in each of them. */
export function fieldNamed(model: Model, linked: LinkedOperation, { text }: Name): InputField | undefined {
  return namedIn(model, linked).get(text);
}

/** What may be named. */
export const namedIn: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, InputField> = oncePer(
  (model: Model, linked: LinkedOperation) => {
    const body = bodyOf(model, linked);
    const fields = body.kind === 'fields' ? body.fields.filter(({ isList }) => !isList) : [];
    return new Map(fields.toReversed().map((field) => [field.path.join('.'), field]));
  },
);

/** The field that names a cause → the others, any of which a code may name. */
export const sentWith: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, readonly InputField[]> = oncePer(
  (model: Model, linked: LinkedOperation) =>
    new Map(sentGroups(model, linked).map(({ fields: [first, ...others] }) => [first.subject, others])),
);
