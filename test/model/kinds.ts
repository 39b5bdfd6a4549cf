// The Kinds of a machine's states, for reckoning.ts: their slots by id, and whether rows begin anywhere.

import type { Effect } from '../../src/model/effects.ts';
import type { Machine, Move, To } from '../../src/model/states.ts';
import { valueOf, type Slot } from '../../src/model/status.ts';
import { headings, isColumn } from './rows.ts';

/** Id and slot of the Kind of each state; without a State table one for all, none where nothing is written. */
export function kindCells({ name, scope, states, moves }: Machine): readonly (readonly [string, Slot<unknown>])[] {
  if (scope.mark.status !== 'absent') return [];
  const column = `3/${name.text}/kind`;
  if (!states.written) return moves.written ? [[column, { status: 'absent', at: moves.at }]] : [];
  const left = states.items.length > 0 && states.items.every((state) => isColumn(state.kind));
  return states.items.map(({ name: state, kind }) => [left ? column : `3/${name.text}/${state.text}/kind`, kind]);
}

/** A state of Kind `initial`, or a `(new)` row that the operation may make. */
export function beginsSomewhere(machine: Machine, heading: string): boolean {
  if (machine.states.items.some((state) => valueOf(state.kind) === 'initial')) return true;
  const births = machine.moves.items.filter((row) => valueOf(row.from)?.kind === 'new');
  return births.some((row) => headings(row).includes(heading) || !(valueOf(row.by) || row.by.status === 'none'));
}

/** A deletion of the machine's rows, by a row that may remove them or refuse. */
export function mayRemove(effects: readonly Effect[], { resource }: Machine, to: To | undefined): boolean {
  if (to && to.kind !== 'gone' && to.kind !== 'refused') return false;
  return effects.some(
    (effect) => effect.kind.startsWith('deletes') && 'target' in effect && effect.target.text === resource.text,
  );
}

/** Nobody calls it: whoever uses the resource meets what it says, and what it does not. */
export function madeByTime({ by }: Move): boolean {
  return /^(?:after|at)$/.test(valueOf(by)?.kind ?? '');
}
