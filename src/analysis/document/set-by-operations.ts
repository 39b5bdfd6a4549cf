// The fields that operations set by themselves: by `with`, `sets`, Sets of a Body row, or the path of `creates or replaces`. Input: a
// model. Output: fields by operation that none sets, where the document says all. Notation, part 2, head Set by.

import type { Effect } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf, isSettled } from '../../notation/slot.ts';
import { isComplete } from './complete.ts';
import { bodyOf } from './inputs.ts';
import { isNested } from './paths.ts';
import { effectsOf, selectionOf, targetsOf } from './targets.ts';

export interface NeverSet {
  readonly resource: Resource;
  readonly field: Field;
}

export function neverSetFields(model: Model): readonly NeverSet[] {
  const { endpoints } = model.document;
  const operations = [...model.operations.values()];
  const isKnown =
    operations.length > 0 &&
    isComplete(model, endpoints.operations) &&
    operations.every((linked) => isRead(model, linked));
  if (!isKnown) return [];
  const set = new Set(operations.flatMap((linked) => setBy(model, linked)));
  return [...model.resources.values()].flatMap((resource) =>
    isNested(resource)
      ? []
      : resource.fields.items
          .filter((field) => valueOf(field.setBy)?.kind === 'by operation')
          .filter((field) => !set.has(`${resource.name.text}.${field.name.text}`) && !isGivenUp(model, resource, field))
          .map((field) => ({ resource, field })),
  );
}

/** Nothing of what it sets is left open. */
function isRead(model: Model, linked: LinkedOperation): boolean {
  const { does, bodyTable } = linked.facts;
  const isKnown = does.status === 'none' || valueOf(does) !== undefined;
  return isKnown && bodyOf(model, linked).kind !== 'open' && bodyTable.items.every(({ sets }) => isSettled(sets));
}

function setBy(model: Model, linked: LinkedOperation): readonly string[] {
  const body = bodyOf(model, linked);
  const sent =
    body.kind === 'fields'
      ? body.fields.flatMap(({ sets, row, isRest }) => ((row || isRest) && sets ? [sets] : []))
      : [];
  return [
    ...sent.map(({ resource, field }) => `${resource}.${field.name.text}`),
    ...effectsOf(linked).flatMap((effect) => setByEffect(model, linked, effect)),
  ];
}

function setByEffect(model: Model, linked: LinkedOperation, effect: Effect): readonly string[] {
  if (effect.kind === 'creates or replaces')
    return (selectionOf(model, linked, effect.target.text)?.keys ?? []).map(
      ({ field }) => `${effect.target.text}.${field}`,
    );
  if (effect.kind !== 'sets' && !('with' in effect)) return [];
  const assignments = effect.kind === 'sets' ? effect.assignments : effect.with;
  const targets = effect.kind === 'sets' ? targetsOf(model, linked) : [effect.target.text];
  return assignments.flatMap(({ field }) => [field.text, ...targets.map((target) => `${target}.${field.text}`)]);
}

/** Given up of part 6 sets it, or moves it. */
function isGivenUp({ document }: Model, resource: Resource, { name }: Field): boolean {
  const givenUp = document.events.delivery && valueOf(document.events.delivery.facts.givenUp);
  if (givenUp?.kind !== 'sets' && givenUp?.kind !== 'moves') return false;
  return givenUp.field.owner.text === resource.name.text && givenUp.field.field.text === name.text;
}
