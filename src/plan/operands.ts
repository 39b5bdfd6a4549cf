// Two values side by side: a literal takes the type of the other value, numbers get one scale, a list has a member. Input: typed
// values and literals. Output: expressions of one type. Notation, part 2 "Conditions".

import { fault } from '../base/fault.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { RowReference } from '../analysis/document/value-kinds.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import type { ValueType } from './input.ts';
import { exactInteger, fractionDigits, storedText } from './values.ts';

/** An expression with what its value is. */
export interface Typed {
  readonly expr: Expr;
  readonly type: SqlType;
  readonly scale: number;
  /** It is the key of a row of that resource; `by`: the field it is shown by. */
  readonly refers?: RowReference;
  /** It is a list whose elements are of that type. */
  readonly element?: {
    readonly type: SqlType;
    readonly scale: number;
    readonly format?: ValueType['format'];
    /** Each names a row by that field. */
    readonly refers?: RowReference;
  };
  /** An instant as the client wrote it: it compares with nothing. */
  readonly asSent?: true;
  /** How a literal beside it is spelled: seconds since 1970, a uuid in any case of letters. */
  readonly format?: ValueType['format'];
}

export type Some = Omit<Extract<Expr, { kind: 'some' }>, 'kind' | 'where'>;

/** A condition that is true of some of these values, each by its source; one that it does not name says nothing. */
export function someOf(values: readonly Some[], where: Expr): Expr {
  return values.reduceRight<Expr>(
    (inner, value) => (names(inner, value) ? { kind: 'some', ...value, where: inner } : inner),
    where,
  );
}

function names(expr: Expr, { source }: Some): boolean {
  for (const each of walk(expr)) if (each.kind === 'member' && each.source === source) return true;
  return false;
}

export type Literal = Extract<Operand, { kind: 'text' | 'number' | 'boolean' }>;
/** A literal takes the type of what it is compared with. */
export type Side = Typed | { readonly literal: Literal } | 'nothing';

export type Comparison = Extract<Expr, { kind: 'compare' }>;

export function isTyped(given: Side): given is Typed {
  return given !== 'nothing' && !('literal' in given);
}

export function twoLiterals(operator: Comparison['operator'], left: Side, right: Side): Expr {
  if (left === 'nothing' || right === 'nothing' || !('literal' in left) || !('literal' in right))
    return { kind: 'false' };
  const [a, b] = unified(plainLiteral(left.literal), plainLiteral(right.literal));
  return { kind: 'compare', operator, left: a, right: b };
}

/** Both sides as one type: the larger scale, a number beside an inexact one as a double. */
export function unified(left: Typed, right: Typed): readonly [Expr, Expr] {
  if (left.asSent || right.asSent) fault('an instant as it was sent is not compared');
  if (left.type === right.type && left.scale === right.scale) return [left.expr, right.expr];
  if (left.type === 'date' && right.type === 'instant') return [firstMoment(left.expr), right.expr];
  if (left.type === 'instant' && right.type === 'date') return [left.expr, firstMoment(right.expr)];
  if (!NUMBERS.has(left.type) || !NUMBERS.has(right.type)) return [left.expr, right.expr];
  if (left.type === 'real' || right.type === 'real') return [asReal(left), asReal(right)];
  const scale = Math.max(left.scale, right.scale);
  return [rescaled(left, scale), rescaled(right, scale)];
}

/** A date beside an instant is its first moment in UTC. */
export function firstMoment(date: Expr): Expr {
  return { kind: 'concat', parts: [date, { kind: 'literal', value: 'T00:00:00.000Z', type: 'text' }] };
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'real']);

export function rescaled(value: Typed, to: number): Expr {
  if (value.scale === to) return value.expr;
  if (value.expr.kind === 'literal' && typeof value.expr.value === 'number' && to > value.scale) {
    return {
      kind: 'literal',
      value: exactInteger(String(value.expr.value) + '0'.repeat(to - value.scale), 0),
      type: 'decimal',
    };
  }
  return { kind: 'rescale', operand: value.expr, from: value.scale, to };
}

export function asReal(value: Typed): Expr {
  if (value.type !== 'decimal') return value.expr;
  return {
    kind: 'arithmetic',
    operator: '/',
    left: value.expr,
    right: { kind: 'literal', value: 10 ** value.scale, type: 'real' },
    type: 'real',
  };
}

/** A literal as what it is compared with; a number keeps digits that the other side has not. */
export function literalAs(literal: Literal, like: Typed): Typed {
  const text = literal.kind === 'boolean' ? String(literal.value) : literal.value;
  if ((like.type === 'integer' || like.type === 'decimal') && literal.kind !== 'boolean') {
    const scale = Math.max(like.scale, fractionDigits(text));
    const type = scale === 0 ? 'integer' : 'decimal';
    return { expr: { kind: 'literal', value: exactInteger(text, scale), type }, type, scale };
  }
  return {
    expr: { kind: 'literal', value: storedText(text, like.type, like.scale, like.format), type: like.type },
    type: like.type,
    scale: like.scale,
  };
}

function plainLiteral(literal: Literal): Typed {
  if (literal.kind === 'number') return literalAs(literal, { expr: { kind: 'true' }, type: 'integer', scale: 0 });
  const type = literal.kind === 'boolean' ? 'boolean' : 'text';
  return literalAs(literal, { expr: { kind: 'true' }, type, scale: 0 });
}

export function has(list: Side, member: Side): Expr {
  if (!isTyped(list) || member === 'nothing') return { kind: 'false' };
  const element: Typed = { expr: list.expr, type: 'text', scale: 0, ...list.element };
  const sought = isTyped(member) ? member : literalAs(member.literal, element);
  if (element.type === 'real') return { kind: 'has', left: list.expr, right: asReal(sought) };
  const scale = Math.max(element.scale, sought.scale);
  const isDecimal = element.type === 'decimal' || sought.type === 'decimal';
  return { kind: 'has', left: list.expr, right: rescaled(sought, scale), ...(isDecimal && { scale }) };
}

/** The first value whose condition is true, else `otherwise`; the one value where all are the same. */
export function choice(
  branches: readonly (readonly [when: Expr, value: Expr])[],
  otherwise: Expr,
  type: SqlType,
): Expr {
  const same = JSON.stringify(otherwise);
  if (branches.every(([, value]) => JSON.stringify(value) === same)) return otherwise;
  // oxlint-disable-next-line no-thenable -- the word of the contract; an expression is never awaited
  return { kind: 'case', branches: branches.map(([when, value]) => ({ when, then: value })), otherwise, type };
}

/** The instant of the request, or at which time acts. */
export const NOW: Expr = { kind: 'parameter', name: 'now', type: 'instant' };

export function not(item: Expr): Expr {
  return { kind: 'not', item };
}

/** All of them; what is certainly true is left out. */
export function all(items: readonly Expr[]): Expr {
  const open = items.flatMap((item) => (item.kind === 'and' ? item.items : item.kind === 'true' ? [] : [item]));
  return open.length === 1 ? open[0]! : open.length === 0 ? { kind: 'true' } : { kind: 'and', items: open };
}

/** Some of them; none is false. */
export function some(items: readonly Expr[]): Expr {
  return items.length === 1 ? items[0]! : items.length === 0 ? { kind: 'false' } : { kind: 'or', items };
}

export function isTrue(name: string): Expr {
  return {
    kind: 'compare',
    operator: '=',
    left: { kind: 'parameter', name, type: 'boolean' },
    right: { kind: 'literal', value: 1, type: 'boolean' },
  };
}
