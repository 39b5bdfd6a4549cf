// Judges expressions in JavaScript. Input: an expression, compiled once; then a row and bindings by name. Output: the value as a
// store would give it (booleans 0/1), or for a condition true or false. Notation, part 2 "Conditions".

import { isBlank } from '../base/text.ts';
import { comparator, same } from './compared.ts';
import { elements, elementsAt, valuesAt } from './elements.ts';
import { integer, compute, rescale } from './exact.ts';
import type { Expr, SqlValue } from './expression.ts';
import { onwardTo, roundsBetween, shiftInstant } from './instants.ts';
import { folded, octetsOf, startOf, textOf } from './texts.ts';
import { column, parameter, type Rows, type Scope, type Truth, type Value, type Values } from './evaluated.ts';
import { typeOf } from './walk.ts';

export type { Rows, Truth, Value, Values } from './evaluated.ts';

/** Compiles to the value. Without `rows`, an expression that searches a table is refused here, not at run time. */
export function compileValue(expr: Expr, rows?: Rows): Value {
  return value(expr, { rows, sources: new Map() });
}

/** Compiles a condition: what is null counts as false. */
export function compileCondition(expr: Expr, rows?: Rows): Truth {
  return truth(expr, { rows, sources: new Map() });
}

function value(expr: Expr, scope: Scope): Value {
  switch (expr.kind) {
    case 'column':
      return column(expr.column, expr.source, scope);
    case 'literal': {
      const literal =
        typeof expr.value === 'object' && expr.value !== null ? integer(BigInt(expr.value.bigint)) : expr.value;
      return () => literal;
    }
    case 'parameter':
      return parameter(expr.name);
    case 'case':
      return choice(expr, scope);
    case 'arithmetic': {
      const left = value(expr.left, scope);
      const right = value(expr.right, scope);
      const { operator, scale = 0 } = expr;
      const real = expr.type === 'real';
      return (row, bindings) => compute(operator, left(row, bindings), right(row, bindings), real, scale);
    }
    case 'rescale':
      return applied(expr.operand, scope, (known) => rescale(known, expr.from, expr.to));
    case 'concat':
      return concat(expr.parts, scope);
    case 'text': {
      const type = typeOf(expr.operand);
      return applied(expr.operand, scope, (known) => textOf(known, type, expr.scale ?? 0, expr.encode === true));
    }
    case 'start':
      return applied(expr.operand, scope, (known) => startOf(known, expr.most));
    case 'fold':
    case 'octets':
      return applied(expr.operand, scope, expr.kind === 'fold' ? folded : octetsOf);
    case 'later':
      return later(expr, scope);
    case 'shift':
      return applied(expr.instant, scope, (from) => (from === null ? null : shiftInstant(String(from), expr.by)));
    case 'rounds':
    case 'onward':
      return rounds(expr, scope);
    case 'count':
      return count(expr, scope);
    case 'lookup':
      return lookup(expr, scope);
    case 'astray':
      return astray(expr, scope);
    case 'member':
      return column(MEMBER, expr.source ?? MEMBER, scope);
    case 'at': {
      const { path, type, scale = 0 } = expr;
      return applied(expr.json, scope, (json) => valuesAt(json, path, type, scale)[0] ?? null);
    }
    default: {
      const judged = truth(expr, scope);
      return (row, bindings) => (judged(row, bindings) ? 1 : 0);
    }
  }
}

function truth(expr: Expr, scope: Scope): Truth {
  switch (expr.kind) {
    case 'true':
      return () => true;
    case 'false':
      return () => false;
    case 'and': {
      const items = expr.items.map((item) => truth(item, scope));
      return (row, bindings) => items.every((item) => item(row, bindings));
    }
    case 'or': {
      const items = expr.items.map((item) => truth(item, scope));
      return (row, bindings) => items.some((item) => item(row, bindings));
    }
    case 'not': {
      const item = truth(expr.item, scope);
      return (row, bindings) => !item(row, bindings);
    }
    case 'compare':
      return comparison(expr, scope);
    case 'in':
      return oneOf(expr.left, expr.values, scope);
    case 'is-blank': {
      const operand = value(expr.operand, scope);
      return (row, bindings) => {
        const given = operand(row, bindings);
        return given === null || (typeof given === 'string' && isBlank(given));
      };
    }
    case 'is-set': {
      const operand = value(expr.operand, scope);
      return (row, bindings) => operand(row, bindings) !== null;
    }
    case 'contains':
      return containment(expr, scope);
    case 'has':
      return membership(expr, scope);
    case 'some':
      return someValue(expr, scope);
    case 'exists': {
      const found = search(expr, scope);
      return (row, bindings) => found(row, bindings, 1) > 0;
    }
    default: {
      const given = value(expr, scope);
      return (row, bindings) => {
        const known = given(row, bindings);
        return known !== null && Number(known) !== 0;
      };
    }
  }
}

function rounds(expr: Extract<Expr, { kind: 'rounds' | 'onward' }>, scope: Scope): Value {
  const [from, to] = [value(expr.from, scope), value(expr.to, scope)];
  const count = expr.kind === 'rounds' ? roundsBetween : onwardTo;
  return (row, bindings) => count(from(row, bindings), to(row, bindings), expr.by);
}

