// Every word in angle brackets that a document uses, and whether something fills it at its place. Input: a model. Output: uses
// with their places; undefined, or why nothing fills the word there. Notation, part 4 "Shapes and templates".

import { isDeclared } from './request-headers.ts';
import type { Span } from '../../base/span.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import { type Slot, valueOf } from '../../notation/slot.ts';
import type { HeaderValue } from '../../notation/values/answers.ts';
import type { Payload } from '../../notation/values/bodies.ts';
import { CAUSES } from '../../notation/values/cause-kinds.ts';
import type { CauseOrigin } from '../../notation/values/met-causes.ts';
import type { To } from '../../notation/values/moves.ts';
import type { SetBy } from '../../notation/values/rules.ts';
import type { Shape, Template, TemplatePair } from '../../notation/values/shapes.ts';
import {
  COLUMN_WORD,
  type Meanings,
  WORDS,
  type WordNeed,
  type WordPlace,
  spelled,
  wordsOf,
  fieldsInHeader,
} from '../../notation/words.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { columnWords } from './column-words.ts';
import { effectsOf, headingOf } from './targets.ts';

export interface WordUse {
  /** Without its brackets; undefined for a bare name where no row is at hand. */
  readonly word: string | undefined;
  /** As it is written, for messages. */
  readonly text: string;
  readonly at: Span;
  readonly place: WordPlace;
  /** The operation that answers, where one does. */
  readonly linked: LinkedOperation | undefined;
  /** The errors that the place is about. */
  readonly codes: readonly ErrorCode[];
  readonly isQuotedKey?: true;
}

/** `home`: the cell or bullet of a body, for what has no place of its own inside. */
type Where = Pick<WordUse, 'place' | 'linked' | 'codes'> & { readonly home?: Span };

/** In no order; what is under All operations is listed once for each operation. */
export function wordUses(model: Model): readonly WordUse[] {
  const { errors, events } = model.document;
  const codes = errors.codes.items;
  const shared = { place: 'body of an error', linked: undefined, codes, home: errors.errorBody.at } as const;
  return [
    ...ofShape(valueOf(errors.errorBody), shared),
    ...codes.flatMap(ofCode),
    ...[...model.operations.values()].flatMap((linked) => ofOperation(model, linked)),
    ...[...model.resources.values()].flatMap(({ fields }) => fields.items.flatMap(({ setBy }) => ofRule(setBy))),
    ...events.kinds.items.flatMap(({ fields, payload }) => [
      ...ofPayload(valueOf(payload)),
      ...fields.items.flatMap(({ setBy }) => ofRule(setBy)),
    ]),
  ];
}

function ofCode(code: ErrorCode): readonly WordUse[] {
  const own = (place: WordPlace): Where => ({ place, linked: undefined, codes: [code] });
  return [
    ...ofShape(valueOf(code.body), { ...own('body of an error'), home: code.body.at }),
    ...ofHeaders(valueOf(code.headers), own('header of an error')),
    ...ofText(code.message, own('message of an error')),
    ...ofBraces(valueOf(code.message) ?? '', code.message.at, own('message of an error')),
    ...[...code.words.values()].flatMap((slot) => ofText(slot, own('column of the Code table'))),
  ];
}

function ofOperation(model: Model, linked: LinkedOperation): readonly WordUse[] {
  const body = valueOf(linked.facts.body);
  const request = { place: 'body of a request', linked, codes: [] } as const;
  return [
    ...ofShape(body?.kind === 'shape' ? body.shape : undefined, request),
    ...EVERY_ANSWER.flatMap((place) => ofHeaders(valueOf(linked.facts.headers), { place, linked, codes: [] })),
    ...linked.facts.statuses.items.flatMap((row) => ofStatus(model, linked, row)),
  ];
}

/** What is on every answer is on a success and on an error. */
const EVERY_ANSWER: readonly WordPlace[] = ['header of a success', 'header of an error'];

function ofStatus(model: Model, linked: LinkedOperation, row: StatusRow): readonly WordUse[] {
  const when = valueOf(row.when);
  // It is not known yet whether this is a success.
  if (!when) return [];
  const isError = when.kind === 'error';
  const codes = isError ? when.errors.flatMap((name) => model.codes.get(name.text) ?? []) : [];
  return [
    ...ofShape(valueOf(row.body), {
      place: isError ? 'body of an error' : 'body of a success',
      linked,
      codes,
      home: row.body.at,
    }),
    ...ofHeaders(valueOf(row.headers), {
      place: isError ? 'header of an error' : 'header of a success',
      linked,
      codes,
    }),
  ];
}

