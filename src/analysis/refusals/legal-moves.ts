// The operations that are legal from where a row is: the word `<moves>` of an error. Input: an operation and the resource that it
// moves. Output: whether one of its refusals shows them, the rows of part 3 that say which they are, and what leaves them open.
// Notation, part 4 "Shapes and templates", part 3.

import type { SlotKey } from '../../notation/declaration.ts';
import { MOVE, type Move } from '../../notation/states.ts';
import { factName } from '../document/slot-ids.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { stateCauses } from './causes.ts';
import { answerOf, type CauseAnswer } from './errors.ts';
import {
  deletes,
  isToSame,
  machinesChangedBy,
  machinesOf,
  movesBy,
  type MachineView,
  type MoveView,
} from '../document/moves.ts';
import { changedOtherwise } from '../machines/other-changes.ts';
import { effectsOf } from '../document/targets.ts';
import { leavesOf } from '../document/shape-leaves.ts';

/** Does a refusal of a move, by this operation, show what is legal instead? */
export const showsMoves: (model: Model, linked: LinkedOperation) => boolean = oncePer((model, linked) =>
  stateCauses(model, linked).some((cause) => {
    const answer = answerOf(model, linked, cause);
    return answer !== undefined && answerShowsMoves(model, answer);
  }),
);

/** Does it show them of the rows of this resource? */
export function showsMovesOf(model: Model, linked: LinkedOperation, resource: string): boolean {
  return showsMoves(model, linked) && machinesChangedBy(model, linked).some((view) => view.resource === resource);
}

/** The row's own body beats the code's, which beats the one that all errors share. */
export function answerShowsMoves(model: Model, { code, row }: CauseAnswer): boolean {
  const slots: readonly Slot<Shape>[] = [...(row ? [row.body] : []), code.body, model.document.errors.errorBody];
  const body = slots.find(({ status }) => status !== 'absent');
  const shape = body && valueOf(body);
  return (
    shape?.kind === 'template' && leavesOf(shape.value).some((leaf) => leaf.kind === 'word' && leaf.word === 'moves')
  );
}

/** An operation that may be legal, by the rows that name it; in their order. */
export interface LegalMove {
  readonly operation: string;
  /** It is legal where each of these machines lets it move. */
  readonly machines: readonly { readonly view: MachineView; readonly rows: readonly MoveView[] }[];
}

export function legalMoves(model: Model, resource: string): readonly LegalMove[] {
  const views = machinesOf(model, resource);
  const headings = new Set(views.flatMap(({ moves }) => moves.flatMap(({ by }) => by ?? [])));
  return [...headings].flatMap((operation) => {
    const machines = views
      .map((view) => ({ view, rows: movesOf(model, operation, view) }))
      .filter(({ rows }) => rows.length > 0);
    return machines.length === 0 ? [] : [{ operation, machines }];
  });
}

/** The rows by which an operation moves; a call that a row only lets is none. */
function movesOf(model: Model, operation: string, view: MachineView): readonly MoveView[] {
  const rows = movesBy(view, operation);
  const linked = model.operations.get(operation);
  if (!linked || !changedOtherwise(model, linked).includes(view)) return rows;
  if (!machinesChangedBy(model, linked).includes(view)) return [];
  return effectsOf(linked).some((effect) => deletes(effect, view)) ? rows.filter((row) => !isToSame(row)) : rows;
}

/** Cells of part 3 without which it is not known what is legal. */
export function openMoves(
  model: Model,
  resource: string,
): readonly {
  readonly view: MachineView;
  readonly move: MoveView;
  readonly head: string;
  readonly slot: Slot<unknown>;
}[] {
  return machinesOf(model, resource).flatMap((view) =>
    view.moves.flatMap((move) =>
      DECIDING.flatMap((key) => {
        const slot = move.row[key];
        const head = factName(MOVE.columns[key].head);
        return isKnown(slot) ? [] : [{ view, move, head, slot }];
      }),
    ),
  );
}

const DECIDING: readonly (SlotKey<Move> & keyof Move)[] = ['from', 'to', 'by', 'onlyIf'];

function isKnown(slot: Slot<unknown>): boolean {
  return slot.status === 'none' || slot.status === 'any' || valueOf(slot) !== undefined;
}
