// SQLite's SQL: the names of relational/dialect.ts. Input: printed operands. Output: SQL. Booleans are 0 and 1, decimals are
// scaled integers, instants and dates are texts; functions.ts computes what SQL alone cannot compute exactly.

import { SQLITE_ROOM } from '../../base/capacity.ts';
import type { JsonStep, MemberType, SqlType } from '../../sql/expression.ts';
import { shiftInstant } from '../../sql/instants.ts';
import type { Dialect, Members, Operand } from '../relational/dialect.ts';
import { TICK_MASK } from './budget.ts';

const TYPES: Readonly<Record<SqlType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  decimal: 'INTEGER',
  instant: 'TEXT',
  date: 'TEXT',
  json: 'TEXT',
};

export const SQLITE: Dialect = {
  engine: 'The embedded store',
  room: SQLITE_ROOM,
  legalName: (name) => (/^sqlite_/i.test(name) ? `_${name}` : name),
  // Names that differ only in case are the same one.
  sameName: (name) => name.toLowerCase(),
  place: (number) => `?${number}`,
  castOf: () => '',
  literal(given, _type, bind) {
    if (given === null) return 'NULL';
    if (typeof given === 'object') return bind(BigInt(given.bigint));
    if (typeof given === 'number') return Number.isSafeInteger(given) ? String(given) : bind(given);
    return given.includes('\0') ? bind(given) : `'${given.replaceAll("'", "''")}'`;
  },
  truth: (is) => (is ? '1' : '0'),
  holds: ({ sql }) => sql,
  compare: (operator, left, right) => `(${left.sql} ${operator} ${right.sql})`,
  differs: (one, other) => `(${one} IS NOT ${other})`,
  oneOf: (left, values) => `(${left.sql} IN (${values.map(({ sql }) => sql).join(', ')}))`,
  isBlank: (text, white) => `(coalesce(trim(${text}, ${white()}), '') = '')`,
  contains: (whole, part) => `(instr(${whole}, ${part}) > 0)`,
  members,
  inside,
  within,
  aggregate,
  rows: (columns, order) => `json_group_array(json_array(${columns.join(', ')}) ORDER BY ${order})`,
  convert: ({ sql }) => sql,
  compute: (operator, left, right, type, scale) =>
    `ninefold_reckon('${operator}', ${left}, ${right}, ${type === 'real' ? 1 : 0}, ${scale})`,
  rescale: (value, from, to) => `ninefold_rescale(${value}, ${from}, ${to})`,
  text,
  fold,
  encode: (shown) => `ninefold_encode(${shown})`,
  quoted: (given) => `json_quote(${text(given, 0)})`,
  shift: shifted,
  rounds: (from, to, by) => `CASE WHEN ${from} <= ${to} THEN ${milliseconds(from, to)} / ${by} END`,
  onward,
  merge: (column, patch) => `json_patch(coalesce(${column}, '{}'), ${patch})`,
  order({ sql }, descending, never, _isColumn, nulls) {
    // Ascending, SQLite puts nulls first; said only where there can be some: it keeps an index from being used.
    if (nulls) return descending ? `${sql} DESC${never ? '' : ' NULLS FIRST'}` : sql;
    if (descending) return `${sql} DESC`;
    return never ? sql : `${sql} NULLS LAST`;
  },
  range: (limit, offset) =>
    ` LIMIT ${limit === undefined ? '-1' : `coalesce(${limit}, -1)`}${offset === undefined ? '' : ` OFFSET coalesce(${offset}, 0)`}`,
  // One connection writes.
  locking: '',
  nests: false,
  // Else each statement inside of a savepoint keeps a journal of its own, in a file from 64 kB on: https://www.sqlite.org/lang_conflict.html
  insertOfMany: 'INSERT OR FAIL',
  decimals: 'scaled',
  into: ({ sql }) => sql,
  outOf: (column) => column,
  columnType: ({ type }) => TYPES[type],
  rowKeyType: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  tableOptions: ' STRICT',
  uniqueTerm: (column, _kept, ignoringCase) => (ignoringCase ? fold(column) : column),
  indexOn: (columns) => `(${columns.map(({ sql }) => sql).join(', ')})`,
  endsInKeys: true,
  // Nulls come first in an index: an ascending list that may have some is sorted.
  inIndex: ({ sql }, descending) => (descending ? `${sql} DESC` : sql),
  isShort: () => true,
  oneByOne: (each, table, key) => `${each} CROSS JOIN ${table} ON ${key}`,
  memberKey: (given) => given,
  // As JSON has it: another type would refuse what does not fit.
  memberType: () => 'ANY',
  keyedTable: (columns, keys) => `(${columns}, PRIMARY KEY (${keys})) STRICT, WITHOUT ROWID`,
  // One thread counts, and serves.
  countsByIndex: true,
  keepsTotals: false,
  tick: (key) => `((${key} & ${TICK_MASK}) <> 0 OR ninefold_tick())`,
};

