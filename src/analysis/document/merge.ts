// What holds for one operation: its own statements, and those under All operations where it has none itself.
// Input: two sets of facts. Output: one. Notation, part 4 and rule 6: an operation's own bullet replaces the one
// under All operations; of a table, a row is such a statement.

import type { Facts, Operation, StatusRow } from '../../notation/endpoints.ts';
import { entriesOf } from '../../notation/declaration.ts';
import { OPERATION, type OperationKey } from '../../notation/operation.ts';
import { isList } from './effect-traits.ts';
import { valueOf, type List, type Slot } from '../../notation/slot.ts';

export function mergeFacts(operation: Operation, all: Facts): Facts {
  const own = operation.facts;
  if (operation.scope.mark.status !== 'absent') return own;
  const lists = mayList(own.does.status === 'absent' ? all.does : own.does);
  const merged: Partial<Record<OperationKey, Slot<unknown>>> = {};
  for (const [key, { inherited }] of entriesOf(OPERATION))
    merged[key] = own[key].status === 'absent' && (inherited !== 'lists' || lists) ? all[key] : own[key];
  // The body is one statement, made by the bullet or by the table.
  const body = own.body.status === 'absent' && !own.bodyTable.written ? all : own;
  return {
    ...(merged as Pick<Facts, OperationKey>),
    body: body.body,
    bodyTable: body.bodyTable,
    pathTable: inPath(operation, join(own.pathTable, all.pathTable, named)),
    queryTable: join(own.queryTable, lists ? all.queryTable : withoutSelects(all.queryTable), named),
    headerTable: join(own.headerTable, all.headerTable, named),
    statuses: join(own.statuses, all.statuses, whenOf),
    repeatTable: join(own.repeatTable, all.repeatTable, named),
  };
}

/** What is not known may list. */
function mayList(does: Facts['does']): boolean {
  return valueOf(does)?.some(isList) ?? true;
}

/** Without the rows that select among those that are listed. */
function withoutSelects(list: Facts['queryTable']): Facts['queryTable'] {
  const items = list.items.filter((row) => !row.anyFieldOf && valueOf(row.selects)?.kind !== 'condition');
  return items.length === list.items.length ? list : { ...list, items };
}

/** Own rows first, then those of the other list about something else. A list that is closed takes no further rows. */
function join<T>(own: List<T>, all: List<T>, key: (row: T) => string): List<T> {
  if (!all.written || own.mark === 'closed') return own;
  if (!own.written) return all;
  const said = new Set(own.items.map(key));
  const inherited = all.items.filter((row) => !said.has(key(row)));
  return inherited.length === 0 ? own : { ...own, items: [...own.items, ...inherited], mark: own.mark ?? all.mark };
}

function named(row: { readonly name: { readonly text: string } }): string {
  return row.name.text;
}

function whenOf(row: StatusRow): string {
  return row.when.status === 'stated' ? row.when.text : `row at ${row.at.start}`;
}

/** A Path row under All operations speaks only of paths that have the parameter. */
function inPath(operation: Operation, list: Facts['pathTable']): Facts['pathTable'] {
  const items = list.items.filter(
    (row) => operation.facts.pathTable.items.includes(row) || operation.path.includes(`{${row.name.text}}`),
  );
  return items.length === list.items.length ? list : { ...list, items };
}