export function ofPayload(payload: Payload | undefined): readonly WordUse[] {
  const where = { place: 'payload of an event', linked: undefined, codes: [] } as const;
  return payload?.kind === 'shape' ? ofShape(payload.shape, where) : [];
}

function ofShape(shape: Shape | undefined, where: Where): readonly WordUse[] {
  switch (shape?.kind) {
    case 'array of':
      return ofShape(shape.of, where);
    case 'template':
      return ofTemplate(shape.value, where);
    default:
      return [];
  }
}

function ofTemplate(template: Template, where: Where): readonly WordUse[] {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap((pair) => [...ofKey(pair, where), ...ofTemplate(pair.value, where)]);
    case 'list':
      return template.items.flatMap((item) => ofTemplate(item, where));
    case 'shape':
      return ofShape(template.shape, where);
    case 'word':
      return [use(template.word, template.at, where)];
    case 'text':
      return template.parts.flatMap((part) =>
        typeof part === 'string' ? ofBraces(part, template.at, where) : [use(part.word, template.at, where)],
      );
    case 'field': {
      const name = template.path.join('.');
      return where.place === 'body of an error' ? [{ word: undefined, text: name, at: template.at, ...where }] : [];
    }
    case 'literal':
      return typeof template.value === 'string' && where.home ? ofBraces(template.value, where.home, where) : [];
  }
}

/** A key in quotes is sent as it is, also where it looks like a word. */
function ofKey({ key, at }: TemplatePair, where: Where): readonly WordUse[] {
  if (key.kind === 'word') return [use(key.word, at, where)];
  return wordsOf(key.text).map((word) => ({ ...use(word, at, where), text: `"${key.text}"`, isQuotedKey: true }));
}

/**
 * `{name}` in a text about an error looks like a field, and no row is at hand. After a slash it is part of an address
 * in the text; other braces are ordinary characters.
 */
function ofBraces(text: string, at: Span, where: Where): readonly WordUse[] {
  if (where.place !== 'body of an error' && where.place !== 'message of an error') return [];
  return [...text.matchAll(/(?<!\/)\{[\p{L}_][\p{L}\p{N}_. -]*\}/gu)].map((match) => ({
    word: undefined,
    text: match[0],
    at,
    ...where,
  }));
}

function ofHeaders(headers: readonly HeaderValue[] | undefined, where: Where): readonly WordUse[] {
  return (headers ?? []).flatMap(({ name, value = '' }) => [
    ...wordsOf(value).map((word) => use(word, name.at, where)),
    ...(where.place === 'header of an error'
      ? fieldsInHeader(value).map((field) => ({ word: undefined, text: `{${field}}`, at: name.at, ...where }))
      : []),
  ]);
}

function ofText(slot: Slot<string>, where: Where): readonly WordUse[] {
  return wordsOf(valueOf(slot) ?? '').map((word) => use(word, slot.at, where));
}

function ofRule(setBy: Slot<SetBy>): readonly WordUse[] {
  const value = valueOf(setBy);
  const where = { place: 'rule of the service', linked: undefined, codes: [] } as const;
  if (value?.kind !== 'service' || value.rule.kind !== 'text') return [];
  return value.rule.parts.flatMap((part) => (part.kind === 'word' ? [use(part.word, setBy.at, where)] : []));
}

function use(word: string, at: Span, where: Where): WordUse {
  return { word, text: `<${word}>`, at, ...where };
}

/** Undefined: something fills the word. Else why nothing does at this place, or that the notation has no such word. */
export function whyEmpty(model: Model, one: WordUse): { readonly because: string | undefined } | undefined {
  if (one.word === undefined) return { because: whyNoField(model, one) };
  const meanings = columnWords(model).has(one.word)
    ? COLUMN_WORD
    : WORDS[one.word.startsWith('header ') ? 'header' : one.word];
  // What is sent as it is may hold any brackets: only what looks like a word is doubtful.
  const isText = one.place === 'column of the Code table' || one.isQuotedKey;
  if (!meanings) return isText ? undefined : { because: undefined };
  if (one.isQuotedKey) return { because: 'a key in quotes is sent as it is' };
  const need = meanings[one.place];
  if (need === undefined) return { because: whyNot(meanings, one.place) };
  const because = LACKS[need](model, one) ?? undeclared(model, one);
  return because === undefined ? undefined : { because };
}

/** `{field}`, where `<field>` is meant, or a field of a row. */
function whyNoField(model: Model, { text }: WordUse): string {
  const word = spelled(text.replace(/^\{|\}$/g, ''));
  const isWord = Object.hasOwn(WORDS, word) || columnWords(model).has(word);
  return isWord ? `a word is in angle brackets, \`<${word}>\`` : 'no row is at hand there';
}

