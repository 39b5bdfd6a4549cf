// Matches the JSON of an answer against what the document says it carries. Input: a shape or template and JSON. Output: everything in the
// JSON that the shape does not account for. Part of law 1's judge.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Field, Resource } from '../../src/notation/resources.ts';
import { PER_FAILURE_WORDS } from '../../src/notation/words.ts';
import type { Shape, Template } from '../../src/notation/values/shapes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { isObject } from './judge-causes.ts';
import { inside, isChosen, targetOf, type Choice } from './judge-choices.ts';
import { canonical, defaultOf, isCallers, isHidden, isNullable, plain, unaccounted } from './judge-values.ts';
import type { Provenance } from './judge-values.ts';
import { goneStates, machinesOf } from './known.ts';

type Json = unknown;

export interface Setting {
  readonly model: Model;
  readonly from: Provenance;
  /** Of an answer to a creation: what the caller sent, so that defaults can be told from inventions. */
  readonly created?: Readonly<Record<string, Json>> | undefined;
  /** Of an answer to a creation of several: what the caller sent for each. */
  readonly each?: readonly Readonly<Record<string, Json>>[] | undefined;
  /** Facts that are gaps: what they would say may be missing. */
  readonly marked: boolean;
  /** Of a refusal. Undefined words are not known: what holds them is left out. */
  readonly words: Readonly<Record<string, string | number | undefined>>;
  /** Names of fields that can have failed, and the messages that can be said of them. */
  readonly failures: { readonly names: ReadonlySet<string>; readonly messages: ReadonlySet<string> };
  readonly operation?: LinkedOperation;
  /** Of an answer in which the caller chooses what is shown. */
  readonly choice?: Choice | undefined;
  /** The names of the request that the answer shows are added to it. */
  readonly requests: Set<string>;
}

/** A UUID, in a text alone. */
export const REQUEST = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export function matchShape(shape: Shape, json: Json, at: string, setting: Setting): string[] {
  switch (shape.kind) {
    case 'array of':
      if (!Array.isArray(json)) return [`${at} is no list`];
      if (setting.each && setting.each.length !== json.length)
        return [`${at} has ${json.length} items, and ${setting.each.length} were sent`];
      return json.flatMap((item, i) =>
        matchShape(shape.of, item, `${at}[${i}]`, { ...setting, ...(setting.each && { created: setting.each[i] }) }),
      );
    case 'template':
      return matchTemplate(shape.value, json, at, setting);
    case 'resource': {
      const resource = setting.model.resources.get(shape.resource.text);
      if (!resource) return [`${at} shows ${shape.resource.text}, which no part describes`];
      return matchChosen(resource, shown(resource, shape), json, at, setting);
    }
  }
}

function named(names: readonly string[], field: string): boolean {
  return names.some((name) => field === name || field.startsWith(`${name}.`));
}

function shown(resource: Resource, shape: Extract<Shape, { kind: 'resource' }>): Field[] {
  const view = shape.view && resource.views.find((v) => v.name.text === shape.view?.text);
  const of = view ? valueOf(view.slot)?.map((name) => name.text) : undefined;
  const only = shape.only?.map((name) => name.text);
  const without = shape.without?.map((name) => name.text) ?? [];
  return resource.fields.items.filter((field) => {
    const name = field.name.text;
    return (
      !isHidden(field) &&
      (of === undefined || named(of, name)) &&
      (only === undefined || named(only, name)) &&
      !named(without, name)
    );
  });
}

/** As the caller has chosen. */
function matchChosen(resource: Resource, fields: readonly Field[], json: Json, at: string, setting: Setting): string[] {
  const { choice, ...rest } = setting;
  if (!choice) return matchRow(resource, fields, json, at, setting);
  const identity = (valueOf(resource.identifiedBy) ?? []).map(({ text }) => text);
  const left = fields.filter(({ name }) => isChosen(choice, name.text, identity));
  if (!isObject(json)) return matchRow(resource, left, json, at, rest);
  const wrong: string[] = [];
  const others: Record<string, Json> = { ...json };
  const whole = left.filter(({ name }) => choice.whole.has(name.text));
  for (const { name } of whole) {
    const value = json[name.text];
    const target = targetOf(setting.model, resource.name.text, name.text);
    if (!target || value === undefined || value === null) continue;
    delete others[name.text];
    const own = inside(choice, name.text);
    const inner = target.fields.items.filter((field) => !isHidden(field) && isChosen(own, field.name.text, []));
    wrong.push(...matchRow(target, inner, value, `${at}.${name.text}`, { ...rest, created: undefined }));
  }
  const without = left.filter(({ name }) => !(name.text in json) || name.text in others);
  return [...wrong, ...matchRow(resource, without, others, at, rest)];
}

