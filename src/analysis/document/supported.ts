// What this runtime does: each feature of the notation, and whether it runs. gaps/supported/ says which features a slot needs, plan
// compiles exactly those that run, docs/supported.md is generated from here. Input: a feature. Output: does it run?

import { headsOf } from '../../notation/declaration.ts';
import { OPERATION } from '../../notation/operation.ts';
import { RESOURCE } from '../../notation/resources.ts';
import { CAUSE_KINDS, CAUSES } from '../../notation/values/cause-kinds.ts';
import { DONE, NOT_DONE } from './delivery-features.ts';
import { declaredFeature, FEATURES, type Feature, type Place } from './features.ts';
import { VERSIONING } from '../../notation/versioning.ts';

/** The features of a place, as docs/supported.md lists them. */
interface Supported {
  readonly runs: readonly string[];
  readonly held: readonly string[];
  /** Read and reported, and not done yet; nothing is held for it, since the answers to requests do not depend on it. */
  readonly listed?: readonly string[];
}

export const SUPPORTED: ReadonlyMap<Place, Supported> = new Map(
  (Object.keys(FEATURES) as Place[]).map((place) => {
    const { runs = [], held = [], listed } = wholeStatements()[place] ?? {};
    const { [place]: forms } = FEATURES;
    const done = [...runs, ...list(forms.runs)];
    const not = [...list(forms.held), ...held];
    return [place, listed ? { runs: done, held: [], listed: [...listed, ...not] } : { runs: done, held: not }];
  }),
);

/** Statements that are one feature as a whole, and are called as their declaration is. */
function wholeStatements(): Partial<Readonly<Record<Place, Partial<Supported>>>> {
  const { identifiedBy, views, unique, rows, atLeastOneOf, exactlyOneOf, visibleTo } = RESOURCE;
  const { base, alsoAt, unknownFields, readOnlyFields, omittedFields, nullFields, emptyText, errors } = OPERATION;
  const { nestedNames, headersIn, preconditions } = OPERATION;
  const one = { atLeastOneOf: OPERATION.atLeastOneOf, exactlyOneOf: OPERATION.exactlyOneOf };
  return {
    Resource: {
      runs: headsOf({ identifiedBy, views, unique, visibleTo, rows, atLeastOneOf, exactlyOneOf }),
    },
    Operation: {
      runs: headsOf({
        base,
        alsoAt,
        unknownFields,
        readOnlyFields,
        omittedFields,
        nullFields,
        emptyText,
        errors,
        headersIn,
        preconditions,
        ...one,
      }),
      held: headsOf({ nestedNames }),
    },
    Cause: { runs: CAUSE_KINDS.flatMap((kind) => CAUSES[kind].feature ?? []) },
    Delivery: { runs: headsOf(DONE), listed: headsOf(NOT_DONE) },
    Versioning: { runs: headsOf(VERSIONING) },
  };
}

function list(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.trim().split(/\s*·\s*/);
}

/** Read into the model, and without effect on what an operation does: nothing is held for these. */
export const WITHOUT_EFFECT: readonly string[] = [
  'part 1: the prose',
  'Meaning, Notes',
  'part 7: Retry; causes that only a held word can bring about',
  'part 9: Compatibility, Date and Changes of the Version table, and columns of the Change table but its first; while Scheme is `none`, also Supported versions, Missing version and Unknown version',
];

const running = named(({ runs }) => runs);
const listed = named(({ listed = [] }) => listed);

function named(of: (place: Supported) => readonly string[]): ReadonlySet<string> {
  return new Set([...SUPPORTED].flatMap(([place, features]) => of(features).map((one) => `${place}: ${one}`)));
}

/** Every feature, in written order. */
export function supportedFeatures(): readonly {
  readonly name: Feature;
  readonly runs: boolean;
  readonly listed: boolean;
}[] {
  return [...SUPPORTED].flatMap(([place, { runs: done, held, listed: reported = [] }]) =>
    [...done, ...held, ...reported].map((one) => {
      const name = declaredFeature(place, one);
      return { name, runs: runs(name), listed: holdsNothing(name) };
    }),
  );
}

/** What is not known does not run. */
export function runs(feature: Feature): boolean {
  return running.has(feature);
}

/** It is not done, and no answer depends on it. */
export function holdsNothing(feature: Feature): boolean {
  return listed.has(feature);
}
