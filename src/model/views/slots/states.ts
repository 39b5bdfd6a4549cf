// The slots of part 3. Comes in: the machines as read. Goes out: facts in the writer. Notation, part 3 and rule 8: due
// are a machine for each field of type `state`, where it begins, the Kind of each state, From (always a column of its
// own), To, By, Only if and Emits of each move, and Any other move.

import type { Model } from '../../model.ts';
import type { Machine, Move, State } from '../../../notation/states.ts';
import type { To } from '../../../notation/values/moves.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { rowNames, rowTexts } from '../move-names.ts';
import { isBirth, machineViews, movesBy } from '../moves.ts';
import { onlyRemoves } from '../removals.ts';
import { isSaidByPart7 } from '../causes/illegal-moves.ts';
import { initialSlot, otherwiseMoves, refusedWhenDue, whichMoves } from './moves.ts';
import { machineId, moveId, stateId } from './ids.ts';
import { hasNoEvents } from '../settled.ts';
import { openKinds } from '../state-kinds.ts';
import { wholePart, type FactDraft, type SlotWriter } from './writer.ts';
import type { Words } from '../supported.ts';
import { byWords } from '../supported/by.ts';
import { isTimed } from '../timed.ts';
import { conditionWords, whoWords } from '../supported/words.ts';

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
    kinds(writer, machine);
  } else if (openKinds(model, machine).length > 0) {
    writer.gap(
      { ...base, id: machineId(name, 'kind'), kind: 'kind of a state', names: { name: `each state of \`${name}\`` } },
      machine.moves.at,
    );
  }
  writer.openness({ ...base, id: machineId(name, 'moves'), names: { fact: `moves of \`${name}\`` } }, machine.moves);
  const rows = { names: rowNames(machine), texts: rowTexts(machine) };
  for (const column of MOVE_COLUMNS) moveColumn(writer, machine, rows, column);
  whichMoves(writer, machine);
  otherwiseMoves(writer, machine);
  refusedWhenDue(writer, machine, rows);
  writer.add({
    ...base,
    id: machineId(name, 'any-other-move'),
    kind: 'any other move',
    names: { name, fact: refusedExample(writer.model, machine) },
    slot: machine.anyOtherMove,
    due: !isSaidByPart7(writer.model, machine),
    words: (other) => [`Any other move: ${other.kind}`],
    none: 'Any other move: none',
    any: 'Any other move: any',
  });
}

/** A call on a row in a state from which no row of the table lets it move; '' where each call may be made from each state. */
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

function kinds(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const base = { part: 'states', kind: 'kind of a state', subject: { on: 'machine', machine: name } } as const;
  const open = new Set(openKinds(writer.model, machine));
  const cells = machine.states.items.map((state: State): FactDraft<'initial' | 'final' | 'gone'> => ({
    ...base,
    id: stateId(name, state.name.text, 'kind'),
    slot: state.kind,
    due: true,
    settled: !open.has(state.name.text),
    names: { name: `\`${state.name.text}\` of \`${name}\`` },
    words: (kind) => [`State: Kind: ${kind}`],
    any: 'State: Kind: any',
    none: 'State: Kind: any',
  }));
  writer.column(cells, { ...base, id: machineId(name, 'kind'), names: { name: `each state of \`${name}\`` } });
  for (const state of machine.states.items) {
    const draft = {
      part: 'states',
      kind: 'meaning',
      due: false,
      subject: { on: 'nothing' },
      names: { name: `\`${state.name.text}\`` },
    } as const;
    writer.add({ ...draft, id: stateId(name, state.name.text, 'meaning'), slot: state.meaning });
  }
}

interface MoveColumn<T> {
  readonly kind: 'from' | 'to' | 'by' | 'who of a move' | 'only if' | 'emits of a move';
  readonly head: string;
  readonly due: boolean;
  readonly cell: (move: Move) => Slot<T>;
  readonly words: (writer: SlotWriter, machine: Machine) => (value: T) => Words;
  readonly none: string | undefined;
  readonly any: string | undefined;
}