/** Halves of 32 bits: built in, a sum beyond 64 bits is an error of the statement. */
function aggregate(of: 'sum' | 'min' | 'max', { sql }: Operand): string {
  if (of !== 'sum') return `${of}(${sql})`;
  const [high, low] = [`coalesce(sum(${sql} >> 32), 0)`, `coalesce(sum(${sql} & 4294967295), 0)`];
  const top = `(${high} + (${low} >> 32))`;
  return `CASE WHEN ${top} BETWEEN -2147483648 AND 2147483647 THEN (${top} << 32) | (${low} & 4294967295) END`;
}

function members(list: string, type: MemberType, scale: number): Members {
  const each = '"_each"';
  const isNumber = `${each}.type IN ('integer', 'real')`;
  const from = `json_each(${list}) AS ${each}`;
  switch (type) {
    case 'boolean':
      return { from, value: `${each}.value`, fits: `${each}.type IN ('true', 'false')` };
    case 'integer':
      return { from, value: `${each}.value`, fits: isNumber };
    case 'real':
      // A whole number is an integer to SQLite, and may be none that is a double.
      return { from, value: `ninefold_double(${each}.json -> ${each}.fullkey)`, fits: isNumber };
    case 'decimal':
      // `->` gives the digits as they are in the text: no double between them and the decimal.
      return { from, value: `ninefold_scaled(${each}.json -> ${each}.fullkey, ${scale})`, fits: isNumber };
    case 'text':
      return { from, value: `${each}.value`, fits: `${each}.type = 'text'` };
  }
}

/** Through what is there at all: a value of another type has no members. */
function inside(json: string, path: readonly JsonStep[], type: MemberType | 'json', scale: number): Members {
  const from: string[] = ['(SELECT 1)'];
  let at = json;
  path.forEach((step, place) => {
    const each = place === path.length - 1 ? '"_each"' : `"_in${place}"`;
    const [join, on] =
      typeof step === 'object' ? ['LEFT JOIN', ` ON ${each}.key = '${step.name.replaceAll("'", "''")}'`] : ['JOIN', ''];
    from.push(`${join} json_each(${at}) AS ${each}${on}`);
    at = `CASE WHEN ${each}.type = '${path[place + 1] === 'each' ? 'array' : 'object'}' THEN ${each}.value END`;
  });
  if (type === 'json')
    return { from: from.join(' '), value: '"_each".value', fits: `"_each".type IN ('object', 'array')` };
  const { value, fits } = members('NULL', type, scale);
  if (type !== 'integer') return { from: from.join(' '), value, fits };
  const whole = `CASE "_each".type WHEN 'integer' THEN ${value} ELSE ninefold_scaled("_each".json -> "_each".fullkey, 0) END`;
  return { from: from.join(' '), value: whole, fits };
}

function within(json: string, path: readonly JsonStep[]): string {
  const from: string[] = [];
  const at = path.reduce((value, step) => {
    if (typeof step === 'object')
      return `(SELECT "_in".value FROM json_each(${value}) AS "_in" WHERE "_in".key = '${step.name.replaceAll("'", "''")}')`;
    const each = `"_in${from.length}"`;
    from.push(`json_each(${value}) AS ${each}`);
    return `${each}.value`;
  }, json);
  if (from.length === 0) return `json_array(${at})`;
  return `(SELECT json_group_array(${at}) FROM ${from.join(', ')})`;
}

function fold(given: string): string {
  return `ninefold_fold(${given})`;
}

function text({ sql, type }: Operand, scale: number): string {
  switch (type) {
    case 'boolean':
      return `CASE ${sql} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END`;
    case 'decimal':
      return `ninefold_decimal(${sql}, ${scale})`;
    // A number is bound as a double: `5.0`.
    case 'integer':
      return `ninefold_decimal(${sql}, 0)`;
    case 'real':
      return `ninefold_number(${sql})`;
    // What a function of JSON makes is JSON to the next one, unless it is part of a text.
    case 'json':
      return `(${sql} || '')`;
    default:
      return sql;
  }
}

function shifted(instant: string, milliseconds: number): string {
  const seconds = `${milliseconds < 0 ? '-' : '+'}${(Math.abs(milliseconds) / 1000).toFixed(3)}`;
  const moved = `strftime('%Y-%m-%dT%H:%M:%fZ', ${instant}, '${seconds} seconds')`;
  if (milliseconds >= 0) return moved;
  // SQLite ends at the year 9999, but continues below the year 0.
  const first = shiftInstant('0000-01-01T00:00:00.000Z', -milliseconds);
  // What is bound must be used in the statement, even where the result is always null.
  return first === null ? `nullif(${instant}, ${instant})` : `CASE WHEN ${instant} >= '${first}' THEN ${moved} END`;
}

/** From one instant to a later one. */
function milliseconds(from: string, to: string): string {
  return `(${sinceEpoch(to)} - ${sinceEpoch(from)})`;
}

/** `subsec` is a double: in years of four digits it is exact to less than half a millisecond. */
function sinceEpoch(instant: string): string {
  return `CAST(round(unixepoch(${instant}, 'subsec') * 1000) AS INTEGER)`;
}

function onward(from: string, to: string, by: number): string {
  const moved = `printf('+%.3f seconds', ${milliseconds(from, to)} / ${by} * ${by} / 1000.0)`;
  return `CASE WHEN ${from} <= ${to} THEN strftime('%Y-%m-%dT%H:%M:%fZ', ${from}, ${moved}) END`;
}
