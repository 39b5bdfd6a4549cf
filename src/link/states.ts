// The names that part 3 uses. Input: a document's machines. Output: findings. Notation, part 3 and section 4: unknown states.

import type { Machine, Move } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import { linkOwners } from './owners.ts';
import type { References } from './references.ts';

export function linkStates(refs: References): void {
  for (const machine of refs.model.document.states.machines.items) {
    const resource = refs.resource(machine.resource);
    refs.field(resource, machine.field.text.split('.'), machine.field.at);
    for (const move of machine.moves.items) linkMove(refs, machine, move);
    for (const other of [valueOf(machine.anyOtherMove), valueOf(machine.anyOtherChange)])
      if (other?.kind === 'error') refs.error(other.error);
  }
}

function linkMove(refs: References, machine: Machine, move: Move): void {
  const name = machine.name.text;
  const row = refs.model.resources.get(machine.resource.text);
  const from = valueOf(move.from);
  if (from && from.kind !== 'new') for (const state of from.states) refs.state(name, state);
  const to = valueOf(move.to);
  if (to?.kind === 'state') refs.state(name, to.state);
  if (to?.kind === 'one of') for (const state of to.states) refs.state(name, state);
  if (to?.kind === 'refused') refs.error(to.error);
  const by = valueOf(move.by);
  if (by?.kind === 'operations') for (const operation of by.operations) refs.operation(operation);
  if (by?.kind === 'at') refs.field(row, by.field.text.split('.'), by.field.at);
  const who = valueOf(move.who);
  if (who) linkOwners(refs, who, row);
  for (const event of valueOf(move.emits) ?? []) refs.event(event);
}
