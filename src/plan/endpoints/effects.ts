// What a call does, as steps of one transaction: rows that the path selects are found first, then each effect has its
// step; effects on the same row are one statement. Comes in: an operation. Goes out: steps. Notation, part 4, key Does.

import type { Resource } from '../../model/resources.ts';
import { touchesOf, type Touch } from '../../model/views/answering.ts';
import { rowSelections } from '../../model/views/causes/request.ts';
import { isSentOnly, ruleCauses } from '../../model/views/causes/refusal-rules.ts';
import { selectionOf, type Selection } from '../../model/views/targets.ts';
import type { Expr } from '../../sql/expression.ts';
import { CannotPlan } from '../cannot-plan.ts';
import { conditionExpr } from '../conditions.ts';
import { all } from '../operands.ts';
import { keyOf } from '../rows.ts';
import { selectionWhere } from '../sent.ts';
import type { Answered, Guard, Step } from '../steps.ts';
import { rulesOn, type Build } from './assigned.ts';
import { deleteStep } from './deletes.ts';
import { insertStep } from './inserts.ts';
import { listStep } from './lists.ts';
import { updateStep } from './updates.ts';

/** What the answers of the operation need of its steps. */
export interface Asked {
  /** The effect whose rows are shown; undefined: none is. */
  readonly touch: Touch | undefined;
  readonly answer: Exclude<Answered, undefined>;
  readonly total: boolean;
}

/** Effects that go into one statement. */
interface Group extends Omit<Touch, 'resource'> {
  readonly resource: Resource;
}

export function stepsOf(build: Build, order: readonly string[], asked: Asked): readonly Step[] {
  const groups = groupsOf(build);
  const parents = parentSelections(build, groups).map((selection) => findParent(build, selection));
  const isAnswering = (group: Group): boolean => group.effects[0] === asked.touch?.effects[0];
  const rules = groups.flatMap((group) => (group.kind === 'read' ? refusedReads(build, group) : []));
  const step = (group: Group): Step => stepOf(build, group, order, isAnswering(group) ? asked : undefined);
  // A row that is only looked for must be there; rows that are listed and not shown change nothing.
  const before = groups.filter((group) => group.kind === 'read' && !isAnswering(group));
  const rest = groups.filter((group) => isAnswering(group) || (group.kind !== 'read' && group.kind !== 'list'));
  const steps = rest.map(step);
  const answering = rest.findIndex(isAnswering);
  return [
    ...parents,
    ...rules,
    ...before.map(step),
    ...(answering === -1 ? steps : readAgain(rest, steps, answering, asked)),
  ];
}

function groupsOf(build: Build): readonly Group[] {
  const { model, linked } = build.context;
  return touchesOf(model, linked).map((touch) => {
    const resource = model.resources.get(touch.resource);
    if (!resource || resource.identifiedBy.status === 'none')
      throw new CannotPlan(`there is no resource ${touch.resource}`);
    if (touch.kind === 'other') throw new CannotPlan(`${touch.effects[0]!.kind} does not run`);
    return { ...touch, resource };
  });
}

const WRITES: ReadonlySet<Touch['kind']> = new Set(['write', 'every', 'create', 'put', 'delete']);

/** An answer shows its rows after the whole effect: before one that deletes, and at the end, they are read once more. */
function readAgain(groups: readonly Group[], steps: readonly Step[], answering: number, asked: Asked): readonly Step[] {
  const own = groups[answering]!;
  const behind = groups.slice(answering + 1);
  if (own.kind === 'delete' || !behind.some(({ kind }) => WRITES.has(kind))) return steps;
  const table = own.resource.name.text;
  const key = { name: AGAIN, expr: keyOf({ kind: 'table', resource: own.resource }) };
  const again: Step = { kind: 'again', table, key: AGAIN, answer: [...asked.answer, key] };
  return [
    ...steps.slice(0, answering),
    answeringToo(steps[answering]!, key),
    ...behind.flatMap(({ kind }, place) => {
      const step = steps[answering + 1 + place]!;
      return kind === 'delete' && place > 0 ? [again, step] : [step];
    }),
    again,
  ];
}

/** Under which a step answers the key of its row beside what is shown. */
const AGAIN = '#key';

function answeringToo(step: Step, key: Exclude<Answered, undefined>[number]): Step {
  switch (step.kind) {
    case 'find':
    case 'list':
      return { ...step, select: { ...step.select, columns: [...step.select.columns, key] } };
    case 'insert':
    case 'update':
    case 'delete':
      return { ...step, answer: [...(step.answer ?? []), key] };
    case 'put':
      return {
        ...step,
        update: { ...step.update, answer: [...(step.update.answer ?? []), key] },
        insert: { ...step.insert, answer: [...(step.insert.answer ?? []), key] },
      };
    case 'again':
      return step;
  }
}

