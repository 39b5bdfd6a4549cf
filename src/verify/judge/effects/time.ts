// What time has moved since the last exchange. Input: what is known, and the instants between which the service took its own. Output: rows in
// the states that time leads to; unknown near the edge. Notation, part 3, By time.

import { ruleOf } from '../../../analysis/document/field-rules.ts';
import { goneMachines } from '../../../analysis/values/gone-states.ts';
import { timedMovesOf, type TimedMove } from '../../../analysis/machines/timed.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Outcome } from '../expected.ts';
import { BY_TIME, moveObligation } from '../../obligations.ts';
import { truth } from '../../values/evaluate.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { UNKNOWN, type Row } from '../../world/known.ts';
import { noteChange } from '../match/by-service.ts';

/** So many moves of one row are followed, one after the other. */
const MOST = 20;

export function settle(world: Knowledge): void {
  for (const resource of world.model.resources.keys()) {
    const moves = timedMovesOf(world.model, resource);
    if (moves.length === 0) continue;
    for (const row of world.there(resource)) follow(world, row, moves);
  }
  world.keep();
}

/** What a call has changed may be due at once: its answer shows where that leads. */
export function settleChanged(world: Knowledge, rows: Iterable<Row>): void {
  for (const row of new Set(rows)) follow(world, row, timedMovesOf(world.model, row.resource));
}

function follow(world: Knowledge, row: Row, moves: readonly TimedMove[]): void {
  for (let step = 0; step < MOST && row.isThere !== false; step += 1) if (!next(world, row, moves)) return;
}

/** The instants between which the move is due; undefined: never, or nobody can tell when. */
export function dueOf(
  world: Knowledge,
  row: Row,
  { view, field, delay }: TimedMove,
): readonly [number, number] | undefined {
  const [from, to] = (field === undefined ? world.sinceOf(row, view.field) : instantIn(row, field)) ?? [];
  return from === undefined || to === undefined ? undefined : [from + delay, to + delay];
}

function instantIn(row: Row, field: string): readonly [number, number] | undefined {
  const value = row.get(field);
  if (typeof value === 'number') return [value * 1000, value * 1000];
  const instant = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(instant) ? undefined : [instant, instant];
}

/** Was one made? */
function next(world: Knowledge, row: Row, moves: readonly TimedMove[]): boolean {
  let first: { readonly move: TimedMove; readonly due: readonly [number, number] } | undefined;
  for (const move of moves) {
    const state = row.get(move.view.field);
    if (state === UNKNOWN || typeof state !== 'string' || !move.from.includes(state)) continue;
    const due = dueOf(world, row, move);
    if (due === undefined) {
      const isNever = move.field !== undefined && row.get(move.field) === null;
      // Since when it is in its state was not seen: it may be due.
      if (!isNever) unsure(world, row, move);
      continue;
    }
    if (due[0] - world.slack > world.to || (first && first.due[0] <= due[0])) continue;
    first = { move, due };
  }
  if (!first) return false;
  const { move, due } = first;
  const condition = valueOf(move.move.row.onlyIf);
  const may = condition ? truth(condition, { world, asked: undefined, row, self: row }) : true;
  if (may === false) return false;
  if (may === undefined || due[1] + world.slack > world.from) {
    unsure(world, row, move);
    return false;
  }
  made(world, row, move, due);
  return true;
}

function made(world: Knowledge, row: Row, { view, to }: TimedMove, due: readonly [number, number]): void {
  const start = row.get(view.field);
  if (typeof start === 'string') world.movedByTime.set(row, moveObligation(view, start, to ?? '(gone)', BY_TIME));
  if (to === undefined) return world.setThere(row, false);
  world.set(row, view.field, to, 'follows');
  world.setSince(row, view.field, due);
  world.touch(row);
  for (const field of stampsOf(world, row)) {
    noteChange(world, row, field, due);
    world.set(row, field, UNKNOWN, 'follows');
  }
}

/** What is set at each change, no matter who makes it. */
function stampsOf({ model }: Knowledge, { resource }: Row): readonly string[] {
  return (model.resources.get(resource)?.fields.items ?? []).flatMap((field) => {
    const rule = ruleOf(field);
    return rule?.kind === 'now' && rule.when === 'at change' ? [field.name.text] : [];
  });
}

/** It is in its state, or where time leads. */
function unsure(world: Knowledge, row: Row, { view, to }: TimedMove): void {
  if (to === undefined) {
    if (row.isThere === true) world.setThere(row, undefined);
    return;
  }
  for (const field of [view.field, ...stampsOf(world, row)]) world.forget(row, field);
  if (goneMachines(world.model, row.resource).some((one) => one === view) && row.isThere === true)
    world.setWhole(row.resource, false);
}

/** What time has moved, where this reply shows it: the row as it is now, or that it is not there any more. */
export function shownByTime(world: Knowledge, outcome: Outcome): readonly string[] {
  const isGone = (row: Row): boolean =>
    row.isThere === false &&
    outcome.kind === 'refusal' &&
    (outcome.cause.kind === 'no such' || outcome.cause.kind === 'was') &&
    outcome.cause.resource === row.resource;
  const shown = [...world.movedByTime].filter(([row]) => world.isSeenNow(row) || isGone(row));
  for (const [row] of shown) world.movedByTime.delete(row);
  return shown.map(([, id]) => id);
}
