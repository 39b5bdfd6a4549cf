// The bullets of part 4, as data: where each stands, when it is due, which words it uses. slots/endpoints.ts writes their
// slots. Notation, part 4 and rule 8: due are Does, Who, Unknown fields, Emits, Repeat; with a body Body, Media type,
// Read-only fields; `lists`: Order, Pages; `updates` with a body: Omitted fields, and Null fields where one may be null.

import type { Who } from '../../../notation/values/who.ts';
import type { Facts } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { emitsWords } from '../emitted.ts';
import type { FactKind } from '../gaps/table.ts';
import { modeOf } from '../input-rules.ts';
import { bodyOf, takesReadOnly, TAKES_BODY } from '../inputs.ts';
import { movesChecks } from '../legal-moves.ts';
import { openHalves } from '../pages.ts';
import { hasNoEvents } from '../settled.ts';
import { isSuccess } from './statuses.ts';
import {
  bodyWords,
  checksWords,
  crossOriginWords,
  effectWords,
  mediaTypeWords,
  pagesWords,
  policyWords,
  repeatWords,
} from '../supported/endpoints.ts';
import type { Words } from '../supported.ts';
import { baseFits, routeFits } from '../supported/fits.ts';
import { orderWords, whoWords } from '../supported/words.ts';
import { effectsOf } from '../targets.ts';

export type BulletKey = Exclude<
  keyof Facts,
  'pathTable' | 'queryTable' | 'headerTable' | 'bodyTable' | 'statuses' | 'repeatTable'
>;

export interface Bullet<T> {
  readonly key: BulletKey;
  readonly kind: FactKind;
  readonly head: string;
  readonly due?: (model: Model, linked: LinkedOperation) => boolean;
  readonly settled?: (model: Model, linked: LinkedOperation) => boolean;
  readonly words: (model: Model, linked: LinkedOperation, value: T) => Words;
  readonly none: string;
  readonly half?: (value: T) => boolean;
  /** What the question of these operations speaks of. */
  readonly about?: (model: Model, linked: readonly LinkedOperation[]) => string;
  /** Which half is asked for, where each has a question of its own. */
  readonly asked?: (value: T) => string | undefined;
}

const always = (): boolean => true;
const said =
  (word: string): (() => Words) =>
  () => [`Operation: ${word}`];

export const BULLETS: readonly Bullet<never>[] = [
  bullet<'base'>({
    key: 'base',
    kind: 'base',
    head: 'base',
    words: (model, _, value) => ['Operation: Base', ...baseFits(model, value)],
    none: 'Operation: Base',
  }),
  bullet<'alsoAt'>({
    key: 'alsoAt',
    kind: 'also at',
    head: 'also-at',
    words: (_, __, paths) => ['Operation: Also at', ...routeFits(paths)],
    none: 'Operation: Also at',
  }),
  bullet<'mediaType'>({
    key: 'mediaType',
    kind: 'media type',
    head: 'media-type',
    due: needsMediaType,
    words: (_, __, value) => mediaTypeWords(value),
    none: 'Media type: none',
  }),
  bullet<'nestedNames'>({
    key: 'nestedNames',
    kind: 'nested names',
    head: 'nested-names',
    words: said('Nested names'),
    none: 'Operation: Nested names: none',
  }),
  bullet<'does'>({
    key: 'does',
    kind: 'does',
    head: 'does',
    due: always,
    words: (model, linked, value) => [...effectWords(model, linked, value), ...routeFits([linked.operation.path])],
    none: 'Does: none',
  }),
  bullet<'who'>({
    key: 'who',
    kind: 'who',
    head: 'who',
    due: always,
    words: (_, __, value) => whoWords(value),
    none: 'Who: none',
    half: halfWho,
    asked: (who) => (halfWho(who) ? 'which items' : undefined),
  }),
  bullet<'checks'>({
    key: 'checks',
    kind: 'checks',
    head: 'checks',
    words: (model, linked, value) => [...checksWords(value), ...movesChecks(model, linked, value)],
    none: 'Checks: none',
  }),
  bullet<'headersIn'>({
    key: 'headersIn',
    kind: 'headers in',
    head: 'headers-in',
    words: said('Headers in'),
    none: 'Operation: Headers in: none',
  }),
  bullet<'omittedFields'>({
    key: 'omittedFields',
    kind: 'omitted fields',
    head: 'omitted-fields',
    due: mayLeaveOut,
    words: (model, linked, value) => policyWords(model, linked, 'Omitted fields', value),
    none: 'Operation: Omitted fields: none',
  }),
  bullet<'nullFields'>({
    key: 'nullFields',
    kind: 'null fields',
    head: 'null-fields',
    due: mayBeNull,
    words: (model, linked, value) => policyWords(model, linked, 'Null fields', value),
    none: 'Operation: Null fields: none',
  }),
  bullet<'emptyText'>({
    key: 'emptyText',
    kind: 'empty text',
    head: 'empty-text',
    words: (model, linked, value) => policyWords(model, linked, 'Empty text', value),
    none: 'Operation: Empty text: none',
  }),
  bullet<'unknownFields'>({
    key: 'unknownFields',
    kind: 'unknown fields',
    head: 'unknown-fields',
    due: always, // every request may have a query
    about: (model, linked) =>
      linked.some((one) => takesBody(model, one)) ? 'fields and query parameters' : 'query parameters',
    words: said('Unknown fields'),
    none: 'Operation: Unknown fields: none',
  }),
  bullet<'readOnlyFields'>({
    key: 'readOnlyFields',
    kind: 'read-only fields',
    head: 'read-only-fields',
    due: takesFields,
    settled: (model, linked) => bodyOf(model, linked).kind === 'fields' && !takesReadOnly(model, linked),
    words: said('Read-only fields'),
    none: 'Operation: Read-only fields: none',
  }),
  bullet<'repeat'>({
    key: 'repeat',
    kind: 'repeat',
    head: 'repeat',
    due: always,
    words: (_, __, value) => repeatWords(value),
    none: 'Repeat: none',
  }),
  bullet<'preconditions'>({
    key: 'preconditions',
    kind: 'preconditions',
    head: 'preconditions',
    words: said('Preconditions'),
    none: 'Operation: Preconditions: none',
  }),
  bullet<'order'>({
    key: 'order',
    kind: 'order',
    head: 'order',
    due: isList,
    words: (model, linked, value) => orderWords(model, value, listedBy(model, linked)),
    none: 'Order: none',
  }),
  bullet<'pages'>({
    key: 'pages',
    kind: 'pages',
    head: 'pages',
    due: isList,
    words: (_, __, value) => pagesWords(value),
    none: 'Pages: none',
    half: (pages) => openHalves(pages).length > 0,
    asked: (pages) => openHalves(pages)[0],
  }),
  bullet<'body'>({ key: 'body', kind: 'body', head: 'body', due: needsBody, words: bodyWords, none: 'Body: none' }),
  bullet<'emits'>({
    key: 'emits',
    kind: 'emits',
    head: 'emits',
    due: always,
    settled: hasNoEvents,
    words: emitsWords,
    none: 'Emits: none',
  }),
  bullet<'errors'>({
    key: 'errors',
    kind: 'errors of an operation',
    head: 'errors',
    words: said('Errors'),
    none: 'Operation: Errors',
  }),
  bullet<'crossOrigin'>({
    key: 'crossOrigin',
    kind: 'cross-origin',
    head: 'cross-origin',
    words: (_, __, value) => crossOriginWords(value),
    none: 'Cross-origin: none',
  }),
];

