// Where the moves of part 3 leave single requests open, for the plain reckoning: two rows that may hold at once, and other
// moves that are accepted where nothing says where they lead. What may hold at once is condition-logic's to say; it has
// tests of its own.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Machine } from '../../src/model/states.ts';
import { valueOf } from '../../src/model/status.ts';
import { meetsOtherwise } from '../../src/model/views/move-otherwise.ts';
import { openOverlaps } from '../../src/model/views/move-overlaps.ts';
import { machineViews } from '../../src/model/views/moves.ts';

/** The ids of the gaps that a request to the operation may meet. */
export function movesAtGap(model: Model, op: LinkedOperation): readonly string[] {
  const heading = op.operation.name.text;
  return [...machineViews(model)].flatMap(([name, view]) => [
    ...(openOverlaps(model, view, heading).length > 0 ? [`3/${name}/${heading}/which-move`] : []),
    ...(meetsOtherwise(model, op, view) ? [`3/${name}/${heading}/otherwise`] : []),
  ]);
}

/** Any other move is left out, and exactly one row of the Code table has the cause, of this machine or of any. */
export function isSaidByPart7({ document }: Model, { name, anyOtherMove }: Machine): boolean {
  if (anyOtherMove.status !== 'absent') return false;
  const rows = document.errors.codes.items.filter(({ when }) =>
    valueOf(when)?.some((cause) => cause.kind === 'illegal move' && (cause.on ?? name).text === name.text),
  );
  return rows.length === 1;
}
