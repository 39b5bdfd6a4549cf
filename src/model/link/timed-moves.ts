// Moves that time makes: no two at one instant that lead apart, and none that go round while no time passes. Comes in: a
// machine. Goes out: findings. Notation, part 3, head By: `nondeterministic-move`, `timeless-circle`.

import * as states from '../../diagnostics/states.ts';
import type { Model } from '../model.ts';
import { valueOf } from '../status.ts';
import { mayHold } from '../views/condition-logic.ts';
import { meeting } from '../views/move-overlaps.ts';
import type { MachineView } from '../views/moves.ts';
import { timedMovesOf, type TimedMove } from '../views/timed.ts';
import type { References } from './references.ts';

export function linkTimedMoves(refs: References, view: MachineView): void {
  const timed = timedMovesOf(refs.model, view.resource).filter((one) => one.view === view);
  for (const [place, second] of timed.entries()) {
    const first = timed.slice(0, place).find((one) => dueTogether(one, second) && apart(refs.model, view, one, second));
    if (!first) continue;
    const state = first.from.find((one) => second.from.includes(one))!;
    const values = {
      state,
      operation: second.move.row.by.status === 'stated' ? second.move.row.by.text : '',
      machine: view.name,
    };
    refs.report(states.nondeterministicMove, second.move.row.at, values, [
      { at: first.move.row.at, message: 'the other row stands here' },
    ]);
  }
  const circle = circleIn(refs.model, view, timed);
  if (!circle) return;
  const values = { machine: view.name, circle: [...circle, circle[0]!].map(({ to }) => `\`${to}\``).join(', ') };
  refs.report(states.timelessCircle, circle[0]!.move.row.by.at, values);
}

function dueTogether(one: TimedMove, other: TimedMove): boolean {
  return one.field === other.field && one.delay === other.delay && one.to !== other.to;
}

function apart(model: Model, view: MachineView, one: TimedMove, other: TimedMove): boolean {
  if (!one.from.some((state) => other.from.includes(state))) return false;
  return meeting(model, view, [one.move, other.move])?.isCertain === true;
}

/** So many ways are tried; a machine of more is not said to have a circle. */
const MOST_WAYS = 10_000;

/** Rows one behind the other, all due at one instant: each begins where the one before it ends, the first again. */
function circleIn(model: Model, view: MachineView, timed: readonly TimedMove[]): readonly TimedMove[] | undefined {
  const atOnce = timed.filter(({ field, delay }) => field !== undefined || delay === 0);
  const row = model.resources.get(view.resource);
  let ways = 0;
  const holds = (way: readonly TimedMove[]): boolean => {
    const conditions = way.flatMap(({ move }) => valueOf(move.row.onlyIf) ?? []);
    // Each is judged at the instant that its own By states.
    return mayHold(model, { row, self: row, hasManyInstants: true }, conditions);
  };
  const from = (way: readonly TimedMove[]): readonly TimedMove[] | undefined => {
    const end = way.at(-1)!.to;
    for (const next of atOnce) {
      if (end === undefined || !next.from.includes(end) || ++ways > MOST_WAYS) continue;
      if (next === way[0]) {
        if (holds(way)) return way;
        continue;
      }
      if (way.includes(next)) continue;
      const found = from([...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  for (const first of atOnce) {
    const found = from([first]);
    if (found) return found;
  }
  return undefined;
}
