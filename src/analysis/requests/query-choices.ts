// What a parameter of a query chooses by name: which fields are shown, which references are shown whole, which states are sought. Input: an
// operation and a row of its Query table. Output: the names that may be sent. Notation, part 4, table Query, Selects.

import { oncePer } from '../../base/once-per.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { elementOf } from '../document/paths.ts';
import { endsOf } from '../document/shape-leaves.ts';
import { fieldsShown, isHidden } from '../document/shape-fields.ts';
import { listedBy } from '../document/targets.ts';
import { isEmbedded, plainType, referenceOf } from '../document/value-kinds.ts';
import { isState, statesSent } from '../machines/sent-states.ts';
import { answeredResource, successesOf } from './outcomes.ts';

/** Undefined: any value of its type. */
export function choicesOf(model: Model, linked: LinkedOperation, row: Parameter): readonly string[] | undefined {
  const selects = valueOf(row.selects);
  const type = valueOf(row.type);
  switch (selects?.kind) {
    case 'only the fields named':
      return fieldsToName(model, linked);
    case 'whole':
      return isListOfNames(model, type) ? selects.fields.map(({ text }) => text) : undefined;
    default:
      return type && isState(type) ? statesSent(model, row, listedBy(model, linked)) : undefined;
  }
}

/** A list of texts: as what several names are sent. */
export function isListOfNames(model: Model, type: FieldType | undefined): boolean {
  const list = type && plainType(model, type)?.type;
  const member = list?.kind === 'array' ? plainType(model, list.of)?.type : undefined;
  return member?.kind === 'string' || member?.kind === 'one-of';
}

/** The row of the Query table by which a caller names the fields that are shown. */
export function namingParameter(linked: LinkedOperation): Parameter | undefined {
  return linked.facts.queryTable.items.find(({ selects }) => valueOf(selects)?.kind === 'only the fields named');
}

/** A field that is shown whole when a parameter says so. */
export interface WholeField {
  readonly parameter: Parameter;
  readonly field: string;
}

export function wholeFields(linked: LinkedOperation): readonly WholeField[] {
  return linked.facts.queryTable.items.flatMap((parameter) => {
    const selects = valueOf(parameter.selects);
    return selects?.kind === 'whole' ? selects.fields.map(({ text }) => ({ parameter, field: text })) : [];
  });
}

/** The resource whose row a reference of the answered row names, where it is one that may be shown whole. */
export function wholeTarget(model: Model, resource: Resource | undefined, field: string): Resource | undefined {
  const own = resource && model.fields.get(`${resource.name.text}.${field}`);
  const type = own && valueOf(own.type);
  const refers = type && referenceOf(model, type);
  return refers && model.resources.get(refers.resource);
}

/** The shapes in which the answers of an operation show a resource. */
export function shapesShown(
  linked: LinkedOperation,
  resource: string,
): readonly Extract<Shape, { readonly kind: 'resource' }>[] {
  return successesOf(linked).flatMap(({ row }) => {
    const shape = valueOf(row.body);
    return (shape ? endsOf(shape) : []).flatMap((end) =>
      end.kind === 'resource' && end.resource.text === resource ? [end] : [],
    );
  });
}

/** Each field that some answer shows of its resource, by its dotted name, and each group of them. */
export const fieldsToName: (model: Model, linked: LinkedOperation) => readonly string[] = oncePer((model, linked) => {
  const resource = answeredResource(model, linked);
  const names = new Set<string>();
  for (const shape of resource ? shapesShown(linked, resource.name.text) : [])
    addNames(model, resource!, shape, [], names);
  const whole = wholeFields(linked).filter(({ field }) => names.has(field));
  for (const { field } of whole) {
    const target = wholeTarget(model, resource, field);
    if (target) addNames(model, target, WHOLE, [field], names);
  }
  return [...names];
});

const WHOLE = { without: [] } as const;

/** A type that shows more is held. */
const MOST = 2_000;
const MOST_LEVELS = 20;

function addNames(
  model: Model,
  resource: Resource,
  shape: Parameters<typeof fieldsShown>[1],
  before: readonly string[],
  names: Set<string>,
): void {
  for (const name of fieldsShown(resource, shape)) {
    const field = model.fields.get(`${resource.name.text}.${name}`);
    if (!field || isHidden(field) || names.size >= MOST || before.length >= MOST_LEVELS) continue;
    const parts = name.split('.');
    for (let length = 1; length <= parts.length; length++) names.add([...before, ...parts.slice(0, length)].join('.'));
    const type = valueOf(field.type);
    const inner = type && elementOf(type).type;
    const target = inner?.kind === 'resource' && isEmbedded(model, inner) && model.resources.get(inner.resource.text);
    if (target) addNames(model, target, inner, [...before, name], names);
  }
}
