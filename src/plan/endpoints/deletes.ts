// Rows that go, and what goes with them. Comes in: a `deletes` effect. Goes out: a `delete` step with its cascade and the
// guards that keep a row which is still referred to. Notation, part 2 "When deleted"; part 4, Does.

import type { Effect } from '../../model/effects.ts';
import type { DeletionRule, Resource } from '../../model/resources.ts';
import { valueOf } from '../../model/status.ts';
import { namedIn } from '../../model/views/gone.ts';
import { machinesOf } from '../../model/views/moves.ts';
import { resourceId } from '../../model/views/slots/ids.ts';
import type { Expr } from '../../sql/expression.ts';
import { CannotPlan } from '../cannot-plan.ts';
import { conditionExpr } from '../conditions.ts';
import { all } from '../operands.ts';
import { present } from '../presence.ts';
import { telling } from '../legal-moves.ts';
import { columnOf, keyOf, type RowScope } from '../rows.ts';
import type { Answered, Guard, Step } from '../steps.ts';
import { referenceOf } from '../values.ts';
import { inOrder, ruleGuards, type Build } from './assigned.ts';
import { emitsOf } from './emits.ts';

export type Delete = Extract<Step, { kind: 'delete' }>;

export interface DeletePart {
  readonly resource: Resource;
  readonly effects: readonly Effect[];
  readonly where: Expr;
  readonly every: boolean;
  readonly ifThere: boolean;
  /** By a move that leads to `(gone)`. */
  readonly isMove: boolean;
  readonly answer: Answered;
  readonly order: readonly string[];
}

export function deleteStep(build: Build, part: DeletePart): Delete {
  const { resource } = part;
  const row: RowScope = { kind: 'table', resource };
  const { context, sent } = build;
  const ends = machinesOf(context.model, resource.name.text).map((view) =>
    context.states.end(context, view, !part.isMove, { context, row, sent }),
  );
  const { told, refusing } = telling(context, resource.name.text, part.every, { context, row, sent });
  const guards: Guard[] = [
    ...refusing(ends.flatMap((end) => end.guards)),
    ...ruleGuards(build, resource, row),
    ...referredGuards(build, resource, row, (where) => where),
  ];
  const cascade: Delete['cascade'][number][] = [];
  const going: RowScope = { kind: 'table', resource, source: 'row' };
  for (const rule of rulesOf(resource)) {
    if (rule.kind === 'deletes every')
      goesToo(
        build,
        rule,
        { row: going, guarded: row, above: [resource.name.text], within: (where) => where, found: (where) => where },
        cascade,
        guards,
      );
  }
  return {
    kind: 'delete',
    table: resource.name.text,
    where: part.where,
    guards: inOrder(guards, part.order),
    every: part.every,
    ifThere: part.ifThere,
    absent: `no such ${resource.name.text}`,
    cascade,
    ...(part.isMove && { outcome: 'moved' as const }),
    answer: part.answer,
    ...emitsOf(
      build.context,
      part.effects,
      ends.flatMap((end) => end.sent),
    ),
    ...told,
  };
}

function rulesOf(resource: Resource): readonly DeletionRule[] {
  return valueOf(resource.whenDeleted) ?? [];
}

/** Where a cascade has got to. */
interface Level {
  /** The row that goes, as a cascade names it, and as a guard of the statement does. */
  readonly row: RowScope;
  readonly guarded: RowScope;
  readonly above: readonly string[];
  /** Wraps a condition on rows below into one that looks for the rows between. */
  readonly within: (where: Expr) => Expr;
  readonly found: (where: Expr) => Expr;
}

/** `deletes every R where …`, deepest first: what goes with R goes before it. */
function goesToo(
  build: Build,
  rule: DeletionRule,
  level: Level,
  cascade: Delete['cascade'][number][],
  guards: Guard[],
): void {
  const { context } = build;
  const name = rule.resource.text;
  const resource = context.model.resources.get(name);
  if (!resource) throw new CannotPlan(`there is no resource ${name}`);
  if (level.above.includes(name)) throw new CannotPlan(`deleting ${name} deletes ${name}`);
  const alias = context.alias();
  const own: RowScope = { kind: 'table', resource, source: alias };
  const naming = {
    model: context.model,
    ...(rule.where && { namedGone: namedIn(context.model, rule.where, { row: resource, self: level.row.resource }) }),
  };
  const there = present(naming, resource, alias);
  const where = (self: RowScope): Expr => {
    const goes = rule.where ? conditionExpr(rule.where, { context, row: own, self, sent: build.sent }) : undefined;
    return goes && there.length === 0 ? goes : all([...(goes ? [goes] : []), ...there]);
  };
  const goes = where(level.row);
  const below: Level = {
    row: own,
    guarded: own,
    above: [...level.above, name],
    within: (inner) => level.within({ kind: 'exists', table: name, alias, where: all([goes, inner]) }),
    found: (inner) => level.found({ kind: 'exists', table: name, alias, where: all([where(level.guarded), inner]) }),
  };
  for (const next of rulesOf(resource)) {
    if (next.kind === 'refused while') throw new CannotPlan(`deleting ${name} may be refused`);
    goesToo(build, next, below, cascade, guards);
  }
  guards.push(...referredGuards(build, resource, own, below.found));
  cascade.push({ table: name, alias, where: level.within(goes) });
}

/** When deleted is not shown: a row that another one refers to is not deleted, it is held. */
function referredGuards(
  build: Build,
  resource: Resource,
  row: RowScope,
  found: (where: Expr) => Expr,
): readonly Guard[] {
  const { context } = build;
  const name = resource.name.text;
  const open =
    rulesOf(resource).length > 0 ? undefined : context.gap(resourceId(name, 'when-deleted'), resource.whenDeleted);
  if (open === undefined) return [];
  const guards: Guard[] = [];
  for (const other of context.model.resources.values()) {
    if (other.identifiedBy.status === 'none') continue;
    for (const field of other.fields.items) {
      const type = valueOf(field.type);
      const column = type && referenceOf(type)?.resource === name ? columnOf(context.model, field) : undefined;
      if (!column) continue;
      const alias = context.alias();
      const left: Expr = { kind: 'column', column: column.name, type: 'integer', source: alias };
      const refers: Expr = {
        kind: 'exists',
        table: other.name.text,
        alias,
        where: all([{ kind: 'compare', operator: '=', left, right: keyOf(row) }, ...present(context, other, alias)]),
      };
      guards.push({ where: { kind: 'not', item: found(refers) }, cause: context.holdGuard([open]), check: 'state' });
    }
  }
  return guards;
}
