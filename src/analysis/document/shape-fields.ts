// The fields that a body's shape or template names, each with its place in the JSON, and which of them a caller may set. Input: a shape as
// written. Output: fields with paths. Notation, part 4 "Shapes and templates", part 2 "Set by".

import { isCreation } from './effect-traits.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Shape, Template } from '../../notation/values/shapes.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import { ruleOf } from './field-rules.ts';
import { effectsOf, identityOf, pathFacts, targetsOf } from './targets.ts';
import { isSealed } from './type-traits.ts';

export interface ShapeField {
  readonly path: readonly string[];
  readonly resource: Resource;
  readonly field: Field;
  /** Of rows in a list: the place of the list; `path` begins in an item of it. */
  readonly list?: readonly string[];
}

/** A list of rows in a body: each becomes a row of its own. */
export interface ShapeList {
  readonly path: readonly string[];
  readonly resource: Resource;
}

/** What a shape or a template names, with its places. */
export interface ShapeParts {
  readonly fields: ShapeField[];
  readonly lists: ShapeList[];
}

type Cut = Pick<Extract<Shape, { kind: 'resource' }>, 'view' | 'without' | 'only'>;

/** Gathers what a shape or template names; false: it holds something that is no field. */
export function collectFields(
  model: Model,
  linked: LinkedOperation,
  shape: Shape,
  at: readonly string[],
  into: ShapeParts,
): boolean {
  switch (shape.kind) {
    case 'resource': {
      const resource = model.resources.get(shape.resource.text);
      if (!resource) return false;
      for (const field of inputFieldsOf(resource, shape))
        into.fields.push({ path: pathTo(at, field), resource, field });
      return true;
    }
    case 'array of': {
      const { of } = shape;
      const resource = of.kind === 'resource' ? madeOfList(model, linked, of.resource.text) : undefined;
      if (of.kind !== 'resource' || !resource) return false;
      collectRows(resource, of, at, into);
      return true;
    }
    case 'template':
      return collectTemplate(model, linked, shape.value, at, into);
  }
}

/** The resource, where the operation makes a row of it for each item of a list in its body. */
export function madeOfList(model: Model, linked: LinkedOperation, name: string): Resource | undefined {
  const isMade = effectsOf(linked).some(({ kind, ...effect }) => {
    return kind === 'creates every in body' && 'target' in effect && effect.target.text === name;
  });
  return isMade ? model.resources.get(name) : undefined;
}

export function collectRows(resource: Resource, cut: Cut, list: readonly string[], into: ShapeParts): void {
  into.lists.push({ path: list, resource });
  for (const field of inputFieldsOf(resource, cut))
    into.fields.push({ path: pathTo([], field), resource, field, list });
}

function pathTo(at: readonly string[], { name: { text } }: Field): readonly string[] {
  return text.includes('.') ? [...at, ...text.split('.')] : [...at, text];
}

function collectTemplate(
  model: Model,
  linked: LinkedOperation,
  value: Template,
  at: readonly string[],
  into: ShapeParts,
): boolean {
  switch (value.kind) {
    case 'object':
      return value.pairs.every(
        (pair) =>
          pair.key.kind === 'literal' && collectTemplate(model, linked, pair.value, [...at, pair.key.text], into),
      );
    case 'shape':
      return collectFields(model, linked, value.shape, at, into);
    case 'field': {
      const found = fieldAt(model, linked, value.path);
      if (found) into.fields.push({ path: at, ...found });
      return found !== undefined;
    }
    case 'list':
    case 'literal':
    case 'word':
    case 'text':
      return false;
  }
}

function fieldAt(
  model: Model,
  linked: LinkedOperation,
  path: readonly string[],
): { resource: Resource; field: Field } | undefined {
  const name = path.join('.');
  for (const owner of targetsOf(model, linked)) {
    const resource = model.resources.get(owner);
    const field = model.fields.get(`${owner}.${name}`);
    if (resource && field) return { resource, field };
  }
  return undefined;
}

function named(names: readonly Name[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.text));
}

