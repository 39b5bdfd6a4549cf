// The same text with its letters in the other case: what no two rows share, what a filter selects, a password. Where case is ignored it is the same
// text, else it is another one. Input: a run. Output: nothing but its steps. Notation, part 2, Unique; part 4, Query; part 5.

import { bodyOf } from '../../analysis/document/inputs.ts';
import type { InputField } from '../../analysis/document/input-fields.ts';
import { readsCredentials } from '../../analysis/document/callers.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { uniqueGroups } from '../../analysis/refusals/unique-groups.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import { valueOf } from '../../notation/slot.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Outcome } from '../judge/expected.ts';
import { misspeltActors } from './actors.ts';
import { predicted } from './candidate.ts';
import type { Draft } from './draft.ts';
import { OfRow, type Drafted } from './drafted.ts';
import { fieldOf, withAt } from './drafting.ts';
import { basesOf, parametersOf, withoutChoice } from './filters.ts';
import { held } from './held.ts';
import { isReading } from './operations.ts';
import { listingIn } from './listings.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Rows whose values are looked at, the latest ones. */
const MOST_ROWS = 8;
/** Callers that ask for a list. */
const MOST_BASES = 4;

export async function tryOtherCase(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  const drafts = function* (linked: LinkedOperation): Generator<Draft | undefined> {
    for (const field of uniqueTexts(session.model, linked)) yield taken(session, reach, linked, field);
    yield signingIn(session, reach, linked);
    for (const row of parametersOf(session, linked)) yield filtered(session, reach, linked, row);
  };
  for (const linked of operations) {
    // What the call needs may be gone meanwhile.
    for (const draft of drafts(linked)) if (draft && !session.isOver) await session.perform(draft);
  }
  const draft = session.isOver ? undefined : misspelt(session, reach, operations);
  if (draft) await session.perform(draft);
}

/** Fields of the body that no two rows share, alone or with others. */
function uniqueTexts(model: Model, linked: LinkedOperation): readonly InputField[] {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return [];
  return body.fields.filter(({ list, sets }) => {
    const groups = sets && !list ? uniqueGroups(model.resources.get(sets.resource)!) : [];
    return groups.some(({ fields }) => fields.includes(sets!.field.name.text));
  });
}

/** A value that is taken; undefined: there is none of which the other case may be sent. */
function taken(session: Session, reach: Reach, linked: LinkedOperation, field: InputField): Draft | undefined {
  const base = reach.best(linked);
  if (!base || base.score === 0 || !('value' in base.draft.body)) return undefined;
  const { resource, field: of } = field.sets!;
  const { body } = base.draft;
  for (const row of session.rows(resource).slice(-MOST_ROWS).toReversed()) {
    const held = row.isThere === true && inOtherCase(fieldOf(session.model, row, of.name.text));
    if (!held) continue;
    const withValue = (value: Drafted): Draft => ({
      ...base.draft,
      body: { ...body, value: withAt(body.value, field.path, value) },
    });
    const draft = withValue(held.other);
    if (isTaken(likely(session, withValue(held.same))) && isTakenOrFree(likely(session, draft))) return draft;
  }
  return undefined;
}

function isTaken(outcome: Outcome | undefined): boolean {
  if (!outcome || !('cause' in outcome)) return false;
  const { cause } = outcome;
  return cause.kind === 'already there' || (cause.kind === 'field' && cause.failure === 'taken');
}

function isTakenOrFree(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'success' || isTaken(outcome);
}

function likely(session: Session, draft: Draft): Outcome | undefined {
  return predicted(session, draft)?.outcomes[0];
}

/** As somebody whose secret has letters, which are in the other case. */
function signingIn(session: Session, reach: Reach, linked: LinkedOperation): Draft | undefined {
  const body = bodyOf(session.model, linked);
  const effect = effectsOf(linked).find((one) => one.kind === 'signs in');
  const base = effect && reach.best(linked)?.draft;
  if (!base || !('value' in base.body) || body.kind !== 'fields') return undefined;
  const fields = body.fields.filter(({ path }) => effect.by.some(({ text }) => text === path.at(-1)));
  for (const row of session.rows(effect.target.text).toReversed()) {
    const values = fields.map((field) => {
      const same = new OfRow(row, field.path.at(-1)!);
      return [field, isSecret(field) ? inOtherCase(same, /[a-z]/i)?.other : same] as const;
    });
    if (row.isThere !== true || values.some(([, value]) => value === undefined)) continue;
    const value = values.reduce((made, [{ path }, one]) => withAt(made, path, one), base.body.value);
    const draft = { ...base, body: { ...base.body, value } };
    if (isRefused(session, draft)) return draft;
  }
  return undefined;
}

function isSecret({ types }: InputField): boolean {
  return types.some((slot) => valueOf(slot)?.kind === 'secret');
}

/** Where a password is sent with each call. */
function misspelt(session: Session, reach: Reach, operations: readonly LinkedOperation[]): Draft | undefined {
  for (const linked of operations.filter((one) => isReading(one) && readsCredentials(one)))
    for (const actor of misspeltActors(session.world)) {
      const base = reach.best(linked)?.draft;
      if (base && isRefused(session, { ...base, actor })) return { ...base, actor };
    }
  return undefined;
}

function isRefused(session: Session, draft: Draft): boolean {
  const outcome = likely(session, draft);
  return outcome !== undefined && 'cause' in outcome && OF_CREDENTIALS.has(outcome.cause.kind);
}

const OF_CREDENTIALS: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>(['wrong credentials', 'wrong token']);

/** By a text that some row has, where it is known whether the row is listed. */
function filtered(session: Session, reach: Reach, linked: LinkedOperation, row: Parameter): Draft | undefined {
  const { text: name } = row.name;
  for (const one of basesOf(reach, linked).slice(0, MOST_BASES)) {
    const base = withoutChoice(session, linked, one);
    const withValue = (value: Drafted): Draft => ({ ...base, query: [...base.query, [name, value]] });
    for (const value of heldBy(session, linked, row)) {
      const [same, other] = [value.same, value.other].map((text) => listingIn(session, withValue(text)));
      if (!same || !other) continue;
      const isTelling = session.world
        .there(same.resource)
        .some((each) => same.isIn(each) === true && other.isIn(each) !== undefined);
      const draft = withValue(value.other);
      if (isTelling && likely(session, draft)?.kind === 'success') return draft;
    }
  }
  return undefined;
}

function heldBy(session: Session, linked: LinkedOperation, row: Parameter): readonly Cased[] {
  return held(session, linked, row, { rows: MOST_ROWS, values: MOST_ROWS }).flatMap(
    (value) => inOtherCase(value) ?? [],
  );
}

interface Cased {
  readonly same: OfRow;
  readonly other: OfRow;
}

/** Undefined: it is no text, or has no letters. */
function inOtherCase(same: Drafted, letters: RegExp = LETTERS): Cased | undefined {
  if (!(same instanceof OfRow) || same.by !== undefined) return undefined;
  const { row, field } = same;
  const value = row.get(field);
  return typeof value === 'string' && letters.test(value)
    ? { same, other: new OfRow(row, field, undefined, true) }
    : undefined;
}

/** Of others, not every service knows which is which; it matters where both cases are one. */
const LETTERS = /^(?=.*[A-Za-z])[\x20-\x7e]*$/;
