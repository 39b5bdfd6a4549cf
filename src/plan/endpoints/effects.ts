// What a call does, as steps of one transaction: rows that the path selects are found first, then each effect has its step; effects on the
// same row are one statement. Input: an operation. Output: steps. Notation, part 4, key Does.

import { isMove, mayFindNone, WRITES } from '../../analysis/document/effect-traits.ts';
import { sameValuesOf } from '../../analysis/document/repeats.ts';
import { fault, known } from '../../base/fault.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { guardOf, mustFind } from '../refuse.ts';
import { isOfPath, rowAccessesOf, type RowAccess } from '../../analysis/requests/row-accesses.ts';
import { rowSelections } from '../../analysis/refusals/causes/request.ts';
import { isMet } from '../../analysis/refusals/errors.ts';
import { isSentOnly, ruleCauses } from '../../analysis/machines/refusal-rules.ts';
import { selectionOf, type Selection } from '../../analysis/document/targets.ts';
import { conditionExpr } from '../conditions.ts';
import { all, not } from '../operands.ts';
import { seen } from '../presence.ts';
import type { RowScope } from '../rows.ts';
import type { Resource } from '../../notation/resources.ts';
import { callerStep } from '../caller.ts';
import { listPreconditions, rowPreconditions } from '../preconditions.ts';
import type { VerifyPlan } from '../credentials.ts';
import { keysWhere, selectionWhere } from '../request-parameters.ts';
import type { Answered, Guard, Step } from '../steps.ts';
import type { Timed } from '../timed.ts';
import { type Build } from './assigned.ts';
import { ofRowInOrder, rulesOn } from './row-guards.ts';
import { namesOfEach } from './body-rows.ts';
import { besideSteps, madeAs, type ReadBeside } from './beside.ts';
import { byTime } from './by-time.ts';
import { deleteStep } from './deletes.ts';
import { withOccasions } from './emits.ts';
import { insertStep, type InsertPart } from './inserts.ts';
import { keepStep, repeatStep } from './kept-rows.ts';
import { judgedLast } from './judged-last.ts';
import { countedIn } from './counted.ts';
import { isOneRow, mayMeetNone, whereOf, type Group } from './rows-found.ts';
import { changedRows } from './changed-rows.ts';
import { listStep } from './lists.ts';
import { markSteps } from './refresh.ts';
import { pathRow, readAgain } from './shown-again.ts';
import { holderOfMade, keyOfMade, revokeSteps, signIn, tokenSteps } from './tokens.ts';
import { updateStep } from './updates.ts';
import { verifyPlan } from './verifies.ts';
import { hidesRows, looksAtRow, permissionGuards, visibleRows } from '../who.ts';

/** What the answers of the operation need of its steps. */
export interface Asked {
  /** The effect whose rows are shown; undefined: none is. */
  readonly access: RowAccess | undefined;
  readonly answer: Exclude<Answered, undefined>;
  readonly total: boolean;
  /** They tell of the next page. */
  readonly more: boolean;
  /** Rows of other resources that answers show. */
  readonly beside?: readonly ReadBeside[];
}

