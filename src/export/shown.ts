// What answers show: resources in each way in which they are shown, and templates. Input: a shape as written. Output: a schema. Notation,
// part 4 "Shapes and templates"; part 2, heads Present and "Set by" (hidden).

import { isComplete } from '../analysis/document/complete.ts';
import { followPath } from '../analysis/document/paths.ts';
import { fieldsShown, isHidden } from '../analysis/document/shape-fields.ts';
import { fieldPath, resourcePath } from '../analysis/document/slot-ids.ts';
import { isMergedInto } from './merged.ts';
import { isAlwaysShown } from '../analysis/values/always-shown.ts';
import type { Model } from '../model/model.ts';
import { FIELD, RESOURCE, type Field, type Resource } from '../notation/resources.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { type Name, valueOf } from '../notation/slot.ts';
import type { Definitions } from './definitions.ts';
import { pascal } from './names.ts';
import { notShown, openAt } from './not-shown.ts';
import { prose } from './prose.ts';
import { anyOf, type Member, objectOf, orNull, type Schema } from './schema.ts';
import { extensions } from './statements.ts';
import { valueSchema, type Place } from './values.ts';

export interface Showing {
  readonly model: Model;
  readonly definitions: Definitions;
}

interface Cut {
  readonly resource: Name;
  readonly view?: Name;
  readonly only?: readonly Name[];
  readonly without?: readonly Name[];
}

/** `User`, `UserProfile`, `UserWithoutEmail`. */
function nameOf({ resource, view, only, without }: Cut): string {
  return pascal(resource.text) + (view ? pascal(view.text) : '') + listed('Only', only) + listed('Without', without);
}

function listed(word: string, names: readonly Name[] | undefined): string {
  return names ? word + names.map(({ text }) => pascal(text)).join('') : '';
}

function keyOf({ resource, view, only, without }: Cut): string {
  return JSON.stringify([
    'shown',
    resource.text,
    view?.text,
    only?.map(({ text }) => text),
    without?.map(({ text }) => text),
  ]);
}

/** Resources and their views have their names before anything else has. */
export function reserveNames({ model, definitions }: Showing): void {
  for (const { name } of model.resources.values())
    definitions.reserve(keyOf({ resource: name }), nameOf({ resource: name }));
  for (const { name, views } of model.resources.values())
    for (const { name: view } of views)
      definitions.reserve(keyOf({ resource: name, view }), nameOf({ resource: name, view }));
}

export function rowSchema(showing: Showing, cut: Cut): Schema {
  const resource = showing.model.resources.get(cut.resource.text);
  if (!resource) return {};
  return showing.definitions.refer(keyOf(cut), nameOf(cut), () => fieldsSchema(showing, resource, cut));
}

function fieldsSchema(showing: Showing, resource: Resource, cut: Cut): Schema {
  const { model } = showing;
  const name = resource.name.text;
  const said = extensions(RESOURCE, resource, (key) => key === 'views');
  const view = cut.view && resource.views.find((one) => one.name.text === cut.view!.text);
  if (view && valueOf(view.slot) === undefined)
    return { type: 'object', ...notShown(openAt(model, resourcePath(name, 'view'), view.slot)) };
  const members = fieldsShown(resource, cut).flatMap((field): readonly Member[] => {
    const found = model.fields.get(`${name}.${field}`);
    if (!found || isHidden(found)) return [];
    // A merge leaves a member of a nested shape away that it never had.
    const isSure = valueOf(found.required)?.kind === 'yes' || !isMergedInto(model, resource);
    const required = isSure && isAlwaysShown(model, resource, found);
    return [{ path: field.split('.'), schema: shownField(showing, resource, found), required }];
  });
  const isClosed = cut.only !== undefined || view !== undefined || isComplete(model, resource.fields);
  const isOpen = !isClosed || !resource.fields.written;
  const open = isOpen ? openAt(model, resourcePath(name, 'fields')) : [];
  const of = objectOf(members, isOpen ? 'open' : 'none');
  return { ...of, ...(cut.only || cut.without || view ? {} : said), ...notShown(open) };
}

/** A field as it is shown. */
function shownField(showing: Showing, resource: Resource, field: Field): Schema {
  const { model } = showing;
  const name = field.name.text;
  const at = (fact: string): ReturnType<typeof fieldPath> => fieldPath(resource.name.text, name, fact);
  const type = valueOf(field.type);
  const schema = type
    ? valueSchema(shownPlace(showing, `${resource.name.text}.${name}`), [type], valueOf(field.allowed) ?? [])
    : {};
  const meaning = valueOf(field.meaning);
  const open = [
    ...openAt(model, at('type'), field.type),
    ...openAt(model, at('allowed-values'), field.allowed),
    ...openAt(model, at('required'), field.required),
    ...openAt(model, at('present'), field.present),
    ...openAt(model, at('set-by'), field.setBy),
  ];
  return {
    ...schema,
    ...(meaning && { description: prose(meaning) }),
    ...extensions(
      FIELD.columns,
      field,
      (key, slot) =>
        IN_A_SCHEMA.has(key) || ['yes', 'no', 'always', 'none', ''].includes('text' in slot ? slot.text : ''),
    ),
    ...notShown(open),
  };
}

