// The row that an effect makes, for those behind it. Input: an operation. Output: which rows an effect may name by `R.f`, and which
// are named. Notation, part 4, Does.

import type { Effect } from '../../notation/values/effects.ts';
import { operandsOfValue } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { effectsOf, selectionOf } from './targets.ts';

/** The resources of which the effects before it make one row; of one that the path selects a row of, that row is meant. */
export function madeBefore(model: Model, linked: LinkedOperation, effect: Effect): ReadonlySet<string> {
  const effects = effectsOf(linked);
  const before = effects.slice(0, effects.indexOf(effect)).flatMap((one) => (one.kind === 'creates' ? [one] : []));
  const names = before.map(({ target }) => target.text);
  return new Set(
    names.filter((name) => names.indexOf(name) === names.lastIndexOf(name) && !selectionOf(model, linked, name)),
  );
}

/** Of these an effect behind names the row that is made. */
export function namedRows(model: Model, linked: LinkedOperation): ReadonlySet<string> {
  const named = new Set<string>();
  for (const effect of effectsOf(linked)) {
    if (!('with' in effect)) continue;
    const made = madeBefore(model, linked, effect);
    for (const { value } of effect.with)
      for (const operand of operandsOfValue(value))
        if (operand.kind === 'field' && operand.owner !== undefined && made.has(operand.owner))
          named.add(operand.owner);
  }
  return named;
}
