// Moves by time that lead back to where they began. Input: a machine and some of its timed rows. Output: the ways round that their
// conditions do not rule out, and how many moves a day that is. Notation, part 3, head By.

import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { mayHold } from '../values/condition-logic.ts';
import type { MachineView } from '../document/moves.ts';
import { timedMovesOf, type TimedMove } from './timed.ts';

/** Rows one after the other: each begins where the one before it ends, the first again. */
export type Way = readonly TimedMove[];

/** So many ways are tried; a circle in a machine with more of them is not reported. */
const MOST_WAYS = 10_000;
const DAY = 86_400_000;

export function* waysRound(moves: readonly TimedMove[]): Generator<Way, void> {
  let ways = 0;
  function* from(way: Way): Generator<Way, void> {
    const end = way.at(-1)!.to;
    for (const next of moves) {
      if (end === undefined || !next.from.includes(end) || ++ways > MOST_WAYS) continue;
      if (next === way[0]) yield way;
      else if (!way.includes(next)) yield* from([...way, next]);
    }
  }
  for (const first of moves) yield* from([first]);
}

/** May a row go that way? Not where its conditions exclude each other. */
export function mayGo(model: Model, view: MachineView, way: Way): boolean {
  const row = model.resources.get(view.resource);
  const conditions = way.flatMap(({ move }) => valueOf(move.row.onlyIf) ?? []);
  // Each is judged at the instant that its own By states.
  return mayHold(model, { row, self: row, hasManyInstants: true }, conditions);
}

export interface Round {
  readonly way: Way;
  /** Moves of one row in 24 hours. */
  readonly aDay: number;
}

/** The way round on which a row makes the most moves by time alone. */
export function busiestRound(model: Model, view: MachineView): Round | undefined {
  let busiest: Round | undefined;
  for (const way of waysRound(timedMovesOf(model, view.resource).filter((one) => one.view === view))) {
    // The instant of a field is past some day: then the move waits for nothing.
    const length = way.reduce((sum, { field, delay }) => sum + (field === undefined ? delay : 0), 0);
    const aDay = Math.floor((DAY / length) * way.length);
    if (length > 0 && aDay > (busiest?.aDay ?? 0) && mayGo(model, view, way)) busiest = { way, aDay };
  }
  return busiest;
}
