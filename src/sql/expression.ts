// Relational expressions as plain data: JSON-serialisable, no functions, no SQL text. A leaf: plan builds them,
// each store prints them, evaluate.ts judges them in JavaScript. Semantics are the notation's (part 2, "Conditions"):
// a comparison with nothing is false, `!=` too; text compares by code point; decimals and integers are exact.

/**
 * How a value is kept. `decimal` is an integer scaled by 10^scale; `instant` is RFC 3339 UTC text with three fraction
 * digits, so that text order is time order; `date` is `YYYY-MM-DD`; `json` is JSON text.
 */
export type SqlType = 'text' | 'integer' | 'real' | 'boolean' | 'decimal' | 'instant' | 'date' | 'json';

/** A value as stores take and give it: booleans as 0/1, big integers where a column needs them. */
export type SqlValue = string | number | bigint | null;

export type MemberType = Exclude<SqlType, 'instant' | 'date' | 'json'>;

/** From json into it: the members of a list, the values of an object, a member of an object by its name. */
export type JsonStep = 'each' | 'values' | { readonly name: string };

export type Expr =
  /** A column of the statement's own table, or, with `source`, of an enclosing subquery's table by its alias. */
  | { readonly kind: 'column'; readonly column: string; readonly type: SqlType; readonly source?: string }
  /** Of a select of `members`, or with `source` of `some`: the one at hand; what is kept as text in a list is text. */
  | { readonly kind: 'member'; readonly type: MemberType | 'json'; readonly source?: string }
  /** The value at a path of names in json; null where it is none of that type. `scale`: that of decimals. */
  | {
      readonly kind: 'at';
      readonly json: Expr;
      readonly path: readonly JsonStep[];
      readonly type: MemberType | 'json';
      readonly scale?: number;
    }
  /** Of some value at a path in json `where` is true: there it is the member of that source, null where it is none of the type. */
  | {
      readonly kind: 'some';
      readonly json: Expr;
      readonly path: readonly JsonStep[];
      readonly type: MemberType | 'json';
      readonly scale?: number;
      readonly source: string;
      readonly where: Expr;
    }
  /** Numbers too large for JSON are written as `{ bigint: digits }`. */
  | {
      readonly kind: 'literal';
      readonly value: string | number | null | { readonly bigint: string };
      readonly type: SqlType;
    }
  /** Bound at run time by name: `path.id`, `body.title`, `sent.title` (0/1), `query.limit`, `now`, `new.id`. */
  | { readonly kind: 'parameter'; readonly name: string; readonly type: SqlType }
  | { readonly kind: 'and' | 'or'; readonly items: readonly Expr[] }
  | { readonly kind: 'not'; readonly item: Expr }
  | {
      readonly kind: 'compare';
      readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'in'; readonly left: Expr; readonly values: readonly Expr[] }
  /** Null, or text of nothing but white space. */
  | { readonly kind: 'is-blank' | 'is-set'; readonly operand: Expr }
  /** Literal text in text, by code point. */
  | { readonly kind: 'contains'; readonly left: Expr; readonly right: Expr }
  /** `left` is a json list; some element equals `right`. `scale`: that of a decimal on the right. */
  | { readonly kind: 'has'; readonly left: Expr; readonly right: Expr; readonly scale?: number }
  /** Columns of the searched row inside `where` carry the alias as their `source`. */
  | { readonly kind: 'exists'; readonly table: string; readonly alias: string; readonly where: Expr }
  /** `most`: one more than that means any larger number. */
  | {
      readonly kind: 'count';
      readonly table: string;
      readonly alias: string;
      readonly where: Expr;
      readonly most?: number;
    }
  /**
   * Over the values that `operand` has in the rows found, those without one left out. A sum is of integers or decimals: of
   * none it is 0, and null where it is beyond 64 bits. The least and the greatest of none is null.
   */
  | {
      readonly kind: 'aggregate';
      readonly of: 'sum' | 'min' | 'max';
      readonly table: string;
      readonly alias: string;
      readonly where: Expr;
      readonly operand: Expr;
      readonly type: SqlType;
    }
  /**
   * A json list of the values at `path` in json that lead to no row, each once, as a list of its text. `where` compares the
   * row with the value, a `member`. Null leads nowhere that is missed.
   */
  | {
      readonly kind: 'astray';
      readonly list: Expr;
      readonly path: readonly JsonStep[];
      readonly type: MemberType;
      readonly table: string;
      readonly alias: string;
      readonly where: Expr;
    }
  /** A json list of the rows found, in order; each is a list of its columns, as texts or null. */
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly alias: string;
      readonly where: Expr;
      readonly order: readonly OrderTerm[];
      readonly columns: readonly Expr[];
    }
  /**
   * A scalar subquery: `column` of the row of `table` whose `match` column equals `value`, and of which `where` is true
   * (its columns carry the alias); null when there is none.
   */
  | {
      readonly kind: 'lookup';
      readonly where?: Expr;
      readonly table: string;
      readonly alias: string;
      readonly match: string;
      readonly value: Expr;
      readonly column: string;
      readonly type: SqlType;
    }
  /** The first branch whose `when` is true, else `otherwise`. */
  | {
      readonly kind: 'case';
      readonly branches: readonly { readonly when: Expr; readonly then: Expr }[];
      readonly otherwise: Expr;
      readonly type: SqlType;
    }
  /**
   * Exact for integers and decimals, on their scaled integers: `+` and `-` want operands and result on one scale; `*`
   * gives the sum of both scales (`rescale` it); `/` wants operands on one scale and rounds half away from zero to
   * `scale` digits (0 when left out), by zero is null. `real` computes in doubles. What no 64-bit integer or finite
   * double holds is null.
   */
  | {
      readonly kind: 'arithmetic';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Expr;
      readonly right: Expr;
      readonly type: SqlType;
      readonly scale?: number;
    }
  /** Changes a decimal's scale, or an integer into a decimal; rounds half away from zero. */
  | { readonly kind: 'rescale'; readonly operand: Expr; readonly from: number; readonly to: number }
  /** Joins texts; null when one is null. A part of another type counts as its `text`. */
  | { readonly kind: 'concat'; readonly parts: readonly Expr[] }
  /** A value as JSON shows it, without quotes: digits, a decimal with `scale` digits after the point, `true`, `false`. `encode`: for a path of a URI. */
  | { readonly kind: 'text'; readonly operand: Expr; readonly scale?: number; readonly encode?: true }
  /** A text without its case; texts that fold to the same are the same, ignoring case. See base/fold-case.ts. */
  | { readonly kind: 'fold'; readonly operand: Expr }
  /** The first `most` characters of a text or of JSON; all of it where it has no more octets than that. */
  | { readonly kind: 'start'; readonly operand: Expr; readonly most: number }
  /** Of a text or of JSON in UTF-8, as the store keeps it. */
  | { readonly kind: 'octets'; readonly operand: Expr }
  /** An instant later than `column`: `now`, or one millisecond after its value (`now at change`). Where it is null: `now`. */
  | { readonly kind: 'later'; readonly column: string; readonly now: Expr }
  /** An instant moved by whole milliseconds; outside the years 0000 to 9999 null. */
  | { readonly kind: 'shift'; readonly instant: Expr; readonly by: number }
  /** How many times `by` milliseconds fit between two instants; null where `to` is the earlier one. */
  | { readonly kind: 'rounds'; readonly from: Expr; readonly to: Expr; readonly by: number }
  /** `from`, moved by these whole lengths: the last of its rounds that is not behind `to`. */
  | { readonly kind: 'onward'; readonly from: Expr; readonly to: Expr; readonly by: number }
  | { readonly kind: 'true' | 'false' };

