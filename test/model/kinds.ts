// The Kinds of a machine's states, for computation.ts: their slots by id, and whether rows begin anywhere.

import type { Effect } from '../../src/notation/values/effects.ts';
import type { Model } from '../../src/model/model.ts';
import type { Machine, Move } from '../../src/notation/states.ts';
import type { To } from '../../src/notation/values/moves.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import { headings, isColumn } from './rows.ts';

/** Id and slot of the Kind of each state; without a State table one for all, none where nothing is written. */
export function kindCells(model: Model, machine: Machine): readonly (readonly [string, Slot<unknown>])[] {
  const { name, scope, states, moves } = machine;
  if (scope.mark.status !== 'absent') return [];
  const column = `3/${name.text}/kind`;
  if (!states.written) {
    const isAsked = moves.written && statesNamed(machine).some((state) => !isKindSettled(model, machine, state));
    return isAsked ? [[column, { status: 'absent', at: moves.at }]] : [];
  }
  const left = states.items.length > 0 && states.items.every((state) => isColumn(state.kind));
  return states.items.flatMap(({ name: state, kind }) => {
    const isOpen = kind.status === 'absent' || kind.status === 'gap';
    if (isOpen && isKindSettled(model, machine, state.text)) return [];
    return [[left ? column : `3/${name.text}/${state.text}/kind`, kind] as const];
  });
}

function statesNamed({ moves }: Machine): readonly string[] {
  return moves.items.flatMap(({ from, to }) => {
    const start = valueOf(from);
    return [...(start && start.kind !== 'new' ? start.states.map(({ text }) => text) : []), ...leadsTo(valueOf(to))];
  });
}

function leadsTo(to: To | undefined): readonly string[] {
  if (to?.kind === 'state') return [to.state.text];
  return to?.kind === 'one of' ? to.states.map(({ text }) => text) : [];
}

/** Rule 1.8: rows begin there by `(new)` rows, each call that makes rows has one, and no `any` may or may not mean it. */
function isKindSettled({ operations }: Model, { resource, moves }: Machine, state: string): boolean {
  const rows = moves.items;
  const births = rows.filter(({ from }) => valueOf(from)?.kind === 'new');
  if (!births.some(({ to }) => leadsTo(valueOf(to)).includes(state))) return false;
  if (births.some(({ by }) => by.status !== 'stated' && by.status !== 'none')) return false;
  if (rows.some(({ from }) => !['stated', 'any', 'none'].includes(from.status))) return false;
  for (const [heading, { facts }] of operations) {
    if (facts.does.status !== 'stated' && facts.does.status !== 'none') return false;
    const creates = (valueOf(facts.does) ?? []).some(
      (effect) => effect.kind.startsWith('creates') && 'target' in effect && effect.target.text === resource.text,
    );
    if (creates && !births.some((row) => headings(row).includes(heading))) return false;
  }
  const mayBeFinal = !rows.some(({ from, to }) => {
    const start = valueOf(from);
    const isNamed = start?.kind === 'states' && start.states.some(({ text }) => text === state);
    return isNamed && leadsTo(valueOf(to)).some((one) => one !== state);
  });
  const isMeant = rows.some(({ from, to }) => {
    const start = valueOf(from);
    const isAny =
      from.status === 'any' || (start?.kind === 'any except' && !start.states.some(({ text }) => text === state));
    return isAny && !['refused', 'same'].includes(valueOf(to)?.kind ?? '');
  });
  return !(mayBeFinal && isMeant);
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

/** Where Does says whereto, no other row is meant. */
export function mayLeadTo(effects: readonly Effect[], { name }: Machine, to: To | undefined): boolean {
  const own = effects
    .flatMap((effect) => (effect.kind === 'moves' || effect.kind === 'moves every' ? [effect] : []))
    .filter((effect) => `${effect.target.text}.${effect.field.text}` === name.text);
  return (
    to?.kind !== 'state' || own.length === 0 || own.some((effect) => !effect.to || effect.to.text === to.state.text)
  );
}

/** Nobody calls it: whoever uses the resource meets what it says, and what it does not. */
export function madeByTime({ by }: Move): boolean {
  return /^(?:after|at)$/.test(valueOf(by)?.kind ?? '');
}
