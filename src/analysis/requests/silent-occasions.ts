// Occasions of an event that are stated to send none. Input: a model and When of an event. Output: the calls and moves that
// it names and that emit `none`. Notation, part 6, key When; parts 3 and 4, Emits.

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import type { Name, Slot } from '../../notation/slot.ts';
import { printOccasion, type Occasion } from '../../notation/values/occasions.ts';
import { machineViews, targets, type MoveView } from '../document/moves.ts';

/** A call or a move that is stated to emit nothing, and where. */
export interface Silent {
  /** In ticks, as a person reads it. */
  readonly what: string;
  readonly emits: readonly Span[];
}

export function silentAt(model: Model, when: readonly Occasion[]): readonly Silent[] {
  return when.flatMap((occasion) =>
    emitsAt(model, occasion).flatMap((emits) => {
      const isSilent = emits.length > 0 && emits.every(({ status }) => status === 'none');
      return isSilent ? [{ what: printOccasion(occasion), emits: emits.map(({ at }) => at) }] : [];
    }),
  );
}

/** What each of its calls or moves states about events; nothing where that is not known. */
function emitsAt(model: Model, occasion: Occasion): readonly (readonly Slot<readonly Name[]>[])[] {
  if (occasion.kind === 'call') {
    const heading = occasion.operation.text;
    const linked = model.operations.get(heading);
    return linked ? [[linked.facts.emits, ...(emitsOfMoves(model).get(heading) ?? [])]] : [];
  }
  if (occasion.kind !== 'becomes') return [];
  const { field, value } = occasion;
  const moves = movesInto(model).get(`${field.owner.text}.${field.field.text} ${value.text}`) ?? [];
  return moves.map((move) => emitsOfMove(model, move));
}

/** Its own Emits says so, and that of each operation that makes it. */
function emitsOfMove(model: Model, { row, by }: MoveView): readonly Slot<readonly Name[]>[] {
  const operations = by?.map((heading) => model.operations.get(heading)?.facts.emits) ?? [undefined];
  return operations.includes(undefined) ? [] : [row.emits, ...(operations as (typeof row.emits)[])];
}

const emitsOfMoves = oncePer((model: Model): ReadonlyMap<string, readonly Slot<readonly Name[]>[]> => {
  const found = new Map<string, Slot<readonly Name[]>[]>();
  for (const view of machineViews(model).values())
    for (const { row, by } of [...view.moves, ...view.births])
      for (const heading of by ?? []) addTo(found, heading, row.emits);
  return found;
});

/** By `Order.status paid`. A row that begins there has not become so. */
const movesInto = oncePer((model: Model): ReadonlyMap<string, readonly MoveView[]> => {
  const found = new Map<string, MoveView[]>();
  for (const view of machineViews(model).values())
    for (const move of view.moves) for (const state of targets(move)) addTo(found, `${view.name} ${state}`, move);
  return found;
});
