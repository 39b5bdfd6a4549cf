// The outcomes of an operation when all goes well, and which rows of its Status table answer them: the first whose condition
// holds. Input: a linked operation. Output: outcome words, the rows of success, what may meet no row and what no request meets.
// Notation, part 4, table Status, head When.

import type { Condition } from '../../notation/values/conditions.ts';
import { BODILESS, type OutcomeWord } from '../../notation/values/answers.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isNotModified } from './preconditions.ts';
import { answeringOf, isOfPath, KNOWN_OUTCOMES, outcomesIn, outcomesOfEffects, usesRow } from './row-accesses.ts';
import { mayHold } from '../values/condition-logic.ts';
import { EFFECT_TRAITS, mayFindNone } from '../document/effect-traits.ts';
import { sameValuesOf } from '../document/repeats.ts';
import { effectsOf } from '../document/targets.ts';

const KNOWN: ReadonlySet<OutcomeWord> = new Set([...KNOWN_OUTCOMES, 'unchanged', 'repeated', 'accepted']);

/** Empty where this runtime does not know: another word of Does holds the operation. */
export function outcomesOf(linked: LinkedOperation): readonly OutcomeWord[] {
  if (isNothing(linked)) return ['found'];
  const effects = effectsOf(linked);
  if (sameValuesOf(linked)) return [...outcomesOfEffects(effects), 'repeated'];
  // Whether there was a row decides the answer, whatever else is done.
  const deciding = effects.filter(decides);
  if (deciding.length > 0) return outcomesOfEffects(deciding);
  const words = outcomesOfEffects(effects);
  return effects.some(mayFindNone) ? [...words, 'unchanged'] : words;
}

/** `Does: none`: it answers what is stated, and touches nothing. */
export function isNothing({ facts: { does } }: LinkedOperation): boolean {
  return does.status === 'none';
}

/** `deletes R if there`, and nothing else: then there may have been nothing to delete. */
export function isIfThere(linked: LinkedOperation): boolean {
  const effects = effectsOf(linked);
  return effects.length === 1 && effects[0]!.kind === 'deletes' && effects[0].ifThere;
}

/** Several effects have one outcome: a row that names any of them is about all. */
function isOneOutcome(linked: LinkedOperation): boolean {
  const effects = effectsOf(linked);
  return effects.length > 1 && !effects.some(decides);
}

function decides({ kind }: Effect): boolean {
  return EFFECT_TRAITS[kind].decides === true;
}

/** May there have been nothing to do, and does the outcome show it? */
export function tellsUnchanged(linked: LinkedOperation): boolean {
  const deciding = effectsOf(linked).filter(decides);
  return isIfThere(linked) || (deciding.length === 1 && outcomesOfEffects(deciding).includes('unchanged'));
}

/** A row for when all went well. */
export interface Success {
  readonly row: StatusRow;
  readonly outcomes: readonly OutcomeWord[];
  readonly condition: Condition | undefined;
  /** Of the status under Repeat: there is no row of its own. */
  readonly isOfRepeat?: true;
}

/** Is the row about `accepted` alone? */
export function isAccepted(row: StatusRow): boolean {
  const when = valueOf(row.when);
  return when?.kind === 'outcome' && when.outcomes.length > 0 && when.outcomes.every((word) => word === 'accepted');
}

/**
 * In written order; a row with nothing but a condition is about every outcome. Without a row for `unchanged`, `deleted`
 * says that there is none any more.
 */
export function successesOf(linked: LinkedOperation): readonly Success[] {
  const possible = outcomesOf(linked);
  const { items } = linked.facts.statuses;
  const deletedSaysAll = isIfThere(linked) && !items.some((row) => outcomesIn(row).includes('unchanged'));
  const written = items.flatMap((row): Success[] => {
    const when = valueOf(row.when);
    if (when?.kind !== 'outcome') return [];
    const { condition } = when;
    const words = outcomesIn(row);
    const isAll =
      words.length === 0 ||
      (isNothing(linked) && words.includes('accepted')) ||
      (isOneOutcome(linked) && words.some((word) => possible.includes(word))) ||
      (deletedSaysAll && words.includes('deleted'));
    return [{ row, outcomes: isAll ? [...new Set([...words, ...possible])] : words, condition }];
  });
  return [...written, ...repeatedSuccesses(linked, written)];
}

