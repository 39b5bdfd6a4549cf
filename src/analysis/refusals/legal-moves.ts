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
import { machinesChangedBy, machinesOf, type MachineView, type MoveView } from '../document/moves.ts';
import type { Features } from '../document/features.ts';
import type { Check } from '../../notation/values/policies.ts';
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
  return [...headings].map((operation) => ({
    operation,
    machines: views
      .map((view) => ({ view, rows: view.moves.filter(({ by }) => by?.includes(operation)) }))
      .filter(({ rows }) => rows.length > 0),
  }));
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

/** The store's query ahead of the body reports one check at a time. */
export function movesChecks(model: Model, linked: LinkedOperation, checks: readonly Check[]): Features {
  const [state, body] = [checks.indexOf('state'), checks.indexOf('body')];
  const isAhead = state !== -1 && state < body;
  return isAhead && showsMoves(model, linked) ? ['Checks: state before body, where an error shows what is legal'] : [];
}
