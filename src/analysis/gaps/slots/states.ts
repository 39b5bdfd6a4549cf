// The slots of part 3. Input: the machines as read. Output: facts in the writer. Notation, part 3 and rule 8: due are a machine for each
// field of type `state`, where it begins, the Kind of each state, From (always a column of its own), To, By, Only if and Emits of each
// move, and Any other move.

import type { Model } from '../../../model/model.ts';
import {
  MACHINE,
  MOVE,
  STATE,
  type Machine,
  type MachineTrait,
  type Move,
  type MoveTrait,
} from '../../../notation/states.ts';
import type { AnyOtherMove, To } from '../../../notation/values/moves.ts';
import { valueOf } from '../../../notation/slot.ts';
import { rowNames, rowTexts } from '../../document/move-names.ts';
import { isBirth, machineViews, movesBy } from '../../document/moves.ts';
import { onlyRemoves } from '../../machines/removals.ts';
import { firstChanges } from '../../machines/other-changes.ts';
import { isSaidByPart7 } from '../../machines/illegal-moves.ts';
import { initialSlot, otherwiseMoves, refusedWhenDue, whichMoves } from './moves.ts';
import { factName, machineId, moveId, stateId } from '../../document/slot-ids.ts';
import { hasNoEvents } from '../../document/settled.ts';
import { goneOf } from '../../values/gone-states.ts';
import { headingOf } from '../../document/targets.ts';
import { openKinds } from '../../machines/state-kinds.ts';
import { wholePart, type SlotWriter } from './writer.ts';
import { statementSlots } from './statements.ts';
import { declared, type FactDraft } from './fact.ts';
import { rowSlots } from './rows.ts';
import type { Features } from '../../document/features.ts';
import { byFeatures } from '../supported/by.ts';
import { isTimed } from '../../machines/timed.ts';
import { moveWhoFeatures } from '../supported/who.ts';
import { conditionFeatures } from '../supported/values.ts';

const TRAITS: Readonly<Record<MachineTrait, (model: Model, machine: Machine) => boolean>> = {
  'no code answers an illegal move': (model, machine) => !isSaidByPart7(model, machine),
  'rows change without a move': (model, { name }) => firstChanges(model).has(name.text),
};

const MOVE_TRAITS: Readonly<Record<MoveTrait, (model: Model, move: Move) => boolean>> = {
  'is not refused': (_, move) => !isRefused(move),
  'has no events': hasNoEvents,
};

export function stateSlots(writer: SlotWriter): void {
  const { scope, machines } = writer.model.document.states;
  const { model } = writer;
  const whole = wholePart(writer, 'states', scope, machines.items.length > 0 || machines.mark !== undefined);
  if (!whole) {
    writer.openness(
      { id: '3/machines', part: 'states', subject: { on: 'document' }, names: { fact: 'state machines' } },
      machines,
    );
    for (const machine of machines.items) oneMachine(writer, machine);
  }
  for (const [name, field] of model.fields) {
    if (valueOf(field.type)?.kind !== 'state' || model.machines.has(name)) continue;
    if (whole && scope.mark.status !== 'none') writer.covers.set(machineId(name), '3');
    else
      writer.gap(
        {
          id: machineId(name),
          part: 'states',
          kind: 'machine',
          subject: { on: 'machine', machine: name },
          names: { name },
        },
        scope.heading ?? field.type.at,
      );
  }
}

function oneMachine(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const { model } = writer;
  const base = { part: 'states', subject: { on: 'machine', machine: name }, names: { name } } as const;
  if (writer.scope({ ...base, id: machineId(name), kind: 'machine' }, machine.scope)) return;
  if (!machine.states.written && !machine.moves.written) {
    writer.gap({ ...base, id: machineId(name), kind: 'machine' }, machine.at);
    return;
  }
  initialSlot(writer, machine);
  if (machine.states.written) {
    writer.openness(
      { ...base, id: machineId(name, 'states'), names: { fact: `states of \`${name}\`` } },
      machine.states,
    );
    stateTable(writer, machine);
  } else if (openKinds(model, machine).length > 0) {
    writer.gap(
      { ...base, ...declared(STATE.columns.kind), ...columnOfStates(name)(STATE.columns.kind.head) },
      machine.moves.at,
    );
  }
  writer.openness({ ...base, id: machineId(name, 'moves'), names: { fact: `moves of \`${name}\`` } }, machine.moves);
  const rows = { names: rowNames(machine), texts: rowTexts(machine) };
  moveTable(writer, machine, rows);
  whichMoves(writer, machine);
  otherwiseMoves(writer, machine);
  refusedWhenDue(writer, machine, rows);
  statementSlots(writer, MACHINE, machine, (of) => ({
    ...base,
    names: { name, fact: of === MACHINE.anyOtherMove ? refusedExample(model, machine) : changeExample(model, machine) },
    id: (fact) => machineId(name, fact),
    holds: (trait) => TRAITS[trait](model, machine),
    words: (key, other) => [`${MACHINE[key].head}: ${(other as AnyOtherMove).kind}` as Features[number]],
  }));
}

