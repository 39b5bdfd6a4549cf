// What goes with a row that is deleted. Input: a resource. Output: the rows of other tables that go before it, deepest first.
// Notation, part 2 "When deleted".

import { fault, known } from '../base/fault.ts';
import type { DeletionRule } from '../notation/values/deletion.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { namedIn } from '../analysis/values/gone-states.ts';
import type { Expr } from '../sql/expression.ts';
import { conditionExpr } from './conditions.ts';
import { all } from './operands.ts';
import { present } from './presence.ts';
import type { RowContext, RowScope } from './rows.ts';
import type { Sent } from './request-parameters.ts';
import type { Step } from './steps.ts';

export type Going = Extract<Step, { kind: 'delete' }>['cascade'][number];

/** Who deletes: what the request brings, and where names of tables come from. */
export interface Sending {
  readonly context: RowContext;
  readonly sent: Sent;
}

/** Called for each table below: its resource, its row, and what wraps a condition on that row into one on the row that goes. */
type Below = (resource: Resource, row: RowScope, found: (where: Expr) => Expr) => void;

export function rulesOf(resource: Resource): readonly DeletionRule[] {
  return valueOf(resource.whenDeleted) ?? [];
}

export function cascadeOf(build: Sending, resource: Resource, each: Below): readonly Going[] {
  const cascade: Going[] = [];
  // What would be left without its row goes, also where the caller may not see it.
  const { visible: _, ...context } = build.context;
  const on: Sending = { ...build, context };
  const row: RowScope = { kind: 'table', resource, source: 'row' };
  const guarded: RowScope = { kind: 'table', resource };
  const level: Level = {
    row,
    guarded,
    above: [resource.name.text],
    within: (where) => where,
    found: (where) => where,
  };
  for (const rule of rulesOf(resource)) if (rule.kind === 'deletes every') goesToo(on, rule, level, cascade, each);
  return cascade;
}

/** The place that a cascade has reached. */
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
function goesToo(on: Sending, rule: DeletionRule, level: Level, cascade: Going[], each: Below): void {
  const { context } = on;
  const name = rule.resource.text;
  const resource = known(context.model.resources.get(name), `there is no resource ${name}`);
  if (level.above.includes(name)) fault(`deleting ${name} deletes ${name}`);
  const alias = context.alias();
  const own: RowScope = { kind: 'table', resource, source: alias };
  const naming = {
    model: context.model,
    ...(rule.where && { namedGone: namedIn(context.model, rule.where, { row: resource, self: level.row.resource }) }),
  };
  const there = present(naming, resource, alias);
  const where = (self: RowScope): Expr => {
    const goes = rule.where ? conditionExpr(rule.where, { ...on, row: own, self }) : undefined;
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
    if (next.kind === 'refused while') fault(`deleting ${name} may be refused`);
    goesToo(on, next, below, cascade, each);
  }
  each(resource, own, below.found);
  cascade.push({ table: name, alias, where: level.within(goes) });
}
