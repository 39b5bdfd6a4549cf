// What this runtime does: every word of the notation, and whether it runs. Data only: supported/words.ts says which words
// a slot uses, plan compiles exactly the words that run, docs/supported.md is generated from here. A word that is listed
// here as held, or is not listed at all, holds the operations it concerns (design, section 2, `unsupported`).

import { headsOf } from '../../notation/declaration.ts';
import { DELIVERY, EVENT } from '../../notation/events.ts';
import { OPERATION } from '../../notation/operation.ts';
import { RESOURCE } from '../../notation/resources.ts';
import { VERSIONING } from '../../notation/versioning.ts';
import { AUTHENTICATION, WHO } from './supported-callers.ts';
import { words, type Place } from './supported-place.ts';
import { CAUSE_KINDS, CAUSES } from '../../notation/values/cause-kinds.ts';

export type { Place, Words } from './supported-place.ts';

const { identifiedBy, views, unique, rows, atLeastOneOf, exactlyOneOf } = RESOURCE;
const { base, alsoAt, unknownFields, readOnlyFields, omittedFields, nullFields, emptyText, errors } = OPERATION;
const { nestedNames, headersIn, preconditions } = OPERATION;
const { scheme, deprecated, sunset } = VERSIONING;

/** By place, in the order of the notation's parts. */
export const SUPPORTED: Readonly<Record<string, Place>> = {
  Lists: {
    runs: words(`complete unless marked · complete only where marked · none · …`),
    held: [],
  },
  Resource: {
    runs: [...headsOf({ identifiedBy, views, unique }), ...words(`Identified by: none · ignoring case`)],
    held: [
      ...words(`Identified by what is not kept · Unique by what is not kept`),
      ...headsOf({ rows, atLeastOneOf, exactlyOneOf }),
    ],
  },
  'When deleted': {
    runs: words(`none · deletes every · refused while`),
    held: words(`deletes every in a circle · refused while, behind deletes every`),
  },
  Type: {
    runs: words(`
      string · integer · number · decimal · boolean · date · time · date-time · date-time, as sent ·
      seconds since 1970 · duration · uuid · url · email · secret · object · state · one of · array of ·
      array of, sorted · set of · map of · or null · nested shape · R by f · as R.f · by commas · repeated ·
      brackets`),
    held: words(`
      R by what is not kept · list, map or object as a parameter · string, quotes optional · file ·
      list of secret · secret in a nested shape · secret as a parameter · as R.f, of a secret · R as View · R · R without · R only ·
      list of R by f · R by f in a nested shape · R by f or as R.f, through too many fields · state in a nested shape · any`),
  },
  Required: {
    runs: words(`yes · no · if`),
    held: words(`if in a nested shape · if, over other rows · if, over what is not sent · if of a parameter`),
  },
  Present: {
    runs: words(`always · if set · never · if`),
    held: words(`if in a nested shape · any`),
  },
  'Set by': {
    runs: words(`caller · caller at create · hidden · service · by operation`),
    held: words(`rows · service in a nested shape · caller at create, of a secret that may be sent again`),
  },
  Rule: {
    runs: words(`
      new id · new id with prefix · now at create · now at change · state · slug of · slug of, at create ·
      text · arithmetic · address of · caller at create · caller at change`),
    held: words(`
      new id, a second number · slug of what is not sent · slug of another type ·
      address that the row cannot fill · arithmetic of what is no exact number · text of seconds since 1970 ·
      new id where it is narrowed · now where it is narrowed · slug where it is narrowed · address where it is narrowed ·
      text where it is narrowed · text over other rows, of what must fit ·
      text or arithmetic, too long with all fields written out · arithmetic over other rows, of what must fit · arithmetic over a new id, of what must fit ·
      caller of several resources · arithmetic over the caller · token · list of · count of · whether · sum of · min of · max of · new R ·
      by the table below · event name · the resource`),
  },
  'Allowed values': {
    runs: words(`any · values · range · matches · not blank · items · characters`),
    held: words(`number of more than 15 digits · none`),
  },
  Default: {
    runs: words(`none · literal`),
    held: [],
  },
  Condition: {
    runs: words(`
      = · != · < · <= · > · >= · in · has · contains · is blank · is set · matches · there is ·
      there is no · count of · not · and · or · this · value · now · {param} · body · query · caller ·
      path through a reference`),
    held: words(`
      caller of several resources · matches on a stored field · path through a list · path into an object · header ·
      search of a nested shape · date-time, as sent · secret`),
  },
  'State: Kind': {
    runs: words(`initial · final · gone · any`),
    held: [],
  },
  From: {
    runs: words(`(new) · a state · any · any except`),
    held: [],
  },
  To: {
    runs: words(`a state · same · refused · (gone) · one of`),
    held: words(`one of, of a new row · (gone) beside other changes`),
  },
  By: {
    runs: words(`operation · after · at · outside · none`),
    held: words(`
      time, from no state to another · at what is no stored instant · time, of what must be unique ·
      outside, of what is no move of a row`),
  },
  'Any other move': {
    runs: words(`error · accepted`),
    held: [],
  },
  Does: {
    runs: words(`
      reads · updates · merges into · replaces · deletes · deletes if there · lists · lists values · creates · with ·
      creates or keeps · creates or replaces · deletes every · updates every · moves · moves every · sets · where · also · ; ·
      signs in · issues token · ends token · caller`),
    held: words(`
      a value into what is not kept · another value than of the body into a secret · a nested shape · creates or replaces, in {other} · lists values, of what is no plain field · creates every in body ·
      signs in, by what the body does not hold · issues token, of no scheme or several · caller of several resources · none`),
  },
  Who: WHO,
  Operation: {
    runs: [
      ...headsOf({ base, alsoAt, unknownFields, readOnlyFields, omittedFields, nullFields, emptyText, errors }),
      ...words(`Nested names: none · Headers in: none · Preconditions: none`),
    ],
    held: [
      ...words(`two parameters in one segment · Base of one operation · Base with a parameter`),
      ...headsOf({ nestedNames, headersIn, preconditions }),
      ...words(`
        a rule for a part of a nested shape · Unknown fields: none · Read-only fields: none ·
        Nested names: any · Headers in: any · Preconditions: any`),
    ],
  },
  'Media type': {
    runs: words(`JSON`),
    held: words(`other than JSON · any · none`),
  },
  Checks: {
    runs: words(`existence, then state, then uniqueness`),
    held: words(`
      another order of existence, state and uniqueness · another place of authentication or permission · state before body, where an error shows what is legal · none`),
  },
  Repeat: {
    runs: words(`none · safe · same effect · again`),
    held: words(`same values · key · Repeat table`),
  },
  Order: {
    runs: words(`newest first · oldest first · field`),
    held: words(`path through a list · date-time, as sent · any · none`),
  },
  Pages: {
    runs: words(`none · offset and limit · page and size`),
    held: words(`after, before · Link rel next · any`),
  },
  Body: {
    runs: words(`none · ignored · same as · shape · template · Body table`),
    held: words(`a form without fields · any`),
  },
  Path: {
    runs: words(`R by f · R by f, in {other} · none`),
    held: words(`R by what is not kept · R by f, in {other}, where not one field refers to it · condition`),
  },
  Query: {
    runs: words(`condition · any field of`),
    held: words(`any field of R with a list, map or object · only the fields named · whole · none`),
  },
  Header: {
    runs: [],
    held: words(`Header table`),
  },
  Sets: {
    runs: words(`field · none`),
    held: words(`a value into what is not kept`),
  },
  Emits: {
    runs: words(`none · event kinds`),
    held: words(`
      event kinds, where no row is changed · event kinds, where rows of several resources are changed ·
      event kinds, where two effects may change one row · event kinds of a refusal`),
  },
  'Cross-origin': {
    runs: words(`none · any · origins · with credentials`),
    held: [],
  },
  Status: {
    runs: words(`code`),
    held: words(`class · body any · headers any`),
  },
  'Status: When': {
    runs: words(`found · created · updated · replaced · moved · deleted · unchanged · signed in · error · condition`),
    held: words(`
      accepted · unchanged by another effect · repeated · condition on many rows · condition of an error`),
  },
  Headers: {
    runs: words(`none · header with a value`),
    held: words(`header by its own rules · header of several fields`),
  },
  Shape: {
    runs: words(`R · R as View · R without · R only · array of · template`),
    held: words(`R of many rows · field of many rows · one of several rows · shape of another resource ·
      secret`),
  },
  Word: {
    runs: words(
      `total · values · base · now · token · code · status · field · path · pointer · message · moves · column of the Code table`,
    ),
    held: words(
      `values in a text · more · next · request id · header · moves in a text · moves, where any other move is accepted`,
    ),
  },
  Cause: {
    runs: [...CAUSE_KINDS.flatMap((kind) => CAUSES[kind].feature ?? []), 'condition'],
    held: words(`condition that no operation can judge`),
  },
  'Error body': {
    runs: words(`none · shape`),
    held: words(`any`),
  },
  Authentication: AUTHENTICATION,
  Events: {
    runs: [],
    held: [],
    listed: headsOf({ when: EVENT.columns.when, ...DELIVERY }),
  },
  Limit: {
    runs: words(`size of each request`),
    held: words(`another size · rate · at once · time · characters · items`),
  },
  Versioning: {
    runs: words(`Scheme: none · Current version · Compatibility · Change table while Scheme is none`),
    held: [...headsOf({ scheme, deprecated, sunset }), 'Change table'],
  },
};

