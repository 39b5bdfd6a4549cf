// Moves that time makes. Input: a model. Output: for each resource its timed rows in written order, over all of its machines, and the name
// of the column that remembers since when a row is in its state. Notation, part 3, head By.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Move } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';
import { machinesOf, machineViews, type MachineView, type MoveView } from '../document/moves.ts';

export interface TimedMove {
  readonly view: MachineView;
  readonly move: MoveView;
  /** The states it leaves. A row that is already where it leads stays there: that is no move. */
  readonly from: readonly string[];
  /** Undefined: the row is removed. */
  readonly to: string | undefined;
  /** The field that names the instant; undefined: when the row came into its state. */
  readonly field: string | undefined;
  /** Milliseconds after that. */
  readonly delay: number;
}

/** `after 15 minutes`, at `expires_at`, 7 days after `created`. */
export function isTimed({ by }: Move): boolean {
  const kind = valueOf(by)?.kind;
  return kind === 'after' || kind === 'at';
}

/** The timed rows of a resource that state all that a move needs; what they leave open holds all that uses the resource. */
export function timedMovesOf(model: Model, resource: string): readonly TimedMove[] {
  return byResource(model).get(resource) ?? [];
}

/** The machines of a resource that time moves: their rows remember since when they are in their state. */
export function timedMachinesOf(model: Model, resource: string): readonly MachineView[] {
  return machinesOf(model, resource).filter((view) => timedMovesOf(model, resource).some((one) => one.view === view));
}

/** All timed rows of a resource, those that leave something open, too. */
export function timedRowsOf(model: Model, resource: string): readonly Move[] {
  return rowsByResource(model).get(resource) ?? [];
}

const rowsByResource = oncePer((model: Model): ReadonlyMap<string, readonly Move[]> => {
  const found = new Map<string, Move[]>();
  for (const { resource, moves } of model.machines.values()) {
    const rows = moves.items.filter(isTimed);
    if (rows.length > 0) found.set(resource.text, [...(found.get(resource.text) ?? []), ...rows]);
  }
  return found;
});

const byResource = oncePer((model: Model): ReadonlyMap<string, readonly TimedMove[]> => {
  const found = new Map<string, TimedMove[]>();
  for (const view of machineViews(model).values()) {
    const moves = view.moves.flatMap((move) => timedMove(view, move) ?? []);
    if (moves.length > 0) found.set(view.resource, [...(found.get(view.resource) ?? []), ...moves]);
  }
  return found;
});

function timedMove(view: MachineView, move: MoveView): TimedMove | undefined {
  const by = valueOf(move.row.by);
  const end = valueOf(move.row.to);
  if (by?.kind !== 'after' && by?.kind !== 'at') return undefined;
  if (move.from === undefined || (end?.kind !== 'state' && end?.kind !== 'gone')) return undefined;
  if (valueOf(move.row.onlyIf) === undefined && move.row.onlyIf.status !== 'none') return undefined;
  const to = end.kind === 'state' ? end.state.text : undefined;
  const from = move.from.filter((state) => state !== to);
  if (from.length === 0) return undefined;
  return { view, move, from, to, field: by.kind === 'at' ? by.field.text : undefined, delay: by.delay };
}

/** Beside the fields, and never the name of one. */
export function sinceColumn(model: Model, { resource, field }: MachineView): string {
  const taken = new Set(model.resources.get(resource)?.fields.items.map(({ name }) => name.text));
  let name = `_${field} since`;
  while (taken.has(name)) name = `_${name}`;
  return name;
}
