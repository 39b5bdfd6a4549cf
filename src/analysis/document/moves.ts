// What part 3 allows: the moves of each machine with their From sets written out, who makes them, where rows begin. Input: a model.
// Output: one MachineView per machine. Notation, part 3, heads State, From, To, By.

import { isDeletion, overwrites } from './effect-traits.ts';
import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { From } from '../../notation/values/moves.ts';
import type { Machine, Move } from '../../notation/states.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { effectsOf } from './targets.ts';
import { bodyOf } from './inputs.ts';

export interface MachineView {
  /** `Order.status`. */
  readonly name: string;
  readonly resource: string;
  readonly field: string;
  readonly machine: Machine;
  /** In written order: the State table's, or those that the moves name when there is no State table. */
  readonly states: readonly string[];
  /** Of Kind `initial`, and those that a `(new)` row leads to. Empty: it is not stated where a row begins. */
  readonly initial: readonly string[];
  /** Of Kind `initial`: where rows begin whose operation has no `(new)` row of its own. */
  readonly marked: readonly string[];
  /** Rows that start from a state, in written order; `(new)` rows are in `births`. */
  readonly moves: readonly MoveView[];
  readonly births: readonly MoveView[];
}

export interface MoveView {
  readonly row: Move;
  /** Place among the rows of the table. */
  readonly index: number;
  /** Undefined: From is a gap. */
  readonly from: readonly string[] | undefined;
  /** Headings of the operations that make it; undefined: By is a gap. Empty: time or someone outside makes it. */
  readonly by: readonly string[] | undefined;
}

/** By `Resource.field`, in written order. */
export const machineViews: (model: Model) => ReadonlyMap<string, MachineView> = oncePer(
  (model) => new Map([...model.machines].map(([name, machine]) => [name, viewOf(name, machine)])),
);

/** The machines of a resource's fields. */
export function machinesOf(model: Model, resource: string): readonly MachineView[] {
  return grouped(model).byResource.get(resource) ?? [];
}

interface Groups {
  readonly byResource: ReadonlyMap<string, readonly MachineView[]>;
  readonly byField: ReadonlyMap<string, readonly MachineView[]>;
}

const grouped = oncePer((model: Model): Groups => {
  const byResource = new Map<string, MachineView[]>();
  const byField = new Map<string, MachineView[]>();
  for (const view of machineViews(model).values()) {
    for (const [groups, name] of [
      [byResource, view.resource],
      [byField, view.field],
    ] as const) {
      addTo(groups, name, view);
    }
  }
  return { byResource, byField };
});

/** The rows of a machine that an operation makes, refused rows included. Rows whose By is a gap are not among them. */
export function movesBy(view: MachineView, heading: string): readonly MoveView[] {
  return movesByHeading(view).get(heading) ?? [];
}

const movesByHeading = oncePer(({ moves }: MachineView): ReadonlyMap<string, readonly MoveView[]> => {
  const found = new Map<string, MoveView[]>();
  for (const move of moves) {
    for (const heading of new Set(move.by)) addTo(found, heading, move);
  }
  return found;
});

/** Where a row begins when this operation creates it: its own `(new)` rows, else Kind `initial`. Empty: not stated. */
export function initialStates(view: MachineView, heading: string): readonly string[] {
  const own = birthsBy(view, heading);
  return own.length > 0 ? [...new Set(own.flatMap(targets))] : view.marked;
}

/** The `(new)` rows that an operation makes. */
export function birthsBy(view: MachineView, heading: string): readonly MoveView[] {
  return view.births.filter((birth) => birth.by?.includes(heading));
}

/** The states that a row may lead to; of `same`, none. */
export function targets(move: MoveView): readonly string[] {
  const to = valueOf(move.row.to);
  if (to?.kind === 'state') return [to.state.text];
  return to?.kind === 'one of' ? to.states.map((state) => state.text) : [];
}

/** The code of a row `refused CODE`. */
export function refusalOf(move: MoveView): string | undefined {
  const to = valueOf(move.row.to);
  return to?.kind === 'refused' ? to.error.text : undefined;
}

/** It leads to where the row is: a call that makes no move may be named by it, too. */
export function isToSame({ row }: MoveView): boolean {
  return valueOf(row.to)?.kind === 'same';
}

/** The machines whose state an operation may change, or try to, on rows that are there already. */
export function machinesChangedBy(model: Model, linked: LinkedOperation): readonly MachineView[] {
  const effects = effectsOf(linked);
  const near = new Set(effects.flatMap((effect) => nearby(model, effect)));
  // In written order, as they all are.
  const views = near.size < 2 ? [...near] : [...machineViews(model).values()].filter((view) => near.has(view));
  return views.filter((view) => changes(model, linked, view));
}

