// What differs between a table as it is stored and as the document wants it. In: both shapes. Out: what to do with each
// column, and what cannot be done while there are rows. Design, section 6: "The document changed under existing data".

import type { ColumnShape, TableShape } from './schema.ts';

/** `rows` asks for how many rows it is so; undefined: all of them. */
export interface Obstacle {
  readonly what: string;
  readonly rows: string | undefined;
}

export interface Changes {
  readonly obstacles: readonly Obstacle[];
  /** Columns that can be added without touching the rows. */
  readonly added: readonly ColumnShape[];
  /** Must the rows be copied into a new table? */
  readonly rebuild: boolean;
  /** For that: the new column and where its value comes from, both as SQL. */
  readonly copied: readonly { readonly into: string; readonly from: string }[];
}

export function changesOf(before: TableShape, after: TableShape): Changes {
  const obstacles: Obstacle[] = [];
  const added: ColumnShape[] = [];
  const copied: { into: string; from: string }[] = [];
  let rebuild = false;
  const all = (what: string): void => void obstacles.push({ what, rows: undefined });
  const table = after.table;
  if (before.key !== after.key) all(`the key was ${before.table.rowKey} and is now ${table.rowKey}`);
  if (before.sql !== after.sql) all('it would be kept under another name');
  for (const name of before.columns.keys()) if (!after.columns.has(name)) all(`${name} is gone`);
  for (const [name, column] of after.columns) {
    const was = before.columns.get(name);
    if (!was) {
      const fill = table.columns.find((each) => each.name === name)?.fill;
      copied.push({ into: column.sql, from: fill === undefined ? 'NULL' : asSql(fill) });
      if (fill === undefined && !column.nullable) all(`${name} is new and has no value for the rows that are there`);
      else if (column.nullable && (fill ?? null) === null) added.push(column);
      else rebuild = true;
      continue;
    }
    copied.push({ into: column.sql, from: was.sql });
    const old = described(before, name, was);
    const now = described(after, name, column);
    if (old !== now) all(`${name} was ${old} and is now ${now}`);
    else if (was.sql !== column.sql) all(`${name} would be kept under another name`);
    if (was.nullable !== column.nullable) rebuild = true;
    if (was.nullable && !column.nullable)
      obstacles.push({ what: `${name} must have a value now`, rows: `${was.sql} IS NULL` });
  }
  return { obstacles, added, rebuild, copied };
}

function asSql(fill: string | number | null): string {
  if (fill === null) return 'NULL';
  return typeof fill === 'number' ? String(fill) : `'${fill.replaceAll("'", "''")}'`;
}

function described(shape: TableShape, name: string, column: ColumnShape): string {
  const scale = shape.table.columns.find((each) => each.name === name)?.scale;
  return column.type === 'decimal' ? `decimal(${scale ?? 0})` : column.type;
}
