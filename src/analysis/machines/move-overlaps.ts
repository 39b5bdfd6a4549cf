// Rows of part 3 that one operation makes from one state and that may hold at once. The order of the rows has no meaning: where
// two are certain to meet the document is refused, where they may meet the request that makes both hold is held. Input: a
// machine. Output: pairs of rows; which states an operation's Does names. Notation, part 3.

import { isMove, takesValues } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Move } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';
import { canHold, mayHold, pinsOf, type Pins } from '../values/condition-logic.ts';
import type { Standing } from '../values/condition-terms.ts';
import { bodyOf, mayBring } from '../document/inputs.ts';
import { isBirth, targets, type MachineView, type MoveView } from '../document/moves.ts';
import { RowsAbove, startsOf } from './rows-above.ts';
import { effectsOf } from '../document/targets.ts';

export interface Overlap {
  /** The operation's heading. */
  readonly operation: string;
  /** A state that both rows start from; undefined: both begin rows. */
  readonly state: string | undefined;
  readonly rows: readonly [MoveView, MoveView];
  /** There is a row for which both hold; else it is not known. */
  readonly isCertain: boolean;
}

/** In written order; a pair once for each operation, by the first state that it meets in. */
export const overlapsOf: (model: Model, view: MachineView) => readonly Overlap[] = oncePer((model, view) => [
  ...pairs(model, view, view.moves),
  ...pairs(model, view, view.births),
]);

/** The pairs of an operation that a request may meet: neither that they never hold at once is known, nor that they do. */
export function openOverlaps(model: Model, view: MachineView, operation: string): readonly Overlap[] {
  return overlapsOf(model, view).filter((one) => one.operation === operation && !one.isCertain);
}

function* pairs(model: Model, view: MachineView, moves: readonly MoveView[]): Generator<Overlap> {
  const above = new Map<string, { readonly led: Led; readonly rows: RowsAbove }>();
  for (const second of moves) {
    const { to } = second.row;
    if (to.status !== 'stated') continue;
    for (const operation of new Set(second.by)) {
      const linked = model.operations.get(operation);
      // What it does is not known: that is a question of its own.
      if (!linked || (valueOf(linked.facts.does) === undefined && linked.facts.does.status !== 'none')) continue;
      let known = above.get(operation);
      if (!known) {
        const rowsAbove = new RowsAbove(oncePer((row: MoveView) => pinsIn(model, view, row, linked)));
        above.set(operation, (known = { led: ledBy(model, linked, view), rows: rowsAbove }));
      }
      const { led, rows } = known;
      for (const first of rows.apart(second, to.text)) {
        if (isSettled(led, [first, second])) continue;
        const overlap = meeting(model, view, [first, second], linked);
        if (overlap) yield { operation, ...overlap, rows: [first, second] };
      }
      rows.add(second, to.text);
    }
  }
}

/** The operation or the request says where it leads, and so which row is meant. */
function isSettled(led: Led, rows: readonly MoveView[]): boolean {
  if (led.kind === 'table') return false;
  const stated = rows.filter(({ row }) => valueOf(row.to)?.kind === 'state');
  if (led.kind === 'states' && stated.some((row) => !targets(row).some((state) => led.states.includes(state))))
    return true;
  return stated.length === rows.length && (led.kind === 'request' || led.states.length === 1);
}

type Led =
  /** `moves R.f`: the rows decide. */
  | { readonly kind: 'table' }
  /** `moves R.f to x`, or a literal that is assigned. */
  | { readonly kind: 'states'; readonly states: readonly string[] }
  /** What is sent or computed. */
  | { readonly kind: 'request' };

