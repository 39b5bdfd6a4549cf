// The rows that the document has, as steps that put them into the tables when a service starts. Input: a model. Output: the steps of one
// transaction for all rows that are fixed, so that they follow the document; and for each resource of rows that are put once. Notation,
// part 2, `Rows:`; decision 0054.

import { isComputed, ruleOf } from '../analysis/document/field-rules.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { givenRows, isFixed, isFromOperator, resourcesWithRows } from '../analysis/document/given-rows.ts';
import { identityOf } from '../analysis/document/targets.ts';
import { referenceOf } from '../analysis/document/value-kinds.ts';
import { runs } from '../analysis/document/supported.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { rowsFeatures } from '../analysis/gaps/supported/given-rows.ts';
import { creationOf } from '../analysis/machines/given-rows.ts';
import { known } from '../base/fault.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { fieldCause } from '../notation/values/met-causes.ts';
import type { Expr } from '../sql/expression.ts';
import { computedField } from './computed.ts';
import { conditionExpr } from './conditions.ts';
import { operationContext, type Context } from './context.ts';
import { buildOf, type Build } from './endpoints/assigned.ts';
import { bodyPlan } from './endpoints/body.ts';
import { insertStep, type Insert } from './endpoints/inserts.ts';
import { namedBy } from './endpoints/unshown.ts';
import type { MadeValue } from './made-values.ts';
import { all, not, some } from './operands.ts';
import { rowsInOrder } from './given-rows-order.ts';
import type { GivenRowsPlan } from './given-rows-plan.ts';
import { guardOf } from './refuse.ts';
import { columnOf, keyOf, rowKeyOf, type RowScope } from './rows.ts';
import { STATE_RULES } from './states.ts';
import type { ColumnValue, Guard, Step } from './steps.ts';
import { unlessOpen } from './unless-wrong.ts';

/** Rows that others refer to are there first. */
export function givenRowsPlans(context: Context): readonly GivenRowsPlan[] {
  const { model } = context;
  const held = gapView(model).rowsHeld;
  return (
    unlessOpen(model, () => {
      const resources = inOrder(
        model,
        resourcesWithRows(model).filter((one) => !held.has(one.name.text) && rowsFeatures(model, one).every(runs)),
      );
      const fixed = resources.filter(isFixed);
      const withRows = resources.filter((one) => givenRows(one).rows.length > 0);
      const once = withRows.filter((one) => !isFixed(one) && !isFromOperator(one));
      const brought = withRows.filter(isFromOperator);
      return [
        ...(fixed.length > 0 ? [wholePlan(context, fixed, true)] : []),
        ...once.map((resource): GivenRowsPlan => {
          const made = inserts(context, resource);
          const [first, ...rest] = made.steps;
          return { resource: resource.name.text, once: true, make: made.make, steps: [whenEmpty(first!), ...rest] };
        }),
        ...(brought.length > 0 ? [{ ...wholePlan(context, brought, false), brought: true as const }] : []),
      ];
    }) ?? []
  );
}

function inOrder(model: Model, resources: readonly Resource[]): readonly Resource[] {
  const ordered = new Set<Resource>();
  const visit = (resource: Resource, above: readonly Resource[]): void => {
    if (ordered.has(resource) || above.includes(resource)) return;
    for (const { resource: name } of referencesFrom(model, resource)) {
      const other = resources.find((one) => one.name.text === name);
      if (other) visit(other, [...above, resource]);
    }
    ordered.add(resource);
  };
  for (const resource of resources) visit(resource, []);
  return [...ordered];
}

function referencesFrom(model: Model, { fields }: Resource): readonly { field: string; resource: string }[] {
  return fields.items.flatMap((field) => {
    const type = valueOf(field.type);
    const reference = type && columnOf(model, field) ? referenceOf(model, type) : undefined;
    return reference ? [{ field: field.name.text, resource: reference.resource }] : [];
  });
}