/** Said by the words of JSON Schema. */
const IN_A_SCHEMA: ReadonlySet<string> = new Set<keyof Field>(['type', 'allowed', 'meaning']);

function shownPlace(showing: Showing, machine: string): Place {
  return { model: showing.model, resource: (type) => rowSchema(showing, type), machine };
}

/** The row at hand, and what the words in angle brackets are. */
export interface TemplateScope {
  readonly resource: Resource | undefined;
  /** A word's schema; `optional`: it may have nothing to be filled with. */
  readonly word: (word: string) => { readonly schema: Schema; readonly optional: boolean; readonly repeats: boolean };
}

export function shapeSchema(showing: Showing, shape: Shape, scope: TemplateScope): Schema {
  switch (shape.kind) {
    case 'resource':
      return rowSchema(showing, shape);
    case 'array of':
      return { type: 'array', items: shapeSchema(showing, shape.of, scope) };
    case 'template':
      return templateSchema(showing, shape.value, scope);
  }
}

export function templateSchema(showing: Showing, template: Template, scope: TemplateScope): Schema {
  switch (template.kind) {
    case 'object':
      return objectSchema(showing, template, scope);
    case 'list': {
      const isRepeated = template.items.some((item) => wordsIn(item).some((word) => scope.word(word).repeats));
      const inner = isRepeated ? ofEach(scope) : scope;
      const items = template.items.map((item) => templateSchema(showing, item, inner));
      if (isRepeated) return { type: 'array', items: anyOf(items) };
      return {
        type: 'array',
        items: items.length === 0 ? {} : anyOf(items),
        minItems: items.length,
        maxItems: items.length,
      };
    }
    case 'literal':
      return { const: template.value };
    case 'field':
      return fieldSchema(showing, scope.resource, template.path);
    case 'shape':
      return shapeSchema(showing, template.shape, scope);
    case 'word':
      return scope.word(template.word).schema;
    case 'text': {
      const known = template.parts.map((part) =>
        typeof part === 'string' ? part : scope.word(part.word).schema['const'],
      );
      const isKnown = known.every((part) => typeof part === 'string' || typeof part === 'number');
      return isKnown ? { const: known.join('') } : { type: 'string' };
    }
  }
}

function objectSchema(
  showing: Showing,
  { pairs }: Extract<Template, { kind: 'object' }>,
  scope: TemplateScope,
): Schema {
  const named = pairs.flatMap(({ key, value }): readonly Member[] => {
    if (key.kind === 'word') return [];
    const required =
      value.kind === 'object' || value.kind === 'list' || !wordsIn(value).some((word) => scope.word(word).optional);
    return [{ path: [key.text], schema: templateSchema(showing, value, scope), required }];
  });
  const filled = pairs.find(({ key }) => key.kind === 'word');
  const object = objectOf(named, filled ? 'open' : 'none');
  return filled ? { ...object, additionalProperties: templateSchema(showing, filled.value, ofEach(scope)) } : object;
}

/** For each failure: one of another code may be beside it, with a message of its own. */
function ofEach(scope: TemplateScope): TemplateScope {
  return {
    ...scope,
    word: (word) => {
      const found = scope.word(word);
      return found.repeats ? { ...found, schema: { type: 'string' } } : found;
    },
  };
}

/** The words of a value, those of lists and objects inside too. */
export function wordsIn(template: Template): readonly string[] {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap(({ key, value }) => [
        ...(key.kind === 'word' ? [key.word] : []),
        ...wordsIn(value),
      ]);
    case 'list':
      return template.items.flatMap(wordsIn);
    case 'word':
      return [template.word];
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.word]));
    default:
      return [];
  }
}

/** A bare path of the row at hand: null where it has no value. */
function fieldSchema(showing: Showing, resource: Resource | undefined, path: readonly string[]): Schema {
  const followed = followPath(showing.model, resource, path);
  const last = followed.fields.at(-1);
  if (!last || followed.end !== 'found' || followed.insideObject) return {};
  const schema = shownField(showing, last.resource, last.field);
  const isSure = followed.fields.every((one) => isAlwaysShown(showing.model, one.resource, one.field));
  return isSure ? schema : orNull(schema);
}
