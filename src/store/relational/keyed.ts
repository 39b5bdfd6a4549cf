// Conditions as an index can serve them: what leads from each row to another one is asked the other way round, from what is sought to the
// keys that lead there. Input: trees of sql/expression.ts. Output: such trees, true of the same rows.

import type { Expr } from '../../sql/expression.ts';
import { columnsOf, walk } from '../../sql/walk.ts';
import type { Schema, TableShape } from './schema.ts';

type Compare = Extract<Expr, { kind: 'compare' }>;
type Exists = Extract<Expr, { kind: 'exists' }>;
type Column = Extract<Expr, { kind: 'column' }>;

/** `keys`: only where it says which rows; `any`: also where it says which rows a reference leads to. */
export type Among = 'keys' | 'any';

export type Lookup = Extract<Expr, { kind: 'lookup' }>;

/** What leads to the same row; its alias says nothing. */
export function joinKey({ table, alias, match, value, where }: Lookup): string {
  const asked = JSON.stringify(where ?? null).replaceAll(`"source":${JSON.stringify(alias)}`, '"source":""');
  return JSON.stringify([table, match, value, asked]);
}

/** Is the whole of a key given, so that no more than one row is looked at? */
export function isOneByKey({ alias, where }: Pick<Exists, 'alias' | 'where'>, { unique }: TableShape): boolean {
  const given = new Set((where.kind === 'and' ? where.items : [where]).map((item) => givenColumn(item, alias)));
  return unique.some(
    ({ index: { columns, ignoringCase, except } }) =>
      !ignoringCase && except === undefined && columns.every((column) => given.has(column)),
  );
}

/** A column that is equal to what is no column of that row, and looks for none. */
function givenColumn(item: Expr, alias: string): string | undefined {
  if (item.kind !== 'compare' || item.operator !== '=') return undefined;
  for (const [one, other] of [
    [item.left, item.right],
    [item.right, item.left],
  ] as const) {
    const isPlain = other.kind === 'parameter' || (other.kind === 'column' && other.source !== alias);
    if (one.kind === 'column' && one.source === alias && isPlain) return one.column;
  }
  return undefined;
}

/** `author.username` = value, where no two have that username: `author` = the key of the one that has it. */
export function keyed(expr: Compare, schema: Schema): Compare {
  if (expr.operator !== '=') return expr;
  return turned(expr, schema) ?? turned({ ...expr, left: expr.right, right: expr.left }, schema) ?? expr;
}

function turned({ left, right }: Compare, schema: Schema): Compare | undefined {
  if (left.kind !== 'lookup' || left.value.kind !== 'column') return undefined;
  const shape = schema.get(left.table);
  if (!shape || left.match !== shape.table.rowKey || left.column === left.match) return undefined;
  const isOne = shape.unique.some(
    ({ index: { columns, ignoringCase, except } }) =>
      columns.length === 1 && columns[0] === left.column && !ignoringCase && except === undefined,
  );
  const sameType = shape.columns.get(left.column)?.type === typeOfOther(right);
  // Asked of each row it would be no less than it was.
  if (!isOne || !sameType || !isOfNoRow(right)) return undefined;
  const key: Expr = { ...left, match: left.column, column: left.match, value: right, type: 'integer' };
  return { kind: 'compare', operator: '=', left: left.value, right: key };
}

function typeOfOther(expr: Expr): string | undefined {
  return expr.kind === 'parameter' || expr.kind === 'literal' ? expr.type : undefined;
}

/** The same for every row of the statement. */
export function isOfNoRow(expr: Expr): boolean {
  const inside = new Set<string>();
  for (const each of walk(expr)) {
    if ('alias' in each) inside.add(each.alias);
    if (each.kind === 'column' && (each.source === undefined || !inside.has(each.source))) return false;
  }
  return true;
}

export interface Few {
  /** A column of the statement's row, and the one of the other table that it is equal to. */
  readonly own: string;
  readonly theirs: string;
  /** What else holds of the other row. */
  readonly where: Expr;
}

/** "There is a row of theirs whose column is equal to mine", where an index finds those rows without mine. */
export function oneOfFew({ alias, where }: Exists, own: TableShape, theirs: TableShape, among: Among): Few | undefined {
  const items = where.kind === 'and' ? where.items : [where];
  const pairs = items.map((item) => pairOf(item, alias));
  const place = pairs.findIndex((pair) => pair !== undefined);
  const pair = pairs[place];
  if (!pair || (among === 'keys' && pair.own !== own.table.rowKey)) return undefined;
  const rest = items.filter((_, at) => at !== place);
  if (rest.some((item) => columnsOf(item, undefined).length > 0)) return undefined;
  const isFound = rest.some((item) => {
    const column = fixedColumn(item, alias);
    return column !== undefined && leads(theirs, column);
  });
  return isFound ? { ...pair, where: { kind: 'and', items: rest } } : undefined;
}

function pairOf(item: Expr, alias: string): Pick<Few, 'own' | 'theirs'> | undefined {
  if (item.kind !== 'compare' || item.operator !== '=') return undefined;
  const { left, right } = item;
  if (left.kind !== 'column' || right.kind !== 'column' || left.type !== right.type || left.type === 'decimal')
    return undefined;
  const [theirs, mine]: readonly Column[] = left.source === alias ? [left, right] : [right, left];
  if (theirs!.source !== alias || mine!.source !== undefined) return undefined;
  return { own: mine!.column, theirs: theirs!.column };
}

/** A column of theirs, or of the statement's own row, that has one value in the whole statement. */
export function fixedColumn(item: Expr, alias: string | undefined): string | undefined {
  if (item.kind !== 'compare' || item.operator !== '=') return undefined;
  for (const [one, other] of [
    [item.left, item.right],
    [item.right, item.left],
  ] as const)
    if (one.kind === 'column' && one.source === alias && isOfNoRow(other)) return one.column;
  return undefined;
}

/** Does a reference keep it, so that rows have different values, and an index begin with it? */
function leads({ table }: TableShape, column: string): boolean {
  const refers = table.columns.find(({ name }) => name === column)?.refers;
  return refers !== undefined && table.indexes.some(([first]) => first === column);
}
