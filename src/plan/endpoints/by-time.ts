// What one operation has to do with moves that time makes: which groups must be up to date before it, and what its own change may make due
// at once. Input: its steps. Output: its steps with what they need. Notation, part 3, head By.

import type { Expr } from '../../sql/expression.ts';
import type { Step } from '../steps.ts';
import type { Timed } from '../timed.ts';

export interface ByTime {
  /** The first table of each group, in their order. */
  readonly before: readonly string[];
  readonly after: readonly Step[];
  /** The request's day and second are bound for it. */
  readonly stamps: boolean;
}

export function byTime(groups: readonly Timed[], steps: readonly Step[]): ByTime {
  if (groups.length === 0) return { before: [], after: [], stamps: false };
  const named = tablesIn(steps);
  const written = steps.flatMap(writes);
  const needed = groups.filter((each) => {
    const isNamed = [...each.group.tables, ...each.takes].some((table) => named.has(table));
    return isNamed || written.some(({ table }) => each.reads.has(table));
  });
  const after = needed.filter((each) => written.some((one) => mayMakeDue(each, one)));
  return {
    before: needed.map(({ group }) => group.tables[0]!),
    after: after.flatMap((each) => each.after),
    stamps: after.some((each) => each.stamps && each.after.length > 0),
  };
}

/** Tables that steps work on, or look into. */
export function tablesIn(node: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { table } = node as { readonly table?: unknown };
  if (typeof table === 'string') found.add(table);
  for (const each of Object.values(node)) tablesIn(each, found);
  return found;
}

interface Written {
  readonly table: string;
  /** Undefined: whole rows come or go. */
  readonly columns: readonly string[] | undefined;
}

function writes(step: Step): readonly Written[] {
  switch (step.kind) {
    case 'insert':
      return [{ table: step.table, columns: undefined }];
    case 'update':
      return [
        {
          table: step.table,
          columns: step.set.filter((each) => !isOwn(each.column, each.value)).map((each) => each.column),
        },
      ];
    case 'put':
      return [{ table: step.insert.table, columns: undefined }];
    case 'delete':
      return [step.table, ...step.cascade.map(({ table }) => table)].map((table) => ({ table, columns: undefined }));
    case 'find':
    case 'list':
    case 'bind':
    case 'free':
    case 'again':
    case 'limit':
      return [];
  }
}

function isOwn(column: string, value: Expr): boolean {
  return value.kind === 'column' && value.column === column && value.source === undefined;
}

function mayMakeDue({ reads, columns }: Timed, { table, columns: written }: Written): boolean {
  if (reads.has(table)) return true;
  const own = columns.get(table);
  return own !== undefined && (written === undefined || written.some((column) => own.has(column)));
}
