// Conditions with filters that may be left out. Input: a condition. Output: the parameters that it asks for as `unless it is sent`, and what
// it is where it is known which of them are sent.

import type { Expr } from './expression.ts';
import { walk } from './walk.ts';

export function filtersOf(where: Expr): readonly string[] {
  return [...walk(where)].flatMap((each) =>
    each.kind === 'is-set' && each.operand.kind === 'parameter' ? [each.operand.name] : [],
  );
}

/** The same condition where it is known which parameters are sent. */
export function simpler(expr: Expr, isSent: ReadonlyMap<string, boolean>): Expr {
  switch (expr.kind) {
    case 'is-set': {
      const sent = expr.operand.kind === 'parameter' ? isSent.get(expr.operand.name) : undefined;
      return sent === undefined ? expr : { kind: sent ? 'true' : 'false' };
    }
    case 'not': {
      const item = simpler(expr.item, isSent);
      return item.kind === 'true' ? { kind: 'false' } : item.kind === 'false' ? { kind: 'true' } : { ...expr, item };
    }
    case 'and':
    case 'or': {
      const [idle, decides] = expr.kind === 'and' ? (['true', 'false'] as const) : (['false', 'true'] as const);
      const items = expr.items
        .map((item) => simpler(item, isSent))
        .flatMap((item) => (item.kind === expr.kind ? item.items : item.kind === idle ? [] : [item]));
      if (items.some(({ kind }) => kind === decides)) return { kind: decides };
      return items.length === 1 ? items[0]! : items.length === 0 ? { kind: idle } : { kind: expr.kind, items };
    }
    default:
      return expr;
  }
}
