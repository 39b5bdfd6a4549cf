// Rows that time removes, and rows that go with them. Input: a model. Output: whose rows go, and the rules of When deleted that may keep
// one that is due: what happens to it then is not stated. Notation, part 3, "By time".

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Model } from '../../model/model.ts';
import type { DeletionRule } from '../../notation/values/deletion.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Move } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';
import { mayHold } from '../values/condition-logic.ts';
import { needsDeletionRule, resourceIn } from './deletions.ts';
import { timedRowsOf } from './timed.ts';

/** Resources whose rows time removes or takes along, each with those that it removes itself and whose rows these go with. */
export const takersByTime: (model: Model) => ReadonlyMap<string, ReadonlySet<string>> = oncePer((model) => {
  const takers = new Map<string, Set<string>>();
  for (const root of model.resources.keys()) {
    if (!timedRowsOf(model, root).some(removes)) continue;
    for (const name of goingWith(model, root)) takers.set(name, (takers.get(name) ?? new Set()).add(root));
  }
  return takers;
});

function removes({ to }: Move): boolean {
  return valueOf(to)?.kind === 'gone';
}

/** The resource itself, and those whose rows are deleted with its own; where that is not stated, those that refer to it. */
function goingWith(model: Model, root: string): ReadonlySet<string> {
  // What is added while the set is walked is walked, too.
  const names = new Set([root]);
  for (const name of names) {
    for (const { kind, resource } of rulesOf(model, name)) if (kind === 'deletes every') names.add(resource.text);
    if (isOpen(model, name))
      for (const other of model.resources.values()) if (refers(other, name)) names.add(other.name.text);
  }
  return names;
}

/** When deleted is due, and not stated. */
function isOpen(model: Model, name: string): boolean {
  const own = model.resources.get(name);
  if (!own || own.whenDeleted.status === 'none' || valueOf(own.whenDeleted)) return false;
  return own.whenDeleted.status !== 'absent' || needsDeletionRule(model, own);
}

function refers({ fields }: Resource, name: string): boolean {
  return fields.items.some((field) => {
    const type = valueOf(field.type);
    return type !== undefined && resourceIn(type)?.resource.text === name;
  });
}

function rulesOf(model: Model, name: string): readonly DeletionRule[] {
  const resource = model.resources.get(name);
  return (resource && valueOf(resource.whenDeleted)) ?? [];
}

/** The rules `refused while …` that may hold of a row when a move of time to `(gone)` is due: Only if does not exclude them. */
export function keepsWhenDue(model: Model, resource: string, move: Move): readonly DeletionRule[] {
  const row = model.resources.get(resource);
  const onlyIf = valueOf(move.onlyIf);
  if (!removes(move) || (!onlyIf && move.onlyIf.status !== 'none')) return [];
  return rulesOf(model, resource).filter((rule) => {
    if (rule.kind !== 'refused while') return false;
    const { at } = rule.resource;
    const refusing: Condition = { kind: 'exists', negated: false, resource: rule.resource, where: rule.where, at };
    // What keeps the row is looked at when the move is made, which may be later than when it was due.
    return mayHold(model, { row, self: row, hasManyInstants: true }, [...(onlyIf ? [onlyIf] : []), refusing]);
  });
}

/** Is it not stated what a timed move to `(gone)` does to other rows, or whether they keep the row? */
export function isOpenRemoval(model: Model, resource: string, move: Move): boolean {
  if (!removes(move)) return false;
  if (keepsWhenDue(model, resource, move).length > 0) return true;
  return [...goingWith(model, resource)].some((name) => isOpen(model, name));
}
