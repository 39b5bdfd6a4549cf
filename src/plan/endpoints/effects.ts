// What a call does, as steps of one transaction: rows that the path selects are found first, then each effect has its
// step; effects on the same row are one statement. Comes in: an operation. Goes out: steps. Notation, part 4, key Does.

import type { Effect } from '../../model/effects.ts';
import type { Resource } from '../../model/resources.ts';
import { rowSelections } from '../../model/views/request-causes.ts';
import { isSentOnly, ruleCauses } from '../../model/views/refusal-rules.ts';
import { effectsOf, selectionOf, setTargets, type Selection } from '../../model/views/targets.ts';
import type { Expr } from '../../sql/expression.ts';
import { CannotPlan } from '../cannot-plan.ts';
import { conditionExpr } from '../conditions.ts';
import { all } from '../operands.ts';
import { selectionWhere } from '../sent.ts';
import type { Answered, Guard, Step } from '../steps.ts';
import { rulesOn, type Build } from './assigned.ts';
import { deleteStep } from './deletes.ts';
import { insertStep } from './inserts.ts';
import { listStep } from './lists.ts';
import { updateStep } from './updates.ts';

/** What the answers of the operation need of its steps. */
export interface Asked {
  /** The resource whose row is shown; undefined: none is. */
  readonly resource: string | undefined;
  readonly answer: Exclude<Answered, undefined>;
  readonly total: boolean;
}

/** Effects that go into one statement. */
interface Group {
  readonly kind: 'read' | 'write' | 'every' | 'create' | 'put' | 'delete' | 'list';
  readonly resource: Resource;
  readonly effects: Effect[];
}

export function stepsOf(build: Build, order: readonly string[], asked: Asked): readonly Step[] {
  const groups = groupsOf(build);
  const parents = parentSelections(build, groups).map((selection) => findParent(build, selection));
  const answering = groups.findLast((group) => group.resource.name.text === asked.resource);
  const steps = groups.map((group) => stepOf(build, group, order, group === answering ? asked : undefined));
  return [
    ...parents,
    ...groups.flatMap((group) => (group.kind === 'read' ? refusedReads(build, group) : [])),
    ...steps,
  ];
}

function groupsOf(build: Build): readonly Group[] {
  const { model, linked } = build.context;
  const groups: Group[] = [];
  const add = (kind: Group['kind'], name: string, effect: Effect): void => {
    const resource = model.resources.get(name);
    if (!resource || resource.identifiedBy.status === 'none') throw new CannotPlan(`there is no resource ${name}`);
    const same = groups.find(
      (group) => group.resource === resource && (group.kind === 'read' || group.kind === 'write'),
    );
    if (same && (kind === 'read' || kind === 'write')) {
      same.effects.push(effect);
      if (kind === 'write') groups[groups.indexOf(same)] = { ...same, kind };
    } else groups.push({ kind, resource, effects: [effect] });
  };
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'sets') for (const name of setTargets(model, linked, effect)) add('write', name, effect);
    else if ('target' in effect) add(groupKind(effect), effect.target.text, effect);
    else throw new CannotPlan(`${effect.kind} does not run`);
  }
  return groups;
}

function groupKind(effect: Effect): Group['kind'] {
  switch (effect.kind) {
    case 'reads':
      return 'read';
    case 'updates':
    case 'merges into':
    case 'replaces':
    case 'moves':
      return 'write';
    case 'updates every':
    case 'moves every':
      return 'every';
    case 'creates':
      return 'create';
    case 'creates or replaces':
      return 'put';
    case 'deletes':
    case 'deletes every':
      return 'delete';
    case 'lists':
      return 'list';
    default:
      throw new CannotPlan(`${effect.kind} does not run`);
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
      const assignments = effects.flatMap((effect) => ('with' in effect ? effect.with : []));
      return insertStep(build, { resource, assignments, identity: undefined, answer, order });
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
      return { kind: 'put', update, insert: insertStep(build, { resource, assignments: [], identity, answer, order }) };
    }
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
