// What an event is sent at, and what is said there of the events that are sent. Comes in: a model and When of an event as
// written. Goes out: the calls and moves that it names and that emit `none`. Notation, part 6, key When; parts 3 and 4, Emits.

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Model } from '../model.ts';
import type { Name, Slot } from '../../notation/slot.ts';
import { machineViews, targets, type MoveView } from './moves.ts';

/** A call or a move of which it is said that it emits nothing, and where. */
export interface Silent {
  /** In ticks, as a person reads it. */
  readonly what: string;
  readonly emits: readonly Span[];
}

/** `` `POST /orders` ``, not followed by what says that it is a field. */
const CALL = /`([A-Za-z]+ \/[^`]*)`/g;
const BECOMES = /(?:`([^`]+)`|(\p{Lu}[\p{L}\p{M}\d_-]*\.[\p{L}\p{M}\d_.-]+))\s+becomes\s+`([^`]+)`/giu;

export function silentAt(model: Model, when: string): readonly Silent[] {
  const calls = [...when.matchAll(CALL)].flatMap(([, call]) => silentCall(model, call!) ?? []);
  const moves = [...when.matchAll(BECOMES)].flatMap(([, ticked, bare, state]) => {
    const machine = ticked ?? bare!;
    return (movesInto(model).get(`${machine} ${state}`) ?? []).flatMap(
      (move) => silentMove(model, move, `\`${machine}\` becomes \`${state}\``) ?? [],
    );
  });
  return [...calls, ...moves];
}

/** Its own Emits says so, and that of each of its moves. */
function silentCall(model: Model, heading: string): Silent | undefined {
  const linked = model.operations.get(heading);
  return linked && silent(`\`${heading}\``, [linked.facts.emits, ...(emitsOfMoves(model).get(heading) ?? [])]);
}

/** Its own Emits says so, and that of each operation that makes it. */
function silentMove(model: Model, { row, by }: MoveView, what: string): Silent | undefined {
  if (!by) return undefined;
  const operations = by.map((heading) => model.operations.get(heading)?.facts.emits);
  return operations.includes(undefined)
    ? undefined
    : silent(what, [row.emits, ...(operations as (typeof row.emits)[])]);
}

function silent(what: string, emits: readonly Slot<readonly Name[]>[]): Silent | undefined {
  return emits.every(({ status }) => status === 'none') ? { what, emits: emits.map(({ at }) => at) } : undefined;
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
