// A state machine as it is drawn: places, arrows between them, and the rows of its table. Input: a model and what runs of it.
// Output: plain data. Rows that lead from one place to the same other one share an arrow.

import type { Model } from '../../model/model.ts';
import type { Move } from '../../notation/states.ts';
import { valueOf, type Slot, isOpen } from '../../notation/slot.ts';
import { machineViews, refusalOf, targets, type MachineView, type MoveView } from '../document/moves.ts';

/** Where rows begin, where they end without a state, and what the document does not show. */
export type Place = { readonly kind: 'state'; readonly name: string } | { readonly kind: 'new' | 'gone' | 'open' };

export interface Arrow {
  readonly from: Place;
  readonly to: Place;
  readonly labels: readonly string[];
  /** Each of its rows is held or rests on what is not shown. */
  readonly isHeld: boolean;
}

export interface DrawnRow {
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly onlyIf: string;
  readonly stands: 'runs' | 'held' | 'not shown';
}

export interface DrawnState {
  readonly name: string;
  readonly marks: readonly ('initial' | 'final' | 'gone')[];
}

export interface DrawnMachine {
  readonly name: string;
  readonly states: readonly DrawnState[];
  readonly arrows: readonly Arrow[];
  readonly rows: readonly DrawnRow[];
  /** It has many arrows: they are labelled with the numbers of their rows. */
  readonly isNumbered: boolean;
}

/** The most arrows that have room for words. */
const WORDED = 24;

/** `heldIds`: headings of operations that do not run. `worded`: with more arrows they bear numbers. */
export function drawnMachines(
  model: Model,
  heldIds: ReadonlySet<string>,
  worded: number = WORDED,
): readonly DrawnMachine[] {
  return [...machineViews(model).values()].map((view) => drawn(view, heldIds, worded));
}

/** Fields of type `state` without any machine. */
export function unshownMachines(model: Model): readonly string[] {
  return [...model.fields].flatMap(([name, field]) =>
    valueOf(field.type)?.kind === 'state' && !model.machines.has(name) ? [name] : [],
  );
}

function drawn(view: MachineView, heldIds: ReadonlySet<string>, worded: number): DrawnMachine {
  const moves = [...view.births, ...view.moves].toSorted((one, other) => one.index - other.index);
  const arrows = arrowsOf(view, moves, heldIds);
  const isNumbered = arrows.length > worded;
  const kinds = new Map(view.machine.states.items.map(({ name, kind }) => [name.text, valueOf(kind)]));
  return {
    name: view.name,
    states: view.states.map((name) => ({
      name,
      marks: [
        ...(view.initial.includes(name) ? (['initial'] as const) : []),
        ...(kinds.get(name) === 'final' ? (['final'] as const) : []),
        ...(kinds.get(name) === 'gone' ? (['gone'] as const) : []),
      ],
    })),
    isNumbered,
    arrows: arrows.map(({ rows, ...arrow }) => (isNumbered ? { ...arrow, labels: [rows.join(', ')] } : arrow)),
    rows: moves.map(({ row }) => ({
      from: textOf(row.from),
      to: textOf(row.to),
      by: textOf(row.by),
      onlyIf: textOf(row.onlyIf),
      stands: standsOf(row, heldIds),
    })),
  };
}

/** With the numbers of its rows. */
interface Numbered extends Arrow {
  readonly labels: string[];
  readonly rows: number[];
  isHeld: boolean;
}

function arrowsOf(view: MachineView, moves: readonly MoveView[], heldIds: ReadonlySet<string>): readonly Numbered[] {
  const arrows = new Map<string, Numbered>();
  const add = (
    from: Place,
    to: Place,
    { label, row, isHeld }: { label: string; row: number[]; isHeld: boolean },
  ): void => {
    const key = JSON.stringify([from, to]);
    const known = arrows.get(key);
    if (known === undefined) {
      arrows.set(key, { from, to, labels: label === '' ? [] : [label], rows: row, isHeld });
      return;
    }
    known.rows.push(...row);
    if (label !== '' && !known.labels.includes(label)) known.labels.push(label);
    known.isHeld &&= isHeld;
  };
  for (const [index, move] of moves.entries()) {
    if (refusalOf(move) !== undefined) continue;
    const isHeld = standsOf(move.row, heldIds) !== 'runs';
    for (const from of startsOf(move, view)) {
      for (const to of endsOf(move, from)) add(from, to, { label: labelOf(move.row), row: [index + 1], isHeld });
    }
  }
  for (const name of view.marked)
    if (!view.births.some((birth) => targets(birth).includes(name)))
      add({ kind: 'new' }, state(name), { label: '', row: [], isHeld: false });
  return [...arrows.values()];
}

function state(name: string): Place {
  return { kind: 'state', name };
}

function startsOf(move: MoveView, { births }: MachineView): readonly Place[] {
  if (births.includes(move)) return [{ kind: 'new' }];
  return move.from === undefined ? [{ kind: 'open' }] : move.from.map(state);
}

function endsOf(move: MoveView, from: Place): readonly Place[] {
  const to = valueOf(move.row.to);
  switch (to?.kind) {
    case undefined:
      return [{ kind: 'open' }];
    case 'gone':
      return [{ kind: 'gone' }];
    case 'same':
      return [from];
    default:
      return targets(move).map(state);
  }
}

function standsOf({ from, to, by, onlyIf }: Move, heldIds: ReadonlySet<string>): DrawnRow['stands'] {
  // A condition that is left out with its whole column restricts nothing that is due.
  if ([from, to, by, onlyIf].some(isOpen)) return 'not shown';
  const made = valueOf(by);
  const isHeld = made?.kind === 'operations' && made.operations.every(({ text }) => heldIds.has(text));
  return isHeld ? 'held' : 'runs';
}

/** As it is written. */
export function textOf(slot: Slot<unknown>): string {
  return slot.status === 'absent' || slot.status === 'gap' ? 'not shown' : slot.text;
}

/** As in UML: what makes the move, and its guard in brackets. */
function labelOf({ by, onlyIf }: Move): string {
  const made = valueOf(by);
  const cause = made?.kind === 'operations' ? made.operations.map(({ text }) => text).join(', ') : causeOf(by);
  const guard = onlyIf.status === 'stated' || isOpen(onlyIf) ? `[${textOf(onlyIf).replaceAll('`', '')}]` : '';
  return [cause, guard].filter((one) => one !== '').join(' ');
}

function causeOf(by: Move['by']): string {
  return by.status === 'none' ? '' : textOf(by).replaceAll('`', '');
}