function comparison(expr: Extract<Expr, { kind: 'compare' }>, scope: Scope): Truth {
  const left = value(expr.left, scope);
  const right = value(expr.right, scope);
  const holds = comparator(expr.operator);
  return (row, bindings) => holds(left(row, bindings), right(row, bindings));
}

function oneOf(left: Expr, values: readonly Expr[], scope: Scope): Truth {
  const given = value(left, scope);
  const members = values.map((each) => value(each, scope));
  return (row, bindings) => {
    const sought = given(row, bindings);
    return sought !== null && members.some((each) => same(sought, each(row, bindings)));
  };
}

function containment(expr: Extract<Expr, { kind: 'contains' }>, scope: Scope): Truth {
  const left = value(expr.left, scope);
  const right = value(expr.right, scope);
  return (row, bindings) => {
    const whole = left(row, bindings);
    const part = right(row, bindings);
    return whole !== null && part !== null && String(whole).includes(String(part));
  };
}

function choice(expr: Extract<Expr, { kind: 'case' }>, scope: Scope): Value {
  const branches = expr.branches.map((branch) => [truth(branch.when, scope), value(branch.then, scope)] as const);
  const otherwise = value(expr.otherwise, scope);
  return (row, bindings) => {
    const branch = branches.find(([when]) => when(row, bindings));
    return branch ? branch[1](row, bindings) : otherwise(row, bindings);
  };
}

function applied(operand: Expr, scope: Scope, change: (known: SqlValue) => SqlValue): Value {
  const given = value(operand, scope);
  return (row, bindings) => change(given(row, bindings));
}

function concat(parts: readonly Expr[], scope: Scope): Value {
  const texts = parts.map((part) => value(typeOf(part) === 'text' ? part : { kind: 'text', operand: part }, scope));
  return (row, bindings) => {
    let joined = '';
    for (const part of texts) {
      const next = part(row, bindings);
      if (next === null) return null;
      joined += next;
    }
    return joined;
  };
}

function later(expr: Extract<Expr, { kind: 'later' }>, scope: Scope): Value {
  const before = column(expr.column, undefined, scope);
  const now = value(expr.now, scope);
  return (row, bindings) => {
    const was = before(row, bindings);
    const is = now(row, bindings);
    return typeof was === 'string' && is !== null && was >= String(is) ? shiftInstant(was, 1) : is;
  };
}

function membership(expr: Extract<Expr, { kind: 'has' }>, scope: Scope): Truth {
  const list = value(expr.left, scope);
  const right = value(expr.right, scope);
  const type = typeOf(expr.right);
  const scale = expr.scale ?? 0;
  return (row, bindings) => {
    const whole = list(row, bindings);
    const sought = right(row, bindings);
    return whole !== null && sought !== null && elements(String(whole), type, scale).some((each) => same(each, sought));
  };
}

function someValue(expr: Extract<Expr, { kind: 'some' }>, scope: Scope): Truth {
  const { path, type, scale = 0, source } = expr;
  const json = value(expr.json, scope);
  const where = truth(expr.where, scope);
  return (row, bindings) =>
    valuesAt(json(row, bindings), path, type, scale).some((each) => {
      scope.sources.set(source, { [MEMBER]: each });
      return where(row, bindings);
    });
}

/** Where the member of a list is, while rows are looked for that it names. */
const MEMBER = '#member';

function astray(expr: Extract<Expr, { kind: 'astray' }>, scope: Scope): Value {
  const list = value(expr.list, scope);
  const found = search({ ...expr, kind: 'exists' }, scope);
  return (row, bindings) => {
    const missed = elementsAt(list(row, bindings), expr.path, expr.type).filter((each) => {
      scope.sources.set(MEMBER, { [MEMBER]: each });
      return found(row, bindings, 1) === 0;
    });
    return JSON.stringify(missed.map((each) => [String(each)]));
  };
}

/** How many rows fit, but no more than `most`. */
function search(
  expr: Extract<Expr, { kind: 'exists' | 'count' }>,
  scope: Scope,
): (row: Values, bindings: Values, most: number) => number {
  const rows = scope.rows;
  if (!rows) throw new Error(`an expression over the rows of ${expr.table} cannot be judged outside of the store`);
  const where = truth(expr.where, scope);
  return (row, bindings, most) => {
    let found = 0;
    for (const each of rows(expr.table)) {
      scope.sources.set(expr.alias, each);
      if (where(row, bindings) && ++found >= most) break;
    }
    return found;
  };
}

function count(expr: Extract<Expr, { kind: 'count' }>, scope: Scope): Value {
  const found = search(expr, scope);
  return (row, bindings) => found(row, bindings, Infinity);
}

function lookup(expr: Extract<Expr, { kind: 'lookup' }>, scope: Scope): Value {
  const rows = scope.rows;
  if (!rows) throw new Error(`an expression over the rows of ${expr.table} cannot be judged outside of the store`);
  const key = value(expr.value, scope);
  const holds = truth(expr.where ?? { kind: 'true' }, scope);
  return (row, bindings) => {
    const sought = key(row, bindings);
    if (sought === null) return null;
    for (const each of rows(expr.table)) {
      scope.sources.set(expr.alias, each);
      if (same(each[expr.match] ?? null, sought) && holds(row, bindings)) return each[expr.column] ?? null;
    }
    return null;
  };
}