/** The words that something fills where this one is, for the message. */
export function wordsInstead(model: Model, one: WordUse): readonly string[] {
  const words = [...Object.keys(WORDS), ...(COLUMN_WORD[one.place] === undefined ? [] : columnWords(model))];
  return words
    .map((word) => (word === 'header' ? 'header X' : word))
    .filter((word) => one.place !== 'column of the Code table' && !whyEmpty(model, { ...one, word }));
}

function whyNot(meanings: Meanings, place: WordPlace): string {
  if (place === 'body of a request') return 'the caller fills a request';
  if (place === 'column of the Code table') return 'its cells are sent as they are';
  if (meanings['body of a success'] === undefined) return 'it says something of errors alone';
  return 'it says something of successes alone';
}

/** `<header X>` repeats what the document declares, and nothing else that a caller may send. */
function undeclared(model: Model, { word, linked }: WordUse): string | undefined {
  if (!word?.startsWith('header ')) return undefined;
  if (isDeclared(model, linked, word.slice('header '.length))) return undefined;
  const reader = linked ? `\`${headingOf(linked)}\` reads` : 'an operation reads';
  return `nothing says that ${reader} this header: no row of a Header table, no Headers in, no key of a Repeat table`;
}

type Lack = (model: Model, use: WordUse) => string | undefined;

/** What is not known is not missing. */
const LACKS: Readonly<Record<WordNeed, Lack>> = {
  always: () => undefined,
  rows: (_, { linked }) => (isLacking(linked, ['lists']) ? `\`${headingOf(linked!)}\` lists no rows` : undefined),
  values: (_, { linked }) =>
    isLacking(linked, ['lists values']) ? `\`${headingOf(linked!)}\` lists no values` : undefined,
  list: (_, { linked }) => (isLacking(linked, LISTS) ? `\`${headingOf(linked!)}\` lists nothing` : undefined),
  pages: (_, { linked }) =>
    linked && (isLacking(linked, LISTS) || linked.facts.pages.status === 'none')
      ? `\`${headingOf(linked)}\` has no pages`
      : undefined,
  token: (_, { linked }) =>
    isLacking(linked, ['issues token']) ? `\`${headingOf(linked!)}\` issues no token` : undefined,
  field: (_, { codes }) =>
    codes.length > 0 && codes.every(isAboutNoField) ? `${named(codes)} is about a field` : undefined,
  move: (model, { codes }) =>
    codes.length > 0 && codes.every((code) => isNoMove(model, code)) ? `${named(codes)} is an illegal move` : undefined,
  message: (_, { codes }) => {
    const isMissing =
      codes.length > 0 && codes.every(({ message }) => message.status === 'absent' || message.status === 'none');
    return isMissing
      ? `${codes.length === 1 ? `\`${codes[0]!.code.text}\` has` : 'these errors have'} no Message`
      : undefined;
  },
};

const LISTS = ['lists', 'lists values'];

function isLacking(linked: LinkedOperation | undefined, kinds: readonly string[]): boolean {
  const effects = linked && valueOf(linked.facts.does) ? effectsOf(linked) : undefined;
  return effects !== undefined && !effects.some((effect) => kinds.includes(effect.kind));
}

function named(codes: readonly ErrorCode[]): string {
  return codes.length === 1 ? `no cause of \`${codes[0]!.code.text}\`` : 'no cause of these errors';
}

/** Every other cause names no field of the request. */
const OF_FIELDS: ReadonlySet<CauseOrigin> = new Set<CauseOrigin>(['field', 'query', 'header', 'reference']);

function isAboutNoField(code: ErrorCode): boolean {
  const causes = valueOf(code.when) ?? [];
  return (
    causes.length > 0 &&
    !causes.some((cause) => (cause.kind === 'condition' ? cause.after?.about : OF_FIELDS.has(CAUSES[cause.kind].of)))
  );
}

function isNoMove(model: Model, code: ErrorCode): boolean {
  const causes = valueOf(code.when) ?? [];
  if (causes.length === 0 || causes.some((cause) => cause.kind === 'illegal move')) return false;
  return [...model.machines.values()].every(({ anyOtherMove, moves }) => {
    const other = valueOf(anyOtherMove);
    const isOther = other?.kind === 'error' && other.error.text === code.code.text;
    return !isOther && !moves.items.some(({ to }) => isRefusal(valueOf(to), code));
  });
}

function isRefusal(to: To | undefined, { code }: ErrorCode): boolean {
  return to?.kind === 'refused' && to.error.text === code.text;
}
