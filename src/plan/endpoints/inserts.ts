// A new row. Input: the effect, the body, `with`. Output: an `insert` step with every value and every check. Notation, part 4,
// Does: creates, creates or replaces; part 2, Default and "Set by"; part 3, where rows begin.

import { fault } from '../../base/fault.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { pathsOf } from '../../analysis/document/rule-paths.ts';
import { valueOf } from '../../notation/slot.ts';
import { otherFieldIn } from '../../notation/values/field-defaults.ts';
import { machinesOf, type MachineView } from '../../analysis/document/moves.ts';
import { fieldPath } from '../../analysis/document/slot-ids.ts';
import { sinceColumn, timedMachinesOf } from '../../analysis/machines/timed.ts';
import type { Selection } from '../../analysis/document/targets.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Scope } from '../scope.ts';
import type { MoveEvent } from '../context.ts';
import { newRowPreconditions } from '../preconditions.ts';
import { isComputed, madeAtCreate, ruleOf } from '../../analysis/document/field-rules.ts';
import { columnOf, fieldNamed, rowKeyOf, type RowScope } from '../rows.ts';
import { valueAtCreate, type NewValue } from '../rules.ts';
import type { Answered, ColumnValue, Guard, Step } from '../steps.ts';
import { choice } from '../operands.ts';
import {
  belongs,
  callerValue,
  defaultFor,
  fromAssignment,
  inputsFor,
  intoColumn,
  type Build,
  type NewColumn,
} from './assigned.ts';
import { inOrder, computedGuards, ruleGuards } from './row-guards.ts';
import { emitsOf } from './emits.ts';
import { permissionGuards } from '../who.ts';

export type Insert = Extract<Step, { kind: 'insert' }>;

export interface InsertPart {
  readonly resource: Resource;
  /** `with f = …`, `sets f = …`. */
  readonly effects: readonly Effect[];
  /** `creates or replaces`: the identity is in the path. */
  readonly identity: Selection | undefined;
  readonly answer: Answered;
  readonly order: readonly string[];
}

export function insertStep(build: Build, part: InsertPart): Insert {
  const { context } = build;
  const { resource } = part;
  const draft = new Draft(resource);
  const outside: Scope = { context, row: undefined, sent: build.sent };
  if (part.identity) addIdentity(build, part.identity, resource, draft);
  const inputs = inputsFor(build, resource);
  for (const input of inputs) if (!input.isUnderWhen) draft.give(input.column.name, input.value, input.guards);
  for (const effect of part.effects) {
    for (const assignment of 'with' in effect ? effect.with : []) {
      const given = fromAssignment(build, resource, assignment, outside);
      draft.give(given.column.name, given.value, given.guards);
    }
  }
  const machines = machinesOf(context.model, resource.name.text);
  const isState = (field: Field): boolean => machines.some((view) => view.field === field.name.text);
  for (const field of resource.fields.items) {
    if (isComputed(field) || field.name.text === rowKeyOf(resource) || draft.has(field.name.text) || isState(field))
      continue;
    addOther(build, resource, field, draft);
  }
  for (const input of inputs) if (input.isUnderWhen) giveWhere(input, draft);
  for (const field of resource.fields.items) copyOther(resource, field, draft);
  const row: RowScope = { kind: 'draft', resource, values: draft.values };
  setOn(build, part, draft, { context, row, sent: build.sent });
  for (const field of resource.fields.items) giveMade(build, resource, field, draft);
  const born = machines.flatMap((view) => addState(build, resource, view, draft, { context, row, sent: build.sent }));
  const since = timedMachinesOf(context.model, resource.name.text).map((view): ColumnValue => {
    context.make({ name: 'now', kind: 'now' });
    return { column: sinceColumn(context.model, view), value: { kind: 'parameter', name: 'now', type: 'instant' } };
  });
  return {
    kind: 'insert',
    table: resource.name.text,
    values: [...draft.columns, ...since],
    checks: inOrder(
      [
        ...permissionGuards(build, row),
        ...(part.identity ? newRowPreconditions(context.model, context.linked, resource) : []),
        ...draft.guards,
        ...computedGuards(build, resource, row),
        ...ruleGuards(build, resource, row),
      ],
      part.order,
    ),
    answer: part.answer,
    ...emitsOf(context, part.effects, born),
  };
}

/** `sets` beside `creates`: over the fields of the new row. */
function setOn(build: Build, { resource, effects }: InsertPart, draft: Draft, scope: Scope): void {
  for (const effect of effects) {
    if (effect.kind !== 'sets') continue;
    for (const assignment of effect.assignments) {
      if (!belongs(assignment.field.text, resource, effects)) continue;
      const given = fromAssignment(build, resource, assignment, scope);
      draft.give(given.column.name, given.value, given.guards);
    }
  }
}