const MOVE_COLUMNS: readonly MoveColumn<never>[] = [
  column({
    kind: 'from',
    head: 'from',
    due: true,
    cell: (move) => move.from,
    words: () => (from) => [`From: ${FROM[from.kind]}`],
    none: 'From: none',
    any: 'From: any',
  }),
  column({
    kind: 'to',
    head: 'to',
    due: true,
    cell: (move) => move.to,
    words: toWords,
    none: 'To: none',
    any: 'To: any',
  }),
  column({
    kind: 'by',
    head: 'by',
    due: true,
    cell: (move) => move.by,
    words: (writer, machine) => (by) => byWords(writer.model, machine, by),
    none: 'By: none',
    any: 'By: any',
  }),
  column({
    kind: 'who of a move',
    head: 'who',
    due: false,
    cell: (move) => move.who,
    words: () => whoWords,
    none: 'Who: none',
    any: 'Who: any',
  }),
  column({
    kind: 'only if',
    head: 'only-if',
    due: true,
    cell: (move) => move.onlyIf,
    words: conditionOf,
    none: undefined,
    any: 'Only if: any',
  }),
  column({
    kind: 'emits of a move',
    head: 'emits',
    due: true,
    cell: (move) => move.emits,
    words: () => () => ['Emits: event kinds'],
    none: 'Emits: none',
    any: 'Emits: any',
  }),
];

const FROM = { new: '(new)', states: 'a state', 'any except': 'any except' } as const;
const TO = { state: 'a state', 'one of': 'one of', gone: '(gone)', same: 'same', refused: 'refused' } as const;

function toWords({ model }: SlotWriter, machine: Machine): (to: To) => Words {
  const view = machineViews(model).get(machine.name.text);
  const rows = new Map([...(view?.moves ?? []), ...(view?.births ?? [])].map((move) => [valueOf(move.row.to), move]));
  return (to) => {
    const row = rows.get(to);
    const makers = to.kind === 'gone' ? (row?.by ?? []).flatMap((by) => model.operations.get(by) ?? []) : [];
    if (to.kind === 'one of' && row && isBirth(row)) return ['To: one of, of a new row'];
    const isBeside = view && makers.some((linked) => !onlyRemoves(linked, view));
    return isBeside ? ['To: (gone) beside other changes'] : [`To: ${TO[to.kind]}`];
  };
}

function conditionOf(writer: SlotWriter, machine: Machine): (value: Parameters<typeof conditionWords>[1]) => Words {
  const row = writer.model.resources.get(machine.resource.text);
  return (condition) => conditionWords(writer.model, condition, { row, self: row });
}

function column<T>(one: MoveColumn<T>): MoveColumn<never> {
  return one as unknown as MoveColumn<never>;
}

function moveColumn(
  writer: SlotWriter,
  machine: Machine,
  rows: { readonly names: readonly string[]; readonly texts: readonly string[] },
  { kind, head, due, cell, words, none, any }: MoveColumn<never>,
): void {
  const name = machine.name.text;
  const shared = {
    part: 'states',
    kind,
    ...(none && { none }),
    ...(any && { any }),
    words: words(writer, machine),
  } as const;
  const cells = machine.moves.items.map((move, index): FactDraft<never> => ({
    ...shared,
    ...(head === 'emits' && isRefused(move) && { words: () => ['Emits: event kinds of a refusal'] }),
    id: moveId(name, rows.names[index]!, head),
    slot: cell(move),
    due: due && !(head === 'emits' && isRefused(move)),
    settled: head === 'emits' && hasNoEvents(writer.model),
    subject: { on: 'move', machine: name, index, timed: isTimed(move) },
    names: { name: `the move ${rows.texts[index]!} of \`${name}\`` },
  }));
  writer.column(cells, {
    ...shared,
    id: machineId(name, head),
    subject: { on: 'machine', machine: name, timed: machine.moves.items.some(isTimed) },
    names: { name: `each move of \`${name}\`` },
  });
}

/** A refusal is a row too; it sends nothing. */
function isRefused(move: Move): boolean {
  return valueOf(move.to)?.kind === 'refused';
}
