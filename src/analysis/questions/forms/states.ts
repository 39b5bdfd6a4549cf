// What may be written about a machine and its moves. Input: a model and the machine's name. Output: forms with the states, codes and
// operations of the document. Notation, part 3.

import { isCreation, isDeletion, isMove } from '../../document/effect-traits.ts';
import { ticked } from '../../../base/ticked.ts';
import type { Model } from '../../../model/model.ts';
import type { Machine } from '../../../notation/states.ts';
import { valueOf } from '../../../notation/slot.ts';
import { codesOf, few, fieldNames, isBeside, OTHER_CODE } from './names.ts';
import { effectsOf } from '../../document/targets.ts';

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

/** No row leaves a final state. */
export function fromForms(machine: Machine | undefined): readonly string[] {
  const isFinal = (state: string): boolean =>
    machine?.states.items.some(({ name, kind }) => name.text === state && valueOf(kind) === 'final') ?? false;
  const states = statesOf(machine).filter((state) => !isFinal(state));
  return [...few(states.map(ticked), 'states'), 'several: `…`, `…`', '(new)', 'any', 'any except `…`'];
}

export function toForms(model: Model, machine: Machine | undefined): readonly string[] {
  const refusals = few(codesOf(model), 'codes of part 7').map((code) => (isBeside(code) ? code : `refused ${code}`));
  const states = few(statesOf(machine).map(ticked), 'states');
  return [...states, '(gone)', 'same', ...refusals, 'refused with a new code and its status: refused `…` 4…'];
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
