// What can be seen of a service from outside, and what nothing leads to. Input: a model. Output: the fields that answers show; moves out of states to
// which neither calls nor time lead. Notation, part 2, part 3.

import { machineViews, targets, type MachineView } from '../analysis/document/moves.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { usesOf } from '../analysis/requests/field-usage.ts';
import { oncePer } from '../base/once-per.ts';
import type { Model } from '../model/model.ts';
import type { Field } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';

/** Does an answer show it? */
export function isObservable(model: Model, resource: string, field: Field): boolean {
  return !isHidden(field) && shownIn(model).has(`${resource}.${field.name.text}`);
}

const shownIn = oncePer(
  (model: Model): ReadonlySet<string> =>
    new Set([...model.operations.values()].flatMap((linked) => [...usesOf(model, linked).shown])),
);

/** Those that only somebody outside of the interface brings about. */
export function outsideStates(model: Model): readonly { readonly view: MachineView; readonly state: string }[] {
  return [...machineViews(model).values()].flatMap((view) => {
    const reached = reachedIn(view);
    return view.states.filter((state) => !reached.has(state)).map((state) => ({ view, state }));
  });
}

function reachedIn(view: MachineView): ReadonlySet<string> {
  const reached = new Set([...view.initial, ...view.births.flatMap((move) => targets(move))]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const move of view.moves) {
      const isOutside = valueOf(move.row.by)?.kind === 'outside';
      // Where the states that it starts from are not shown, it may be any.
      const isFrom = move.from === undefined || move.from.some((state) => reached.has(state));
      if (!isOutside && isFrom) for (const state of targets(move)) reached.add(state);
    }
  }
  return reached;
}