/** Read into the model, and without effect on what an operation does: nothing is held for these. */
export const WITHOUT_EFFECT: readonly string[] = [
  'part 1: the prose',
  'Meaning, Notes',
  'part 6: the fields and payload of an event kind, while nothing is delivered',
  'part 7: Retry; causes that only a held word can bring about, such as `wrong token`, `same key, other body`, `too many requests`',
  'part 9: Supported versions, Missing version, Unknown version the Version table, and columns of the Change table but its first, while Scheme is none',
];

const running: ReadonlySet<string> = new Set(
  Object.entries(SUPPORTED).flatMap(([place, { runs }]) => runs.map((word) => `${place}: ${word}`)),
);

/** `word` is `Type: file`. What is not known does not run. */
export function runs(word: string): boolean {
  return running.has(word);
}

/** The word that `any` is where `none` is that one. */
export function anyBeside(none: string): string {
  return none.replace(/(?:: none)?$/, ': any');
}

const listed: ReadonlySet<string> = new Set(
  Object.entries(SUPPORTED).flatMap(([place, words]) => (words.listed ?? []).map((word) => `${place}: ${word}`)),
);

/** It is not done, and no answer depends on it. */
export function holdsNothing(word: string): boolean {
  return listed.has(word);
}

/** Every word with its place, in written order. */
export function supportedWords(): readonly {
  readonly place: string;
  readonly word: string;
  readonly runs: boolean;
  readonly listed?: true;
}[] {
  return Object.entries(SUPPORTED).flatMap(([place, words]) => [
    ...words.runs.map((word) => ({ place, word, runs: true })),
    ...words.held.map((word) => ({ place, word, runs: false })),
    ...(words.listed ?? []).map((word) => ({ place, word, runs: false, listed: true as const })),
  ]);
}
