// Rows of the document that nobody can make yet, for computation.ts: what of the fields that a row has is not said. Whatever uses such
// rows waits for it.

import { givenRows } from '../../src/analysis/document/given-rows.ts';
import type { Model } from '../../src/model/model.ts';
import type { Field, Resource } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { beginsSomewhere } from './kinds.ts';
import { ascii, isColumn, isHalf, isOpen, type Computed } from './rows.ts';

type Lists = { readonly [K in keyof Computed]: Set<string> };

/** The same lists, with what keeps the rows that an operation uses. */
export function withRowsAtGap(model: Model, used: ReadonlySet<string>, lists: Lists): Computed {
  for (const name of used) {
    for (const id of keeping(model, name, [])) {
      lists.held.add(ascii(id));
      lists.partly.delete(ascii(id));
    }
  }
  return lists;
}

/** Ids of what keeps the rows of a resource from being made, and those of the resources to which they lead. */
function keeping(model: Model, name: string, above: readonly string[]): readonly string[] {
  const resource = model.resources.get(name);
  if (!resource || above.includes(name)) return [];
  const { status } = resource.rows;
  if (status === 'gap' || status === 'unreadable') return [`2/${name}/rows`];
  const { rows } = givenRows(resource);
  if (status !== 'stated' || rows.length === 0) return [];
  const own = resource.fields.items.flatMap((field) => ofField(model, resource, field));
  const further = resource.fields.items.flatMap((field) => {
    const isThere = rows.some(({ values }) => {
      const given = values.find((one) => one.field.text === field.name.text)?.literal ?? valueOf(field.default);
      return given !== undefined && given.kind !== 'null';
    });
    return isThere ? named(model, field).flatMap((other) => keeping(model, other, [...above, name])) : [];
  });
  const identity = isOpen(resource.identifiedBy) ? [`2/${name}/identified-by`] : [];
  const table = resource.fields.written ? [] : [`2/${name}/fields`];
  const inside = resource.fields.items.flatMap((field) => ofNamed(model, field, [name]));
  return [...identity, ...table, ...own, ...inside, ...further];
}

function ofField(model: Model, resource: Resource, field: Field): readonly string[] {
  const of = resource.name.text;
  const all = resource.fields.items;
  const setBy = valueOf(field.setBy);
  const id = (head: string, cell: (one: Field) => Field['default'] | Field['type'] | Field['setBy']): string =>
    all.every((one) => isColumn(cell(one))) ? `2/${of}/${head}` : `2/${of}.${field.name.text}/${head}`;
  const isShownOnly =
    setBy?.kind === 'service' && ['count', 'list', 'exists', 'sum', 'table', 'address'].includes(setBy.rule.kind);
  if (isShownOnly) return [];
  const isGivenByAll = givenRows(resource).rows.every(({ values }) =>
    values.some((one) => one.field.text === field.name.text),
  );
  return [
    ...(isOpen(field.type) ? [id('type', (one) => one.type)] : []),
    ...(isOpen(field.setBy) || isHalf(field.setBy) ? [id('set-by', (one) => one.setBy)] : []),
    ...(isOpen(field.default) && !isGivenByAll && setBy?.kind !== 'service'
      ? [id('default', (one) => one.default)]
      : []),
    ...(valueOf(field.type)?.kind === 'state' && !isGivenByAll ? ofState(model, `${of}.${field.name.text}`) : []),
  ];
}

/** What the type names: how its rows are known, and of a nested shape what it holds. */
function ofNamed(model: Model, field: Field, above: readonly string[]): readonly string[] {
  return named(model, field).flatMap((name) => {
    const resource = model.resources.get(name)!;
    if (above.includes(name)) return [];
    if (isOpen(resource.identifiedBy)) return [`2/${name}/identified-by`];
    if (!resource.fields.written) return [`2/${name}/fields`];
    const isShape = resource.identifiedBy.status === 'none';
    const id = (head: string, one: Field, isLeft: boolean): string =>
      isLeft ? `2/${name}/${head}` : `2/${name}.${one.name.text}/${head}`;
    const all = resource.fields.items;
    const cells = isShape ? (['type', 'default'] as const) : (['type'] as const);
    const keys = JSON.stringify([field.type, resource.identifiedBy]);
    return all.flatMap((one) => [
      ...(isShape || keys.includes(`"text":"${one.name.text}"`)
        ? cells.flatMap((head) =>
            isOpen(one[head])
              ? [
                  id(
                    head,
                    one,
                    all.every((other) => isColumn(other[head])),
                  ),
                ]
              : [],
          )
        : []),
      ...(isShape ? ofNamed(model, one, [...above, name]) : []),
    ]);
  });
}

/** No operation makes them: only a Kind says where they begin. */
function ofState(model: Model, name: string): readonly string[] {
  const { scope, machines } = model.document.states;
  if (scope.mark.status === 'gap' || (scope.mark.status === 'absent' && machines.items.length === 0)) return ['3'];
  const machine = model.machines.get(name);
  if (!machine || (!machine.states.written && !machine.moves.written)) return [`3/${name}`];
  if (machine.scope.mark.status !== 'absent') return [`3/${name}`];
  return beginsSomewhere({ ...machine, moves: { ...machine.moves, items: [] } }, '') ? [] : [`3/${name}/initial`];
}

function named(model: Model, { type }: Field): readonly string[] {
  const text = JSON.stringify(valueOf(type) ?? {});
  return [...model.resources.keys()].filter((name) => text.includes(`"resource":{"text":"${name}"`));
}
