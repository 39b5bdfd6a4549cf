// Moves that time makes: no two at one instant that lead to different states, and no circle while no time passes. Input: a
// machine. Output: findings. Notation, part 3, head By: `nondeterministic-move`, `timeless-circle`.

import * as states from '../diagnostics/states.ts';
import type { Model } from '../model/model.ts';
import { meeting } from '../analysis/machines/move-overlaps.ts';
import type { MachineView } from '../analysis/document/moves.ts';
import { mayGo, waysRound, type Way } from '../analysis/machines/timed-circles.ts';
import { timedMovesOf, type TimedMove } from '../analysis/machines/timed.ts';
import type { Findings } from './findings.ts';

export function judgeTimedMoves(findings: Findings, view: MachineView): void {
  const timed = timedMovesOf(findings.model, view.resource).filter((one) => one.view === view);
  for (const [place, second] of timed.entries()) {
    const first = timed
      .slice(0, place)
      .find((one) => dueTogether(one, second) && apart(findings.model, view, one, second));
    if (!first) continue;
    const state = first.from.find((one) => second.from.includes(one))!;
    const values = {
      state,
      operation: second.move.row.by.status === 'stated' ? second.move.row.by.text : '',
      machine: view.name,
    };
    findings.report(states.nondeterministicMove, second.move.row.at, values, [
      { at: first.move.row.at, message: 'the other row is here' },
    ]);
  }
  const circle = circleIn(findings.model, view, timed);
  if (!circle) return;
  const values = { machine: view.name, circle: [...circle, circle[0]!].map(({ to }) => `\`${to}\``).join(', ') };
  findings.report(states.timelessCircle, circle[0]!.move.row.by.at, values);
}

function dueTogether(one: TimedMove, other: TimedMove): boolean {
  return one.field === other.field && one.delay === other.delay && one.to !== other.to;
}

function apart(model: Model, view: MachineView, one: TimedMove, other: TimedMove): boolean {
  if (!one.from.some((state) => other.from.includes(state))) return false;
  return meeting(model, view, [one.move, other.move])?.isCertain === true;
}

/** All due at one instant: no time passes from one to the next. */
function circleIn(model: Model, view: MachineView, timed: readonly TimedMove[]): Way | undefined {
  for (const way of waysRound(timed.filter(({ field, delay }) => field !== undefined || delay === 0)))
    if (mayGo(model, view, way)) return way;
  return undefined;
}
