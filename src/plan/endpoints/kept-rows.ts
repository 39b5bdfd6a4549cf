// A row that is there already is answered as it is, else one is made. Input: the effect, the body, the key. Output: a `put` step, which
// decides between two calls at once, and what is compared beside it. Notation, part 4, Does `creates or keeps`; Repeat.

import { fault, known } from '../../base/fault.ts';
import { comparedFields, sameValuesOf, type SameValues } from '../../analysis/document/repeats.ts';
import { keyOfKept } from '../../analysis/refusals/kept-keys.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Merged } from '../merged.ts';
import { all, not, some } from '../operands.ts';
import { guardOf } from '../refuse.ts';
import { columnOf, fieldNamed, type RowScope } from '../rows.ts';
import type { Scope } from '../scope.ts';
import type { Guard, Step } from '../steps.ts';
import { permissionGuards } from '../who.ts';
import { fromAssignment, inputsFor, type Build, type NewColumn } from './assigned.ts';
import { inOrder, ruleGuards } from './row-guards.ts';
import { insertStep, type Insert, type InsertPart } from './inserts.ts';

/**
 * `creates or keeps`: the row that has what `with` gives is answered as it is. What the request sends is judged as for a
 * new row; `there`: its rows that are there.
 */
export function keepStep(build: Build, part: InsertPart, effect: SameValues['effect'], there: Expr): Put {
  const { context } = build;
  const { resource } = part;
  if (!keyOfKept(resource, effect)) fault(`nothing says which row of ${resource.name.text}`);
  const outside: Scope = { context, row: undefined, sent: build.sent };
  const given = effect.with.map((assignment) => fromAssignment(build, resource, assignment, outside));
  const same = given.map(({ column, value }): Expr => {
    const own: Expr = { kind: 'column', column: column.name, type: column.type };
    return { kind: 'compare', operator: '=', left: own, right: value };
  });
  const guards = [...inputsFor(build, resource), ...given].flatMap((each) => each.guards);
  return kept(build, part, {
    where: all([there, ...same]),
    guards,
    outcome: 'unchanged',
    insert: insertStep(build, part),
  });
}

/** `` same `id`, same values … ``: the row that has the key is answered as it is, where it has the values of the request, too. */
export function repeatStep(build: Build, part: InsertPart, same: SameValues, there: Expr): Put {
  const { resource } = part;
  const insert = insertStep(build, part);
  const alike = (name: string): Pair => pairOf(build, resource, name, valueIn(insert, name));
  const keys = same.repeat.fields.map(({ text }): Expr => {
    const { own, value } = alike(text);
    return { kind: 'compare', operator: '=', left: own, right: value };
  });
  const sent = [...inputsFor(build, resource), ...givenBy(build, resource, same)].flatMap((each) => each.guards);
  const compared = comparedFields(build.context.model, build.context.linked, same)
    .map(alike)
    .filter(({ own }) => own.type !== 'json')
    .map(({ own, value }) => guardOf(isAlike(own, value), OTHER_VALUES, 'state'));
  return kept(build, part, { where: all([there, ...keys]), guards: sent, last: compared, outcome: 'repeated', insert });
}

const OTHER_VALUES = { kind: 'other values' } as const;

/** Lists, maps and objects: no engine compares JSON by its value, so the row that is answered is compared behind it. */
export function repeatedResults(build: Build): readonly Merged[] {
  const { model, linked } = build.context;
  const same = sameValuesOf(linked);
  const resource = same && model.resources.get(same.effect.target.text);
  if (!resource) return [];
  const given = [...inputsFor(build, resource), ...givenBy(build, resource, same)];
  return comparedFields(model, linked, same).flatMap((name): Merged[] => {
    const one = given.findLast(({ column }) => column.name === name);
    if (one?.column.type !== 'json') return [];
    const { value } = one;
    return [{ resource: resource.name.text, rule: { column: name, equals: value, cause: causeKey(OTHER_VALUES) } }];
  });
}

function givenBy(build: Build, resource: Resource, { effect }: SameValues): readonly NewColumn[] {
  const outside: Scope = { context: build.context, row: undefined, sent: build.sent };
  return effect.with.map((assignment) => fromAssignment(build, resource, assignment, outside));
}

interface Pair {
  readonly own: Extract<Expr, { kind: 'column' }>;
  readonly value: Expr;
}

function valueIn({ values }: Insert, name: string): Expr {
  return known(
    values.find(({ column }) => column === name),
    `nothing gives ${name}`,
  ).value;
}

function pairOf({ context }: Build, resource: Resource, name: string, value: Expr): Pair {
  const field = known(fieldNamed(context.model, resource, name), `there is no field ${name}`);
  const { type } = known(columnOf(context.model, field), `${name} is not kept`);
  return { own: { kind: 'column', column: name, type }, value };
}

type Put = Extract<Step, { kind: 'put' }>;

/** `last`: what is asked of the row behind everything else. */
function kept(
  build: Build,
  { resource, order, answer }: InsertPart,
  of: {
    readonly where: Expr;
    readonly guards: readonly Guard[];
    readonly last?: readonly Guard[];
    readonly outcome: 'unchanged' | 'repeated';
    readonly insert: Insert;
  },
): Put {
  const row: RowScope = { kind: 'table', resource };
  const guards = [...permissionGuards(build, row), ...of.guards, ...ruleGuards(build, resource, row)];
  const update = {
    kind: 'update',
    table: resource.name.text,
    where: of.where,
    guards: [...inOrder(guards, order), ...(of.last ?? [])],
    set: [],
    every: false,
    absent: `no such ${resource.name.text}`,
    outcome: of.outcome,
    answer,
  } as const;
  return { kind: 'put', update, insert: of.insert };
}

/** Null is like null. */
function isAlike(own: Expr, value: Expr): Expr {
  const [isOwn, isGiven] = [own, value].map((operand): Expr => ({ kind: 'is-set', operand }));
  const same: Expr = { kind: 'compare', operator: '=', left: own, right: value };
  return some([all([isOwn!, isGiven!, same]), all([not(isOwn!), not(isGiven!)])]);
}
