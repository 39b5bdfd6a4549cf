// What answers show: resources in each way in which they are shown, and templates. Input: a shape as written. Output: a schema. Notation,
// part 4 "Shapes and templates"; part 2, heads Present and "Set by" (hidden).

import { isComplete } from '../analysis/document/complete.ts';
import { followPath, isNested } from '../analysis/document/paths.ts';
import { fieldsShown, isHidden, isShownOnce } from '../analysis/document/shape-fields.ts';
import { fieldPath, resourcePath } from '../analysis/document/slot-ids.ts';
import { isMergedInto } from './merged.ts';
import { isAlwaysShown } from '../analysis/values/always-shown.ts';
import type { Model } from '../model/model.ts';
import { FIELD, RESOURCE, type Field, type Resource } from '../notation/resources.ts';
import { wordsIn, type Shape, type Template } from '../notation/values/shapes.ts';
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

function fieldsSchema(showing: Showing, resource: Resource, cut: Cut, chosen?: ChosenSchema): Schema {
  const { model } = showing;
  const name = resource.name.text;
  const said = extensions(RESOURCE, resource, (key) => key === 'views');
  const view = cut.view && resource.views.find((one) => one.name.text === cut.view!.text);
  if (view && valueOf(view.slot) === undefined)
    return { type: 'object', ...notShown(openAt(model, resourcePath(name, 'view'), view.slot)) };
  const members = fieldsShown(resource, cut).flatMap((field): readonly Member[] => {
    const found = model.fields.get(`${name}.${field}`);
    // What is shown once is shown by answers to the one call: an answer elsewhere is an error.
    if (!found || (isHidden(found) && !isShownOnce(found))) return [];
    // A merge leaves a member of a nested shape away that it never had.
    const isSure = valueOf(found.required)?.kind === 'yes' || !isMergedInto(model, resource);
    const isNamed = chosen?.always === undefined || chosen.always.includes(field);
    const required = isSure && isNamed && isAlwaysShown(model, resource, found);
    const whole = chosen?.whole.get(field);
    const plain = shownField(showing, resource, found, chosen?.always !== undefined);
    return [
      {
        path: field.split('.'),
        schema: whole
          ? anyOf([plain, cutSchema(showing, { resource: whole.name }, chosen?.always !== undefined)])
          : plain,
        required,
      },
    ];
  });
  const isClosed = cut.only !== undefined || view !== undefined || isComplete(model, resource.fields);
  const isOpen = !isClosed || !resource.fields.written;
  const open = isOpen ? openAt(model, resourcePath(name, 'fields')) : [];
  const of = objectOf(members, isOpen ? 'open' : 'none');
  return { ...of, ...(cut.only || cut.without || view ? {} : said), ...notShown(open) };
}

/** `isPartial`: a caller names which of its fields are shown. */
function cutSchema(showing: Showing, cut: Cut, isPartial: boolean): Schema {
  const resource = isPartial ? showing.model.resources.get(cut.resource.text) : undefined;
  const isRow = resource && !isNested(resource);
  return isRow ? fieldsSchema(showing, resource, cut, { always: [], whole: new Map() }) : rowSchema(showing, cut);
}

/** A field as it is shown. */
function shownField(showing: Showing, resource: Resource, field: Field, isPartial = false): Schema {
  const { model } = showing;
  const name = field.name.text;
  const at = (fact: string): ReturnType<typeof fieldPath> => fieldPath(resource.name.text, name, fact);
  const type = valueOf(field.type);
  const schema = type
    ? valueSchema(shownPlace(showing, `${resource.name.text}.${name}`, isPartial), [type], valueOf(field.allowed) ?? [])
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
    ...(isShownOnce(field) && { readOnly: true }),
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

function shownPlace(showing: Showing, machine: string, isPartial: boolean): Place {
  return { model: showing.model, resource: (type) => cutSchema(showing, type, isPartial), machine };
}

/** What a caller chooses of the rows of the resource at hand. */
export interface ChosenSchema {
  /** Beside what a caller names, these alone are shown; undefined: all of it is. */
  readonly always: readonly string[] | undefined;
  readonly whole: ReadonlyMap<string, Resource>;
}

export interface WordSchema {
  readonly schema: Schema;
  readonly optional: boolean;
  readonly repeats: boolean;
  /** Inside of a text, where that is known and is no value as its schema has it: `1.50`. */
  readonly text?: string;
}

/** The row at hand, and what the words in angle brackets are. */
export interface TemplateScope {
  readonly resource: Resource | undefined;
  readonly chosen?: ChosenSchema;
  /** Resources of which there may be no row to show. */
  readonly perhaps?: ReadonlySet<string>;
  /** A word's schema; `optional`: it may have nothing to be filled with. */
  readonly word: (word: string) => WordSchema;
}

export function shapeSchema(showing: Showing, shape: Shape, scope: TemplateScope): Schema {
  switch (shape.kind) {
    case 'resource': {
      const { resource, chosen, perhaps } = scope;
      if (perhaps?.has(shape.resource.text)) return orNull(rowSchema(showing, shape));
      if (!chosen || resource?.name.text !== shape.resource.text) return rowSchema(showing, shape);
      return fieldsSchema(showing, resource, shape, chosen);
    }
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
      const known = template.parts.map((part) => {
        if (typeof part === 'string') return part;
        const { text, schema } = scope.word(part.word);
        return text ?? schema['const'];
      });
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
      value.kind === 'object' ||
      value.kind === 'list' ||
      !wordsIn(value).some((word) => mayLack(value, scope.word(word)));
    return [{ path: [key.text], schema: templateSchema(showing, value, scope), required }];
  });
  const filled = pairs.find(({ key }) => key.kind === 'word');
  const object = objectOf(named, filled ? 'open' : 'none');
  return filled ? { ...object, additionalProperties: templateSchema(showing, filled.value, ofEach(scope)) } : object;
}

/** A text is left out as a whole where a word in it has no value; the word by itself is null then. */
function mayLack({ kind }: Template, { optional, schema }: ReturnType<TemplateScope['word']>): boolean {
  const { type } = schema as { readonly type?: unknown };
  return optional || (kind === 'text' && Array.isArray(type) && type.includes('null'));
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

/** A bare path of the row at hand: null where it has no value. */
function fieldSchema(showing: Showing, resource: Resource | undefined, path: readonly string[]): Schema {
  const followed = followPath(showing.model, resource, path);
  const last = followed.fields.at(-1);
  if (!last || followed.end !== 'found' || followed.insideObject) return {};
  const schema = shownField(showing, last.resource, last.field);
  const isSure = followed.fields.every((one) => isAlwaysShown(showing.model, one.resource, one.field));
  return isSure ? schema : orNull(schema);
}