/** Rows that the path names beside the one that an effect works on; each must be there, from left to right. */
function parentSelections(build: Build, groups: readonly Group[]): readonly Selection[] {
  const { model, linked } = build.context;
  const own = new Set<Selection | undefined>();
  for (const { kind, resource, effects } of groups) {
    const isOne =
      kind === 'read' || kind === 'write' || kind === 'put' || effects.some((effect) => effect.kind === 'deletes');
    if (isOne) own.add(selectionOf(model, linked, resource.name.text));
  }
  return rowSelections(model, linked).filter((selection) => !own.has(selection));
}

function findParent(build: Build, selection: Selection): Step {
  const { context } = build;
  const resource = context.model.resources.get(selection.resource);
  if (!resource) throw new CannotPlan(`there is no resource ${selection.resource}`);
  const where = selectionWhere(context, context.linked, selection, resource);
  return {
    kind: 'find',
    select: { table: selection.resource, columns: [], where, order: [] },
    absent: `no such ${selection.resource}`,
  };
}

/** The row that the path selects, and what `where` says of it. */
function whereOf(build: Build, { resource, effects, kind }: Group): Expr {
  const { context, sent } = build;
  const isOne =
    kind === 'read' || kind === 'write' || kind === 'put' || effects.some((effect) => effect.kind === 'deletes');
  const selection = isOne ? selectionOf(context.model, context.linked, resource.name.text) : undefined;
  const items: Expr[] = selection ? [selectionWhere(context, context.linked, selection, resource)] : [];
  for (const effect of effects) {
    if (!('where' in effect) || !effect.where) continue;
    items.push(conditionExpr(effect.where, { context, row: { kind: 'table', resource }, sent }));
  }
  if (isOne && items.length === 0) throw new CannotPlan(`nothing says which row of ${resource.name.text}`);
  return all(items);
}

function stepOf(build: Build, group: Group, order: readonly string[], asked: Asked | undefined): Step {
  const { resource, effects, kind } = group;
  const table = resource.name.text;
  const answer = asked?.answer;
  switch (kind) {
    case 'read':
      return {
        kind: 'find',
        select: { table, columns: answer ?? [], where: whereOf(build, group), order: [] },
        absent: `no such ${table}`,
      };
    case 'list':
      return listStep(build, {
        resource,
        where: whereOf(build, group),
        answer: answer ?? [],
        total: asked?.total ?? false,
      });
    case 'write':
    case 'every':
      return updateStep(build, {
        resource,
        effects,
        where: whereOf(build, group),
        every: kind === 'every',
        answer,
        order,
      });
    case 'create': {
      return insertStep(build, { resource, effects, identity: undefined, answer, order });
    }
    case 'put': {
      const identity = selectionOf(build.context.model, build.context.linked, table);
      if (!identity) throw new CannotPlan(`the path does not name the ${table}`);
      const update = updateStep(build, {
        resource,
        effects,
        where: whereOf(build, group),
        every: false,
        answer,
        order,
      });
      return { kind: 'put', update, insert: insertStep(build, { resource, effects, identity, answer, order }) };
    }
    case 'other':
      throw new CannotPlan(`${effects[0]!.kind} does not run`);
    case 'delete': {
      const every = effects.some((effect) => effect.kind === 'deletes every');
      const ifThere = effects.some((effect) => 'ifThere' in effect && effect.ifThere);
      return deleteStep(build, { resource, where: whereOf(build, group), every, ifThere, answer, order });
    }
  }
}

/** Rules that refuse a read: the row is looked for once more, without those that they refuse. */
function refusedReads(build: Build, group: Group): readonly Step[] {
  const { context, sent } = build;
  const { resource } = group;
  const table = resource.name.text;
  const rules = rulesOn(build, resource).filter((rule) => !isSentOnly(rule.when));
  if (rules.length === 0) return [];
  const where = whereOf(build, group);
  const find = (more: readonly Expr[], absent: string): Step => ({
    kind: 'find',
    select: { table, columns: [], where: all([where, ...more]), order: [] },
    absent,
  });
  const refused = rules.map((rule) => {
    const when = conditionExpr(rule.when, { context, row: { kind: 'table', resource }, sent });
    return find([{ kind: 'not', item: when }], rule.cause);
  });
  return [find([], `no such ${table}`), ...refused];
}

/** Rules over what is sent alone, for operations that have no statement of one row to hold them. */
export function requirementsOf(build: Build): readonly Guard[] {
  const { model, linked } = build.context;
  const guards: Guard[] = [];
  const writes = groupsOf(build).filter((group) => group.kind !== 'read' && group.kind !== 'list');
  for (const rule of ruleCauses(model, linked)) {
    if (writes.some((group) => group.resource.name.text === rule.resource)) continue;
    const reads = groupsOf(build).some((group) => group.kind === 'read' && group.resource.name.text === rule.resource);
    if (reads && !isSentOnly(rule.when)) continue;
    if (!isSentOnly(rule.when)) throw new CannotPlan('a rule has no row to be judged on');
    const when = conditionExpr(rule.when, { context: build.context, row: undefined, sent: build.sent });
    guards.push({ where: { kind: 'not', item: when }, cause: rule.cause, check: 'body' });
  }
  return guards;
}
