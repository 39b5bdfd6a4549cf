// Whether the address of an operation can be made out of a row. Input: the row's resource and the operation. Output: that it can, that it
// cannot, or whose silence leaves it open. Notation, part 2, `address of`, and part 4, rule "Path".

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { pathFacts, targetsOf, type Selection } from './targets.ts';

/** Each `{param}` of the operation's path is a key of the row, or of the row that holds it; or its meaning is not stated yet. */
export function canFill(model: Model, owner: Resource, heading: string): boolean {
  const linked = model.operations.get(heading);
  // What identifies the row is not shown: that is a question of its own, and holds what makes such a row.
  if (!linked || (owner.identifiedBy.status !== 'stated' && owner.identifiedBy.status !== 'none')) return true;
  const { open, rows } = pathFacts(model, linked);
  const isAsked = (name: string): boolean =>
    open.includes(name) &&
    (rows.has(name) || valueOf(linked.facts.does) === undefined || areIdentitiesKnown(model, linked));
  return unfilled(model, owner, linked).every(isAsked);
}

/** Where the identity of what it works with is not shown, the question is about that, not about what a parameter selects. */
function areIdentitiesKnown(model: Model, linked: LinkedOperation): boolean {
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

/** The addresses, as `Todo.url`, that have parts which no row fills: how they are filled is not shown. */
export function unfilledAddresses(model: Model): readonly string[] {
  return [...byOperation(model)].flatMap(([heading, addresses]) => {
    const linked = model.operations.get(heading);
    return addresses
      .filter(({ owner }) => !linked || unfilled(model, owner, linked).length > 0)
      .map(({ name }) => name);
  });
}

/** The fields, as `Todo.id`, that fill the address of an operation: keys of the row, and of the rows that hold it. */
export function addressParts(model: Model, owner: Resource, heading: string): readonly string[] {
  const linked = model.operations.get(heading);
  return (linked ? filling(model, owner, linked) : []).flatMap(({ resource, keys, link }) =>
    [...keys.map(({ field }) => field), ...(link === undefined ? [] : [link])].map((name) => `${resource}.${name}`),
  );
}

function unfilled(model: Model, owner: Resource, linked: LinkedOperation): readonly string[] {
  const filled = new Set(filling(model, owner, linked).flatMap(({ keys }) => keys.map(({ parameter }) => parameter)));
  return pathFacts(model, linked).names.filter((name) => !filled.has(name));
}

/** From the row itself outwards; `link`: the field that names the next. */
function filling(
  model: Model,
  owner: Resource,
  linked: LinkedOperation,
): readonly (Selection & { readonly link: string | undefined })[] {
  const { selections } = pathFacts(model, linked);
  const found: (Selection & { readonly link: string | undefined })[] = [];
  let at = selections.findLast((one) => one.resource === owner.name.text);
  while (at && !found.some(({ parameter }) => parameter === at!.parameter)) {
    const { inside, resource } = at;
    const outer = selections.find((one) => one.parameter === inside);
    const link = outer && containerField(model, resource, outer.resource);
    found.push({ ...at, link });
    at = link === undefined ? undefined : outer;
  }
  return found;
}

/** `in {other}`: the one field by which a row of `inner` refers to a row of `outer`; undefined where it is not one. */
export function containerField(model: Model, inner: string, outer: string): string | undefined {
  const fields = (model.resources.get(inner)?.fields.items ?? []).filter((field) => {
    const type = valueOf(field.type);
    const plain = type?.kind === 'nullable' ? type.of : type;
    return plain?.kind === 'resource' && plain.by !== undefined && plain.resource.text === outer;
  });
  return fields.length === 1 ? fields[0]!.name.text : undefined;
}

/** The path of a stated Base, without a slash at its end; '' for none. */
export function basePath(base: string | undefined): string {
  const path = (base ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return path.replace(/\/+$/, '').replace(/^(?=[^/])/, '/');
}
