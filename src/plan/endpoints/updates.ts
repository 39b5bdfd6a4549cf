// One row, or every row that matches, changed by one guarded UPDATE. Input: the effects on one resource. Output: an `update`
// step. Notation, part 4, Does: updates, merges into, replaces, moves, sets; part 3 on each of them.

import { EFFECT_TRAITS, isMove, overwrites } from '../../analysis/document/effect-traits.ts';
import { known } from '../../base/fault.ts';
import { fixedKey } from '../refuse.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Resource } from '../../notation/resources.ts';
import { machinesOf, type MachineView } from '../../analysis/document/moves.ts';
import { sinceColumn, timedMachinesOf } from '../../analysis/machines/timed.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Scope } from '../scope.ts';
import type { MoveEvent, OperationContext, StateWrite } from '../context.ts';
import { all, choice, some } from '../operands.ts';
import { telling } from '../legal-moves.ts';
import { rowPreconditions } from '../preconditions.ts';
import { columnOf, type RowScope } from '../rows.ts';
import { valueAtChange, type NewValue } from '../rules.ts';
import type { Answered, ColumnValue, Guard, Step } from '../steps.ts';
import { belongs, callerValue, fromAssignment, inputsFor, type Build, type NewColumn } from './assigned.ts';
import { ofRowInOrder, computedGuards, ruleGuards } from './row-guards.ts';
import { readOnlyRule } from './body.ts';
import { emitsOf } from './emits.ts';
import { namedBy } from './unshown.ts';
import { permissionGuards } from '../who.ts';

export type Update = Extract<Step, { kind: 'update' }>;

export interface UpdatePart {
  readonly resource: Resource;
  readonly effects: readonly Effect[];
  readonly where: Expr;
  readonly every: boolean;
  readonly answer: Answered;
  readonly order: readonly string[];
}

export function updateStep(build: Build, part: UpdatePart): Update {
  const { context } = build;
  const { resource } = part;
  const row: RowScope = { kind: 'table', resource };
  const scope: Scope = { context, row, sent: build.sent };
  const guards: Guard[] = [...fixedGuards(build, resource)];
  const moved: MoveEvent[] = [];
  const moves: Expr[] = [];
  const { told, refusing } = telling(context, resource.name.text, part.every, scope);
  const set = new Map<string, ColumnValue>();
  const values = new Map<string, NewValue>();
  for (const change of changesOf(build, part, scope)) {
    const name = change.column.name;
    guards.push(...change.guards);
    values.set(name, { value: change.value, sent: change.sent });
    const machine = machinesOf(context.model, resource.name.text).find((view) => view.field === name);
    if (machine) {
      const sets = { kind: 'set', value: change.value, sent: change.sent } as const;
      const write = context.states.write(context, machine, sets, scope);
      guards.push(...refusing(write.guards));
      moved.push(...write.sent);
      moves.push(all([...(change.sent ? [change.sent] : []), becomesOther(name, change.value)]));
      set.set(name, { column: name, value: write.value });
    } else set.set(name, columnValue(change));
  }
  for (const { machine, write } of movedBy(context, part, scope)) {
    guards.push(...refusing(write.guards));
    moved.push(...write.sent);
    set.set(machine.field, { column: machine.field, value: write.value });
    values.set(machine.field, { value: write.value, sent: undefined });
  }
  for (const unmoved of unmovedBy(context, part, scope, moves)) {
    guards.push(...unmoved.guards);
    moved.push(...unmoved.sent);
  }
  for (const field of resource.fields.items) {
    const value = valueAtChange(context, resource, field, values);
    if (value && !set.has(value.column)) set.set(value.column, value);
  }
  for (const one of [...changedBy(build, resource), ...sinceSet(build, resource, set)]) set.set(one.column, one);
  const after: RowScope = { kind: 'draft', resource, values: rowAfter(build, resource, set) };
  guards.push(...permissionGuards(build, row), ...computedGuards(build, resource, after));
  if (!part.every) guards.push(...rowPreconditions(context.model, context.linked, resource, 'changed'));
  guards.push(...ruleGuards(build, resource, row));
  return {
    kind: 'update',
    table: resource.name.text,
    where: part.where,
    guards: ofRowInOrder(guards, part.order),
    set: [...set.values()],
    every: part.every,
    ...(part.every && guards.length > 0 && { named: namedBy(context.model, resource) }),
    absent: `no such ${resource.name.text}`,
    outcome: outcomeOf(part.effects),
    answer: part.answer,
    ...emitsOf(context, part.effects, moved),
    ...told,
  };
}

/** `moves R.f`. */
function movedBy(
  context: OperationContext,
  { resource, effects }: UpdatePart,
  scope: Scope,
): readonly { readonly machine: MachineView; readonly write: StateWrite }[] {
  return effects.filter(isMove).map((effect) => {
    const machine = known(context.machine(`${resource.name.text}.${effect.field.text}`), 'no states are kept');
    return { machine, write: context.states.write(context, machine, { kind: 'move', to: effect.to?.text }, scope) };
  });
}

