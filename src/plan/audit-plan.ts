// What an audit of changes has to know of a document, as data. audit.ts makes it, a store writes by it. docs/audit.md, decision 0044.

import type { SqlType } from '../sql/expression.ts';

export interface AuditPlan {
  /** A change that is older is taken out. */
  readonly days: number;
  readonly tables: readonly AuditedTable[];
}

/** A table of which every change is written down. */
export interface AuditedTable {
  readonly table: string;
  /** By which a row is named; without them by its row key. */
  readonly identity: readonly string[];
  /** Columns whose values are never written down. */
  readonly masked: readonly string[];
  /** By column: the row that it refers to is named by this column of that table. */
  readonly refers: Readonly<Record<string, Referred>>;
}

export interface Referred {
  readonly table: string;
  /** Its row key. */
  readonly key: string;
  readonly column: string;
  readonly type: SqlType;
}