/** `timed`: what time moves; what of it this change may make due at once is written behind it. */
export function stepsOf(
  build: Build,
  order: readonly string[],
  asked: Asked,
  timed: readonly Timed[],
): { readonly steps: readonly Step[]; readonly before: readonly string[]; readonly verifies: readonly VerifyPlan[] } {
  const groups = groupsOf(build);
  const signing = signIn(build);
  const parents = parentSelections(build, groups).flatMap((selection) => findParent(build, selection));
  const isAnswering = (group: Group): boolean => group.effects[0] === asked.access?.effects[0];
  const step = (group: Group): Step =>
    withOccasions(build.context, stepOf(build, group, order, isAnswering(group) ? asked : undefined));
  // A row that is only looked for must be there; rows that are listed and not shown change nothing.
  const before = groups.filter((group) => group.kind === 'read' && !isAnswering(group));
  const rest = groups.filter((group) => isAnswering(group) || (group.kind !== 'read' && group.kind !== 'list'));
  const last = judgedLast(build, rest, rest.map(step));
  const counted = countedIn(build, rest, last.steps);
  const { steps } = counted;
  const answering = rest.findIndex(isAnswering);
  const listed = listPreconditions(build.context.model, build.context.linked);
  const first = [...parents, ...listed, ...before.map(step), ...last.before, ...counted.before];
  const time = byTime(timed, [...first, ...steps]);
  if (time.before.length > 0) build.context.make({ name: 'now', kind: 'now' });
  if (time.stamps) {
    build.context.make({ name: 'today', kind: 'today' });
    build.context.make({ name: 'second', kind: 'second' });
  }
  const ofPath = asked.access && isOfPath(asked.access) ? pathRow(build, asked.access, asked.answer) : undefined;
  const behind = [...last.after, ...time.after];
  const changed = [...(ofPath ? [ofPath.before] : []), ...steps, ...behind, ...(ofPath ? [ofPath.after] : [])];
  const shown = answering === -1 ? changed : readAgain(rest, steps, answering, asked.answer, behind);
  const revoked = revokeSteps(build, changedRows(build, groups));
  const made = (table: string): string | undefined => keyMade(build, table).keyAs;
  const beside = besideSteps(build.context, asked.beside ?? [], made);
  const tokens = [
    ...revoked,
    ...shown,
    ...holderOfMade(build),
    ...beside,
    ...markSteps(build.context),
    ...tokenSteps(build),
    ...counted.after,
  ];
  return {
    steps: [...callerStep(build.context), ...signing.steps, ...first, ...rowless(build, groups), ...tokens],
    before: time.before,
    verifies: [...signing.verifies, ...build.context.verified.map((one) => verifyPlan(build, groups, one))],
  };
}

/** The key of a new row, where something behind it asks for that row. */
function keyMade(build: Build, table: string): { readonly keyAs?: string } {
  const own = keyOfMade(build, table);
  const beside = madeAs(build.context, table);
  return own.keyAs === undefined && beside !== undefined ? { keyAs: beside } : own;
}

/** What Who asks of the caller alone, where no statement is sure to meet a row that could be refused. */
function rowless(build: Build, groups: readonly Group[]): readonly Step[] {
  const rows = groups.filter(mayMeetNone).map(({ resource }): RowScope => ({ kind: 'table', resource }));
  return (groups.length === 0 ? [undefined] : rows).flatMap((row): Step[] => {
    const guards = permissionGuards(build, row);
    return guards.length === 0 || looksAtRow(guards) ? [] : [{ kind: 'bind', values: [], guards }];
  });
}

function groupsOf(build: Build): readonly Group[] {
  const { model, linked } = build.context;
  return rowAccessesOf(model, linked).map((access) => {
    const resource = model.resources.get(access.resource);
    const { kind } = access;
    if (kind === 'other' || !resource || resource.identifiedBy.status === 'none')
      fault(`${access.effects[0]!.kind} does not run on ${access.resource}`);
    return { ...access, kind, resource };
  });
}

/** Rows that the path names beside the one that an effect works on; each must be there, from left to right. */
function parentSelections(build: Build, groups: readonly Group[]): readonly Selection[] {
  const { model, linked } = build.context;
  const own = new Set<Selection | undefined>();
  for (const { kind, resource, effects } of groups) {
    if (isOneRow(kind, effects)) own.add(selectionOf(model, linked, resource.name.text));
    // What is written is written of rows that are there: those of the effects behind it are looked for before.
    if (WRITES.has(kind)) break;
  }
  return rowSelections(model, linked).filter(
    (selection) => !own.has(selection) || isMet(model, linked, { kind: 'was', resource: selection.resource }),
  );
}

/** With an answer for a row that is gone, it is looked for twice: with those that are gone, then without. */
function findParent(build: Build, selection: Selection): readonly Step[] {
  const { context } = build;
  const { model, linked } = context;
  const name = selection.resource;
  const resource = known(model.resources.get(name), `there is no resource ${name}`);
  const there = selectionWhere(context, linked, selection, resource);
  const absent: MetCause = { kind: 'no such', resource: name };
  const gone: MetCause = { kind: 'was', resource: name };
  if (!isMet(model, linked, gone)) return [mustFind(name, there, absent)];
  // Whom the row is hidden from does not learn that it was there.
  const visible = hidesRows(build, resource) ? visibleRows(build, { kind: 'table', resource }) : [];
  const was = all([keysWhere(context, linked, selection, resource), ...seen(context, resource), ...visible]);
  return [mustFind(name, was, absent), mustFind(name, there, gone)];
}