/** A call on a row in a state that no row of the table lets it leave; '' where each call may be made from each state. */
function refusedExample(model: Model, machine: Machine): string {
  const view = machineViews(model).get(machine.name.text);
  if (!view || view.moves.some(({ from, by }) => !from || !by)) return '';
  for (const heading of new Set(view.moves.flatMap(({ by }) => by ?? []))) {
    const from = new Set(movesBy(view, heading).flatMap((move) => move.from ?? []));
    const state = view.states.find((one) => !from.has(one));
    if (state !== undefined) return `, such as \`${heading}\` on one that is \`${state}\``;
  }
  return '';
}

/** Such a call on a row in a state from which no row names it: of the states that are written last, as the end of the row is. */
function changeExample(model: Model, { name }: Machine): string {
  const linked = firstChanges(model).get(name.text);
  const view = machineViews(model).get(name.text);
  if (!linked || !view || view.moves.some(({ from, by }) => !from || !by)) return '';
  const gone = goneOf(view);
  const from = new Set(movesBy(view, headingOf(linked)).flatMap((move) => move.from ?? []));
  const state = view.states.findLast((one) => !from.has(one) && !gone.includes(one));
  return state === undefined ? '' : `, such as \`${headingOf(linked)}\` on one that is \`${state}\``;
}

/** The fact of a column that is left out. */
function columnOfStates(machine: string): (head: string) => Pick<FactDraft<never>, 'id' | 'subject' | 'names'> {
  return (head) => ({
    id: machineId(machine, factName(head)),
    subject: { on: 'machine', machine },
    names: { name: `each state of \`${machine}\`` },
  });
}

function stateTable(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const open = new Set(openKinds(writer.model, machine));
  rowSlots(writer, {
    part: 'states',
    columns: STATE.columns,
    rows: machine.states.items,
    cell: ({ name: { text: state } }, head) => ({
      id: stateId(name, state, factName(head)),
      ...(head === STATE.columns.kind.head
        ? { subject: { on: 'machine', machine: name }, names: { name: `\`${state}\` of \`${name}\`` } }
        : { subject: { on: 'nothing' }, names: { name: `\`${state}\`` } }),
    }),
    column: columnOfStates(name),
    features: { kind: (kind) => [`State: Kind: ${kind}`] },
    holds: (_, { name: { text } }) => !open.has(text),
  });
}

const FROM = { new: '(new)', states: 'a state', 'any except': 'any except' } as const;
const TO = { state: 'a state', 'one of': 'one of', gone: '(gone)', same: 'same', refused: 'refused' } as const;

function toFeatures({ model }: SlotWriter, machine: Machine): (to: To, row: Move) => Features {
  const view = machineViews(model).get(machine.name.text);
  const rows = new Map([...(view?.moves ?? []), ...(view?.births ?? [])].map((move) => [move.row, move]));
  return (to, written) => {
    const row = rows.get(written);
    const makers = to.kind === 'gone' ? (row?.by ?? []).flatMap((by) => model.operations.get(by) ?? []) : [];
    if (to.kind === 'one of' && row && isBirth(row)) return ['To: one of, of a new row'];
    const isBeside = view && makers.some((linked) => !onlyRemoves(linked, view));
    return isBeside ? ['To: (gone) beside other changes'] : [`To: ${TO[to.kind]}`];
  };
}

function moveTable(
  writer: SlotWriter,
  machine: Machine,
  rows: { readonly names: readonly string[]; readonly texts: readonly string[] },
): void {
  const { model } = writer;
  const name = machine.name.text;
  const row = model.resources.get(machine.resource.text);
  rowSlots(writer, {
    part: 'states',
    columns: MOVE.columns,
    rows: machine.moves.items,
    cell: (move, head, index) => ({
      id: moveId(name, rows.names[index]!, factName(head)),
      subject: { on: 'move', machine: name, index, timed: isTimed(move) },
      names: { name: `the move ${rows.texts[index]!} of \`${name}\`` },
    }),
    column: (head) => ({
      id: machineId(name, factName(head)),
      subject: { on: 'machine', machine: name, timed: machine.moves.items.some(isTimed) },
      names: { name: `each move of \`${name}\`` },
    }),
    features: {
      from: (from) => [`From: ${FROM[from.kind]}`],
      to: toFeatures(writer, machine),
      by: (by, move) => byFeatures(model, machine, by, move),
      who: (who, move) => moveWhoFeatures(model, who, makersOf(move)),
      onlyIf: (condition, move) => {
        const calls = makersOf(move).flatMap((heading) => model.operations.get(heading) ?? []);
        return conditionFeatures(model, condition, { row, self: row, calls });
      },
      emits: (_, move) => [isRefused(move) ? 'Emits: event kinds of a refusal' : 'Emits: event kinds'],
    },
    holds: (trait, move) => MOVE_TRAITS[trait](model, move),
  });
}

/** The operations that make it; none where time or someone outside does. */
function makersOf({ by }: Move): readonly string[] {
  const made = valueOf(by);
  return made?.kind === 'operations' ? made.operations.map(({ text }) => text) : [];
}

/** A refusal is a row too; it sends nothing. */
function isRefused(move: Move): boolean {
  return valueOf(move.to)?.kind === 'refused';
}