/** Every field the shape covers, hidden ones included: a password is sent, though never shown. */
function inputFieldsOf(resource: Resource, shape: Cut): readonly Field[] {
  const fields = resource.fields.items;
  if (shape.only) {
    const only = named(shape.only);
    return fields.filter((field) => only.has(field.name.text));
  }
  const view = shape.view && resource.views.find((one) => one.name.text === shape.view!.text);
  const inView = view ? named(valueOf(view.slot) ?? []) : undefined;
  const without = named(shape.without ?? []);
  return fields.filter((field) => (inView?.has(field.name.text) ?? true) && !without.has(field.name.text));
}

/** May a caller set this field by this operation? Not what `with` assigns, nor what the path already says. */
export function isSettable(model: Model, linked: LinkedOperation, resource: Resource, field: Field): boolean {
  if (isSignedInBy(linked, resource, field)) return true;
  const setBy = valueOf(field.setBy);
  if (setBy?.kind !== 'caller') return false;
  const name = field.name.text;
  const creates = effectsOf(linked).some((effect) => isCreation(effect));
  if (setBy.atCreate && !creates) return false;
  for (const effect of effectsOf(linked)) {
    if ('with' in effect && effect.target.text === resource.name.text) {
      if (effect.with.some((one) => one.field.text === name)) return false;
    }
    if (effect.kind === 'creates or replaces' && effect.target.text === resource.name.text) {
      const { names, selections } = pathFacts(model, linked);
      const isKey = selections.some(
        (one) => one.resource === resource.name.text && one.keys.some((key) => key.field === name),
      );
      if (identityOf(resource).includes(name) && (isKey || names.includes(name))) return false;
    }
  }
  return true;
}

/** It is sent to sign in, also where a caller may not set it. */
export function isSignedInBy(
  linked: LinkedOperation,
  { name: resource }: Pick<Resource, 'name'>,
  { name }: Field,
): boolean {
  return effectsOf(linked).some(
    (effect) =>
      effect.kind === 'signs in' &&
      effect.target.text === resource.text &&
      effect.by.some((one) => one.text === name.text),
  );
}

/** Never shown: `hidden`, Present `never`, or a type whose values are not. */
export function isHidden(field: Field): boolean {
  return isSealed(valueOf(field.type)) || isSaidHidden(field);
}

/** `service: token` on a secret: only the answer to the call that makes its row shows it. */
export function isShownOnce(field: Field): boolean {
  return isMadeSecret(field) && !isSaidHidden(field);
}

/** The service makes a credential for each new row, and keeps its hash. */
export function isMadeSecret(field: Field): boolean {
  return ruleOf(field)?.kind === 'token' && isSealed(valueOf(field.type));
}

/** A secret that a shape names is reported, and not left out. */
function isSaidHidden(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  if (valueOf(field.present)?.kind === 'never') return true;
  return (setBy?.kind === 'caller' || setBy?.kind === 'service') && setBy.hidden;
}

function texts(names: readonly { readonly text: string }[] | undefined): readonly string[] | undefined {
  return names?.map((name) => name.text);
}

/** The fields that a shape shows: those of its view, those it names, or all that are not hidden. */
export function fieldsShown(
  resource: Resource,
  shape: {
    readonly view?: { readonly text: string };
    readonly only?: readonly { readonly text: string }[];
    readonly without?: readonly { readonly text: string }[];
  },
): readonly string[] {
  const view = shape.view && resource.views.find((one) => one.name.text === shape.view!.text);
  const only = texts(shape.only) ?? (view && texts(valueOf(view.slot)));
  const without = texts(shape.without) ?? [];
  const all = resource.fields.items
    .filter((field) => only !== undefined || !isSaidHidden(field))
    .map((field) => field.name.text);
  return all.filter((field) => !isNamed(field, without) && (only === undefined || isNamed(field, only)));
}

/** `address` names `address.street` too. */
function isNamed(field: string, names: readonly string[]): boolean {
  return names.some((name) => field === name || field.startsWith(`${name}.`));
}
