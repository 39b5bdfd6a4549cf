// What sets a field → its words. In: SetBy. Out: text that the grammar reads as the same. Notation, part 2, "Set by".

import { ticked } from '../base/ticked.ts';
import type { Arithmetic, Rule, SetBy, TextPart } from '../model/rules.ts';
import { printOrder, printWhere } from './conditions.ts';
import { printResource } from './names.ts';
import { printOperand } from './operands.ts';

export function printSetBy(setBy: SetBy): string {
  switch (setBy.kind) {
    case 'caller':
      return `caller${setBy.atCreate ? ' at create' : ''}${setBy.hidden ? ', hidden' : ''}`;
    case 'service': {
      const rule = setBy.rule.kind === 'gap' ? 'not shown' : printRule(setBy.rule);
      return `service${setBy.hidden ? ', hidden' : ''}: ${rule}`;
    }
    case 'by operation':
    case 'rows':
      return setBy.kind;
  }
}

function printRule(rule: Rule): string {
  switch (rule.kind) {
    case 'new id':
      return rule.prefix === undefined ? 'new id' : `new id ${ticked(`${rule.prefix}…`)}`;
    case 'now':
      return `now ${rule.when}`;
    case 'caller':
      return rule.path.length === 0 ? `caller ${rule.when}` : `caller ${ticked(rule.path.join('.'))} ${rule.when}`;
    case 'list': {
      const order = rule.order.length === 0 ? '' : `, ordered by ${printOrder(rule.order)}`;
      return `list of ${printResource(rule.resource)}${printWhere(rule.where)}${order}`;
    }
    case 'slug':
      return `slug of ${ticked(rule.of.text)}${rule.atCreate ? ' at create' : ''}`;
    case 'address':
      return `address of ${ticked(rule.operation.text)}`;
    case 'new resource':
      return `new ${printResource(rule.resource)}`;
    case 'text':
      return `= ${printText(rule.parts)}`;
    case 'arithmetic':
      return `= ${printArithmetic(rule.expression)}`;
    case 'count':
      return `count of ${printResource(rule.resource)}${printWhere(rule.where)}`;
    case 'whether':
      return `whether ${printResource(rule.resource)}${printWhere(rule.where)}`;
    case 'sum':
    case 'min':
    case 'max':
      return `${rule.kind} of ${ticked(`${rule.resource.text}.${rule.field.text}`)}${printWhere(rule.where)}`;
    default:
      return rule.kind;
  }
}

/** What reads like a field's name, or cannot stand in ticks, stands in quotes. */
function printText(parts: readonly TextPart[]): string {
  const [first] = parts;
  const text = parts.map(printPart).join('');
  const fixed = parts.length === 0 || (parts.length === 1 && first!.kind === 'literal');
  const needed = text === '' || /^[\p{L}\p{M}\d_.-]+$|[{<\n\r\t]|\\\|/u.test(text);
  return fixed && needed ? JSON.stringify(text) : ticked(text);
}

function printPart(part: TextPart): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'field':
      return `{${part.path.join('.')}}`;
    case 'word':
      return `<${part.word}>`;
  }
}

function printArithmetic(expression: Arithmetic): string {
  if (expression.kind === 'operand') return printOperand(expression.operand);
  const { operator, left, right } = expression;
  const isProduct = operator === '*' || operator === '/';
  const leftWords = isProduct && isSum(left) ? `(${printArithmetic(left)})` : printArithmetic(left);
  const bracketed = right.kind === 'operation' && (isProduct || isSum(right));
  return `${leftWords} ${operator} ${bracketed ? `(${printArithmetic(right)})` : printArithmetic(right)}`;
}

function isSum(expression: Arithmetic): boolean {
  return expression.kind === 'operation' && (expression.operator === '+' || expression.operator === '-');
}