function stepOf(build: Build, group: Group, order: readonly string[], asked: Asked | undefined): Step {
  const { resource, effects, kind } = group;
  const table = resource.name.text;
  const answer = asked?.answer;
  switch (kind) {
    case 'read':
      return findStep(build, group, order, answer);
    case 'list':
      return listStep(build, {
        resource,
        effects,
        where: whereOf(build, group),
        answer: answer ?? [],
        total: asked?.total ?? false,
        more: asked?.more ?? false,
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
    case 'create':
      return createStep(build, group, { resource, effects, identity: undefined, answer, order });
    case 'put': {
      const identity = known(
        selectionOf(build.context.model, build.context.linked, table),
        `the path does not name the ${table}`,
      );
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
    case 'token':
    case 'other':
      fault(`${effects[0]!.kind} does not run`);
    case 'delete': {
      const every = !isOneRow(kind, effects);
      const moves = effects.some(isMove);
      const ifThere = effects.some(mayFindNone);
      const where = whereOf(build, group);
      return deleteStep(build, { resource, effects, where, every, ifThere, isMove: moves, answer, order });
    }
  }
}

function createStep(build: Build, group: Group, made: InsertPart): Step {
  const [first] = made.effects;
  if (first?.kind === 'creates or keeps') return keepStep(build, made, first, whereOf(build, group));
  const same = sameValuesOf(build.context.linked);
  if (same) return repeatStep(build, made, same, whereOf(build, group));
  if (first?.kind === 'creates every in body') return insertEach(build, made);
  return { ...insertStep(build, made), ...keyMade(build, made.resource.name.text) };
}

function insertEach(build: Build, made: InsertPart): Step {
  const step = insertStep(build, made);
  return { ...step, each: namesOfEach(build.body, step.table, build.context.made) };
}

function findStep(build: Build, group: Group, order: readonly string[], answer: Answered): Step {
  const { resource } = group;
  const table = resource.name.text;
  const row: RowScope = { kind: 'table', resource };
  const { model, linked } = build.context;
  const named = rowPreconditions(model, linked, resource, 'read');
  const guards = ofRowInOrder([...permissionGuards(build, row), ...named, ...readGuards(build, resource, row)], order);
  return {
    kind: 'find',
    select: { table, columns: answer ?? [], where: whereOf(build, group), order: [] },
    absent: causeKey({ kind: 'no such', resource: table }),
    ...(guards.length > 0 && { guards }),
  };
}

/** Rules that refuse a read. Those over what is sent alone are judged before it. */
function readGuards(build: Build, resource: Resource, row: RowScope): readonly Guard[] {
  const { context, sent } = build;
  return rulesOn(build, resource).flatMap(({ when, cause }) =>
    isSentOnly(context.model, context.linked, when)
      ? []
      : [guardOf(not(conditionExpr(when, { context, row, sent })), cause)],
  );
}

/** Rules over what is sent alone, for operations that have no statement of one row to hold them. */
export function requirementsOf(build: Build): readonly Guard[] {
  const { model, linked } = build.context;
  const guards: Guard[] = [];
  const writes = groupsOf(build).filter((group) => group.kind !== 'read' && group.kind !== 'list');
  for (const rule of ruleCauses(model, linked)) {
    if (writes.some((group) => group.resource.name.text === rule.resource)) continue;
    const reads = groupsOf(build).some((group) => group.kind === 'read' && group.resource.name.text === rule.resource);
    const isSent = isSentOnly(model, linked, rule.when);
    if (reads && !isSent) continue;
    if (!isSent) fault('a rule has no row to be judged on');
    const when = conditionExpr(rule.when, { context: build.context, row: undefined, sent: build.sent });
    guards.push(guardOf({ kind: 'not', item: when }, rule.cause, 'body'));
  }
  return guards;
}