/** A repeated call that no row names gets the status under Repeat; the rest is as for the row when it was made. */
function repeatedSuccesses(linked: LinkedOperation, written: readonly Success[]): readonly Success[] {
  const code = sameValuesOf(linked)?.repeat.status;
  if (code === undefined) return [];
  const { at } = linked.facts.repeat;
  return written.flatMap(({ row, outcomes, condition }): Success[] => {
    if (!outcomes.includes('created')) return [];
    const stated = { status: 'stated', text: 'repeated', at } as const;
    const repeated: StatusRow = {
      ...row,
      status: { ...stated, value: { code }, text: String(code) },
      when: { ...stated, value: { kind: 'outcome', outcomes: ['repeated'], condition } },
      ...(BODILESS.has(code) && { body: { status: 'none', text: 'none', at } }),
    };
    return [{ row: repeated, outcomes: ['repeated'], condition, isOfRepeat: true }];
  });
}

/** Outcomes that no row names, not even under a condition. */
export function unansweredOutcomes(linked: LinkedOperation): readonly OutcomeWord[] {
  const named = new Set(successesOf(linked).flatMap(({ outcomes }) => outcomes));
  return outcomesOf(linked).filter((word) => !named.has(word));
}

/** Outcomes that rows name only under conditions, none of which may hold. */
export function uncertainOutcomes(model: Model, linked: LinkedOperation): readonly OutcomeWord[] {
  const row = answeredResource(model, linked);
  return outcomesOf(linked).filter((word) => {
    const rows = successesOf(linked).filter(({ outcomes }) => outcomes.includes(word));
    const conditions = rows.flatMap(({ condition }) => condition ?? []);
    if (rows.length === 0 || conditions.length < rows.length) return false;
    return mayHold(model, { row, self: row, request: linked }, [], conditions);
  });
}

/** A row that no request meets: `above` answers all of its outcomes; undefined: the effect never has that outcome. */
export interface Dead {
  readonly row: StatusRow;
  readonly above: StatusRow | undefined;
}

export function deadSuccesses(model: Model, linked: LinkedOperation): readonly Dead[] {
  const resource = answeredResource(model, linked);
  const ground = { row: resource, self: resource, request: linked };
  const possible = outcomesOf(linked);
  if (effectsOf(linked).some((effect) => outcomesOfEffects([effect]).length === 0) || possible.length === 0) return [];
  const successes = successesOf(linked);
  return successes.flatMap(({ row, outcomes, condition, isOfRepeat }, index): Dead[] => {
    if (isOfRepeat) return [];
    if (isNotModified(linked, row)) {
      const first = successes.find((one) => isNotModified(linked, one.row));
      return first?.row === row || first?.condition ? [] : [{ row, above: first?.row }];
    }
    const met = outcomes.filter((word) => possible.includes(word));
    if (met.length === 0) return outcomes.every((word) => KNOWN.has(word)) ? [{ row, above: undefined }] : [];
    const above = successes.slice(0, index).filter((one) => one.outcomes.some((word) => met.includes(word)));
    const isDead = met.every((word) => {
      const rows = above.filter((one) => one.outcomes.includes(word));
      if (rows.some((one) => one.condition === undefined)) return true;
      const conditions = rows.flatMap((one) => one.condition ?? []);
      return conditions.length > 0 && !mayHold(model, ground, condition ? [condition] : [], conditions);
    });
    return isDead ? [{ row, above: above[0]!.row }] : [];
  });
}

/** The resource whose row answers show and conditions are about. */
export function answeredResource(model: Model, linked: LinkedOperation): Resource | undefined {
  return model.resources.get(answeringOf(model, linked).resource ?? '');
}

/** Are there several rows of the answered resource at hand? Then none of them is "the row after the effect". */
export function answersMany(model: Model, linked: LinkedOperation): boolean {
  const answering = answeringOf(model, linked);
  return answering.many || answering.shows === 'one of several';
}

/** Can the effect end in this way without a row that its answers could show? */
export function mayLackRow(model: Model, linked: LinkedOperation, word: OutcomeWord): boolean {
  const answering = answeringOf(model, linked);
  if (answering.shows === 'rows' && isOfPath(answering.access)) return false;
  if (isIfThere(linked)) return word === 'unchanged';
  return answering.shows === 'rows' && answering.access.effects.some(mayFindNone);
}

/** Is a row that shows one also about an outcome that may have none? */
export function isAskedForNone(model: Model, linked: LinkedOperation, { row, outcomes }: Success): boolean {
  return usesRow(model, linked, row) && outcomes.some((word) => mayLackRow(model, linked, word));
}
