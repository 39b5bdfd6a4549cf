// What holds for one operation: its own statements, and those under All operations where it has none itself.
// Input: two sets of facts. Output: one. Notation, part 4 and rule 6: an operation's own bullet replaces the one
// under All operations; of a table, a row is such a statement.

import type { Facts, Operation, StatusRow } from '../../notation/endpoints.ts';
import { entriesOf } from '../../notation/declaration.ts';
import { OPERATION, type OperationKey } from '../../notation/operation.ts';
import { OPERATION_TABLE_KEYS, OPERATION_TABLES, type OperationTableKey } from '../../notation/operation-tables.ts';
import { isList } from './effect-traits.ts';
import { valueOf, type List, type Slot } from '../../notation/slot.ts';

type Row = Facts[OperationTableKey]['items'][number];

export function mergeFacts(operation: Operation, all: Facts): Facts {
  const own = operation.facts;
  if (operation.scope.mark.status !== 'absent') return own;
  const lists = mayList(own.does.status === 'absent' ? all.does : own.does);
  // The body is one statement, made by the bullet or by the table.
  const body = own.body.status === 'absent' && !own.bodyTable.written ? all : own;
  const merged: Facts = { ...own };
  const bullets = merged as Record<OperationKey, Slot<unknown>>;
  for (const [key, { inherited }] of entriesOf(OPERATION))
    if (inherited === 'with its table') bullets[key] = body[key];
    else if (own[key].status === 'absent' && (inherited !== 'lists' || lists)) bullets[key] = all[key];
  const tables = merged as Record<OperationTableKey, List<Row>>;
  for (const key of OPERATION_TABLE_KEYS)
    tables[key] =
      OPERATION_TABLES[key].inherited === 'with its bullet' ? body[key] : joined(operation, key, all[key], lists);
  return merged;
}

/** What is not known may list. */
function mayList(does: Facts['does']): boolean {
  return valueOf(does)?.some(isList) ?? true;
}

function joined(operation: Operation, key: OperationTableKey, all: List<Row>, lists: boolean): List<Row> {
  const { inherited } = OPERATION_TABLES[key];
  const own: List<Row> = operation.facts[key];
  const rows = join(own, inherited === 'lists' && !lists ? only(all, selectsNothing) : all, keyIn(key));
  // A row of the path under All operations speaks only of paths that have the parameter.
  const isOfPath = (row: Row): boolean => own.items.includes(row) || operation.path.includes(`{${keyOf(row)}}`);
  return inherited === 'of its path' ? only(rows, isOfPath) : rows;
}

/** Own rows first, then those of the other list about something else. A list that is closed takes no further rows. */
function join(own: List<Row>, all: List<Row>, keyOf: (row: Row) => string): List<Row> {
  if (!all.written || own.mark === 'closed') return own;
  if (!own.written) return all;
  const said = new Set(own.items.map(keyOf));
  const inherited = all.items.filter((row) => !said.has(keyOf(row)));
  return inherited.length === 0 ? own : { ...own, items: [...own.items, ...inherited], mark: own.mark ?? all.mark };
}

function only(list: List<Row>, holds: (row: Row) => boolean): List<Row> {
  const items = list.items.filter(holds);
  return items.length === list.items.length ? list : { ...list, items };
}

/** It does not select among the rows that are listed. */
function selectsNothing(row: Row): boolean {
  if (!('selects' in row)) return true;
  return !row.anyFieldOf && valueOf(row.selects)?.kind !== 'condition';
}

function keyIn(table: OperationTableKey): (row: Row) => string {
  return OPERATION_TABLES[table].ignoringCase ? (row) => keyOf(row).toLowerCase() : keyOf;
}

/** What a row is about: its name, or of an answer its When. */
function keyOf(row: Row): string {
  return 'name' in row ? row.name.text : whenOf(row);
}

function whenOf(row: StatusRow): string {
  return row.when.status === 'stated' ? row.when.text : `row at ${row.at.start}`;
}
