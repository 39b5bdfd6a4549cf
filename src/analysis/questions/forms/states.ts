// What may be written about a machine and its moves. Input: a model and the machine's name. Output: forms with the states, codes and
// operations of the document. Notation, part 3.

import { isCreation, isDeletion, isMove } from '../../document/effect-traits.ts';
import { ticked } from '../../../base/ticked.ts';
import type { Model } from '../../../model/model.ts';
import type { Machine, Move } from '../../../notation/states.ts';
import { valueOf } from '../../../notation/slot.ts';
import { codesOf, few, fieldNames, isBeside, OTHER_CODE } from './names.ts';
import { machinesChangedBy, machineViews } from '../../document/moves.ts';
import { effectsOf } from '../../document/targets.ts';
import { changedOtherwise } from '../../machines/other-changes.ts';

export function statesOf(machine: Machine | undefined): readonly string[] {
  if (!machine) return [];
  if (machine.states.written) return machine.states.items.map(({ name }) => name.text);
  const named = machine.moves.items.flatMap(({ from, to }) => {
    const start = valueOf(from);
    const end = valueOf(to);
    return [
      ...(start?.kind === 'states' ? start.states : []),
      ...(end?.kind === 'state' ? [end.state] : end?.kind === 'one of' ? end.states : []),
    ];
  });
  return [...new Set(named.map(({ text }) => text))];
}

/** No row leaves a final state; neither time nor someone outside begins rows. */
export function fromForms(machine: Machine | undefined, move: Move | undefined): readonly string[] {
  const by = move && valueOf(move.by);
  const begins = by && by.kind !== 'operations' ? [] : ['(new)'];
  const isFinal = (state: string): boolean =>
    machine?.states.items.some(({ name, kind }) => name.text === state && valueOf(kind) === 'final') ?? false;
  const states = statesOf(machine).filter((state) => !isFinal(state));
  return [...few(states.map(ticked), 'states'), 'several: `…`, `…`', ...begins, 'any', 'any except `…`'];
}

/** What moves no row is let, or refused. */
export function toForms(model: Model, machine: Machine | undefined, move: Move | undefined): readonly string[] {
  // Of a refusal nothing is kept: a row that sends events is none.
  const sends = move !== undefined && (valueOf(move.emits) ?? []).length > 0;
  const codes = sends ? [] : few(codesOf(model), 'codes of part 7');
  const refusals = codes.map((code) => (isBeside(code) ? code : `refused ${code}`));
  const moves = machine && move && isOfOthers(model, machine, move) ? [] : few(statesOf(machine).map(ticked), 'states');
  return [
    ...moves,
    ...(moves.length > 0 ? ['(gone)'] : []),
    'same',
    ...refusals,
    ...(sends ? [] : ['refused with a new code and its status: refused `…` 4…']),
  ];
}

/** Its operations change rows, and neither begin, move nor remove one. */
function isOfOthers(model: Model, machine: Machine, { by }: Move): boolean {
  const made = valueOf(by);
  const view = machineViews(model).get(machine.name.text);
  if (made?.kind !== 'operations' || !view) return false;
  return made.operations.every(({ text }) => {
    const linked = model.operations.get(text);
    if (!linked || !changedOtherwise(model, linked).includes(view)) return false;
    const isOther = effectsOf(linked).every(
      (effect) =>
        !('target' in effect && effect.target.text === view.resource && (isCreation(effect) || isDeletion(effect))),
    );
    return isOther && !machinesChangedBy(model, linked).includes(view);
  });
}

/** Operations that move it, or make its rows; one whose Does is not shown may. */
export function byForms(model: Model, machine: Machine | undefined): readonly string[] {
  const resource = machine && model.resources.get(machine.resource.text);
  const operations = [...model.operations].flatMap(([heading, linked]) => {
    const isOpen = valueOf(linked.facts.does) === undefined && linked.facts.does.status !== 'none';
    const does = effectsOf(linked).some((effect) => {
      if (!('target' in effect) || effect.target.text !== machine?.resource.text) return false;
      if (isMove(effect)) return effect.field.text === machine.field.text;
      return isCreation(effect) || isDeletion(effect);
    });
    return isOpen || does ? [ticked(heading)] : [];
  });
  const instants = fieldNames(resource, ({ type }) => {
    const written = valueOf(type);
    return (written?.kind === 'nullable' ? written.of : written)?.kind === 'date-time';
  });
  return [
    ...few(operations, 'operations'),
    'after … minutes',
    ...few(instants, 'fields').flatMap((name) => (isBeside(name) ? [name] : [`at ${name}`, `… days after ${name}`])),
    'outside: `…`',
    'none',
  ];
}

export function otherMoveForms(model: Model): readonly string[] {
  return [...few(codesOf(model), 'codes of part 7'), OTHER_CODE, 'accepted'];
}

export function initialForms(machine: Machine | undefined): readonly string[] {
  const states = few(statesOf(machine).map(ticked), 'states');
  return states.length > 0 ? states : ['a state: `…`'];
}
