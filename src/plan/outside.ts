// Moves that are made outside of the interface: one entry for each machine and each place where such a move leads, held to the
// table as every move. Input: a model. Output: OutsideMove. Notation, part 3, By: outside.

import { known } from '../base/fault.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import { guardOf, guardsIn } from './refuse.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { areMovesHeld } from '../analysis/gaps/beside-requests.ts';
import { usesOf } from '../analysis/requests/field-usage.ts';
import { rowAccessesOf } from '../analysis/requests/row-accesses.ts';
import { keyCauses } from '../analysis/refusals/causes.ts';
import { answerOf, causesOf, machineOf } from '../analysis/refusals/errors.ts';
import { machineViews, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import {
  actorOf,
  AWAY,
  outsideMoves,
  outsideOperation,
  type OutsideMove as Stated,
} from '../analysis/machines/outside.ts';
import { pathFacts, selectionOf } from '../analysis/document/targets.ts';
import type { Expr } from '../sql/expression.ts';
import { computedField } from './computed.ts';
import { conditionExpr } from './conditions.ts';
import type { Scope } from './scope.ts';
import { operationContext, type Context, type OperationContext, type StateRules, type StateWrite } from './context.ts';
import { buildOf } from './endpoints/assigned.ts';
import { bodyPlan } from './endpoints/body.ts';
import { stepsOf } from './endpoints/effects.ts';
import { pathParameters } from './endpoints/path-parameters.ts';
import { all, some } from './operands.ts';
import type { OutsideMove, OutsideRun } from './plan.ts';
import { selectionWhere } from './request-parameters.ts';
import { STATE_RULES } from './states.ts';
import type { timedGroups } from './timed.ts';
import { unlessOpen } from './unless-wrong.ts';

const ORDER = ['existence', 'state', 'body', 'uniqueness'] as const;

type Time = ReturnType<typeof timedGroups>;

export function outsidePlans(context: Context, time: Time): readonly OutsideMove[] {
  return [...machineViews(context.model).values()].flatMap((view) =>
    outsideMoves(view).map((stated) => outsidePlan(context, time, view, stated)),
  );
}

function outsidePlan(context: Context, time: Time, view: MachineView, stated: Stated): OutsideMove {
  const { model } = context;
  const linked = outsideOperation(model, view, stated);
  const { to, rows } = stated;
  const shared = {
    resource: view.resource,
    field: view.field,
    to,
    from: [...new Set(rows.flatMap(({ from }) => from ?? []))],
    ...(rows.some(({ from }) => from === undefined) && { startsElsewhere: true }),
    by: [...new Set(rows.flatMap((row) => actorOf(row) ?? []))],
    id: pathFacts(model, linked).names,
  };
  const isHeld = to === undefined || !isSettled(model, linked, view, rows);
  return {
    ...shared,
    run: isHeld ? undefined : unlessOpen(model, () => runOf(context, time, linked, view, to, rows)),
  };
}

function runOf(
  context: Context,
  time: Time,
  linked: LinkedOperation,
  view: MachineView,
  to: string,
  rows: Stated['rows'],
): OutsideRun {
  const { model } = context;
  const own = operationContext(context, linked, { computed: computedField, states: rulesFor(view, to, rows) });
  const resource = known(model.resources.get(view.resource), `there is no ${view.resource}`);
  const selection = known(selectionOf(model, linked, view.resource), `nothing finds a ${view.resource}`);
  const build = buildOf(own, bodyPlan(own, new Map()));
  const state: Expr = { kind: 'column', column: view.field, type: 'text' };
  const answer = [{ name: view.field, expr: state }];
  const asked = { access: rowAccessesOf(model, linked)[0], answer, total: false, more: false };
  const { steps, before } = stepsOf(build, ORDER, asked, time);
  const where = selectionWhere(own, linked, selection, resource);
  const absent = causeKey({ kind: 'no such', resource: view.resource });
  const look = { kind: 'find', select: { table: view.resource, columns: answer, where, order: [] }, absent } as const;
  const causes = guardsIn(steps).map(({ cause }) => cause);
  const met = metBy(model, linked, view, causes);
  const codes = codesFor(model, linked, [...met, ...keyCauses(model, view.resource)]);
  return {
    path: pathParameters(own),
    make: own.made,
    steps,
    timed: before,
    look: [look],
    codes,
    why: whyOf(view, met),
    ...heldBy(own, causes),
  };
}

function heldBy({ holds }: OperationContext, causes: readonly string[]): Pick<OutsideRun, 'held'> {
  const found = causes.flatMap((cause) => {
    const outcome = holds.get(cause);
    return outcome?.kind === 'hold' ? [[cause, outcome.held] as const] : [];
  });
  return found.length === 0 ? {} : { held: Object.fromEntries(found) };
}

/** The causes of its guards. */
function metBy(
  model: Model,
  linked: LinkedOperation,
  view: MachineView,
  guards: readonly string[],
): readonly MetCause[] {
  const illegal: MetCause = { kind: 'illegal move', on: view.name };
  const known = new Map([...causesOf(model, linked), illegal].map((cause) => [causeKey(cause), cause]));
  return guards.flatMap((key) => known.get(key) ?? []);
}

function whyOf({ resource }: MachineView, met: readonly MetCause[]): OutsideRun['why'] {
  const absent: readonly MetCause[] = [
    { kind: 'no such', resource },
    { kind: 'was', resource },
  ];
  const found = [...absent, ...met].flatMap((cause) => {
    const why = WHY[cause.kind];
    return why ? [[causeKey(cause), why] as const] : [];
  });
  return Object.fromEntries(found);
}

const WHY: Partial<Record<MetCause['kind'], OutsideRun['why'][string]>> = {
  'no such': 'no row',
  was: 'no row',
  'illegal move': 'no move',
  refused: 'rule',
};

function codesFor(
  model: Model,
  linked: LinkedOperation,
  causes: readonly MetCause[],
): Readonly<Record<string, string>> {
  const found = causes.flatMap((cause) => {
    // Any other move is a gap: part 7 has no answer for it.
    const other = machineOf(model, cause)?.anyOtherMove;
    if (other?.status === 'gap' || other?.status === 'unreadable') return [];
    const code = answerOf(model, linked, cause)?.code;
    return code?.sent ? [[causeKey(cause), code.code.text] as const] : [];
  });
  return Object.fromEntries(found);
}

/** All of every row is known, its Who needs no caller, and nothing is in the way of what the move writes. */
function isSettled(model: Model, linked: LinkedOperation, view: MachineView, rows: Stated['rows']): boolean {
  const { resource } = view;
  if (!selectionOf(model, linked, resource) || !rows.every(isKnown)) return false;
  return !areMovesHeld(
    model,
    usesOf(model, linked),
    rows.map(({ index }) => [view.name, index]),
  );
}

function isKnown({ row, from }: MoveView): boolean {
  const anyone = row.who.status === 'absent' || valueOf(row.who)?.kind === 'anyone';
  return anyone && from !== undefined && (valueOf(row.onlyIf) !== undefined || row.onlyIf.status === 'none');
}

function literal(value: string): Expr {
  return { kind: 'literal', value, type: 'text' };
}

/** What a move writes that one of these rows makes, and no call. */
export function movesTo(view: MachineView, to: string, rows: Stated['rows'], scope: Scope): StateWrite {
  const state: Expr = { kind: 'column', column: view.field, type: 'text' };
  const holds = rows.map(({ row, from = [] }): Expr => {
    const condition = valueOf(row.onlyIf);
    const there: Expr = { kind: 'in', left: state, values: from.map(literal) };
    return all([
      from.length === 0 ? { kind: 'false' } : there,
      ...(condition ? [conditionExpr(condition, scope)] : []),
    ]);
  });
  const sent = rows.flatMap(({ row }, place) =>
    (valueOf(row.emits) ?? []).map(({ text }) => ({ event: text, when: holds[place]! })),
  );
  const guard = guardOf(some(holds), { kind: 'illegal move', on: view.name });
  return { value: to === AWAY ? state : literal(to), guards: [guard], sent };
}

/** The machine is looked up for these rows; all else depends on the operations, and this is none. */
function rulesFor(view: MachineView, to: string, rows: Stated['rows']): StateRules {
  const asked = (scope: Scope): StateWrite => movesTo(view, to, rows, scope);
  return {
    ...STATE_RULES,
    write: (context, other, change, scope) =>
      other === view ? asked(scope) : STATE_RULES.write(context, other, change, scope),
    end: (context, other, isNamed, scope) =>
      other === view ? asked(scope) : STATE_RULES.end(context, other, isNamed, scope),
  };
}
