// Rows that go for good: `deletes R`, and moves that lead to `(gone)`. Input: a linked operation. Output: the resources whose rows it
// removes, and whether its rows of part 3 do nothing else. Notation, part 3, To; part 4, Does.

import { isDeletion, isMove } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import {
  deletes,
  isToSame,
  machinesOf,
  machineViews,
  movesBy,
  refusalOf,
  type MachineView,
  type MoveView,
} from '../document/moves.ts';
import { effectsOf, headingOf } from '../document/targets.ts';

export function endsRow({ row }: MoveView): boolean {
  return valueOf(row.to)?.kind === 'gone';
}

/** The resources whose rows an operation may remove. */
export const removedBy: (model: Model, linked: LinkedOperation) => ReadonlySet<string> = oncePer((model, linked) => {
  const names = effectsOf(linked).flatMap((effect) => {
    if (isDeletion(effect)) return [effect.target.text];
    if (!isMove(effect)) return [];
    const view = machineViews(model).get(`${effect.target.text}.${effect.field.text}`);
    return view && movesBy(view, headingOf(linked)).some(endsRow) ? [effect.target.text] : [];
  });
  return names.length === 0 ? NONE : new Set(names);
});

const NONE: ReadonlySet<string> = new Set();

/** Does time, or someone outside the interface, remove rows of this resource? */
export function isRemovedByOthers(model: Model, resource: string): boolean {
  return machinesOf(model, resource).some(({ moves }) =>
    moves.some((move) => endsRow(move) && valueOf(move.row.by) && valueOf(move.row.by)!.kind !== 'operations'),
  );
}

/** All that the operation does to the row is to remove it: no row of it leads elsewhere, and no other effect changes it. */
export function onlyRemoves(linked: LinkedOperation, view: MachineView): boolean {
  const isDeletion = effectsOf(linked).some((effect) => deletes(effect, view));
  const rows = movesBy(view, headingOf(linked)).filter(
    (move) => refusalOf(move) === undefined && !(isDeletion && isToSame(move)),
  );
  const changing = effectsOf(linked).filter(
    (effect) =>
      effect.kind === 'sets' ||
      ('target' in effect && effect.target.text === view.resource && !effect.kind.startsWith('reads')),
  );
  return rows.every(endsRow) && changing.length < 2;
}

/** A row of the table leads to `(gone)` by this deletion: it is a move, and Any other move decides about it. */
export function isRemovedByTable(linked: LinkedOperation, view: MachineView): boolean {
  if (!effectsOf(linked).some((effect) => deletes(effect, view))) return false;
  return movesBy(view, headingOf(linked)).some((move) => refusalOf(move) === undefined && !isToSame(move));
}

/** A deletion that no row leads to `(gone)` is no move, though rows may refuse it or let it. */
export function isOnlyNamed(linked: LinkedOperation, view: MachineView): boolean {
  return effectsOf(linked).some((effect) => deletes(effect, view)) && !isRemovedByTable(linked, view);
}

/** The resources whose rows go with those of this one by When deleted. */
export function goneWith(model: Model, resource: string): ReadonlySet<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const one = model.resources.get(name);
    for (const rule of (one && valueOf(one.whenDeleted)) ?? []) {
      if (rule.kind !== 'deletes every' || found.has(rule.resource.text)) continue;
      found.add(rule.resource.text);
      follow(rule.resource.text);
    }
  };
  follow(resource);
  return found;
}
