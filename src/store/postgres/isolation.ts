// Which effects must be serializable. Input: the steps of every program of a store. Output: what they search in rows other than
// the one they write; and for one program, whether READ COMMITTED is enough. Decision 0011 has the reasoning.

import type { ColumnValue, Emit, Guard, Step } from '../../plan/steps.ts';
import type { Expr, Select } from '../../sql/expression.ts';
import { columnsOf, isSearch, searches, walk } from '../../sql/walk.ts';

/** Table → the columns on which some decision of a program depends. */
export type Searched = ReadonlyMap<string, ReadonlySet<string>>;

/** Among the columns: any change of a row may matter. */
const ANY = '*';

type Draft = Map<string, Set<string>>;

export function searchedBy(programs: readonly (readonly Step[])[]): Searched {
  const found: Draft = new Map();
  // A program that only reads decides nothing.
  for (const steps of programs) if (steps.some(writes)) for (const step of steps) searchStep(step, found);
  return found;
}

/** Does it look at rows that it does not write or not yet, or write what others look at? */
export function mustBeSerializable(steps: readonly Step[], searched: Searched): boolean {
  return searchedBy([steps]).size > 0 || steps.some((step) => looksBefore(step) || meets(step, searched));
}

/** It reads its row, and writes it with a second statement: remove.ts. */
function looksBefore(step: Step): boolean {
  return step.kind === 'delete' && step.answer?.some(({ expr }) => searches(expr)) === true;
}

/** Is everything that one of them searches searched by the other, too? */
export function covers(searched: Searched, steps: readonly Step[]): boolean {
  return [...searchedBy([steps])].every(([table, columns]) =>
    [...columns].every((column) => searched.get(table)?.has(column) === true),
  );
}

function writes({ kind }: Step): boolean {
  return kind !== 'find' && kind !== 'list' && kind !== 'bind' && kind !== 'free' && kind !== 'again';
}

function note(found: Draft, table: string, columns: Iterable<string>): void {
  const known = found.get(table) ?? new Set();
  for (const column of columns) known.add(column);
  found.set(table, known);
}

/** Later steps may rest on it, and it holds no row. */
function searchSelect({ table, where }: Select, found: Draft): void {
  note(found, table, [ANY]);
  if (where) search(where, found);
}

function searchStep(step: Step, found: Draft): void {
  switch (step.kind) {
    case 'find':
      for (const select of [step.select, ...(step.or ?? [])]) searchSelect(select, found);
      return searchGuards(step.guards ?? [], found);
    case 'list':
      return searchSelect(step.select, found);
    case 'insert':
      searchValues(step.table, step.values, found);
      searchEvents(step.emits, found);
      return searchGuards(step.checks, found);
    case 'update':
      search(step.where, found);
      searchValues(step.table, step.set, found);
      searchGuards(step.guards, found);
      searchEvents(step.emits, found);
      // Each row that time moves is judged by itself, and one that is missed is found the next time.
      if (step.every && !step.quiet) note(found, step.table, [ANY]);
      return;
    case 'delete':
      search(step.where, found);
      searchGuards(step.guards, found);
      searchEvents(step.emits, found);
      if (step.every && (!step.quiet || step.complete)) note(found, step.table, [ANY]);
      for (const { table, where } of step.cascade) {
        note(found, table, [ANY]);
        search(where, found);
      }
      return;
    case 'put':
      searchStep(step.update, found);
      return searchStep(step.insert, found);
    // The caller was looked up before: a change of the caller's row comes after the effect, or before it.
    case 'bind':
      if (step.last) searchGuards(step.guards, found);
      return;
    case 'free':
    case 'again':
    // Those that add to the same number wait for each other.
    case 'limit':
      return;
  }
}

function searchGuards(guards: readonly Guard[], found: Draft): void {
  for (const { where } of guards) search(where, found);
}

function searchEvents(emits: readonly Emit[] | undefined, found: Draft): void {
  for (const { when } of emits ?? []) if (when) search(when, found);
}

function searchValues(table: string, values: readonly ColumnValue[], found: Draft): void {
  for (const each of values) {
    search(each.value, found);
    if (each.slug) note(found, table, [each.column]);
  }
}

/** Searches rest on the rows that are there, and on the columns that they name. */
function search(expr: Expr, found: Draft): void {
  for (const each of walk(expr)) {
    if (!isSearch(each)) continue;
    const { table, alias, where } = each;
    const named = [
      ...(where ? [where] : []),
      ...(each.kind === 'aggregate' ? [each.operand] : []),
      ...(each.kind === 'rows' ? [...each.columns, ...each.order.map((term) => term.expr)] : []),
    ];
    note(
      found,
      table,
      named.flatMap((one) => columnsOf(one, alias).map(({ column }) => column)),
    );
    if (each.kind === 'lookup') note(found, table, [each.match, each.column]);
  }
}

function meets(step: Step, searched: Searched): boolean {
  switch (step.kind) {
    case 'insert':
    case 'delete':
      return searched.has(step.table);
    case 'update': {
      const columns = searched.get(step.table);
      return columns !== undefined && (columns.has(ANY) || step.set.some(({ column }) => columns.has(column)));
    }
    case 'put':
      return meets(step.update, searched) || meets(step.insert, searched);
    case 'find':
    case 'list':
    case 'bind':
    case 'free':
    case 'again':
    case 'limit':
      return false;
  }
}
