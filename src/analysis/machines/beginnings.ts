// Where the rows of a machine begin: the states of each operation that creates them, and what states them. Input: a machine.
// Output: a Beginning for each operation. Notation, part 3, `(new)` and Kind `initial`; part 2, Default.

import { isCreation } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf } from '../document/inputs.ts';
import { givenRows } from '../document/given-rows.ts';
import { birthsBy, initialStates, type MachineView } from '../document/moves.ts';
import { effectsOf, headingOf } from '../document/targets.ts';
import { creationOf } from './given-rows.ts';

export interface Beginning {
  readonly linked: LinkedOperation;
  /** Those that the table lets it begin rows in; empty: not stated. */
  readonly states: readonly string[];
  /** It has `(new)` rows of its own. */
  readonly hasRows: boolean;
  /** `request`: what is sent, or computed; a literal of `with` or `sets`; undefined: the table and Default alone. */
  readonly chosen: 'request' | { readonly state: string; readonly at: Span } | undefined;
  readonly isSettled: boolean;
}

/** One for each operation that creates rows of the machine's resource. */
export const beginningsOf: (model: Model, view: MachineView) => readonly Beginning[] = oncePer((model, view) =>
  (creatorsOf(model).get(view.resource) ?? []).map((linked) => beginning(model, view, linked)),
);

/** Do rows of the document begin in it, and nothing says in which state? */
export function rowsBeginAnywhere(model: Model, view: MachineView): boolean {
  const resource = model.resources.get(view.resource);
  if (!resource || valueOf(resource.rows) === undefined) return false;
  return givenRows(resource).rows.some((row) => !beginning(model, view, creationOf(resource, row)).isSettled);
}

/** The operations that create rows of a resource. */
const creatorsOf = oncePer((model: Model): ReadonlyMap<string, readonly LinkedOperation[]> => {
  const creators = new Map<string, Set<LinkedOperation>>();
  for (const linked of model.operations.values())
    for (const effect of effectsOf(linked)) {
      if (!isCreation(effect) || !('target' in effect)) continue;
      const { text } = effect.target;
      creators.set(text, (creators.get(text) ?? new Set()).add(linked));
    }
  return new Map([...creators].map(([resource, found]) => [resource, [...found]]));
});

function beginning(model: Model, view: MachineView, linked: LinkedOperation): Beginning {
  const heading = headingOf(linked);
  const states = initialStates(view, heading);
  const hasRows = birthsBy(view, heading).length > 0;
  const chosen = chosenBy(model, view, linked);
  const isOne = states.length === 1 || states.includes(defaultState(model, view) ?? '');
  const isSettled = hasRows || (chosen === undefined ? isOne : states.length > 0);
  return { linked, states, hasRows, chosen, isSettled };
}

/** The state that Default names. */
export function defaultState(model: Model, view: MachineView): string | undefined {
  const field = model.fields.get(view.name);
  const literal = field && valueOf(field.default);
  return literal && 'value' in literal ? String(literal.value) : undefined;
}

function chosenBy(model: Model, view: MachineView, linked: LinkedOperation): Beginning['chosen'] {
  let chosen: Beginning['chosen'];
  const body = bodyOf(model, linked);
  if (body.kind === 'fields') {
    const own = body.fields.some(({ sets }) => sets?.resource === view.resource && sets.field.name.text === view.field);
    if (own) chosen = 'request';
  }
  for (const effect of effectsOf(linked)) {
    const isOwn = 'with' in effect && effect.target.text === view.resource;
    const assignments = effect.kind === 'sets' ? effect.assignments : isOwn ? effect.with : [];
    for (const { field, value } of assignments) {
      if (field.text !== view.field && field.text !== view.name) continue;
      chosen = value.kind === 'text' ? { state: value.value, at: value.at } : 'request';
    }
  }
  return chosen;
}
