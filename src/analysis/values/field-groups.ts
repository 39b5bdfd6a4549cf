// `At least one of` and `Exactly one of`: which fields of a row must have a value. Input: a resource. Output: conditions that are true of
// every row that may be kept, each with the cause that refuses the others. Notation, part 2.

import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { fieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf, type Name } from '../../notation/slot.ts';

export interface FieldGroup {
  readonly fields: readonly string[];
  readonly isExact: boolean;
  /** None of them has a value: reported of the first, and any of them may be named. */
  readonly cause: MetCause;
}

export interface GroupRule {
  readonly inputs: ReadonlySet<string>;
  readonly holds: Condition;
  readonly cause: MetCause;
}

export const fieldGroups: (resource: Resource) => readonly FieldGroup[] = oncePer((resource: Resource) =>
  stated(resource).map(({ names, isExact }) => ({
    fields: names.map(({ text }) => text),
    isExact,
    cause: fieldCause(resource.name.text, names[0]!.text, 'missing'),
  })),
);

/** The field that names the cause → the others. */
export const groupedWith: (resource: Resource) => ReadonlyMap<string, readonly string[]> = oncePer(
  (resource: Resource) => new Map(fieldGroups(resource).map(({ fields: [first, ...others] }) => [first!, others])),
);

/** One for a row without any of them; of `Exactly one of`, one for each that comes behind another. */
export const groupRules: (resource: Resource) => readonly GroupRule[] = oncePer((resource: Resource) =>
  stated(resource).flatMap(({ names, isExact, at }, place): readonly GroupRule[] => {
    const inputs = new Set(names.map(({ text }) => text));
    const { cause } = fieldGroups(resource)[place]!;
    const second = (name: Name, before: readonly Name[]): GroupRule => ({
      inputs,
      holds: { kind: 'not', item: { kind: 'and', items: [isSet(name), anyOf(before, at)], at }, at },
      cause: fieldCause(resource.name.text, name.text, 'invalid'),
    });
    const others = names.slice(1).map((name, index) => second(name, names.slice(0, index + 1)));
    return [{ inputs, holds: anyOf(names, at), cause }, ...(isExact ? others : [])];
  }),
);

function stated(
  resource: Resource,
): readonly { readonly names: readonly Name[]; readonly isExact: boolean; readonly at: Span }[] {
  const { atLeastOneOf, exactlyOneOf } = resource;
  return [...atLeastOneOf, ...exactlyOneOf].flatMap((slot) => {
    const names = valueOf(slot) ?? [];
    return names.length === 0 ? [] : [{ names, isExact: exactlyOneOf.includes(slot), at: slot.at }];
  });
}

function anyOf(names: readonly Name[], at: Span): Condition {
  const items = names.map(isSet);
  return items.length === 1 ? items[0]! : { kind: 'or', items, at };
}

function isSet({ text, at }: Name): Condition {
  return { kind: 'is-set', operand: { kind: 'field', owner: undefined, path: text.split('.'), at }, at };
}