class Draft {
  readonly #resource: Resource;
  readonly #columns = new Map<string, ColumnValue>();
  readonly values = new Map<string, Expr>();
  /** The same, as rules of the service look at them. */
  readonly news = new Map<string, NewValue>();
  readonly guards: Guard[] = [];

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  has(column: string): boolean {
    return this.#columns.has(column);
  }

  give(column: string, value: Expr, guards: readonly Guard[] = [], slug = false): void {
    this.#columns.set(column, { column, value, ...(slug && { slug: true as const }) });
    this.values.set(column, value);
    this.news.set(column, { value, sent: undefined });
    this.guards.push(...guards);
  }

  /** In the order of the Field table. */
  get columns(): readonly ColumnValue[] {
    return this.#resource.fields.items.flatMap((field) => this.#columns.get(field.name.text) ?? []);
  }
}

function addIdentity(build: Build, identity: Selection, resource: Resource, draft: Draft): void {
  for (const { parameter, field: name } of identity.keys) {
    const field = fieldNamed(build.context.model, resource, name);
    const typed = build.sent.path(parameter);
    if (!field || !typed) fault(`{${parameter}} is no field of ${resource.name.text}`);
    const { value, guards } = intoColumn(build, resource, field, typed, undefined);
    draft.give(name, value, guards);
  }
}

/** Where no When holds, the row has what it has without the field. */
function giveWhere({ column, value, sent, guards }: NewColumn, draft: Draft): void {
  const other = draft.values.get(column.name) ?? { kind: 'literal', value: null, type: column.type };
  draft.give(column.name, sent ? choice([[sent, value]], other, column.type) : value, guards);
}

/** `= … at create`, and before it the fields of that kind that it names. */
function giveMade(build: Build, resource: Resource, field: Field, draft: Draft): void {
  const { context } = build;
  const made = ruleOf(field);
  if (!made || draft.has(field.name.text)) return;
  for (const [name] of pathsOf(made)) {
    const other = fieldNamed(context.model, resource, name!);
    if (other) giveMade(build, resource, other, draft);
  }
  const rule = madeAtCreate(field);
  const type = valueOf(field.type);
  if (!rule || !type) return;
  const row: RowScope = { kind: 'draft', resource, values: draft.values };
  draft.give(field.name.text, context.computed(context, row, rule, type).expr);
}

/** A Default that is another field, of a field that nothing gives; before it that of the other one. */
function copyOther(resource: Resource, field: Field, draft: Draft): void {
  const other = otherFieldIn(field.default);
  if (!other || draft.has(field.name.text)) return;
  const from = resource.fields.items.find(({ name }) => name.text === other.path.join('.'));
  if (from) copyOther(resource, from, draft);
  const value = from && draft.values.get(from.name.text);
  if (value) draft.give(field.name.text, value);
}

/** What the service sets, else the default, else nothing. */
function addOther(build: Build, resource: Resource, field: Field, draft: Draft): void {
  const { context } = build;
  const name = field.name.text;
  const made = valueAtCreate(context, resource, field, draft.news);
  if (made) return draft.give(name, made.value, [], made.slug);
  const caller = callerValue(build, resource, field, 'at create');
  if (caller) return draft.give(name, caller.value, caller.guards);
  if (ruleOf(field) || !columnOf(context.model, field)) return undefined;
  const given = defaultFor(build, resource, field);
  if (given) return draft.give(name, given);
  if (otherFieldIn(field.default)) return undefined;
  const open =
    field.default.status === 'none'
      ? undefined
      : context.gap(fieldPath(resource.name.text, name, 'default'), field.default);
  if (open === undefined) return undefined;
  draft.guards.push({ where: { kind: 'false' }, cause: context.holdGuard([open]), check: 'body' });
  return undefined;
}

/** Returns the events that the `(new)` rows of its table send. */
function addState(
  build: Build,
  resource: Resource,
  view: MachineView,
  draft: Draft,
  scope: Scope,
): readonly MoveEvent[] {
  const { context } = build;
  const field = fieldNamed(context.model, resource, view.field);
  if (!field) return [];
  const fallback = valueOf(field.default);
  const text =
    fallback?.kind === 'text' || fallback?.kind === 'number'
      ? fallback.value
      : fallback?.kind === 'boolean'
        ? String(fallback.value)
        : undefined;
  const chosen = draft.values.get(view.field);
  if (!chosen) {
    const birth = context.states.birth(context, view, text, scope);
    draft.give(view.field, birth.value, birth.guards);
    return birth.sent;
  }
  const birth = context.states.chosen(context, view, chosen, scope);
  draft.guards.push(...birth.guards);
  return birth.sent;
}
