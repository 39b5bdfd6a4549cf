// The body of a reply against a shape or a template. Input: a setting, a shape, JSON. Output: differences and inventions. Notation, part 4,
// "Shapes and templates".

import { isCompleteUnmarked } from '../../../analysis/document/complete.ts';
import { resourcesIn } from '../../../analysis/document/shape-leaves.ts';
import { wordsIn, type Shape, type Template, type TemplatePair } from '../../../notation/values/shapes.ts';
import { PER_FAILURE_WORDS } from '../../../notation/words.ts';
import { isThere } from '../../values/evaluate.ts';
import { isMembers, printed, sameJson } from '../../world/json.ts';
import type { Row } from '../../world/known.ts';
import { fieldInRow } from './field.ts';
import { joinedPath, type Failure, type Match, type Setting, type Word } from './match.ts';
import { matchRow } from './row.ts';
import { textWord } from './words.ts';

export function matchShape(match: Match, setting: Setting, shape: Shape, json: unknown, at = ''): void {
  switch (shape.kind) {
    case 'template':
      return matchTemplate(match, setting, shape.value, json, at);
    case 'array of':
      return matchList(match, setting, shape.of, json, at);
    case 'resource': {
      const resource = setting.model.resources.get(shape.resource.text);
      const row = resource && rowOf(setting, shape.resource.text);
      if (!resource || row === undefined) return;
      if (json === null && row !== null && isThere(row, { ...setting, self: row, row }) === undefined) return;
      if (row === null) return json === null ? undefined : wrong(match, at, 'null, as there is no such row', json);
      return matchRow(match, setting, resource, shape, row, json, at);
    }
  }
}

/** Undefined: nobody can tell which row is meant. */
function rowOf({ row, beside, world }: Setting, resource: string): Row | null | undefined {
  if (row?.resource === resource) return row;
  const other = beside.get(resource);
  if (other !== undefined) return other;
  // A row of which nothing is known: what is shown of it is held to its types.
  return world.add(resource, [], true, false);
}

function wrong(match: Match, at: string, expected: string, json: unknown): void {
  match.differs({
    at,
    expected,
    got: json === undefined ? 'nothing there' : printed(json),
    statement: undefined,
    class: 'wrong body',
  });
}

function matchList(match: Match, setting: Setting, of: Shape, json: unknown, at: string): void {
  if (!Array.isArray(json)) return wrong(match, at, 'a list', json);
  const isListed = setting.list !== undefined && resourcesIn(of)[0] === setting.listed;
  const one = (into: Match, item: unknown, where: string, row: Row): void =>
    matchShape(into, { ...setting, row, list: undefined }, of, item, where);
  if (isListed) return setting.list!(match, json, at, one);
  for (const [index, item] of json.entries()) matchShape(match, setting, of, item, `${at}[${index}]`);
}

function matchTemplate(match: Match, setting: Setting, template: Template, json: unknown, at: string): void {
  switch (template.kind) {
    case 'object':
      return matchObject(match, setting, template.pairs, json, at);
    case 'list':
      return matchItems(match, setting, template.items, json, at);
    case 'literal':
      return sameJson(template.value, json) ? undefined : wrong(match, at, printed(template.value), json);
    case 'shape':
      return matchShape(match, setting, template.shape, json, at);
    case 'field':
      return fieldInRow(match, setting, template.path, json, at);
    case 'word':
      return matchWord(match, setting.word(template.word), json, at);
    case 'text':
      return matchWord(match, textWord(template.parts, setting.word), json, at);
  }
}

export function matchWord(match: Match, word: Word, json: unknown, at: string): void {
  if (word.kind === 'left out' || word.kind === 'any') return;
  const fits = word.kind === 'is' ? sameJson(word.value, json) : json !== undefined && word.fits(json);
  if (!fits) wrong(match, at, word.kind === 'is' ? printed(word.value) : word.said, json);
}

function matchObject(match: Match, setting: Setting, pairs: readonly TemplatePair[], json: unknown, at: string): void {
  if (!isMembers(json)) return wrong(match, at, 'an object', json);
  const named = new Set<string>();
  let hasFreeKeys = false;
  for (const pair of pairs) {
    if (pair.key.kind === 'word') {
      hasFreeKeys = true;
      perFailure(match, setting, pair, json, at);
      continue;
    }
    named.add(pair.key.text);
    const there = json[pair.key.text];
    const isLeftOut = lacks(setting, pair.value);
    if (there === undefined && !setting.isMarked && isLastPage(setting, pair.value)) continue;
    if (there === undefined && (isLeftOut || setting.isMarked || isFree(setting, pair.value))) continue;
    const where = joinedPath(at, pair.key.text);
    if (isLeftOut) wrong(match, where, 'no member, as there is nothing to say', there);
    else matchTemplate(match, setting, pair.value, there, where);
  }
  for (const name of Object.keys(json))
    if (!named.has(name) && !hasFreeKeys)
      match.invented.push({
        name: joinedPath(at.replaceAll(/\[\d+\]/g, '[]'), name),
        isComplete: isCompleteUnmarked(setting.model),
      });
}

/** Is there nothing for a word that it holds? Then it is left out together with its pair, or its item. */
function lacks(setting: Setting, template: Template): boolean {
  switch (template.kind) {
    case 'word':
      return setting.word(template.word).kind === 'left out';
    case 'text':
      return textWord(template.parts, setting.word).kind === 'left out';
    default:
      return false;
  }
}

/** A text around what asks for the next page is left out on the last one: so it says that there is none. */
function isLastPage(setting: Setting, template: Template): boolean {
  if (template.kind !== 'text' || !wordsIn(template).includes('next')) return false;
  const next = setting.word('next');
  return next.kind === 'must be' ? next.fits(null) : next.kind === 'any';
}

