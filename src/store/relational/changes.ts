// What differs between a table as it is stored and as the document wants it. Input: both shapes. Output: what to do with each
// column, and what cannot be done while there are rows. Decision 0006:
// what is at stake is decided by what the rows hold.

import type { ComputedRule } from '../../plan/made-rule.ts';
import type { Column, KeptRule, Table } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Fits } from '../store.ts';
import type { ColumnShape, TableShape } from './schema.ts';
import { isSameKey } from './undecided.ts';

export interface Obstacle {
  readonly what: string;
  readonly rows: AtStake;
  /** How the rows could be brought to fit, and lose something; undefined: in no way. */
  readonly loss?: Loss;
  /** A field that its rule fills in these rows, and since when it has to: filling.ts. */
  readonly filled?: { readonly field: string; readonly since: string };
}

/** `gone`: the field's values. Else what a new field would get (`fill`) replaces them, or fills the places without one. */
export interface Loss {
  readonly field: string;
  readonly how: 'gone' | 'retyped' | 'required' | 'narrowed';
}

export type AtStake =
  | { readonly kind: 'all' }
  /** Those for which an SQL condition holds. */
  | { readonly kind: 'where'; readonly condition: string }
  /** Those whose value in a column breaks what the document says now. */
  | { readonly kind: 'values'; readonly column: ColumnShape; readonly breaks: (value: SqlValue) => boolean };

export interface Changes {
  readonly obstacles: readonly Obstacle[];
  /** Columns that can be added without touching the rows. */
  readonly added: readonly ColumnShape[];
  /** Must the rows be copied into a new table? */
  readonly rebuild: boolean;
  /** For that: the new column and where its value comes from, both as SQL. */
  readonly copied: readonly { readonly into: string; readonly from: string }[];
}

export interface Judging {
  /** Undefined: values cannot be checked here, and a changed rule conflicts with every value. */
  readonly fits: Fits | undefined;
  /** Files of an earlier version do not say what references refer to. */
  readonly knowsReferences: boolean;
  /** Fields that are stored under an older name. */
  readonly renamed?: ReadonlySet<string>;
}

interface Draft {
  readonly obstacles: Obstacle[];
  readonly added: ColumnShape[];
  readonly copied: { readonly into: string; readonly from: string }[];
  rebuild: boolean;
}

export function changesOf(before: TableShape, after: TableShape, judging: Judging): Changes {
  const draft: Draft = { obstacles: [], added: [], copied: [], rebuild: false };
  const old = new Map(before.table.columns.map((column) => [column.name, column]));
  const wanted = new Map(after.table.columns.map((column) => [column.name, column]));
  const narrow = narrower(draft, before.table, after.table, judging);
  const all = (what: string): void => void draft.obstacles.push({ what, rows: { kind: 'all' } });
  if (!isSameKey(before.table, after.table)) {
    // Only a table without rows gets another key: nothing is copied.
    all(`the field that numbers its rows was ${keyName(before.table)} and is now ${keyName(after.table)}`);
    return { ...draft, rebuild: true };
  }
  if (before.key !== after.key) {
    draft.rebuild = true;
    draft.copied.push({ into: after.key, from: before.key });
  }
  const isKey = (name: string): boolean =>
    before.key !== after.key && (name === before.table.rowKey || name === after.table.rowKey);
  if (before.sql !== after.sql) all('it would be kept under another name');
  for (const [name, was] of before.columns) {
    if (after.columns.has(name) || isKey(name)) continue;
    if (!old.get(name)?.unstated)
      draft.obstacles.push({ what: `${name} is gone`, rows: holding(was), loss: { field: name, how: 'gone' } });
    draft.rebuild = true;
  }
  for (const [name, shape] of after.columns) {
    const column = wanted.get(name);
    const was = before.columns.get(name);
    if (isKey(name)) continue;
    if (!was) add(draft, name, shape, column);
    else if (!column) kept(draft, was, shape);
    else change(draft, { name, was, shape, before: old.get(name) ?? column, after: column }, judging, narrow);
  }
  const key = before.columns.get(before.table.rowKey);
  if (key) narrow(before.table.rowKey, key, before.table.keyRule, { rule: after.table.keyRule });
  return draft;
}

function holding(column: ColumnShape): AtStake {
  return { kind: 'where', condition: `${column.sql} IS NOT NULL` };
}