/** The machines that an effect may change. */
function nearby(model: Model, effect: Effect): readonly MachineView[] {
  if (effect.kind === 'sets') {
    return effect.assignments.flatMap(({ field }) => [
      ...(grouped(model).byField.get(field.text) ?? []),
      ...(machineViews(model).has(field.text) ? [machineViews(model).get(field.text)!] : []),
    ]);
  }
  if (!('target' in effect)) return [];
  const own = machineViews(model).get(`${effect.target.text}.${'field' in effect ? effect.field.text : ''}`);
  return own ? [own] : machinesOf(model, effect.target.text);
}

function changes(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  const effects = effectsOf(linked);
  if (effects.some((effect) => movesOrSets(effect, view))) return true;
  // The table is about a deletion where a row of it names the operation, and does not only let it be.
  const naming = movesBy(view, linked.operation.name.text).filter((move) => !isToSame(move));
  if (naming.length > 0 && effects.some((effect) => deletes(effect, view))) return true;
  const isOverwritten = effects.some(
    (effect) => overwrites(effect) && 'target' in effect && effect.target.text === view.resource,
  );
  const body = isOverwritten ? bodyOf(model, linked) : undefined;
  if (body?.kind !== 'fields') return false;
  return body.fields.some(
    (field) => field.sets?.resource === view.resource && field.sets.field.name.text === view.field,
  );
}

function movesOrSets(effect: Effect, view: MachineView): boolean {
  switch (effect.kind) {
    case 'moves':
    case 'moves every':
      return effect.target.text === view.resource && effect.field.text === view.field;
    case 'sets':
      return effect.assignments.some(({ field }) => field.text === view.field || field.text === view.name);
    default:
      return false;
  }
}

/** It removes rows of the machine's resource. */
export function deletes(effect: Effect, { resource }: MachineView): boolean {
  return isDeletion(effect) && effect.target.text === resource;
}

/** It begins rows. */
export function isBirth(move: MoveView): boolean {
  return valueOf(move.row.from)?.kind === 'new';
}

function viewOf(name: string, machine: Machine): MachineView {
  const states = statesOf(machine);
  const ofKind = (kind: 'final' | 'gone'): ReadonlySet<string> =>
    new Set(machine.states.items.filter((state) => valueOf(state.kind) === kind).map((state) => state.name.text));
  const final = ofKind('final');
  const gone = ofKind('gone');
  const there = states.filter((state) => !gone.has(state));
  const left = there.filter((state) => !final.has(state));
  const rows = machine.moves.items.map((row, index): MoveView => ({
    row,
    index,
    from: fromOf(row.from, stays(row) ? there : left),
    by: byOf(row),
  }));
  const births = rows.filter(isBirth);
  const marked = machine.states.items
    .filter((state) => valueOf(state.kind) === 'initial')
    .map((state) => state.name.text);
  return {
    name,
    resource: machine.resource.text,
    field: machine.field.text,
    machine,
    states,
    marked,
    initial: [...new Set([...marked, ...births.flatMap(targets)])],
    moves: rows.filter((move) => !isBirth(move)),
    births,
  };
}

function byOf(row: Move): readonly string[] | undefined {
  const by = valueOf(row.by);
  if (by) return by.kind === 'operations' ? by.operations.map((operation) => operation.text) : [];
  return row.by.status === 'none' ? [] : undefined;
}

/** The State table's names; without one, every state that a move names, in the order they are met. */
function statesOf(machine: Machine): readonly string[] {
  if (machine.states.written) return machine.states.items.map((state) => state.name.text);
  const names = new Set<string>();
  for (const { from, to } of machine.moves.items) {
    const start = valueOf(from);
    if (start && start.kind !== 'new') for (const state of start.states) names.add(state.text);
    const end = valueOf(to);
    if (end?.kind === 'state') names.add(end.state.text);
    else if (end?.kind === 'one of') for (const state of end.states) names.add(state.text);
  }
  return [...names];
}

/** A row that refuses, or leads to where a row is, leaves no state. */
function stays({ to }: Move): boolean {
  const kind = valueOf(to)?.kind;
  return kind === 'refused' || kind === 'same';
}

/** `states`: those that `any` means. No row leaves a final state, and a gone one has to be named. */
function fromOf(from: Slot<From>, states: readonly string[]): readonly string[] | undefined {
  if (from.status === 'any') return states;
  const value = valueOf(from);
  if (!value) return from.status === 'none' ? [] : undefined;
  switch (value.kind) {
    case 'new':
      return [];
    case 'states':
      return value.states.map((state) => state.text);
    case 'any except': {
      const except = new Set(value.states.map((state) => state.text));
      return states.filter((state) => !except.has(state));
    }
  }
}
