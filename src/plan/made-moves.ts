// Which moves of part 3 an operation makes whenever it is done. Input: its effects and the machines. Output: from where and whereto,
// for who counts them. Notation, part 4, Does: moves.

import { isMove } from '../analysis/document/effect-traits.ts';
import { movesBy, refusalOf, targets, type MoveView } from '../analysis/document/moves.ts';
import { effectsOf } from '../analysis/document/targets.ts';
import { valueOf } from '../notation/slot.ts';
import type { OperationContext } from './context.ts';
import type { MadeMove } from './steps.ts';

export function madeMoves(context: OperationContext): readonly MadeMove[] {
  return effectsOf(context.linked).flatMap((effect) => {
    const view = isMove(effect) ? context.machine(`${effect.target.text}.${effect.field.text}`) : undefined;
    if (!isMove(effect) || view === undefined) return [];
    const named = effect.to?.text;
    const rows = movesBy(view, context.heading).filter((move) => {
      const leads = leadsTo(move);
      return refusalOf(move) === undefined && (named === undefined || leads.includes(named));
    });
    const from = [...new Set(rows.flatMap((move) => move.from ?? []))];
    const to = named === undefined ? [...new Set(rows.flatMap(leadsTo))] : [named];
    return [{ resource: view.resource, field: view.field, from, to }];
  });
}

function leadsTo(move: MoveView): readonly string[] {
  const to = valueOf(move.row.to);
  if (to?.kind === 'gone') return ['(gone)'];
  return to?.kind === 'same' ? (move.from ?? []) : targets(move);
}
