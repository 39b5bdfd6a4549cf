// What a caller has chosen to be shown: the fields that are named, and references as whole rows. Input: an operation and a request. Output:
// the choice, and whether the answer may show it. Notation, part 4 "What a caller chooses".

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Resource } from '../../src/notation/resources.ts';
import type { Shape, Template } from '../../src/notation/values/shapes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import type { Sent } from './judge-causes.ts';
import { isHidden, plain } from './judge-values.ts';

export interface Choice {
  /** Undefined: all of them. */
  readonly only: readonly string[] | undefined;
  readonly whole: ReadonlySet<string>;
  /** A name that nothing has: it is refused. */
  readonly strange: string | undefined;
}

/** Undefined: the operation lets nobody choose. */
export function choiceOf(model: Model, operation: LinkedOperation, sent: Sent): Choice | undefined {
  const query = new URLSearchParams(sent.query);
  const found: { only?: readonly string[]; whole: string[]; strange?: string } = { whole: [] };
  let isChoosing = false;
  for (const { name, selects, type } of operation.facts.queryTable.items) {
    const stated = valueOf(selects);
    const text = query.get(name.text);
    if (stated?.kind !== 'only the fields named' && stated?.kind !== 'whole') continue;
    isChoosing = true;
    if (text === null) continue;
    const names = text === '' ? [] : text.split(',');
    if (stated.kind === 'only the fields named') {
      const known = shapesOf(operation).flatMap((shape) => namesIn(model, operation, shape));
      found.only = names;
      const other = names.find((one) => !known.some((leaf) => leaf === one || leaf.startsWith(`${one}.`)));
      if (other !== undefined) found.strange = other;
    } else {
      const fields = stated.fields.map(({ text: field }) => field);
      const isAll = plain(valueOf(type))?.kind === 'boolean';
      if (isAll && text !== 'true' && text !== 'false') found.strange = text;
      if (isAll && text === 'true') found.whole.push(...fields);
      const other = isAll ? undefined : names.find((one) => !fields.includes(one));
      if (other !== undefined) found.strange = other;
      if (!isAll) found.whole.push(...names);
    }
  }
  if (!isChoosing) return undefined;
  return { only: found.only, whole: new Set(found.whole), strange: found.strange };
}

type Rows = Extract<Shape, { kind: 'resource' }>;

/** Of rows, wherever they stand in an answer. */
function shapesOf({ facts }: LinkedOperation): readonly Rows[] {
  return facts.statuses.items.flatMap(({ body }) => {
    const shape = valueOf(body);
    return shape ? rowsOf(shape) : [];
  });
}

function rowsOf(shape: Shape): readonly Rows[] {
  if (shape.kind === 'resource') return [shape];
  return shape.kind === 'array of' ? rowsOf(shape.of) : rowsIn(shape.value);
}

function rowsIn(template: Template): readonly Rows[] {
  switch (template.kind) {
    case 'shape':
      return rowsOf(template.shape);
    case 'object':
      return template.pairs.flatMap(({ value }) => rowsIn(value));
    case 'list':
      return template.items.flatMap(rowsIn);
    default:
      return [];
  }
}

/** What is named is the field, or a group that it is of. */
function isOf(names: readonly string[], field: string): boolean {
  return names.some((name) => field === name || field.startsWith(`${name}.`));
}

function shownBy(resource: Resource, { view, only, without = [] }: Rows): readonly string[] {
  const viewed = resource.views.find(({ name }) => name.text === view?.text);
  const lists = [viewed && valueOf(viewed.slot), only].filter((list) => list !== undefined);
  return resource.fields.items
    .filter((field) => !isHidden(field))
    .map(({ name }) => name.text)
    .filter(
      (name) =>
        lists.every((list) =>
          isOf(
            list.map(({ text }) => text),
            name,
          ),
        ) &&
        !isOf(
          without.map(({ text }) => text),
          name,
        ),
    );
}

/** Those of a row that a reference may be shown as, too. */
function namesIn(model: Model, operation: LinkedOperation, shape: Rows): readonly string[] {
  const resource = model.resources.get(shape.resource.text);
  if (!resource) return [];
  const whole = operation.facts.queryTable.items.flatMap(({ selects }) => {
    const stated = valueOf(selects);
    return stated?.kind === 'whole' ? stated.fields.map(({ text }) => text) : [];
  });
  return shownBy(resource, shape).flatMap((name) => {
    const target = whole.includes(name) ? targetOf(model, resource.name.text, name) : undefined;
    const inside = target?.fields.items.filter((field) => !isHidden(field)) ?? [];
    return [name, ...inside.map((field) => `${name}.${field.name.text}`)];
  });
}

export function targetOf(model: Model, resource: string, field: string): Resource | undefined {
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  const type = slot && plain(valueOf(slot));
  return type?.kind === 'resource' ? model.resources.get(type.resource.text) : undefined;
}

/** Of a row with this identity. */
export function isChosen({ only }: Choice, field: string, identity: readonly string[]): boolean {
  return (
    only === undefined ||
    identity.includes(field) ||
    isOf(only, field) ||
    only.some((name) => name.startsWith(`${field}.`))
  );
}

/** Of the row that a reference is shown as, whole: nothing inside of it is always there. */
export function inside({ only }: Choice, field: string): Choice {
  const all = only === undefined || only.includes(field);
  const names = only?.flatMap((name) => (name.startsWith(`${field}.`) ? [name.slice(field.length + 1)] : []));
  return { only: all ? undefined : names, whole: new Set(), strange: undefined };
}
