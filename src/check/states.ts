// What is doubtful in part 3: machines without a beginning, states that no row can have. Comes in: a model. Goes out:
// warnings. Notation, section 4: `no-initial-state`, `unreachable-state`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Span } from '../base/span.ts';
import { suggestion } from '../base/did-you-mean.ts';
import { noInitialState, unreachableState } from '../diagnostics/states.ts';
import type { Model } from '../model/model.ts';
import type { Machine } from '../model/states.ts';
import { valueOf } from '../model/status.ts';
import { machineViews, targets, type MachineView } from '../model/views/moves.ts';
import { slotsOf } from '../model/views/slots.ts';
import { machineId } from '../model/views/slots/ids.ts';

export function statesFound(model: Model): readonly Diagnostic[] {
  return [...machineViews(model).values()].flatMap((view) => [...beginning(model, view), ...unreachable(model, view)]);
}

function beginning(model: Model, view: MachineView): readonly Diagnostic[] {
  // A Kind that is not shown may be the beginning; that is asked for.
  if (
    view.machine.states.items.some(
      ({ kind }) => kind.status !== 'stated' && kind.status !== 'any' && kind.status !== 'none',
    )
  )
    return [];
  const gap = slotsOf(model).open.get(machineId(view.name, 'initial'));
  return gap ? [diagnose(noInitialState, view.machine.name.at, { machine: view.name })] : [];
}

/**
 * Only where every move is known: an open list, or a cell that is not shown, may hold the one that leads there. Without a
 * State table the states are those that the moves name.
 */
function unreachable(model: Model, view: MachineView): readonly Diagnostic[] {
  const { machine } = view;
  const rows = [...view.moves, ...view.births];
  const known = rows.every(({ row, from }) => from !== undefined && row.to.status === 'stated');
  if (!known || !isComplete(model, machine.moves) || view.initial.length === 0) return [];
  if (machine.states.mark === 'open' || valueOf(machine.anyOtherMove)?.kind === 'accepted') return [];
  const reached = new Set(view.initial);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const move of view.moves) {
      if (move.from!.some((state) => reached.has(state))) for (const state of targets(move)) reached.add(state);
    }
  }
  return [...namesOf(machine)]
    .filter(([state]) => !reached.has(state))
    .map(([state, at]) =>
      diagnose(unreachableState, at, { state, machine: view.name, hint: suggestion(state, reached) }),
    );
}

function isComplete({ document }: Model, { mark }: Machine['moves']): boolean {
  return mark === 'closed' || (mark !== 'open' && valueOf(document.title.lists) === 'complete unless marked');
}

/** Where each state is named first. */
function namesOf(machine: Machine): ReadonlyMap<string, Span> {
  const names = machine.states.written
    ? machine.states.items.map((state) => state.name)
    : machine.moves.items.flatMap(({ from }) => {
        const start = valueOf(from);
        return start && start.kind !== 'new' ? start.states : [];
      });
  return new Map(names.toReversed().map(({ text, at }) => [text, at]));
}
