// Conditions and orders → their words. In: the model's values. Out: text that the grammars read as the same.
// Notation, "Conditions".

import { ticked } from '../base/ticked.ts';
import type { Condition } from '../model/conditions.ts';
import type { OrderKey } from '../model/rules.ts';
import { printResource } from './names.ts';
import { printOperand, printPattern } from './operands.ts';

export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.map(printTerm).join(` ${condition.kind} `);
    case 'not':
      return `not (${printCondition(condition.item)})`;
    case 'compare':
      return `${printOperand(condition.left)} ${condition.operator} ${printOperand(condition.right)}`;
    case 'in':
      return `${printOperand(condition.left)} in (${condition.values.map(printOperand).join(', ')})`;
    case 'has':
    case 'contains':
      return `${printOperand(condition.left)} ${condition.kind} ${printOperand(condition.right)}`;
    case 'is-blank':
      return `${printOperand(condition.operand)} is blank`;
    case 'is-set':
      return `${printOperand(condition.operand)} is set`;
    case 'matches':
      return `${printOperand(condition.left)} matches ${printPattern(condition.pattern)}`;
    case 'exists': {
      const where = condition.where ? ` (${printCondition(condition.where)})` : '';
      return `there is ${condition.negated ? 'no ' : ''}${printResource(condition.resource)}${where}`;
    }
    case 'count': {
      const where = condition.where ? ` (${printCondition(condition.where)})` : '';
      const right = printOperand(condition.right);
      return `count of ${printResource(condition.resource)}${where} ${condition.operator} ${right}`;
    }
  }
}

/** In brackets where `and` or `or` would be mixed. */
export function printTerm(condition: Condition): string {
  const words = printCondition(condition);
  return condition.kind === 'and' || condition.kind === 'or' ? `(${words})` : words;
}

/** ` where …`, or nothing. */
export function printWhere(where: Condition | undefined): string {
  return where ? ` where ${printCondition(where)}` : '';
}

export function printOrder(keys: readonly OrderKey[]): string {
  return keys.map(printOrderKey).join(', then ');
}

function printOrderKey(key: OrderKey): string {
  if (key.kind === 'insertion') return key.descending ? 'newest first' : 'oldest first';
  return `${ticked(key.path.join('.'))} ${key.descending ? 'descending' : 'ascending'}`;
}