/** May it be whatever it is, or nothing? */
function isFree(setting: Setting, template: Template): boolean {
  const word =
    template.kind === 'word'
      ? setting.word(template.word)
      : template.kind === 'text'
        ? textWord(template.parts, setting.word)
        : undefined;
  return word?.kind === 'any' || (template.kind === 'list' && template.items.some((item) => isFree(setting, item)));
}

/** `{<field>: [<message>]}`: a member for each field that failed. */
function perFailure(
  match: Match,
  setting: Setting,
  { key, value }: TemplatePair,
  json: Readonly<Record<string, unknown>>,
  at: string,
): void {
  const word = key.kind === 'word' ? key.word : '';
  const failures = setting.failures ?? [];
  for (const failure of failures) {
    const name = failure[word];
    if (name === undefined) continue;
    if (!Object.hasOwn(json, String(name))) wrong(match, joinedPath(at, String(name)), 'what failed', undefined);
  }
  for (const [name, one] of Object.entries(json)) {
    const where = joinedPath(at, name);
    const own = failures.filter((failure) => failure[word] === name);
    if (own.length === 0 && !setting.mayFail(word, name)) {
      match.differs({
        at: where,
        expected: 'no such member',
        got: printed(one),
        statement: undefined,
        class: 'wrong body',
      });
      continue;
    }
    matchTemplate(match, ofFailures(setting, own), value, one, where);
  }
}

/** Of several failures that share a member, or of one that was only possible. */
function ofFailures(setting: Setting, own: readonly Failure[]): Setting {
  return { ...setting, failures: own, word: own.length === 1 ? failureWord(setting, own[0]!) : setting.word };
}

function failureWord(setting: Setting, failure: Failure): Setting['word'] {
  return (word) => {
    if (!PER_FAILURE_WORDS.includes(word)) return setting.word(word);
    const value = failure[word];
    if (value !== undefined) return { kind: 'is', value };
    // What setting.word says is about the failure that comes first.
    const own = setting.word(word);
    return own.kind === 'left out' || own.kind === 'any' ? own : A_TEXT;
  };
}

const A_TEXT: Word = { kind: 'must be', said: 'a text', fits: (value) => typeof value === 'string' };

function matchItems(match: Match, setting: Setting, items: readonly Template[], json: unknown, at: string): void {
  if (!Array.isArray(json)) return wrong(match, at, 'a list', json);
  const repeats = items.filter((item) => wordsIn(item).some((word) => PER_FAILURE_WORDS.includes(word)));
  const once = items.filter((item) => !repeats.includes(item));
  if (repeats.length > 0) return matchRepeated(match, setting, { repeats, once }, json, at);
  if (json.length !== items.length) return wrong(match, at, `${items.length} items`, json);
  for (const [index, item] of items.entries()) matchTemplate(match, setting, item, json[index], `${at}[${index}]`);
}

/** An item for each failure, in any order; those that nobody could tell may be there, too. The others are there once. */
function matchRepeated(
  match: Match,
  setting: Setting,
  { repeats: items, once }: { readonly repeats: readonly Template[]; readonly once: readonly Template[] },
  json: readonly unknown[],
  at: string,
): void {
  const left = [...json.entries()];
  const isOf = (item: Template, one: Setting, value: unknown): boolean => {
    const tried = new (match.constructor as new () => Match)();
    matchTemplate(tried, one, item, value, at);
    return tried.differences.length === 0;
  };
  for (const failure of setting.failures ?? []) {
    for (const item of items) {
      const one = { ...setting, word: failureWord(setting, failure) };
      if (lacks(one, item)) continue;
      const found = left.findIndex(([, value]) => isOf(item, one, value));
      if (found >= 0) left.splice(found, 1);
      else if (!json.some((value) => isOf(item, one, value))) {
        const near = namesPlace(item) ? json.findIndex((value) => isOf(item, withAnyMessage(one), value)) : -1;
        if (near >= 0) return matchTemplate(match, one, item, json[near], `${at}[${near}]`);
        return wrong(match, at, `an item for what failed${said(failure)}`, json);
      }
    }
  }
  for (const item of once) {
    const found = left.findIndex(([, value]) => isOf(item, setting, value));
    if (found >= 0) left.splice(found, 1);
    else if (!lacks(setting, item)) return wrong(match, at, 'each item of the list', json);
  }
  for (const [index, value] of left) {
    const isPossible = items.some((item) =>
      isOf(item, { ...setting, failures: [], word: possibleWord(setting) }, value),
    );
    if (!isPossible) return wrong(match, `${at}[${index}]`, 'only what failed', value);
  }
}

/** Does it say which field failed? */
function namesPlace(item: Template): boolean {
  return wordsIn(item).some((word) => PLACES.has(word));
}

const PLACES: ReadonlySet<string> = new Set(['field', 'path', 'pointer']);

function withAnyMessage(setting: Setting): Setting {
  return { ...setting, word: (word) => (word === 'message' ? { kind: 'any' } : setting.word(word)) };
}

/** What a failure may be of which nobody could tell. */
function possibleWord({ word: wordOf, mayFail }: Setting): Setting['word'] {
  return (word) =>
    PER_FAILURE_WORDS.includes(word)
      ? { kind: 'must be', said: 'what may fail', fits: (value) => mayFail(word, value) }
      : wordOf(word);
}

function said(failure: Failure): string {
  const named = failure['field'] ?? failure['path'] ?? failure['message'] ?? failure['problem'];
  return named === undefined ? '' : `: ${printed(named)}`;
}
