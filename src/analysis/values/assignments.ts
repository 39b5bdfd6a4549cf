// What an operation sets by itself: `with f = …` and `sets f = …`. Input: a linked operation. Output: each assignment with the field that
// is meant and the place whose names its value may use. Notation, part 4, "What a call does".

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Assignment } from '../../notation/values/effects.ts';
import { madeBefore } from '../document/made-rows.ts';
import { effectsOf, firstTarget } from '../document/targets.ts';
import type { OperandPlace } from './operand-types.ts';

export interface Assigned extends Assignment {
  /** Whose field it is. */
  readonly resource: Resource | undefined;
  readonly path: readonly string[];
  readonly place: OperandPlace;
}

export function assignmentsOf(model: Model, linked: LinkedOperation): readonly Assigned[] {
  return effectsOf(linked).flatMap((effect) => {
    // A row that is made is not there yet, and what is `this` is not known.
    const isMade = 'with' in effect;
    if (!isMade && effect.kind !== 'sets') return [];
    const row = isMade ? model.resources.get(effect.target.text) : firstTarget(model, linked);
    return (isMade ? effect.with : effect.assignments).map((one) => {
      const { resource, path } = fieldMeant(model, one.field.text.split('.'), row);
      const self = isMade ? undefined : resource;
      const made = isMade && { rowless: true as const, made: madeBefore(model, linked, effect) };
      const place = { row: self, self, request: linked, ...made };
      return { ...one, resource, path, place };
    });
  });
}

/** `Order.total`, or a field of the row. */
export function fieldMeant(
  model: Model,
  path: readonly string[],
  row: Resource | undefined,
): { readonly resource: Resource | undefined; readonly path: readonly string[] } {
  const owner = path.length > 1 ? model.resources.get(path[0]!) : undefined;
  return owner ? { resource: owner, path: path.slice(1) } : { resource: row, path };
}
