// The machines of a document as data: states, moves, and what is open of them. Input: a model. Output: plain data. Notation, part 3.

import { machineViews } from '../analysis/document/moves.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { machineId } from '../analysis/document/slot-ids.ts';
import type { Model } from '../model/model.ts';
import { MACHINE, MOVE, STATE } from '../notation/states.ts';
import { notShown, openOfAll } from './not-shown.ts';
import type { Schema } from './schema.ts';
import { texts } from './statements.ts';

/** By `Resource.field`. */
export function machinesOf(model: Model): Readonly<Record<string, Schema>> {
  const open = openOfAll(model);
  return Object.fromEntries(
    [...machineViews(model).values()].map(({ name, machine, states }) => {
      const id = machineId(name);
      const written = machine.states.items.map((state) => ({ name: state.name.text, ...texts(STATE.columns, state) }));
      return [
        name,
        {
          states: written.length > 0 ? written : states.map((state) => ({ name: state })),
          moves: machine.moves.items.map((move) => texts(MOVE.columns, move)),
          complete: isComplete(model, machine.moves),
          ...texts(MACHINE, machine),
          ...notShown(open.filter(({ gap }) => gap === id || gap.startsWith(`${id}/`))),
        },
      ];
    }),
  );
}
