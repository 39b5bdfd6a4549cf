// Rows from one engine into another. Input: two ends and the tables. Output: every row under its key, each table compared once
// more when it is there. What opens and closes the ends is the engines'. Decision 0015.

import { createHash } from 'node:crypto';
import type { SqlValue } from '../sql/expression.ts';
import { CannotOpen } from './store.ts';
import type { Row } from './store.ts';

export interface CopyEnd {
  count(table: string): Promise<number>;
  /** Rows behind that key, in the order of their keys: the key, `_version`, then the columns as the tables name them. */
  page(table: string, behind: SqlValue): Promise<readonly Row[]>;
  /** The highest key that was ever given; null: none. */
  last(table: string): Promise<SqlValue>;
}

export interface CopyTarget extends CopyEnd {
  /** The name of the place, for messages about a refusal. */
  readonly place: string;
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** No key up to this one is given again. */
  setLast(table: string, key: SqlValue): Promise<void>;
}

export interface Copied {
  readonly table: string;
  readonly rows: number;
}

/** The most rows in memory at once. */
export const PAGE = 1_000;

export async function copyRows(
  from: CopyEnd,
  into: CopyTarget,
  tables: readonly string[],
  progress: (done: number) => void,
): Promise<readonly Copied[]> {
  for (const table of tables)
    if ((await into.count(table)) > 0)
      throw new CannotOpen(
        `${into.place} has rows of ${table} already: nothing is copied to where the document has rows.`,
      );
  let all = 0;
  for (const table of tables) all += await from.count(table);
  let done = 0;
  const out: Copied[] = [];
  for (const table of tables) {
    const sums = { from: sum(), into: sum() };
    let rows = 0;
    await eachPage(from, table, async (page) => {
      await into.insert(table, page);
      sums.from.add(page);
      rows += page.length;
      done += page.length;
      progress(done / Math.max(1, all));
    });
    const last = await from.last(table);
    if (last !== null) await into.setLast(table, last);
    // oxlint-disable-next-line require-await -- a page is looked at as it is
    await eachPage(into, table, async (page) => sums.into.add(page));
    if (sums.from.end() !== sums.into.end() || (await into.count(table)) !== rows)
      throw new CannotOpen(
        `The rows of ${table} are not the same in ${into.place} as where they come from; nothing of the copy is kept.`,
      );
    out.push({ table, rows });
  }
  return out;
}

async function eachPage(end: CopyEnd, table: string, visit: (page: readonly Row[]) => Promise<void>): Promise<void> {
  let behind: SqlValue = -1;
  for (;;) {
    const page = await end.page(table, behind);
    if (page.length > 0) await visit(page);
    behind = page.at(-1)?.[0] ?? behind;
    if (page.length < PAGE) return;
  }
}

/** Of values of any engine. */
function sum(): { add(page: readonly Row[]): void; end(): string } {
  const hash = createHash('sha256');
  return {
    add: (page) => {
      for (const row of page) for (const value of row) hash.update(wordOf(value));
    },
    end: () => hash.digest('hex'),
  };
}

function wordOf(value: SqlValue): string {
  if (value === null) return 'nothing;';
  return typeof value === 'string' ? `text ${value.length}:${value};` : `number ${String(value)};`;
}
