// The cells of a field and of a move, by the heads that ids spell, for computation.ts: what a gap in each does to a move.

import type { FieldType } from '../../src/notation/values/field-types.ts';
import type { Model } from '../../src/model/model.ts';
import type { Field, Resource } from '../../src/notation/resources.ts';
import type { Move } from '../../src/notation/states.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import { isColumn } from './rows.ts';

export const CELLS: readonly (readonly [string, (field: Field) => Slot<unknown>])[] = [
  ['type', (field) => field.type],
  ['required', (field) => field.required],
  ['present', (field) => field.present],
  ['set-by', (field) => field.setBy],
  ['allowed-values', (field) => field.allowed],
  ['default', (field) => field.default],
];

const MOVE_CELLS: readonly (readonly [string, 'held' | 'partly' | 'rests', (row: Move) => Slot<unknown>, boolean])[] = [
  ['from', 'partly', (row) => row.from, true],
  ['to', 'held', (row) => row.to, true],
  ['by', 'held', (row) => row.by, true],
  ['who', 'held', (row) => row.who, false],
  ['only-if', 'held', (row) => row.onlyIf, true],
  ['emits', 'rests', (row) => row.emits, true],
];

/** Rule 1.8, what is settled: a boolean, a state, a reference and an object have no values to choose among. */
export function isAllowedAsked({ fields }: Resource, field: Field): boolean {
  const isLeft = fields.items.every((one) => isColumn(one.allowed));
  return isLeft ? fields.items.some((one) => !saysAllValues(one)) : !saysAllValues(field);
}

export function saysAllValues({ type }: { readonly type: Slot<unknown> }): boolean {
  const written = valueOf(type) as FieldType | undefined;
  const plain = written?.kind === 'nullable' ? written.of : written;
  return ['boolean', 'state', 'resource', 'object', 'any'].includes(plain?.kind ?? '');
}

/** Part 6 is `none`: nothing can be emitted. */
export function saysNoEvents({ document: { events } }: Model): boolean {
  return events.scope.mark.status === 'none';
}

type MoveCell = readonly [string, 'held' | 'partly' | 'rests' | 'nothing', (row: Move) => Slot<unknown>, boolean];

export function moveCells(model: Model): readonly MoveCell[] {
  return MOVE_CELLS.map(([head, what, cell, isDue]) => [
    head,
    head === 'emits' && saysNoEvents(model) ? 'nothing' : what,
    cell,
    isDue,
  ]);
}

/** A rule of the service gives it to each row. */
export function isGiven({ setBy }: Field): boolean {
  const said = valueOf(setBy);
  return said?.kind === 'service' && ['new id', 'now', 'state'].includes(said.rule.kind);
}

/** A body that is open brings fields only where what is done takes them. */
export function takesFields(body: string, effects: readonly { readonly kind: string }[]): boolean {
  return (
    body === 'fields' ||
    (body === 'open' && effects.some(({ kind }) => /^(?:creates|updates|merges|replaces)\b/.test(kind)))
  );
}
