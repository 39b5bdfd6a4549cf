// What is unique ignoring case, in data of a version that ignored case in another way. Input: the tables as they are stored and as the
// document wants them. Output: the indexes to make anew, and what is said, or refused, where rows are alike now: it is never decided which of two
// rows keeps a value. The values themselves stay as they were sent.

import type { Table } from '../../plan/plan.ts';
import type { MigrationChange } from '../migration.ts';
import { CannotOpen } from '../store.ts';
import { nameOf, said } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Dialect } from './dialect.ts';
import { holdsKey, schemaOf } from './schema.ts';
import type { TableShape, UniqueShape } from './schema.ts';
import { isSame } from './uniques.ts';

export interface Folding {
  readonly shape: TableShape;
  readonly unique: UniqueShape;
  /** What the document wants no more is not made again; a table that it does not name keeps what it has. */
  readonly stays: boolean;
}

export function foldings(stored: readonly Table[], wanted: readonly Table[], dialect: Dialect): readonly Folding[] {
  return [...schemaOf(stored, dialect).values()].flatMap((shape) => {
    const table = wanted.find(({ name }) => name === shape.table.name);
    return shape.unique
      .filter(({ index }) => index.ignoringCase)
      .map((unique) => ({ shape, unique, stays: !table || table.unique.some((each) => isSame(each, unique.index)) }));
  });
}

/** What is said of rows that are alike now: how many, and two of them. */
export function* alike(shape: TableShape, unique: UniqueShape): Looking<string> {
  const { rows, first } = (yield* sharing(shape, unique.terms, unique)) ?? { rows: 0, first: '' };
  const what = `${unique.index.columns.join(', ')} must be unique, ignoring case, and rows share a value now`;
  return `${said(shape, what, rows)}, the first ${first}`;
}

/** How keys are made now, while there are indexes with those of before: what the table and its terms are called then. */
export interface Anew {
  table(sql: string): string;
  term(sql: string): string;
}

/** The same before anything is changed. */
export function* alikeNow(folded: readonly Folding[], anew: Anew): Looking<readonly MigrationChange[]> {
  const changes: MigrationChange[] = [];
  for (const { shape, unique, stays } of folded) {
    const { columns } = unique.index;
    const terms = unique.terms.map((term) => anew.term(term));
    const found = stays ? yield* sharing({ ...shape, sql: anew.table(shape.sql) }, terms, unique) : undefined;
    if (!found) continue;
    const what = `${columns.join(', ')} must be unique, ignoring case, and rows share a value in this version; the earlier one can change them`;
    const field = columns.length === 1 ? { field: columns[0]! } : undefined;
    changes.push({ does: 'stops', resource: shape.table.name, ...field, what, ...found });
  }
  return changes;
}

/** Undefined: no rows share a value. */
function* sharing(
  shape: TableShape,
  terms: readonly string[],
  unique: UniqueShape,
): Looking<{ readonly rows: number; readonly first: string } | undefined> {
  const some = [...holdsKey(unique), ...terms.map((term) => `${term} IS NOT NULL`)].join(' AND ');
  const [pair] = yield {
    sql: `SELECT min(${shape.key}), max(${shape.key}), sum(count(*)) OVER () FROM ${shape.sql} WHERE ${some}
      GROUP BY ${terms.join(', ')} HAVING count(*) > 1 ORDER BY 1 LIMIT 1`,
    values: [],
  };
  if (pair === undefined) return undefined;
  const [one = null, other = null, rows] = pair;
  const first = `${yield* nameOf(shape, one)}, another ${yield* nameOf(shape, other)}`;
  return { rows: Number(rows), first };
}

export function refuseAlike(found: readonly string[]): void {
  if (found.length === 0) return;
  throw new CannotOpen(
    `This version of Ninefold ignores case in another way than the one that kept the data: STRASSE and Straße are one value (${found.join('; ')}). Nothing was changed: start the earlier version, give these rows different values, then start this one; or leave \`ignoring case\` out of the document.`,
  );
}
