// Every word in angle brackets that a document uses. Input: a model. Output: uses with their places; whether something fills each is in
// filled-words.ts. Notation, part 4 "Shapes and templates".

import type { Span } from '../../base/span.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { Delivery } from '../../notation/events.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import { type Slot, valueOf } from '../../notation/slot.ts';
import type { HeaderValue } from '../../notation/values/answers.ts';
import type { Payload } from '../../notation/values/bodies.ts';
import type { SetBy } from '../../notation/values/rules.ts';
import type { Shape, Template, TemplatePair } from '../../notation/values/shapes.ts';
import { fieldsInHeader, type WordPlace, wordsOf } from '../../notation/words.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';

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
    ...ofEnvelope(events.delivery),
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

/** It surrounds events about rows of several resources: no field of a row is at hand. */
function ofEnvelope(delivery: Delivery | undefined): readonly WordUse[] {
  const envelope = delivery && valueOf(delivery.facts.envelope);
  if (envelope?.kind !== 'shape') return [];
  const home = delivery!.facts.envelope.at;
  return ofShape(envelope.shape, { place: 'envelope of an event', linked: undefined, codes: [], home });
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

/** Where no row is at hand. */
const NO_ROW: ReadonlySet<WordPlace> = new Set<WordPlace>(['body of an error', 'envelope of an event']);

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
      return NO_ROW.has(where.place) ? [{ word: undefined, text: name, at: template.at, ...where }] : [];
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
