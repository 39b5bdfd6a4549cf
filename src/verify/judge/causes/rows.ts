// Rows that must be there and are not, and values that another row has already. Input: a call. Output: whether each cause holds. Notation,
// part 2, Unique; part 3, "Gone states"; part 4, the Path table; part 7.

import { failureAt } from '../../../analysis/refusals/causes.ts';
import type { InputField } from '../../../analysis/document/input-fields.ts';
import { bodyFindings } from './fields.ts';
import { isReadable } from './media.ts';
import { isCreation, isOfOneRow, mayFindNone, takesValues } from '../../../analysis/document/effect-traits.ts';
import { comparedFields, sameValuesOf } from '../../../analysis/document/repeats.ts';
import { effectsOf, pathFacts } from '../../../analysis/document/targets.ts';
import { hiddenFrom, letsAnybody } from '../../../analysis/document/callers.ts';
import { rowSelections } from '../../../analysis/refusals/causes/request.ts';
import { uniqueGroups, type UniqueFact } from '../../../analysis/refusals/unique-groups.ts';
import type { Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import { causeKey } from '../../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { lets, mayKnow, placeOf } from '../../values/evaluate.ts';
import { oncePer } from '../../../base/once-per.ts';
import { isSame } from '../../values/compare.ts';
import { candidates, candidatesNear, havingKeys, selected } from '../../values/rows.ts';
import { folded } from '../../values/texts.ts';
import { allGone } from '../../../analysis/values/gone-states.ts';
import { readText } from '../../values/fits.ts';
import { all, not, Row, some, UNKNOWN, type Json, type Truth, type Unknown, type Value } from '../../world/known.ts';
import { isSignedIn } from '../../values/who.ts';
import { makesAnother, rowOf, scopeOf, type Facts, type Judge, type Target } from './context.ts';
import { rowSent } from './row-sent.ts';

function isLacking(target: Target): Truth {
  return target === null ? true : target === UNKNOWN ? undefined : false;
}

/** A row that is gone is `was R`, where part 7 has that cause. */
export const noSuch: Judge<'no such'> = (facts, { resource }) => {
  const lacks = some([
    ...rowSelections(facts.model, facts.linked)
      .filter((one) => one.resource === resource)
      .map((one) => isLacking(selected(one, placeOf(scopeOf(facts))))),
    ...effectsOf(facts.linked)
      .filter((effect) => isOfOneRow(effect) && 'target' in effect && effect.target.text === resource)
      .filter((effect) => !mayFindNone(effect) && !('ofCaller' in effect && effect.ofCaller))
      .map((effect) => isLacking(rowOf(facts, effect))),
  ]);
  return some([
    all([lacks, isStated(facts, resource) ? not(wasRow(facts, resource)) : true]),
    isHidden(facts, resource),
  ]);
};

function isStated({ model }: Facts, resource: string): boolean {
  return statedGone(model).has(resource);
}

/** The resources of `was R`. */
const statedGone = oncePer(
  ({ document }: Model): ReadonlySet<string> =>
    new Set(
      document.errors.codes.items.flatMap(({ when }) =>
        (valueOf(when) ?? []).flatMap((cause) => (cause.kind === 'was' ? [cause.resource.text] : [])),
      ),
    ),
);

/** `others see no such R`: those whom Who does not let in. A caller who has to sign in first is refused for that. */
function isHidden(facts: Facts, resource: string): Truth {
  const who = valueOf(facts.linked.facts.who);
  if (!who) return false;
  return all([letsAnybody(facts.model, who) || isSignedIn(facts.asked.caller), isUnseen(facts, resource)]);
}

/** The same, whether they have signed in or not: nothing is judged of such a row. */
export function isUnseen(facts: Facts, resource: string): Truth {
  const who = valueOf(facts.linked.facts.who);
  if (!who || hiddenFrom(who) !== resource) return false;
  const effect = effectsOf(facts.linked).find(
    (one) => 'target' in one && one.target.text === resource && isOfOneRow(one) && !mayFindNone(one),
  );
  const row = effect && rowOf(facts, effect);
  if (!(row instanceof Row)) return row === UNKNOWN ? undefined : false;
  return not(lets(who, scopeOf(facts, row)));
}

/** It is there, and who calls may not know of it. */
export function isOfOthers(facts: Facts, resource: string): boolean {
  const place = placeOf(scopeOf(facts));
  const isKept = rowSelections(facts.model, facts.linked)
    .filter((one) => one.resource === resource)
    .some((one) => selected(one, place) === null && selected(one, { ...place, seesAll: true }) instanceof Row);
  return isKept || isHidden(facts, resource) === true;
}

export const was: Judge<'was'> = (facts, { resource }) => wasRow(facts, resource);

/** Only a row that is gone has the keys of the path. */
function wasRow(facts: Facts, resource: string): Truth {
  const mayLearn = (row: Row): Truth => mayKnow(facts.linked, row, scopeOf(facts, row));
  const place = placeOf(scopeOf(facts));
  const here = rowSelections(facts.model, facts.linked).filter((one) => one.resource === resource);
  const seesGone = { ...place, named: allGone(facts.model) };
  return some(
    here.map((selection) => {
      const lacks = isLacking(selected(selection, place));
      if (lacks !== true) return lacks;
      const keys = selection.keys.map(({ parameter, field }): [string, Json] => {
        const type = valueOf(facts.model.fields.get(`${resource}.${field}`)!.type);
        const text = facts.asked.path.get(parameter) ?? '';
        return [field, type ? (readText(facts.model, type, text) ?? null) : text];
      });
      // Those from whom it is hidden do not learn that it was there.
      const gone = havingKeys(resource, new Map(keys), seesGone).filter(({ row }) => mayLearn(row) !== false);
      if (gone.some(({ row, isSure }) => isSure && mayLearn(row))) return true;
      return gone.length > 0 || !facts.asked.world.isWhole(resource) ? undefined : false;
    }),
  );
}

/** Another row has it, or its values. */
export function isOfTaken(cause: MetCause): boolean {
  return cause.kind === 'already there' || (cause.kind === 'field' && cause.failure === 'taken');
}

/** Has another row the values of a unique group already? */
export function taken(facts: Facts, cause: MetCause): Truth {
  const key = causeKey(cause);
  return some(
    [...facts.model.resources.values()].flatMap((resource) =>
      uniqueGroups(resource)
        .filter((group) => causeKey(group.cause) === key)
        .map((group) => isGroupTaken(facts, resource.name.text, group)),
    ),
  );
}

function isGroupTaken(facts: Facts, resource: string, group: UniqueFact): Truth {
  const { linked, asked } = facts;
  const effects = effectsOf(linked).filter((effect) => 'target' in effect && effect.target.text === resource);
  // Each of several rows is held to those before it, too.
  if (effects.some(({ kind }) => kind === 'creates every in body' || kind === 'updates every')) return undefined;
  const old = makesAnother(facts, resource)
    ? undefined
    : effects.map((effect) => rowOf(facts, effect)).find((row) => row !== undefined);
  if (old === UNKNOWN) return undefined;
  const isMade = effects.some((effect) => isCreation(effect));
  if (!isMade && !(old instanceof Row)) return false;
  const row = rowSent(facts, resource);
  if (!row) return undefined;
  const isFit = all(group.fields.map((field) => mayCompare(facts, resource, field)));
  const values = group.fields.map((field) => row.get(field));
  if (values.includes(null) || isFit === false) return false;
  if (
    old instanceof Row &&
    values.every((value, place) => isKept(facts, resource, group.fields[place]!, old, value) === true)
  )
    return false;
  // A key holds for everybody, also where a row has it that the caller may not see.
  const place = { ...placeOf(scopeOf(facts)), seesAll: true };
  // Of two that differ in case more may be alike than begin alike.
  const alike = group.ignoringCase ? [] : group.fields.map((field, at) => [field, values[at]!] as const);
  const others = candidatesNear(resource, alike, place, (one) =>
    one === old
      ? false
      : all(
          group.fields.map((field, at) =>
            isAlike(facts, resource, field, one.get(field), values[at]!, group.ignoringCase),
          ),
        ),
  );
  const kept = isKeptRow(facts, resource, row);
  if (kept === true) return false;
  if (others.some(({ isSure }) => isSure)) return kept === undefined || isFit === undefined ? undefined : true;
  if (others.length > 0) return undefined;
  if (values.some((value) => asked.world.isFree(resource, value))) return false;
  return values.includes(UNKNOWN) || !asked.world.isWhole(resource) ? undefined : false;
}

/** What is wrong itself is compared with nothing. */
function mayCompare(facts: Facts, resource: string, name: string): Truth {
  const { body, linked } = facts;
  const fields =
    body.kind === 'fields'
      ? body.fields.filter(({ sets }) => sets?.resource === resource && sets.field.name.text === name)
      : [];
  if (fields.length === 0 || !effectsOf(linked).some((effect) => takesValues(effect))) return true;
  const wrong = bodyFindings(facts).findings.filter(({ cause }) => cause.kind !== 'no such in' && isOf(cause, fields));
  return all([isReadable(facts), not(some(wrong.map(({ truth }) => truth)))]);
}

function isOf(cause: MetCause, fields: readonly InputField[]): boolean {
  return (['missing', 'blank', 'invalid'] as const).some((failure) =>
    fields.some((field) => causeKey(failureAt(field, failure)) === causeKey(cause)),
  );
}

/** Is there the row that a repeated call, or one that keeps it, finds by its key? Then none is made. */
export function isKeptRow(facts: Facts, resource: string, row: Row): Truth {
  const found = keptRows(facts, resource, row);
  if (!found) return false;
  if (found.some(({ isSure }) => isSure)) return true;
  return found.length > 0 || !facts.asked.world.isWhole(resource) ? undefined : false;
}

/** The row that is there already, with the key that a repeated call sends; undefined: none surely is. */
export function repeatedRow(facts: Facts, resource: string): Row | undefined {
  const row = sameValuesOf(facts.linked) && rowSent(facts, resource);
  const [only, ...others] = (row && keptRows(facts, resource, row)) ?? [];
  return only?.isSure === true && others.length === 0 ? only.row : undefined;
}

/** The row that `creates or keeps` finds; undefined: it makes one. */
export function keptRow(facts: Facts, resource: string): Row | Unknown | undefined {
  const isKeeping = effectsOf(facts.linked)[0]?.kind === 'creates or keeps';
  const row = isKeeping ? rowSent(facts, resource) : undefined;
  const found = row && keptRows(facts, resource, row);
  if (!found) return undefined;
  const [only, ...others] = found;
  if (only?.isSure === true && others.length === 0) return only.row;
  return !only && facts.asked.world.isWhole(resource) ? undefined : UNKNOWN;
}

/** Undefined: the call keeps none. */
function keptRows(facts: Facts, resource: string, row: Row): ReturnType<typeof candidates> | undefined {
  const [effect] = effectsOf(facts.linked);
  const fields =
    sameValuesOf(facts.linked)?.repeat.fields ??
    (effect?.kind === 'creates or keeps' && effect.target.text === resource
      ? effect.with.map(({ field }) => field)
      : []);
  if (fields.length === 0) return undefined;
  const place = { ...placeOf(scopeOf(facts)), seesAll: true };
  const sent = fields.map(({ text }) => [text, row.get(text)] as const);
  return candidatesNear(resource, sent, place, (one) =>
    all(fields.map(({ text }) => isAlike(facts, resource, text, one.get(text), row.get(text), false))),
  );
}

function isKept(facts: Facts, resource: string, field: string, old: Row, value: Value): Truth {
  return isAlike(facts, resource, field, old.get(field), value, false);
}

function isAlike(
  { model }: Facts,
  resource: string,
  field: string,
  one: Value,
  other: Value,
  ignoringCase: boolean,
): Truth {
  if (ignoringCase && typeof one === 'string' && typeof other === 'string') return folded(one) === folded(other);
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  const type = slot && valueOf(slot);
  return isSame(model, { value: one, type }, { value: other, type });
}

/** `` same `id`, same values ``: the row that has the key has another value in a field that is compared. */
export const otherValues: Judge<'other values'> = (facts) => {
  const same = sameValuesOf(facts.linked);
  const resource = same?.effect.target.text;
  const row = resource === undefined ? undefined : rowSent(facts, resource);
  const fields = same?.repeat.fields.map(({ text }) => text) ?? [];
  if (!same || resource === undefined || !row) return false;
  const place = { ...placeOf(scopeOf(facts)), seesAll: true };
  const alike = (one: Row, names: readonly string[]): Truth =>
    all(names.map((name) => sameOrNothing(facts, resource, name, one.get(name), row.get(name))));
  if (fields.some((name) => row.get(name) === null)) return false;
  const found = candidates(resource, place, (one) => alike(one, fields));
  const compared = comparedFields(facts.model, facts.linked, same);
  if (found.length === 0) return facts.asked.world.isWhole(resource) ? false : undefined;
  return some(found.map((one) => all([one.isSure ? true : undefined, not(alike(one.row, compared))])));
};

/** Null is like null. */
function sameOrNothing(facts: Facts, resource: string, field: string, one: Value, other: Value): Truth {
  if (one === null || other === null) return one === UNKNOWN || other === UNKNOWN ? undefined : one === other;
  return isAlike(facts, resource, field, one, other, false);
}

/** The place among the rows of the path, from the left: behind one that is not there nothing is looked at. */
export function selectionPlace({ model, linked }: Facts, resource: string): number {
  const { selections } = pathFacts(model, linked);
  const place = selections.findIndex((one) => one.resource === resource);
  return place < 0 ? selections.length : place;
}