export interface OrderTerm {
  readonly expr: Expr;
  readonly descending: boolean;
  /** Of an order that is gone through backwards. */
  readonly nulls?: 'first';
}

/**
 * Where in an order rows begin: of the values of `order` that are bound as `cursor.0`, `cursor.1`, … which are null is known, so that an
 * index serves the rest. `included`: also the row that has them all. `first`: at the beginning.
 */
export type Place =
  | { readonly side: 'first' }
  | { readonly side: 'after' | 'before'; readonly included: boolean; readonly nulls: readonly boolean[] };

/** Finds rows. `columns` are answered in this order, as arrays. Nulls sort last, in either direction. */
export interface Select {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly expr: Expr }[];
  readonly where: Expr | undefined;
  readonly order: readonly OrderTerm[];
  /** Rows that are alike in these columns are one: all else uses only these. */
  readonly distinct?: readonly string[];
  /** The members of a json list instead of the rows, those that are alike once. `scale`: that of decimals. */
  readonly members?: { readonly column: string; readonly type: MemberType; readonly scale: number };
  /** Only the rows from there on; `before`: backwards, the last one first. Rows are counted without it. */
  readonly place?: Place;
  readonly limit?: Expr;
  readonly offset?: Expr;
  /** Many rows are skipped: each of them must cost little. */
  readonly far?: true;
}
