// The cells of a field and of a move, by the heads that ids spell, for reckoning.ts: what a gap in each does to a move.

import type { Field } from '../../src/model/resources.ts';
import type { Move } from '../../src/model/states.ts';
import type { Slot } from '../../src/model/status.ts';

export const CELLS: readonly (readonly [string, (field: Field) => Slot<unknown>])[] = [
  ['type', (field) => field.type],
  ['required', (field) => field.required],
  ['present', (field) => field.present],
  ['set-by', (field) => field.setBy],
  ['allowed-values', (field) => field.allowed],
  ['default', (field) => field.default],
];

export const MOVE_CELLS: readonly (readonly [
  string,
  'held' | 'partly' | 'rests',
  (row: Move) => Slot<unknown>,
  boolean,
])[] = [
  ['from', 'partly', (row) => row.from, true],
  ['to', 'held', (row) => row.to, true],
  ['by', 'held', (row) => row.by, true],
  ['who', 'held', (row) => row.who, false],
  ['only-if', 'held', (row) => row.onlyIf, true],
  ['emits', 'rests', (row) => row.emits, true],
];