/** What part 3 asks where the row is changed and makes no move. `moves`: where it makes one. */
function unmovedBy(
  context: OperationContext,
  { resource: { name } }: UpdatePart,
  scope: Scope,
  moves: readonly Expr[],
): readonly Omit<StateWrite, 'value'>[] {
  return machinesOf(context.model, name.text).map((view) => context.states.change(context, view, scope, moves));
}

/** The state of that column is to be another one. */
function becomesOther(state: string, value: Expr): Expr {
  const own: Expr = { kind: 'column', column: state, type: 'text' };
  return { kind: 'not', item: { kind: 'compare', operator: '=', left: value, right: own } };
}

/** `caller at change`. */
function changedBy(build: Build, resource: Resource): readonly ColumnValue[] {
  return resource.fields.items.flatMap((field) => {
    const caller = callerValue(build, resource, field, 'at change');
    return caller ? [{ column: field.name.text, value: caller.value }] : [];
  });
}

/** Since when the row is in its state: from now on where the state becomes another one, else as before. */
function sinceSet(
  { context }: Build,
  resource: Resource,
  set: ReadonlyMap<string, ColumnValue>,
): readonly ColumnValue[] {
  return timedMachinesOf(context.model, resource.name.text).flatMap((view) => {
    const state = set.get(view.field);
    if (!state) return [];
    context.make({ name: 'now', kind: 'now' });
    const own: Expr = { kind: 'column', column: view.field, type: 'text' };
    const column = sinceColumn(context.model, view);
    const before: Expr = { kind: 'column', column, type: 'instant' };
    const stays: Expr = { kind: 'compare', operator: '=', left: own, right: state.value };
    const now: Expr = { kind: 'parameter', name: 'now', type: 'instant' };
    return [{ column, value: choice([[stays, before]], now, 'instant') }];
  });
}

/** The row as the update leaves it; the patch of an object is merged later, and no number is computed from it. */
function rowAfter(
  { context }: Build,
  resource: Resource,
  set: ReadonlyMap<string, ColumnValue>,
): ReadonlyMap<string, Expr> {
  return new Map(
    resource.fields.items.flatMap((field) => {
      const column = columnOf(context.model, field);
      if (!column) return [];
      const { name, type } = column;
      const changed = set.get(name);
      const value: Expr = changed && !changed.merge ? changed.value : { kind: 'column', column: name, type };
      return [[name, value] as const];
    }),
  );
}

/** From the body, then from `sets`: its value counts. */
function changesOf(build: Build, part: UpdatePart, scope: Scope): readonly NewColumn[] {
  const { resource, effects } = part;
  const changes = new Map<string, NewColumn>();
  const isPut = effects.some((effect) => effect.kind === 'creates or replaces');
  // A Body table may also set fields beside `moves` and `sets`.
  const moved = new Set(effects.flatMap((effect) => ('field' in effect ? [effect.field.text] : [])));
  for (const change of inputsFor(build, resource)) {
    // The value of a move counts: what the body says of that state is never kept.
    if (change.given !== undefined || moved.has(change.column.name)) continue;
    if (isPut || effects.some((effect) => overwrites(effect) || effect.kind === 'moves' || effect.kind === 'sets')) {
      changes.set(change.column.name, change);
    }
  }
  for (const effect of effects) {
    if (effect.kind !== 'sets') continue;
    for (const assignment of effect.assignments) {
      if (!belongs(assignment.field.text, resource, effects)) continue;
      const change = fromAssignment(build, resource, assignment, scope);
      changes.set(change.column.name, change);
    }
  }
  return [...changes.values()];
}

/** What is not the caller's to send once the row is there stays as it is: Read-only fields says what another value does. */
function fixedGuards(build: Build, resource: Resource): readonly Guard[] {
  const { context } = build;
  const rule = readOnlyRule(context);
  if (rule.do !== 'refuse' && rule.do !== 'hold') return [];
  return inputsFor(build, resource).flatMap(({ field, column, value, given }): Guard[] => {
    if (given === undefined) return [];
    const own: Expr = { kind: 'column', column: column.name, type: column.type };
    const [isSet, isGiven] = [own, value].map((operand): Expr => ({ kind: 'is-set', operand }));
    const alike: Expr = { kind: 'compare', operator: '=', left: own, right: value };
    const nothing = [isSet!, isGiven!].map((item): Expr => ({ kind: 'not', item }));
    const same = [all([isSet!, isGiven!, alike]), all(nothing)];
    const cause =
      rule.do === 'hold' ? context.holdGuard(rule.held.by) : fixedKey(`${resource.name.text}.${field.name.text}`);
    return [{ where: some([{ kind: 'not', item: given }, ...same]), cause, check: 'body' }];
  });
}

function columnValue({ column, value, sent, merge }: NewColumn): ColumnValue {
  const own: Expr = { kind: 'column', column: column.name, type: column.type };
  if (!merge) return { column: column.name, value: sent ? choice([[sent, value]], own, column.type) : value };
  if (!sent) return { column: column.name, value, merge: true };
  return { column: column.name, value, merge: { where: sent } };
}

function outcomeOf(effects: readonly Effect[]): Update['outcome'] {
  // Values that are set beside another effect are part of it.
  const { kind } = effects.find((effect) => effect.kind !== 'sets') ?? effects[0]!;
  return EFFECT_TRAITS[kind].outcomes.at(-1) as Update['outcome'];
}
