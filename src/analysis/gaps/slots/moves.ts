// What part 3 leaves open beside its cells: where a row begins, and which of two rows counts where both hold. Input: a machine. Output:
// gaps in the writer. Notation, part 3.

import { sentParameter } from '../../document/request-headers.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../../../notation/values/operands.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { Model } from '../../../model/model.ts';
import type { Machine } from '../../../notation/states.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { beginningsOf, rowsBeginAnywhere } from '../../machines/beginnings.ts';
import { bodyReference } from '../../document/body-references.ts';
import { bodyOf } from '../../document/inputs.ts';
import { fieldsByPath } from '../../document/input-fields.ts';
import { meetsOtherwise } from '../../machines/move-otherwise.ts';
import { overlapsOf } from '../../machines/move-overlaps.ts';
import { machineViews } from '../../document/moves.ts';
import { machineId, otherwiseId, refusedWhenDueId, whichMoveId } from '../../document/slot-ids.ts';
import { followPath } from '../../document/paths.ts';
import { operandsOf } from '../../document/condition-walk.ts';
import type { SlotWriter } from './writer.ts';
import { headingOf } from '../../document/targets.ts';
import { isTimed } from '../../machines/timed.ts';
import { keepsWhenDue } from '../../machines/timed-removals.ts';

/** Two rows of one operation whose conditions may both be true: the order of the rows has no meaning. */
export function whichMoves(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const view = machineViews(writer.model).get(name);
  const open = (view ? overlapsOf(writer.model, view) : []).filter(
    (one) =>
      !one.isCertain &&
      one.rows.every(({ row }) => isTested(writer.model, one.operation, machine.resource.text, row.onlyIf)),
  );
  for (const [operation, pairs] of Map.groupBy(open, (one) => one.operation)) {
    const choices = pairs.map(({ rows }) => rows.map(({ row }) => textOf(row.to)).join(' or '));
    writer.gap(
      {
        id: whichMoveId(name, operation),
        part: 'states',
        kind: 'which move',
        subject: { on: 'operations', operations: [operation], machine: name },
        names: { name, operation: `\`${operation}\``, fact: [...new Set(choices)].join(', ') },
      },
      pairs[0]!.rows[1].row.at,
    );
  }
}

/** Whether two conditions meet is not known while the type of a field is not stated: that question comes first, and holds. */
function isTested(model: Model, operation: string, resource: string, onlyIf: Slot<Condition>): boolean {
  const condition = valueOf(onlyIf);
  return (
    !condition || operandsOf(condition).every((one) => one.kind !== 'field' || isTyped(model, operation, resource, one))
  );
}

function isTyped(
  model: Model,
  operation: string,
  resource: string,
  { owner, path }: Extract<Operand, { kind: 'field' }>,
): boolean {
  const linked = model.operations.get(operation);
  if (linked && owner === 'body') {
    const named = bodyReference(model, linked, path);
    if (named) return isKnown(model, named.target, named.path);
    const body = bodyOf(model, linked);
    const sent = body.kind === 'fields' && fieldsByPath(body.fields).get(path.join('.'));
    return sent !== false && sent !== undefined && sent.types.every((type) => valueOf(type) !== undefined);
  }
  if (linked && isOfRequest(owner) && owner !== 'body') {
    const sent = sentParameter(model, linked, owner, path.join('.'));
    return sent !== undefined && valueOf(sent.type) !== undefined;
  }
  const isOwn = owner === undefined || owner === 'this';
  return isKnown(model, model.resources.get(isOwn ? resource : owner), path);
}

function isKnown(model: Model, base: Resource | undefined, path: readonly string[]): boolean {
  const { end, fields } = followPath(model, base, path);
  return end === 'found' && fields.every(({ field }) => valueOf(field.type) !== undefined);
}

/** Time removes a row, and a rule of When deleted keeps it: there is no request to refuse. */
export function refusedWhenDue(
  writer: SlotWriter,
  machine: Machine,
  rows: { readonly names: readonly string[]; readonly texts: readonly string[] },
): void {
  const name = machine.name.text;
  const resource = machine.resource.text;
  for (const [index, move] of machine.moves.items.entries()) {
    const [rule] = isTimed(move) ? keepsWhenDue(writer.model, resource, move) : [];
    if (!rule) continue;
    writer.gap(
      {
        id: refusedWhenDueId(name, rows.names[index]!),
        part: 'states',
        kind: 'refused when due',
        subject: { on: 'move', machine: name, index, timed: true },
        names: { name: rows.texts[index]!, resource, fact: `refused while ${rule.resource.text}` },
      },
      move.at,
    );
  }
}

/** Other moves are accepted, and a call may meet no row that states where it leads. */
export function otherwiseMoves(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const view = machineViews(writer.model).get(name);
  if (!view || valueOf(machine.anyOtherMove)?.kind !== 'accepted') return;
  for (const [operation, linked] of writer.model.operations) {
    if (!meetsOtherwise(writer.model, linked, view)) continue;
    writer.gap(
      {
        id: otherwiseId(name, operation),
        part: 'states',
        kind: 'move otherwise',
        subject: { on: 'operations', operations: [operation], machine: name },
        names: { name, operation: `\`${operation}\`` },
      },
      machine.anyOtherMove.at,
    );
  }
}

function textOf(slot: Slot<unknown>): string {
  return slot.status === 'stated' ? slot.text : '';
}

/** A gap when an operation creates rows, or the document has some, and neither `(new)` rows, Kind `initial` nor the call says where they begin. */
export function initialSlot(writer: SlotWriter, machine: Machine): void {
  const name = machine.name.text;
  const view = machineViews(writer.model).get(name);
  if (!view) return;
  const begin = beginningsOf(writer.model, view);
  // A row that may be the one that is looked for holds for a reason of its own.
  const mayBegin = view.births.some((birth) => birth.by === undefined);
  const isOpen = mayBegin || view.births.some((birth) => valueOf(birth.row.to) === undefined);
  const unset = mayBegin ? [] : begin.filter((one) => !one.isSettled);
  const draft = { id: machineId(name, 'initial'), part: 'states', kind: 'initial', names: { name } } as const;
  if (unset.length > 0) {
    const operations = unset.map((one) => headingOf(one.linked));
    writer.gap({ ...draft, subject: { on: 'operations', operations, machine: name } }, machine.at);
  } else if (view.initial.length === 0 && begin.length === 0 && !isOpen)
    writer.gap({ ...draft, subject: { on: 'machine', machine: name } }, machine.at);
  else if (rowsBeginAnywhere(writer.model, view))
    writer.gap({ ...draft, subject: { on: 'operations', operations: [], machine: name } }, machine.at);
}
