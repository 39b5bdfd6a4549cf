// What part 3 leaves open beside its cells: where a row begins, and which of two rows counts where both hold. Comes in: a
// machine. Goes out: gaps in the writer. Notation, part 3.

import type { LinkedOperation, Model } from '../model.ts';
import type { Machine } from '../states.ts';
import { valueOf, type Slot } from '../status.ts';
import { overlapsOf } from './move-overlaps.ts';
import { initialStates, machineViews } from './moves.ts';
import { machineId, whichMoveId } from './slots-ids.ts';
import type { SlotWriter } from './slots-writer.ts';
import { effectsOf, headingOf } from './targets.ts';

/** Two rows of one operation whose conditions may both be true: the order of the rows says nothing. */
export function whichMoves(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const view = machineViews(writer.model).get(name);
  const open = (view ? overlapsOf(writer.model, view) : []).filter((one) => !one.isCertain);
  for (const [operation, pairs] of Map.groupBy(open, (one) => one.operation)) {
    const told = pairs.map(({ rows }) => rows.map(({ row }) => textOf(row.to)).join(' or '));
    writer.gap(
      {
        id: whichMoveId(name, operation),
        part: 'states',
        kind: 'which move',
        subject: { on: 'operations', operations: [operation] },
        names: { name, operation: `\`${operation}\``, fact: [...new Set(told)].join(', ') },
      },
      pairs[0]!.rows[1].row.at,
    );
  }
}

function textOf(slot: Slot<unknown>): string {
  return slot.status === 'stated' ? slot.text : '';
}

/** Stated by Kind `initial` or by `(new)` rows; a gap when an operation creates rows and nothing says where they begin. */
export function initialSlot(writer: SlotWriter, machine: Machine): void {
  const { model } = writer;
  const name = machine.name.text;
  const view = machineViews(model).get(name);
  if (!view) return;
  const creating = creatingBy(model).get(machine.resource.text) ?? [];
  const open = view.births.some((birth) => valueOf(birth.row.to) === undefined || birth.by === undefined);
  const unset = creating.filter(
    (linked) =>
      initialStates(view, headingOf(linked)).length === 0 &&
      !view.births.some((birth) => birth.by?.includes(headingOf(linked))),
  );
  const draft = { id: machineId(name, 'initial'), part: 'states', kind: 'initial', names: { name } } as const;
  if (open && unset.length === 0) return;
  if (view.initial.length === 0 && creating.length === 0)
    writer.gap({ ...draft, subject: { on: 'machine', machine: name } }, machine.at);
  else if (unset.length > 0)
    writer.gap({ ...draft, subject: { on: 'operations', operations: unset.map(headingOf) } }, machine.at);
}

const creatingCache = new WeakMap<Model, ReadonlyMap<string, readonly LinkedOperation[]>>();

/** The operations that make rows, by resource. */
function creatingBy(model: Model): ReadonlyMap<string, readonly LinkedOperation[]> {
  const known = creatingCache.get(model);
  if (known) return known;
  const found = new Map<string, LinkedOperation[]>();
  for (const linked of model.operations.values()) {
    const made = effectsOf(linked).flatMap((effect) =>
      effect.kind.startsWith('creates') && 'target' in effect ? [effect.target.text] : [],
    );
    for (const name of new Set(made)) {
      const operations = found.get(name);
      if (operations) operations.push(linked);
      else found.set(name, [linked]);
    }
  }
  creatingCache.set(model, found);
  return found;
}