function matchRow(resource: Resource, fields: readonly Field[], json: Json, at: string, setting: Setting): string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [`${at} is no object`];
  const wrong: string[] = [];
  const flat = flatten(json as Record<string, Json>, fields);
  for (const [name, value] of flat) {
    const field = fields.find((f) => f.name.text === name);
    if (!field) wrong.push(`${at}.${name} is not a member that the document states`);
    else wrong.push(...[unaccounted(resource.name.text, field, value, setting.from)].filter((w) => w !== undefined));
  }
  for (const field of fields) wrong.push(...presence(field, flat, at, setting));
  return wrong;
}

/** What it names may be in a gone state: then it is nothing, and left out. Notation, part 2, When deleted. */
function mayLeadNowhere(model: Model, field: Field): boolean {
  const type = valueOf(field.type);
  if (type?.kind !== 'resource' || !type.by) return false;
  return machinesOf(model, type.resource.text).some((machine) => goneStates(machine).length > 0);
}

function presence(field: Field, flat: ReadonlyMap<string, Json>, at: string, setting: Setting): string[] {
  const name = field.name.text;
  const has = flat.has(name);
  const value = flat.get(name);
  const due =
    field.present.status === 'absent' &&
    (valueOf(field.required)?.kind === 'yes' || valueOf(field.setBy)?.kind === 'service');
  if (due && !has && !setting.marked && !mayLeadNowhere(setting.model, field))
    return [`${at}.${name} is always shown, and is missing`];
  if (!setting.created || !isCallers(field) || sentAt(setting.created, name) !== undefined) return [];
  const stated = defaultOf(field);
  const type = valueOf(field.type);
  if (!has || value === null) {
    if (stated !== undefined && stated !== null && !setting.marked)
      return [`${at}.${name} was not sent, its default is ${JSON.stringify(stated)}, and it is not shown`];
    return value === null && !isNullable(field) ? [`${at}.${name} is null`] : [];
  }
  if (stated === undefined || canonical(type, stated) !== canonical(type, value))
    return [`${at}.${name} is ${JSON.stringify(value)}, which was not sent and is not its default`];
  return [];
}

function sentAt(body: Readonly<Record<string, Json>>, name: string): Json {
  let value: Json = body;
  for (const part of name.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, Json>)[part] : undefined;
  return value;
}

/** Dotted names for the members of nested objects that fields describe; other objects are values. */
function flatten(json: Readonly<Record<string, Json>>, fields: readonly Field[], prefix = ''): Map<string, Json> {
  const flat = new Map<string, Json>();
  for (const [key, value] of Object.entries(json)) {
    const name = prefix + key;
    const nested = fields.some((field) => field.name.text.startsWith(`${name}.`));
    if (nested && typeof value === 'object' && value !== null)
      for (const [k, v] of flatten(value as Record<string, Json>, fields, `${name}.`)) flat.set(k, v);
    else flat.set(name, value);
  }
  return flat;
}

export function matchTemplate(template: Template, json: Json, at: string, setting: Setting): string[] {
  switch (template.kind) {
    case 'literal':
      return json === template.value
        ? []
        : [`${at} is ${JSON.stringify(json)}, the document says ${JSON.stringify(template.value)}`];
    case 'shape':
      return matchShape(template.shape, json, at, setting);
    case 'word':
      if (template.word === 'request id') return matchRequest(json, at, setting);
      return matchWord(template.word, json, at, setting);
    case 'list':
      return matchList(template.items, json, at, setting);
    case 'object':
      return matchObject(template, json, at, setting);
    case 'text':
      return matchText(template.parts, json, at, setting);
    case 'field':
      return typeof json === 'object' && json !== null && plain(undefined) ? [`${at} is no field`] : [];
  }
}

