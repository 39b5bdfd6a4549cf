// The fields that a body's shape or template names, each with its place in the JSON, and which of them a caller may set. Input: a shape as
// written. Output: fields with paths. Notation, part 4 "Shapes and templates", part 2 "Set by".

import { isCreation } from './effect-traits.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Shape, Template } from '../../notation/values/shapes.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import { effectsOf, identityOf, pathFacts, targetsOf } from './targets.ts';
import { isSealed } from './type-traits.ts';

export interface ShapeField {
  readonly path: readonly string[];
  readonly resource: Resource;
  readonly field: Field;
}

/** Gathers the fields a shape or template names, with their places; false: it holds something that is no field. */
export function collectFields(
  model: Model,
  linked: LinkedOperation,
  shape: Shape,
  at: readonly string[],
  into: ShapeField[],
): boolean {
  switch (shape.kind) {
    case 'resource': {
      const resource = model.resources.get(shape.resource.text);
      if (!resource) return false;
      for (const field of inputFieldsOf(resource, shape)) into.push({ path: pathTo(at, field), resource, field });
      return true;
    }
    case 'array of':
      return false;
    case 'template':
      return collectTemplate(model, linked, shape.value, at, into);
  }
}

function pathTo(at: readonly string[], { name: { text } }: Field): readonly string[] {
  return text.includes('.') ? [...at, ...text.split('.')] : [...at, text];
}

function collectTemplate(
  model: Model,
  linked: LinkedOperation,
  value: Template,
  at: readonly string[],
  into: ShapeField[],
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
      if (found) into.push({ path: at, ...found });
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
function inputFieldsOf(resource: Resource, shape: Extract<Shape, { kind: 'resource' }>): readonly Field[] {
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
    if (
      (effect.kind === 'creates' || effect.kind === 'creates or keeps') &&
      effect.target.text === resource.name.text
    ) {
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
  const without = new Set(texts(shape.without));
  const all = resource.fields.items
    .filter((field) => only !== undefined || !isSaidHidden(field))
    .map((field) => field.name.text);
  return all.filter(
    (field) =>
      !without.has(field) && (only === undefined || only.some((one) => field === one || field.startsWith(`${one}.`))),
  );
}