/** What decides the state that the operation leads to. */
export function ledBy(model: Model, linked: LinkedOperation, view: MachineView): Led {
  const states: string[] = [];
  let isSent = false;
  for (const effect of effectsOf(linked)) {
    if (isMove(effect)) {
      if (effect.target.text !== view.resource || effect.field.text !== view.field) continue;
      if (!effect.to) return { kind: 'table' };
      states.push(effect.to.text);
    }
    for (const { field, value } of assignmentsOf(effect, view)) {
      if (field.text !== view.field && field.text !== view.name) continue;
      if (value.kind === 'text') states.push(value.value);
      else isSent = true;
    }
  }
  const body = bodyOf(model, linked);
  isSent ||= body.kind === 'fields' && body.fields.some(({ sets }) => isField(sets, view));
  if (isSent || (states.length === 0 && mayBeSent(model, linked, view))) return { kind: 'request' };
  return states.length > 0 ? { kind: 'states', states } : { kind: 'table' };
}

/** Whether the state is sent is not shown. */
function mayBeSent(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  const takes = effectsOf(linked).some(
    (effect) => takesValues(effect) && 'target' in effect && effect.target.text === view.resource,
  );
  return takes && mayBring(model, linked, (_, name) => name === view.field);
}

type Effects = ReturnType<typeof effectsOf>[number];

function assignmentsOf(effect: Effects, view: MachineView): Extract<Effects, { kind: 'sets' }>['assignments'] {
  if (effect.kind === 'sets') return effect.assignments;
  return 'with' in effect && effect.target.text === view.resource ? effect.with : [];
}

function isField(
  sets: { readonly resource: string; readonly field: { readonly name: { readonly text: string } } } | undefined,
  view: MachineView,
): boolean {
  return sets?.resource === view.resource && sets.field.name.text === view.field;
}

/** A state in which both rows may hold; `request`: what makes the moves, where it is no time. */
export function meeting(
  model: Model,
  view: MachineView,
  rows: readonly [MoveView, MoveView],
  request?: LinkedOperation,
): Pick<Overlap, 'state' | 'isCertain'> | undefined {
  const conditions = rows.map(({ row }) => conditionOf(row));
  // What is not shown or cannot be read holds the operation for a reason of its own.
  if (conditions.includes(undefined)) return undefined;
  const stated = conditions.flatMap((one) => (one === undefined || one === 'none' ? [] : [one]));
  const [first, second] = rows;
  const ground = groundOf(model, view, first, request);
  const shared = new Set(startsOf(second));
  const states = startsOf(first).filter((state) => shared.has(state));
  const state = states.findIndex((one) =>
    mayHold(model, ground, one === undefined ? stated : [...stated, stands(view, first.row.at, one)]),
  );
  if (state === -1) return undefined;
  const isAlways = stated.length < 2 || textOf(first) === textOf(second);
  return { state: states[state], isCertain: isAlways || canHold(model, ground, stated) };
}

/** A condition that is not stated pins nothing. */
function pinsIn(model: Model, view: MachineView, move: MoveView, request: LinkedOperation): Pins {
  const condition = conditionOf(move.row);
  if (condition === undefined || condition === 'none') return NO_PINS;
  return pinsOf(model, groundOf(model, view, move, request), condition);
}

const NO_PINS: Pins = new Map();

function groundOf(model: Model, view: MachineView, move: MoveView, request: LinkedOperation | undefined): Standing {
  const row = model.resources.get(view.resource);
  return { row, self: row, ...(isBirth(move) && { isNew: true }), ...(request && { request }) };
}

function textOf({ row: { onlyIf } }: MoveView): string | undefined {
  return onlyIf.status === 'stated' ? onlyIf.text : undefined;
}

function conditionOf({ onlyIf }: Move): Condition | 'none' | undefined {
  if (onlyIf.status === 'none') return 'none';
  return onlyIf.status === 'stated' ? onlyIf.value : undefined;
}

/** The machine is in this state. */
export function stands(view: MachineView, at: Span, state: string): Condition {
  const left = { kind: 'field', owner: undefined, path: [view.field], at } as const;
  return { kind: 'compare', operator: '=', left, right: { kind: 'text', value: state, at }, at };
}