function matchRequest(json: Json, at: string, { requests }: Setting): string[] {
  if (typeof json !== 'string' || !new RegExp(`^${REQUEST}$`).test(json))
    return [`${at} is ${JSON.stringify(json)}, which is no <request id>`];
  requests.add(json);
  return [];
}

function matchText(
  parts: Extract<Template, { kind: 'text' }>['parts'],
  json: Json,
  at: string,
  setting: Setting,
): string[] {
  const pattern = parts.map((part) =>
    typeof part === 'string'
      ? escape(part)
      : part.word in setting.words
        ? escape(String(setting.words[part.word]))
        : '.*',
  );
  return typeof json === 'string' && new RegExp(`^${pattern.join('')}$`, 's').test(json)
    ? []
    : [`${at} is ${JSON.stringify(json)}`];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** How the texts of what is wrong with a field begin. */
const PROBLEM = /^(?:is|has|names|may|does|breaks) /;

function matchWord(word: string, json: Json, at: string, setting: Setting): string[] {
  const { names, messages } = setting.failures;
  const strange = [`${at} is ${JSON.stringify(json)}, which is no <${word}>`];
  if (word === 'total') return Number.isInteger(json) && (json as number) >= 0 ? [] : strange;
  if (word === 'count') return Number.isInteger(json) && (json as number) >= 0 ? [] : strange;
  if (word === 'more') return typeof json === 'boolean' ? [] : strange;
  if (word === 'next') return json === null || typeof json === 'string' ? [] : strange;
  if (word === 'message') return messages.has(json as string) ? [] : strange;
  if (word === 'problem') return typeof json === 'string' && PROBLEM.test(json) ? [] : strange;
  if (word === 'field' || word === 'path') return names.has(json as string) ? [] : strange;
  if (word === 'pointer')
    return typeof json === 'string' &&
      json.startsWith('#/') &&
      names.has(decodeURIComponent(json.slice(2)).replaceAll('/', '.'))
      ? []
      : strange;
  return word in setting.words && setting.words[word] === json ? [] : strange;
}

function repeats(template: Template): boolean {
  switch (template.kind) {
    case 'word':
      return PER_FAILURE_WORDS.includes(template.word);
    case 'text':
      return template.parts.some((part) => typeof part === 'object' && PER_FAILURE_WORDS.includes(part.word));
    case 'list':
      return template.items.some(repeats);
    case 'object':
      return template.pairs.some(
        (pair) => (pair.key.kind === 'word' && PER_FAILURE_WORDS.includes(pair.key.word)) || repeats(pair.value),
      );
    default:
      return false;
  }
}

function matchList(items: readonly Template[], json: Json, at: string, setting: Setting): string[] {
  if (!Array.isArray(json)) return [`${at} is no list`];
  const single = items.length === 1 ? items[0] : undefined;
  if (single && repeats(single)) return json.flatMap((item, i) => matchTemplate(single, item, `${at}[${i}]`, setting));
  if (json.length !== items.length) return [`${at} has ${json.length} items, the document says ${items.length}`];
  return items.flatMap((item, i) => matchTemplate(item, json[i], `${at}[${i}]`, setting));
}

function matchObject(
  template: Extract<Template, { kind: 'object' }>,
  json: Json,
  at: string,
  setting: Setting,
): string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [`${at} is no object`];
  const wrong: string[] = [];
  const left = new Map(Object.entries(json));
  for (const { key, value } of template.pairs) {
    if (key.kind === 'literal') {
      if (left.has(key.text)) wrong.push(...matchTemplate(value, left.get(key.text), `${at}.${key.text}`, setting));
      else if (!mayBeLeftOut(value, setting)) wrong.push(`${at}.${key.text} is stated, and is missing`);
      left.delete(key.text);
      continue;
    }
    for (const [name, inner] of left) {
      if (!setting.failures.names.has(name)) continue;
      wrong.push(...matchTemplate(value, inner, `${at}.${name}`, setting));
      left.delete(name);
    }
  }
  for (const name of left.keys()) wrong.push(`${at}.${name} is not a member that the document states`);
  return wrong;
}

/** A word that is not known leaves out what holds it. Of a field that is wrong it is always said what is. */
function mayBeLeftOut(value: Template, setting: Setting): boolean {
  if (value.kind === 'word' && value.word === 'problem') return false;
  return value.kind === 'word' && (setting.words[value.word] === undefined || PER_FAILURE_WORDS.includes(value.word));
}
