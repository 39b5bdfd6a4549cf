// The columns that a step answers, gathered while the answers are built. Input: expressions over the row. Output: the same
// expressions over answered columns, which evaluate.ts can judge: what searches tables is answered by the store.

import type { Expr, SqlType } from '../sql/expression.ts';
import { typeOf } from '../sql/walk.ts';
import { choice } from './operands.ts';
import type { Answered } from './steps.ts';

export class AnswerColumns {
  readonly #columns = new Map<string, Expr>();
  readonly #hoisted = new Map<string, string>();

  /** Answers a stored column under its own name. */
  own(column: string, type: SqlType): string {
    this.#columns.set(column, { kind: 'column', column, type });
    return column;
  }

  /** Answers the value of an expression under a name that no field has. */
  named(expr: Expr): string {
    const key = JSON.stringify(withoutAliases(expr));
    const known = this.#hoisted.get(key);
    if (known !== undefined) return known;
    const name = `#${this.#hoisted.size + 1}`;
    this.#hoisted.set(key, name);
    this.#columns.set(name, expr);
    return name;
  }

  /** Answers what is bound, under a name that no field has. */
  bound(name: string, type: SqlType): string {
    this.#columns.set(`#${name}`, { kind: 'parameter', name, type });
    return `#${name}`;
  }

  /** The expression over what is answered. */
  local(expr: Expr): Expr {
    switch (expr.kind) {
      case 'column':
        return { kind: 'column', column: this.own(expr.column, expr.type), type: expr.type };
      case 'exists':
      case 'count':
      case 'aggregate':
      case 'astray':
      case 'rows':
      case 'member':
      case 'at':
      case 'some':
      case 'lookup':
        return { kind: 'column', column: this.named(expr), type: typeOf(expr) };
      case 'literal':
      case 'parameter':
      case 'true':
      case 'false':
        return expr;
      case 'and':
      case 'or':
        return { ...expr, items: expr.items.map((item) => this.local(item)) };
      case 'not':
        return { ...expr, item: this.local(expr.item) };
      case 'compare':
      case 'contains':
      case 'has':
      case 'arithmetic':
        return { ...expr, left: this.local(expr.left), right: this.local(expr.right) };
      case 'in':
        return { ...expr, left: this.local(expr.left), values: expr.values.map((value) => this.local(value)) };
      case 'is-blank':
      case 'is-set':
      case 'rescale':
      case 'text':
      case 'fold':
      case 'start':
      case 'octets':
        return { ...expr, operand: this.local(expr.operand) };
      case 'case':
        return choice(
          expr.branches.map((branch) => [this.local(branch.when), this.local(branch.then)]),
          this.local(expr.otherwise),
          expr.type,
        );
      case 'concat':
        return { ...expr, parts: expr.parts.map((part) => this.local(part)) };
      case 'later':
        return { ...expr, now: this.local(expr.now) };
      case 'shift':
        return { ...expr, instant: this.local(expr.instant) };
      case 'rounds':
      case 'onward':
        return { ...expr, from: this.local(expr.from), to: this.local(expr.to) };
    }
  }

  /** In the order of their first use. */
  get list(): Exclude<Answered, undefined> {
    return [...this.#columns].map(([name, expr]) => ({ name, expr }));
  }
}

/** Two searches that differ only in the names of their tables are the same. */
function withoutAliases(expr: Expr): unknown {
  const names = new Map<string, string>();
  return JSON.parse(JSON.stringify(expr), (key, value: unknown) => {
    if ((key !== 'alias' && key !== 'source') || typeof value !== 'string') return value;
    if (!names.has(value)) names.set(value, String(names.size));
    return names.get(value);
  });
}
