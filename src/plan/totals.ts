// Numbers of all rows that are kept. Input: the tables and the operations of a plan. Output: which tables some list shows the number of all
// rows of, with the operations that need it. Notation, part 4, Pages; decision 0045.

import { simpler } from '../sql/sent.ts';
import type { IndexPlan } from './index-plan.ts';
import type { FieldRule } from './input.ts';
import type { OperationPlan, RunPlan, Table } from './plan.ts';
import type { Step } from './steps.ts';

interface Stored {
  readonly tables: readonly Table[];
  readonly indexes: readonly IndexPlan[];
}

export function withTotals(
  { tables, indexes }: Stored,
  operations: readonly Pick<OperationPlan, 'id' | 'run'>[],
): Stored {
  const found = new Map<string, Set<string>>();
  for (const { id, run } of operations) {
    const unsent = new Map(unsentOf(run).map((name) => [name, false]));
    for (const step of run?.steps ?? []) {
      if (step.kind !== 'list' || !countsAll(step, unsent)) continue;
      const by = found.get(step.select.table) ?? new Set();
      found.set(step.select.table, by.add(id));
    }
  }
  return {
    tables: tables.map((table) => (found.has(table.name) ? { ...table, total: true } : table)),
    indexes: tables.flatMap(({ name }) => {
      const by = found.get(name);
      return [...indexes.filter(({ resource }) => resource === name), ...(by ? [planned(name, [...by])] : [])];
    }),
  };
}

function planned(resource: string, by: readonly string[]): IndexPlan {
  return { resource, columns: [], total: true, because: [{ what: 'lists show how many rows there are', by }] };
}

/** Parameters that need not be sent. */
function unsentOf(run: RunPlan | undefined): readonly string[] {
  return (run?.query ?? []).flatMap(({ parameter, omitted, empty }) =>
    isNothing(omitted) || isNothing(empty) ? [parameter] : [],
  );
}

function isNothing(rule: FieldRule | undefined): boolean {
  return rule?.do === 'as null' || (rule?.do === 'fill' && rule.value === null);
}

/** Does it count all rows, at least where nothing is sent that need not be? */
function countsAll(
  { select, total, most }: Extract<Step, { kind: 'list' }>,
  unsent: ReadonlyMap<string, boolean>,
): boolean {
  const { where, distinct, members } = select;
  if (!total || most !== undefined || distinct || members) return false;
  return !where || simpler(where, unsent).kind === 'true';
}
