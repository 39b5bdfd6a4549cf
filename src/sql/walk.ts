// Walks expression trees. Input: an expression. Output: the expressions below it, which parameters it binds, what type it has.

import type { Expr, MemberType, SqlType } from './expression.ts';

/** The expressions directly below. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'column':
    case 'member':
    case 'literal':
    case 'parameter':
    case 'true':
    case 'false':
      return [];
    case 'and':
    case 'or':
      return expr.items;
    case 'not':
      return [expr.item];
    case 'compare':
    case 'contains':
    case 'has':
    case 'arithmetic':
      return [expr.left, expr.right];
    case 'in':
      return [expr.left, ...expr.values];
    case 'is-blank':
    case 'is-set':
    case 'rescale':
    case 'text':
    case 'fold':
    case 'start':
    case 'octets':
      return [expr.operand];
    case 'exists':
    case 'count':
      return [expr.where];
    case 'aggregate':
      return [expr.operand, expr.where];
    case 'astray':
      return [expr.list, expr.where];
    case 'rows':
      return [expr.where, ...expr.columns, ...expr.order.map((term) => term.expr)];
    case 'at':
      return [expr.json];
    case 'some':
      return [expr.json, expr.where];
    case 'lookup':
      return expr.where ? [expr.value, expr.where] : [expr.value];
    case 'case':
      return [...expr.branches.flatMap((branch) => [branch.when, branch.then]), expr.otherwise];
    case 'concat':
      return expr.parts;
    case 'later':
      return [expr.now];
    case 'shift':
      return [expr.instant];
    case 'rounds':
    case 'onward':
      return [expr.from, expr.to];
  }
}

/** The expression itself and everything below, outermost first. */
export function* walk(expr: Expr): Generator<Expr, void> {
  yield expr;
  for (const child of children(expr)) yield* walk(child);
}

/** The names that must be bound, each once. */
export function parametersOf(expr: Expr): readonly string[] {
  const names = new Set<string>();
  for (const each of walk(expr)) if (each.kind === 'parameter') names.add(each.name);
  return [...names];
}

/** The columns that belong to `source`; undefined is the statement's own table. */
export function columnsOf(expr: Expr, source: string | undefined): readonly Extract<Expr, { kind: 'column' }>[] {
  const found = new Map<string, Extract<Expr, { kind: 'column' }>>();
  for (const each of walk(expr)) if (each.kind === 'column' && each.source === source) found.set(each.column, each);
  return [...found.values()];
}

/** Does it look at other rows than the one at hand? */
export function searches(expr: Expr): boolean {
  for (const each of walk(expr)) if (isSearch(each)) return true;
  return false;
}

/** Looks at rows of a table by its alias. */
export type Search = Extract<Expr, { readonly alias: string }>;

export function isSearch(expr: Expr): expr is Search {
  return 'alias' in expr;
}

/** Does it look at rows of that table? */
export function searchesTable(expr: Expr, table: string): boolean {
  for (const each of walk(expr)) if (isSearch(each) && each.table === table) return true;
  return false;
}

/** The type of the value; conditions are boolean. */
export function typeOf(expr: Expr): SqlType {
  switch (expr.kind) {
    case 'column':
    case 'member':
    case 'at':
    case 'literal':
    case 'parameter':
    case 'lookup':
    case 'aggregate':
    case 'case':
    case 'arithmetic':
      return expr.type;
    case 'and':
    case 'or':
    case 'not':
    case 'compare':
    case 'in':
    case 'is-blank':
    case 'is-set':
    case 'contains':
    case 'has':
    case 'exists':
    case 'some':
    case 'true':
    case 'false':
      return 'boolean';
    case 'astray':
    case 'rows':
      return 'json';
    case 'count':
    case 'octets':
    case 'rounds':
      return 'integer';
    case 'rescale':
      return 'decimal';
    case 'concat':
    case 'text':
    case 'fold':
    case 'start':
      return 'text';
    case 'later':
    case 'shift':
    case 'onward':
      return 'instant';
  }
}

/** As what a member of a json list is kept that is such a value. */
export function memberType(type: SqlType): MemberType {
  return type === 'instant' || type === 'date' || type === 'json' ? 'text' : type;
}
