// Whether the address of an operation can be made out of a row. Input: the row's resource and the operation. Output: that it can, that it
// cannot, or whose silence leaves it open. Notation, part 2, `address of`, and part 4, rule "Path".

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { pathFacts, targetsOf } from './targets.ts';

/** Each `{param}` of the operation's path is a key of the row, or of the row that it stands in; or nothing says yet what it is. */
export function canFill(model: Model, owner: Resource, heading: string): boolean {
  const linked = model.operations.get(heading);
  // What the row is identified by is not shown: that is asked for, and holds whatever makes such a row.
  if (!linked || (owner.identifiedBy.status !== 'stated' && owner.identifiedBy.status !== 'none')) return true;
  const { open, rows } = pathFacts(model, linked);
  const isAsked = (name: string): boolean =>
    open.includes(name) && (rows.has(name) || valueOf(linked.facts.does) === undefined || areTold(model, linked));
  return unfilled(model, owner, linked).every(isAsked);
}

/** Where the identity of what it works with is not shown, that is asked for, and not what a parameter selects. */
function areTold(model: Model, linked: LinkedOperation): boolean {
  return targetsOf(model, linked).every((name) => {
    const status = model.resources.get(name)?.identifiedBy.status;
    return status === undefined || status === 'stated' || status === 'none';
  });
}

/** The fields that cannot be filled while something of the operation is not shown. `isOpenBy`: may that be why no row is known? */
export function addressesOpenBy(
  model: Model,
  heading: string,
  isOpenBy: (parameter: string, row: Parameter | undefined) => boolean,
): readonly string[] {
  const linked = model.operations.get(heading);
  if (!linked) return [];
  const isOpen = (name: string): boolean => isOpenBy(name, pathFacts(model, linked).rows.get(name));
  return addressesOf(model, heading)
    .filter(({ owner }) => canFill(model, owner, heading) && unfilled(model, owner, linked).some(isOpen))
    .map(({ name }) => name);
}

interface Address {
  readonly owner: Resource;
  /** `Todo.url`. */
  readonly name: string;
}

/** The fields that are the address of the operation. */
function addressesOf(model: Model, heading: string): readonly Address[] {
  return byOperation(model).get(heading) ?? [];
}

const byOperation = oncePer((model: Model): ReadonlyMap<string, readonly Address[]> => {
  const found = [...model.resources.values()].flatMap((owner) =>
    owner.fields.items.flatMap((field) => {
      const by = valueOf(field.setBy);
      if (by?.kind !== 'service' || by.rule.kind !== 'address') return [];
      return [{ owner, name: `${owner.name.text}.${field.name.text}`, of: by.rule.operation.text }];
    }),
  );
  return Map.groupBy(found, ({ of }) => of);
});

function unfilled(model: Model, owner: Resource, linked: LinkedOperation): readonly string[] {
  const { names, selections } = pathFacts(model, linked);
  const filled = new Set<string>();
  let at = selections.findLast((one) => one.resource === owner.name.text);
  while (at) {
    for (const key of at.keys) filled.add(key.parameter);
    const { inside, resource } = at;
    const outer = selections.find((one) => one.parameter === inside);
    at =
      outer && containerFields(model, resource, outer.resource) === 1 && !filled.has(outer.parameter)
        ? outer
        : undefined;
  }
  return names.filter((name) => !filled.has(name));
}

/** How many fields of `inner` refer to a row of `outer`. */
export function containerFields(model: Model, inner: string, outer: string): number {
  return (model.resources.get(inner)?.fields.items ?? []).filter((field) => {
    const type = valueOf(field.type);
    const plain = type?.kind === 'nullable' ? type.of : type;
    return plain?.kind === 'resource' && plain.by !== undefined && plain.resource.text === outer;
  }).length;
}