/** What is made anew of one row, such as an id, is not that of another. */
function inserts(
  context: Context,
  resource: Resource,
): { readonly steps: readonly Insert[]; readonly make: readonly MadeValue[] } {
  const make = new Map<string, MadeValue>();
  const steps = rowsInOrder(context.model, resource).map((row, place): Insert => {
    const linked = creationOf(resource, row);
    const own = operationContext(context, linked, { computed: computedField, states: STATE_RULES });
    const part = { resource, effects: valueOf(linked.facts.does)!, identity: undefined, answer: undefined, order: [] };
    const build = buildOf(own, bodyPlan(own, new Map()));
    const bare = insertStep(build, part);
    const step = { ...bare, checks: [...bare.checks, ...requiredGuards(build, resource, bare)] };
    const names = new Map(
      own.made.map(({ name, kind }) => [
        name,
        SHARED.has(kind) ? name : `${name} of ${resource.name.text} ${place + 1}`,
      ]),
    );
    for (const one of own.made) {
      const name = names.get(one.name)!;
      make.set(name, { ...one, name, ...('of' in one && { of: names.get(one.of) ?? one.of }) } as MadeValue);
    }
    return renamed(step, names);
  });
  return { steps, make: [...make.values()] };
}

/** `Required: if …`: a row that leaves the field out, while the condition is true of it. */
function requiredGuards({ context, sent }: Build, resource: Resource, { values }: Insert): readonly Guard[] {
  const draft = new Map(values.map(({ column, value }) => [column, value]));
  const row: RowScope = { kind: 'draft', resource, values: draft };
  return resource.fields.items.flatMap((field): readonly Guard[] => {
    const required = valueOf(field.required);
    const name = field.name.text;
    if (required?.kind !== 'if' || ruleOf(field) || draft.has(name)) return [];
    const when = conditionExpr(required.condition, { context, row, sent });
    return [guardOf(not(when), fieldCause(resource.name.text, name, 'missing'), 'body')];
  });
}

/** One instant for all of them. */
const SHARED: ReadonlySet<MadeValue['kind']> = new Set(['now', 'today', 'second']);

function renamed<T>(node: T, names: ReadonlyMap<string, string>): T {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((one) => renamed(one, names)) as T;
  const entries = Object.entries(node).map(([key, one]) => [key, renamed(one, names)] as const);
  const own = Object.fromEntries(entries) as { kind?: unknown; name?: unknown };
  if (own.kind === 'parameter' && typeof own.name === 'string') own.name = names.get(own.name) ?? own.name;
  return own as T;
}

/** A table that has rows has had its first start. */
function whenEmpty(step: Insert): Insert {
  const any: Expr = { kind: 'exists', table: step.table, alias: 'any', where: { kind: 'true' } };
  return { ...step, checks: [{ where: not(any), cause: ROWS_THERE, check: 'existence' }, ...step.checks] };
}

const ROWS_THERE = 'rows there';

/**
 * Those that are new are put, then what differs is changed. `follows`: then what the document has no longer is taken out; of the operator's
 * none is.
 */
function wholePlan(context: Context, resources: readonly Resource[], follows: boolean): GivenRowsPlan {
  const { model } = context;
  const each = resources.map((resource) => ({ resource, ...inserts(context, resource) }));
  const steps = [
    ...each.flatMap((one) => one.steps.map((step) => putStep(one.resource, step))),
    ...each.flatMap((one) => one.steps.flatMap((step) => changeStep(model, one.resource, step))),
    ...(follows ? each.toReversed().map((one) => removeStep(model, one.resource, one.steps)) : []),
  ];
  return { resource: namesOf(resources), make: each.flatMap(({ make }) => make), steps };
}

function namesOf(resources: readonly Resource[]): string {
  return resources.map(({ name }) => name.text).join(', ');
}

function isRow(resource: Resource, { values }: Insert): Expr {
  return all(
    identityOf(resource).map((name): Expr => {
      const { value } = known(
        values.find(({ column }) => column === name),
        `a row of ${resource.name.text} has no ${name}`,
      );
      return { kind: 'compare', operator: '=', left: ownColumn(name, value), right: value };
    }),
  );
}