function add(draft: Draft, name: string, shape: ColumnShape, column: Column | undefined): void {
  const fill = column?.fill;
  draft.copied.push({ into: shape.sql, from: asSql(fill ?? null) });
  const made = column?.made;
  if (made && 'value' in made) draft.obstacles.push(filledBy(name, made, 'is new', { kind: 'all' }));
  else if (fill === undefined)
    draft.obstacles.push({
      what: `${name} is new and has no value for the rows that are there${made ? `: ${made.unknown}` : ''}`,
      rows: { kind: 'all' },
    });
  if (shape.nullable && (fill ?? null) === null) draft.added.push(shape);
  else draft.rebuild = true;
}

function filledBy(name: string, { said }: ComputedRule, since: string, rows: AtStake): Obstacle {
  return { what: `${name} ${since} and is yet to be filled by ${said}`, rows, filled: { field: name, since } };
}

function kept(draft: Draft, was: ColumnShape, shape: ColumnShape): void {
  draft.copied.push({ into: shape.sql, from: was.sql });
}

interface Change {
  readonly name: string;
  readonly was: ColumnShape;
  readonly shape: ColumnShape;
  readonly before: Column;
  readonly after: Column;
}

function change(
  draft: Draft,
  { name, was, shape, before, after }: Change,
  { knowsReferences, renamed }: Judging,
  narrow: Narrow,
): void {
  const from = described(before);
  const to = described(after);
  const other = otherRows(before.inside, after.inside);
  const isOther = from !== to || (knowsReferences && before.refers !== after.refers) || other !== undefined;
  if (isOther) {
    const what = `${name} ${other ?? `was ${typeText(before)} and is now ${typeText(after)}`}`;
    draft.obstacles.push({ what, rows: holding(was), ...lossOf(after, 'retyped') });
    draft.rebuild = true;
  } else {
    if (was.sql !== shape.sql && renamed?.has(name) !== true)
      draft.obstacles.push({ what: `${name} would be kept under another name`, rows: { kind: 'all' } });
    narrow(name, was, before.rule, after);
  }
  draft.copied.push({ into: shape.sql, from: isOther ? 'NULL' : was.sql });
  if (was.nullable !== shape.nullable) draft.rebuild = true;
  if (!was.nullable || shape.nullable) return;
  const rows = { kind: 'where', condition: `${was.sql} IS NULL` } as const;
  const what = 'must have a value now';
  if (after.made && 'value' in after.made && !isOther) draft.obstacles.push(filledBy(name, after.made, what, rows));
  else draft.obstacles.push({ what: `${name} ${what}`, rows, ...lossOf(after, 'required') });
}

/** A place within the values named rows of one resource, and is to name those of another. */
function otherRows(before: Column['inside'] = {}, after: Column['inside'] = {}): string | undefined {
  const [place, now] = Object.entries(after).find(([place, now]) => (before[place] ?? now) !== now) ?? [];
  return place === undefined ? undefined : `named rows of ${before[place]!} and would name rows of ${now!} now`;
}

function lossOf({ name, fill }: Parameters<Narrow>[3], how: Loss['how']): Pick<Obstacle, 'loss'> {
  return name === undefined || fill === undefined ? {} : { loss: { field: name, how } };
}

function described({ type, scale, sealed }: Column): string {
  if (sealed === true) return `sealed ${type}`;
  return type === 'decimal' ? `decimal(${scale ?? 0})` : type;
}

/** As the document names it; files of earlier versions do not say. */
function typeText(column: Column): string {
  return column.said ?? (column.refers === undefined ? described(column) : `a row of ${column.refers}`);
}

function keyName({ rowKey }: Table): string {
  return rowKey === '_row' ? 'none' : rowKey;
}

/** Rows that kept to what the document said before, and do not keep to what it says now. */
type Narrow = (
  name: string,
  column: ColumnShape,
  before: KeptRule | undefined,
  after: { readonly name?: string; readonly rule?: KeptRule | undefined; readonly fill?: Column['fill'] },
) => void;

function narrower(draft: Draft, before: Table, after: Table, { fits }: Judging): Narrow {
  const sameShapes = JSON.stringify(before.shapes) === JSON.stringify(after.shapes);
  return (name, column, was, { rule: is, ...field }) => {
    if (is === undefined) return;
    if (JSON.stringify(was) === JSON.stringify(is) && (sameShapes || is.value.type !== 'json')) return;
    const did = was && fits?.(was, before.shapes);
    const does = fits?.(is, after.shapes);
    const breaks = (value: SqlValue): boolean => !does?.(value) && (did?.(value) ?? true);
    const what = `${name} holds what the document does not allow any more`;
    draft.obstacles.push({ what, rows: { kind: 'values', column, breaks }, ...lossOf(field, 'narrowed') });
  };
}

function asSql(fill: string | number | null): string {
  if (fill === null) return 'NULL';
  return typeof fill === 'number' ? String(fill) : `'${fill.replaceAll("'", "''")}'`;
}
