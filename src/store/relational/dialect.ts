// What engines print differently. Input: operands printed already, with their types. Output: SQL of one engine. All else, which
// conditions there are and how they are put together, print.ts and schema.ts say once for every engine.

import type { Room } from '../../base/capacity.ts';
import type { Expr, JsonStep, MemberType, SqlType, SqlValue } from '../../sql/expression.ts';

/** A printed value and its type. */
export interface Operand {
  readonly sql: string;
  readonly type: SqlType;
}

export interface Members {
  readonly from: string;
  readonly value: string;
  readonly fits: string;
}

export type Literal = Extract<Expr, { kind: 'literal' }>['value'];
export type Operator = Extract<Expr, { kind: 'compare' }>['operator'];
export type Computation = Extract<Expr, { kind: 'arithmetic' }>['operator'];

/** How a column keeps its values. */
export interface Kept {
  readonly type: SqlType;
  /** Of a decimal. */
  readonly scale: number;
  /** That a value has at most; Infinity for texts of any length. */
  readonly bytes: number;
}

export interface Dialect {
  /** For messages. */
  readonly engine: string;
  /** Of a row. */
  readonly room: Room;
  /** Two names are one to the engine when they have the same `sameName`; `legalName` is one that it takes. */
  legalName(name: string): string;
  sameName(name: string): string;
  /** Parameters of one name and one `castOf` share a place. */
  place(number: number, type: SqlType): string;
  castOf(type: SqlType): string;
  /** `bind` gives a place to what the text of a statement could not hold exactly. */
  literal(value: Literal, type: SqlType, bind: (value: SqlValue) => string): string;
  truth(is: boolean): string;
  /** A value as a condition. */
  holds(value: Operand): string;
  compare(operator: Operator, left: Operand, right: Operand): string;
  /** Two values of one type, nothing among them: never null. */
  differs(one: string, other: string): string;
  oneOf(left: Operand, values: readonly Operand[]): string;
  /** `white`: gives a place to the characters of which blank text consists. */
  isBlank(text: string, white: () => string): string;
  contains(whole: string, part: string): string;
  /** Of a json list: each member in a FROM, its value, and when it is one of that type. */
  members(list: string, type: MemberType, scale: number): Members;
  /** Of json: each value at a path in a FROM, as `members` has them; one that is none of the type, or is not there, does not fit. */
  inside(json: string, path: readonly JsonStep[], type: MemberType | 'json', scale: number): Members;
  /** A json list of the values at a path. */
  within(json: string, path: readonly JsonStep[]): string;
  /** Of a branch, where another type is needed. */
  convert(value: Operand, to: SqlType): string;
  compute(operator: Computation, left: string, right: string, type: SqlType, scale: number): string;
  /** A json list of lists of texts, in order; `[]` of none. */
  rows(columns: readonly string[], order: string): string;
  /** The sum of no values is 0, and null where it is beyond 64 bits. */
  aggregate(of: 'sum' | 'min' | 'max', each: Operand): string;
  rescale(value: string, from: number, to: number): string;
  text(value: Operand, scale: number): string;
  /** Without its case, as base/fold-case.ts folds it. */
  fold(text: string): string;
  encode(text: string): string;
  /** A text, an instant or a date as JSON writes it, as text; JSON as JSON writes its text. */
  quoted(given: Operand): string;
  /** By whole milliseconds; null outside the years 0000 to 9999. */
  shift(instant: string, by: number): string;
  /** Whole lengths of this many milliseconds between two instants, and the first one moved by them; null where `to` is earlier. */
  rounds(from: string, to: string, by: number): string;
  onward(from: string, to: string, by: number): string;
  /** RFC 7396; null there means an object without members. https://www.rfc-editor.org/rfc/rfc7396 */
  merge(column: string, patch: string): string;
  /** Nulls last, or first. `never`: there are none. `isColumn`: the column itself, which an index may serve. */
  order(value: Operand, descending: boolean, never: boolean, isColumn: boolean, nulls?: 'first'): string;
  /** Behind a SELECT of rows that the same transaction is about to change: no one else changes them in between. */
  readonly locking: string;
  /** May a statement that changes rows be in a WITH, and what it returns be written elsewhere? `grow` is not called for those. */
  readonly nests: boolean;
  /** INSERT of one of many rows, each by a statement: where one fails, nothing of the others is kept. */
  readonly insertOfMany: string;
  /** LIMIT and OFFSET; null, or nothing at all, is all rows and none left out. */
  range(limit: string | undefined, offset: string | undefined): string;
  /** Do columns keep decimals as they are read, not as scaled integers? */
  readonly decimals: 'scaled' | 'native';
  /** A value as a column keeps it, and what a column keeps as a value. */
  into(value: Operand, column: Kept): string;
  outOf(column: string, kept: Kept): string;
  columnType(kept: Kept): string;
  /** Behind the name of the row key: never given twice. */
  readonly rowKeyType: string;
  readonly tableOptions: string;
  /** What must differ from row to row: a column of a unique index; `among`: the number of its columns. */
  uniqueTerm(column: string, kept: Kept, ignoringCase: boolean, among: number): string;
  /** The columns of an index, in parentheses; undefined: none serves. */
  indexOn(columns: readonly { readonly sql: string; readonly kept: Kept }[]): string | undefined;
  /** Is the key of its row at the end of each entry of an index? */
  readonly endsInKeys: boolean;
  /** Behind a column in a statement that makes an index: an order that the same order of a list can go by. */
  inIndex(column: Operand, descending: boolean, never: boolean): string;
  /** Does an entry of so many columns have room for it? */
  isShort(kept: Kept, among: number): boolean;
  /** A text as an entry of so many columns has room for it. */
  memberKey(text: string, among: number): string;
  /** What keeps the member of a list; a long text is a key of it. */
  memberType(type: MemberType): string;
  /** In a FROM: of each of them in turn the one row of a table, which it finds by its key; no other way is taken. */
  oneByOne(each: string, table: string, key: string): string;
  /** Behind its name: a table of entries that is filled before it is in order, or is in the order of its keys. */
  keyedTable(columns: string, keys: string): string;
  /** Is counting rows by an index worth an entry for each? Where an engine counts beside its other work, it is not. */
  readonly countsByIndex: boolean;
  /** Is the number of all rows kept beside them? An engine that counts in this process alone keeps it in memory. */
  readonly keepsTotals: boolean;
  /** Of a limit and of what its rows are counted by: the number by which writers wait for each other. Left out: one writes at a time. */
  readonly claim?: (limit: string, of: string | undefined) => string;
  /** True; reports a row that a read visits. See sqlite/budget.ts. */
  tick(key: string): string;
}