function bullet<K extends BulletKey>(
  one: Bullet<Facts[K] extends Slot<infer T> ? T : never> & { readonly key: K },
): Bullet<never> {
  return one as unknown as Bullet<never>;
}

function halfWho(who: Who): boolean {
  switch (who.kind) {
    case 'which items':
      return ('kind' in who.items && who.items.kind === 'gap') || halfWho(who.who);
    case 'or':
      return who.items.some(halfWho);
    case 'except':
      return halfWho(who.who) || halfWho(who.except);
    default:
      return false;
  }
}

export function takesBody(model: Model, linked: LinkedOperation): boolean {
  return bodyOf(model, linked).kind !== 'unread';
}

/** Where only an open Body could bring fields, they are asked about once it is known. */
function takesFields(model: Model, linked: LinkedOperation): boolean {
  const { kind } = bodyOf(model, linked);
  return kind === 'fields' || (kind === 'open' && effectsOf(linked).some((effect) => TAKES_BODY.has(effect.kind)));
}

/** A Body table says it too. */
function needsBody(model: Model, linked: LinkedOperation): boolean {
  return takesBody(model, linked) && !linked.facts.bodyTable.written;
}

/** Whatever is sent or answered needs its format said; error bodies are answered too. */
function needsMediaType(model: Model, linked: LinkedOperation): boolean {
  if (takesBody(model, linked)) return true;
  if (linked.facts.statuses.items.some((row) => isSuccess(row) && isSaid(row.body))) return true;
  return valueOf(model.document.errors.errorBody) !== undefined;
}

/** Something stands there; whether a gap will be filled with anything is not known. */
function isSaid({ status }: Slot<unknown>): boolean {
  return status !== 'none' && status !== 'absent' && status !== 'gap';
}

function isUpdate(_: Model, linked: LinkedOperation): boolean {
  return effectsOf(linked).some((effect) => effect.kind === 'updates' || effect.kind === 'updates every');
}

/** An update of which a field may be left out: one that a Body table requires answers `missing`. */
function mayLeaveOut(model: Model, linked: LinkedOperation): boolean {
  const body = isUpdate(model, linked) ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return body?.kind === 'open';
  return body.fields.some(
    (field) =>
      modeOf(linked, field) === 'update' && (field.row === undefined || valueOf(field.required)?.kind !== 'yes'),
  );
}

function mayBeNull(model: Model, linked: LinkedOperation): boolean {
  const body = isUpdate(model, linked) ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return false;
  return body.fields.some((field) => field.types.some((type) => valueOf(type)?.kind === 'nullable'));
}

function isList(_: Model, linked: LinkedOperation): boolean {
  return listEffect(linked) !== undefined;
}

function listEffect(linked: LinkedOperation): { readonly target: { readonly text: string } } | undefined {
  for (const effect of effectsOf(linked)) if (effect.kind === 'lists' || effect.kind === 'lists values') return effect;
  return undefined;
}

/** The resource whose rows an operation lists. */
export function listedBy(model: Model, linked: LinkedOperation): Resource | undefined {
  const effect = listEffect(linked);
  return effect && model.resources.get(effect.target.text);
}
