// The tables of an operation, and of All operations, and the names of their rows. Notation, part 4 "Tables".

import type { AnyTable } from './declaration.ts';
import type { Facts } from './endpoints.ts';
import { BODY, HEADER, PATH, QUERY } from './parameters.ts';
import { REPEAT_TABLE } from './repeat.ts';
import type { List } from './slot.ts';
import { STATUS } from './statuses.ts';

export type OperationTableKey = {
  [K in keyof Facts]: Facts[K] extends List<unknown> ? K : never;
}[keyof Facts];

export interface OperationTable {
  readonly table: AnyTable;
  /** What follows `Other`, where a bullet says whether there are more; the first is printed. */
  readonly others: readonly [string, ...string[]];
  /** What messages call its rows, where that is not the first. */
  readonly named?: string;
  /** Whether there are more is a fact: the end of its id, and the name that its question uses, where that is not the first. */
  readonly open?: { readonly id: string; readonly named?: string };
  /** The names of its rows are the same in any case. */
  readonly ignoringCase?: true;
  /**
   * What an operation takes from All operations behind its own rows. Default: the rows about something else. `of its path`: those of
   * them that are of its path. `lists`: where it does not list rows, only those that select nothing. `with its bullet`: bullet and
   * table are one statement, and one of them replaces both.
   */
  readonly inherited?: 'of its path' | 'lists' | 'with its bullet';
}

/** In the order of reports and of what is printed. */
export const OPERATION_TABLES: Readonly<Record<OperationTableKey, OperationTable>> = {
  pathTable: { table: PATH, others: ['path parameters', 'paths'], inherited: 'of its path' },
  queryTable: { table: QUERY, others: ['query parameters', 'querys'], open: { id: 'query' }, inherited: 'lists' },
  headerTable: {
    table: HEADER,
    others: ['header parameters', 'headers'],
    open: { id: 'headers', named: 'headers' },
    inherited: 'lists',
    // https://www.rfc-editor.org/rfc/rfc9110#section-5.1
    ignoringCase: true,
  },
  bodyTable: {
    table: BODY,
    others: ['body fields', 'fields'],
    open: { id: 'body-fields' },
    inherited: 'with its bullet',
  },
  statuses: {
    table: STATUS,
    others: ['statuses', 'answers'],
    named: 'answers',
    open: { id: 'statuses', named: 'answers' },
  },
  repeatTable: { table: REPEAT_TABLE, others: ['repeat rules'] },
};

export const OPERATION_TABLE_KEYS: readonly OperationTableKey[] = Object.keys(
  OPERATION_TABLES,
) as readonly OperationTableKey[];
