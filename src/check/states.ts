// What is doubtful in part 3: machines without a beginning, states that no row can have, states that no row leaves though they are not
// final, and what refused-moves.ts finds. Input: a model. Output: warnings. Notation, part 3, heads State and By: `no-initial-state`,
// `unreachable-state`, `dead-end`, `moves-go-round`.

import { isComplete } from '../analysis/document/complete.ts';
import { addTo } from '../base/grouped.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Span } from '../base/span.ts';
import { suggestions } from '../base/did-you-mean.ts';
import { deadEnd, movesGoRound, noInitialState, unreachableState } from '../diagnostics/states.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import type { Machine } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import {
  deletes,
  isToSame,
  machineViews,
  movesBy,
  targets,
  type MachineView,
  type MoveView,
} from '../analysis/document/moves.ts';
import { busiestRound } from '../analysis/machines/timed-circles.ts';
import { refusedOtherwise } from '../analysis/machines/other-changes.ts';
import { endsRow } from '../analysis/machines/removals.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import { machineId } from '../analysis/document/slot-ids.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { refusedMoves } from './refused-moves.ts';

export function statesFound(model: Model): readonly Diagnostic[] {
  return [...machineViews(model).values()].flatMap((view) => {
    const reached = reachedIn(model, view);
    return [
      ...beginning(model, view),
      ...refusedMoves(model, view, reached),
      ...goingRound(model, view),
      ...(reached ? [...unreachable(view, reached), ...deadEnds(model, view, reached)] : []),
    ];
  });
}

/** More moves of one row in a day are worth a word. */
const MANY = 1_000;

function goingRound(model: Model, view: MachineView): readonly Diagnostic[] {
  const round = busiestRound(model, view);
  if (round === undefined || round.aDay <= MANY) return [];
  const { way, aDay } = round;
  const circle = [way.at(-1)!, ...way].map(({ to }) => `\`${to}\``).join(', ');
  const values = { machine: view.name, circle, moves: aDay.toLocaleString('en-US') };
  return [diagnose(movesGoRound, way[0]!.move.row.by.at, values)];
}

function beginning(model: Model, view: MachineView): readonly Diagnostic[] {
  // A Kind that is not shown may be the beginning; a question asks for it.
  if (
    view.machine.states.items.some(
      ({ kind }) => kind.status !== 'stated' && kind.status !== 'any' && kind.status !== 'none',
    )
  )
    return [];
  const gap = slotsOf(model).open.get(machineId(view.name, 'initial'));
  return gap ? [diagnose(noInitialState, view.machine.name.at, { machine: view.name })] : [];
}

/**
 * The states that some row can have. Only where every move is known: an open list, or a cell that is not shown, may hold
 * the one that leads there.
 */
function reachedIn(model: Model, view: MachineView): ReadonlySet<string> | undefined {
  const { machine } = view;
  const rows = [...view.moves, ...view.births];
  const known = rows.every(({ row, from, by }) => from !== undefined && by !== undefined && row.to.status === 'stated');
  if (!known || !isComplete(model, machine.moves) || view.initial.length === 0) return undefined;
  if (machine.states.mark === 'open' || valueOf(machine.anyOtherMove)?.kind === 'accepted') return undefined;
  if (isGivenUp(model, view)) return undefined;
  const reached = new Set([...view.marked, ...view.births.filter(isMade).flatMap(targets)]);
  const from = new Map<string, MoveView[]>();
  for (const move of view.moves.filter(isMade)) {
    for (const state of move.from!) addTo(from, state, move);
  }
  // What is added while the set is walked is walked, too.
  for (const state of reached)
    for (const move of from.get(state) ?? []) for (const to of targets(move)) reached.add(to);
  return reached;
}

/** Given up of part 6 changes or deletes its rows. */
function isGivenUp({ document }: Model, { resource }: MachineView): boolean {
  const givenUp = document.events.delivery && valueOf(document.events.delivery.facts.givenUp);
  if (givenUp === undefined) return false;
  if (givenUp.kind === 'deletes') return givenUp.resource.text === resource;
  return 'field' in givenUp && givenUp.field.owner.text === resource;
}

/** `none` under By: nothing makes it. */
function isMade({ row }: MoveView): boolean {
  return row.by.status !== 'none';
}

/** Without a State table the states are those that the moves name. */
function unreachable({ name, machine }: MachineView, reached: ReadonlySet<string>): readonly Diagnostic[] {
  const near = suggestions();
  return [...namesOf(machine)]
    .filter(([state]) => !reached.has(state))
    .map(([state, at]) => diagnose(unreachableState, at, { state, machine: name, hint: near(state, () => reached) }));
}

/** Kind says that rows leave it, and no move does; a row that can be deleted there does not stay for ever. */
function deadEnds(model: Model, view: MachineView, reached: ReadonlySet<string>): readonly Diagnostic[] {
  const { machine } = view;
  if (!machine.moves.written || isRemovedElsewhere(model, view)) return [];
  const left = new Set(view.moves.filter(isMade).flatMap(leaves));
  return machine.states.items
    .filter(({ name, kind }) => {
      const isLeft = kind.status === 'any' || kind.status === 'none' || valueOf(kind) === 'initial';
      return isLeft && reached.has(name.text) && !left.has(name.text);
    })
    .map(({ name }) => diagnose(deadEnd, name.at, { state: name.text, machine: view.name }));
}

/** The states that a row does not stay in by that move. */
function leaves(move: MoveView): readonly string[] {
  if (endsRow(move)) return move.from!;
  const ends = targets(move);
  return move.from!.filter((state) => ends.some((to) => to !== state));
}

/** Do rows go though the table does not say so: by a call that it leaves alone, or with another row? Open: they may. */
function isRemovedElsewhere(model: Model, view: MachineView): boolean {
  const byCall = [...model.operations.values()].some((linked) => {
    const { does } = linked.facts;
    if (valueOf(does) === undefined && does.status !== 'none') return true;
    if (!effectsOf(linked).some((effect) => deletes(effect, view))) return false;
    const rows = movesBy(view, headingOf(linked));
    const isLet = refusedOtherwise(model, linked, view) === undefined || rows.some(isToSame);
    return isLet && !rows.some(endsRow);
  });
  return byCall || [...model.resources.values()].some((one) => takesAlong(one.whenDeleted, view.resource));
}

function takesAlong(whenDeleted: Resource['whenDeleted'], resource: string): boolean {
  if (whenDeleted.status === 'gap') return true;
  return (valueOf(whenDeleted) ?? []).some((rule) => rule.kind === 'deletes every' && rule.resource.text === resource);
}

/** Where each state is named first. */
function namesOf(machine: Machine): ReadonlyMap<string, Span> {
  const names = machine.states.written
    ? machine.states.items.map((state) => state.name)
    : machine.moves.items.flatMap(({ from }) => {
        const start = valueOf(from);
        return start && start.kind !== 'new' ? start.states : [];
      });
  return new Map(names.toReversed().map(({ text, at }) => [text, at]));
}
