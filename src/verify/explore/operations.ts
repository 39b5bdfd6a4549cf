// What operations do, as the explorer asks for it. Input: a model. Output: operations by what they make, show, remove. Notation, part 4, Does.

import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { isCreation, isDeletion, isList, isSafe } from '../../analysis/document/effect-traits.ts';
import { callerResources, issuersOf, schemesOf } from '../../analysis/document/schemes.ts';
import { isStream } from '../../analysis/document/streams.ts';
import { effectsOf, headingOf, selectionOf } from '../../analysis/document/targets.ts';

export function operationsOf(model: Model): readonly LinkedOperation[] {
  return [...model.operations.values()].filter((linked) => !isStream(model, linked));
}

function doing(model: Model, is: (effect: Effect, linked: LinkedOperation) => boolean): readonly LinkedOperation[] {
  return operationsOf(model).filter((linked) => effectsOf(linked).some((effect) => is(effect, linked)));
}

function targets(effect: Effect, resource: string): boolean {
  return 'target' in effect && effect.target.text === resource;
}

export function makersOf(model: Model, resource: string): readonly LinkedOperation[] {
  return doing(model, (effect) => isCreation(effect) && targets(effect, resource));
}

/** One row by its path. */
export function readersOf(model: Model, resource: string): readonly LinkedOperation[] {
  return doing(
    model,
    (effect, linked) =>
      effect.kind === 'reads' && targets(effect, resource) && selectionOf(model, linked, resource) !== undefined,
  );
}

export function listersOf(model: Model, resource: string): readonly LinkedOperation[] {
  return doing(model, (effect) => isList(effect) && targets(effect, resource));
}

/** One row by its path, and nothing else. */
export function removersOf(model: Model, resource: string): readonly LinkedOperation[] {
  return doing(
    model,
    (effect, linked) =>
      effect.kind === 'deletes' && targets(effect, resource) && selectionOf(model, linked, resource) !== undefined,
  );
}

/** By which somebody who can call comes to be, or gets a token. */
export function signUpsOf(model: Model): readonly LinkedOperation[] {
  const issuers = new Set(schemesOf(model).flatMap((scheme) => issuersOf(scheme).map(({ text }) => text)));
  const callers = callerResources(model);
  return operationsOf(model).filter(
    (linked) =>
      issuers.has(headingOf(linked)) ||
      effectsOf(linked).some((effect) => isCreation(effect) && 'target' in effect && callers.has(effect.target.text)),
  );
}

/** It changes nothing that is kept. */
export function isReading(linked: LinkedOperation): boolean {
  const { method } = linked.operation;
  return (method === 'GET' || method === 'HEAD') && effectsOf(linked).every((effect) => isSafe(effect));
}

function rank(linked: LinkedOperation): number {
  const effects = effectsOf(linked);
  if (effects.some(isDeletion) || effects.some(({ kind }) => kind === 'ends token')) return 3;
  if (effects.some(isCreation)) return 0;
  return isReading(linked) ? 1 : 2;
}

/** What makes comes before what shows, what changes, what removes: later ones find rows. */
export function inGoodOrder(model: Model): readonly LinkedOperation[] {
  return operationsOf(model).toSorted((one, other) => rank(one) - rank(other));
}

/** It takes a password, which services hash slowly. */
export function isCostly(model: Model, linked: LinkedOperation): boolean {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return false;
  return body.fields.some(({ types }) => types.some((slot) => valueOf(slot)?.kind === 'secret'));
}