/** A literal and a column that it is for are of one type. */
function ownColumn(column: string, value: Expr): Expr {
  return { kind: 'column', column, type: 'type' in value ? value.type : 'text' };
}

function putStep(resource: Resource, insert: Insert): Step {
  const table = resource.name.text;
  return {
    kind: 'put',
    update: {
      kind: 'update',
      table,
      where: isRow(resource, insert),
      guards: [],
      set: [],
      every: false,
      absent: `no such ${table}`,
      outcome: 'unchanged',
      answer: undefined,
    },
    insert,
  };
}

/** A row is whole: what it leaves out is as in a new row. What the service makes of it stays, and so does a secret, which no row states. */
function changeStep(model: Model, resource: Resource, insert: Insert): readonly Step[] {
  const identity = new Set(identityOf(resource));
  const valueFor = (field: Field): readonly ColumnValue[] => {
    const column = columnOf(model, field);
    if (!column) return [];
    const own = insert.values.find((one) => one.column === field.name.text)?.value;
    return [{ column: field.name.text, value: own ?? { kind: 'literal', value: null, type: column.type } }];
  };
  const set = resource.fields.items.flatMap((field): readonly ColumnValue[] => {
    const type = valueOf(field.type);
    const isMade = isComputed(field) || (ruleOf(field)?.kind ?? 'state') !== 'state' || (type && isSealed(type));
    const name = field.name.text;
    return isMade || identity.has(name) || name === rowKeyOf(resource) ? [] : valueFor(field);
  });
  if (set.length === 0) return [];
  const touched = resource.fields.items.filter((field) => {
    const rule = ruleOf(field);
    return rule?.kind === 'now' && rule.when === 'at change';
  });
  const table = resource.name.text;
  const differs = some(set.map(({ column, value }) => not(same(column, value, model, resource))));
  const where = all([isRow(resource, insert), differs]);
  return [
    {
      kind: 'update',
      table,
      where,
      guards: insert.checks,
      set: [...set, ...touched.flatMap(valueFor)],
      every: true,
      named: namedBy(model, resource),
      absent: `no such ${table}`,
      outcome: 'updated',
      answer: undefined,
    },
  ];
}

function same(column: string, value: Expr, model: Model, resource: Resource): Expr {
  const field = resource.fields.items.find(({ name }) => name.text === column)!;
  const own: Expr = { kind: 'column', column, type: columnOf(model, field)!.type };
  const [isSet, isGiven] = [own, value].map((operand): Expr => ({ kind: 'is-set', operand }));
  const alike: Expr = { kind: 'compare', operator: '=', left: own, right: value };
  return some([all([isSet!, isGiven!, alike]), all([not(isSet!), not(isGiven!)])]);
}

/** One that rows of other resources refer to is not taken out. */
function removeStep(model: Model, resource: Resource, rows: readonly Insert[]): Step {
  const name = resource.name.text;
  const guards = [...model.resources.values()].flatMap((other) =>
    other.identifiedBy.status === 'none'
      ? []
      : referencesFrom(model, other).flatMap((one): readonly Guard[] => {
          if (one.resource !== name) return [];
          const alias = 'referring';
          const left: Expr = { kind: 'column', column: one.field, type: 'integer', source: alias };
          const right = keyOf({ kind: 'table', resource });
          const where: Expr = { kind: 'compare', operator: '=', left, right };
          const refers: Expr = { kind: 'exists', table: other.name.text, alias, where };
          return [{ where: not(refers), cause: `referred ${other.name.text}.${one.field}`, check: 'state' }];
        }),
  );
  return {
    kind: 'delete',
    table: name,
    where: not(some(rows.map((row) => isRow(resource, row)))),
    guards,
    every: true,
    named: namedBy(model, resource),
    ifThere: true,
    complete: true,
    absent: `no such ${name}`,
    cascade: [],
    answer: undefined,
  };
}
