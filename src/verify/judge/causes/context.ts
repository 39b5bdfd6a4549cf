// What the causes of one call are judged by: the operation, its body, the rows that its path and its effects are about. Input: a call taken
// apart. Output: look-ups, each made once. Notation, part 4, Does and the Path table.

import type { BodyInput } from '../../../analysis/document/input-fields.ts';
import { bodyOf } from '../../../analysis/document/inputs.ts';
import { effectsOf, selectionOf } from '../../../analysis/document/targets.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import type { MetCause, OfKind } from '../../../notation/values/met-causes.ts';
import { placeOf, truth } from '../../values/evaluate.ts';
import { candidates, selectedOf } from '../../values/rows.ts';
import { Row, UNKNOWN, type Truth, type Unknown } from '../../world/known.ts';
import type { Asked, Scope } from '../../world/world.ts';

export interface Facts {
  readonly asked: Asked;
  readonly model: Model;
  readonly linked: LinkedOperation;
  readonly body: BodyInput;
}

/** Does a cause hold for this call? */
export type Judge<K extends MetCause['kind']> = (facts: Facts, cause: OfKind<K>) => Truth;

export const factsOf: (asked: Asked) => Facts = oncePer((asked: Asked): Facts => {
  const { model } = asked.world;
  const linked = model.operations.get(asked.operation)!;
  return { asked, model, linked, body: bodyOf(model, linked) };
});

/** `row`: what bare names and `this` are of. */
export function scopeOf({ asked }: Facts, row?: Row): Scope {
  return { world: asked.world, asked, row, self: row };
}

/** A row; null: there is none; unknown: nobody can tell which, or whether there is one; undefined: it is about no row that is there. */
export type Target = Row | null | Unknown | undefined;

/** The one row of the resource that the effects work on, or that the path selects. */
export function targetOf(facts: Facts, resource: string): Target {
  const effect = effectsOf(facts.linked).find(
    (one) => 'target' in one && one.target.text === resource && ('where' in one || one.kind === 'creates or replaces'),
  );
  return effect ? rowOf(facts, effect) : selectedOf(resource, placeOf(scopeOf(facts)));
}

/** Does the call make a row of the resource, whichever it finds? */
export function makesAnother({ linked }: Facts, resource: string): boolean {
  return effectsOf(linked).some((one) => one.kind === 'creates' && one.target.text === resource);
}

/** The row that an effect on one row works on. */
export function rowOf(facts: Facts, effect: Effect): Target {
  const { asked, linked, model } = facts;
  if (!('target' in effect)) return undefined;
  const resource = effect.target.text;
  if ('ofCaller' in effect && effect.ofCaller) {
    const { caller } = asked;
    if (caller === UNKNOWN) return UNKNOWN;
    return typeof caller === 'string' ? undefined : (caller.row ?? null);
  }
  const where = 'where' in effect ? effect.where : undefined;
  const selection = selectionOf(model, linked, resource);
  if (!selection) return where && found(facts, resource, where);
  const row = selectedOf(resource, placeOf(scopeOf(facts)));
  if (!(row instanceof Row) || !where) return row;
  const holds = truth(where, scopeOf(facts, row));
  return holds === undefined ? UNKNOWN : holds ? row : null;
}

function found(facts: Facts, resource: string, where: Condition): Target {
  const rows = candidates(resource, placeOf(scopeOf(facts)), (row) => truth(where, scopeOf(facts, row)));
  const [first, ...others] = rows;
  if (first?.isSure && others.length === 0) return first.row;
  return !first && facts.asked.world.isWhole(resource) ? null : UNKNOWN;
}

/** Rows that an effect on every row works on; each is sure, or may be one. `isWhole`: there are no others. */
export function everyRow(
  facts: Facts,
  resource: string,
  where: Condition | undefined,
): { readonly rows: ReturnType<typeof candidates>; readonly isWhole: boolean } {
  const rows = candidates(resource, placeOf(scopeOf(facts)), (row) =>
    where ? truth(where, scopeOf(facts, row)) : true,
  );
  return { rows, isWhole: facts.asked.world.isWhole(resource) };
}
