// The indexes that find what is due. Input: a resource. Output: columns, state first, then the instant that counts, then the key, as
// batches go; only of rows that do not wait, where Only if looks at the row alone. Decision 0012.

import type { Model } from '../model/model.ts';
import { sinceColumn, timedMachinesOf } from '../analysis/machines/timed.ts';
import type { Expr } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import type { DueRow } from './due.ts';
import type { PartialIndex } from './index-plan.ts';
import { timedGroups } from './timed.ts';

export interface TimedIndexes {
  readonly plain: readonly (readonly string[])[];
  readonly partial: readonly PartialIndex[];
}

export function timedIndexes(model: Model, resource: string, rowKey: string): TimedIndexes {
  const group = timedGroups(model).find(({ group: { tables } }) => tables.includes(resource));
  const rows = group?.rows.get(resource) ?? [];
  const asksLatest = group?.group.sweep.kind === 'instants' && group.group.sweep.floor !== undefined;
  const latest = asksLatest ? timedMachinesOf(model, resource).map((view) => [sinceColumn(model, view)]) : [];
  const columns = ({ timed: { view, field } }: DueRow): readonly string[] => [
    view.field,
    field ?? sinceColumn(model, view),
    rowKey,
  ];
  return {
    plain: [...rows.filter((row) => !isPartial(row)).map(columns), ...latest],
    partial: rows.filter(isPartial).map((row) => ({ columns: columns(row), where: row.onlyIf })),
  };
}

const OF_ROW: ReadonlySet<Expr['kind']> = new Set([
  'column',
  'literal',
  'compare',
  'in',
  'is-set',
  'and',
  'or',
  'not',
  'true',
  'false',
]);

function looksAtRow(expr: Expr): boolean {
  return [...walk(expr)].every(({ kind }) => OF_ROW.has(kind));
}

function isPartial({ onlyIf }: DueRow): boolean {
  return onlyIf.kind !== 'true' && looksAtRow(onlyIf);
}
