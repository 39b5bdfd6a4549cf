// What a rule of the service is made from. Input: a rule. Output: the paths of fields that it names, from its row; the rows that it
// searches for. Notation, part 2, "Who sets a field".

import type { Name } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { formulaOperands, type Rule } from '../../notation/values/formulas.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { operandsOf } from './condition-walk.ts';

/** Rows that a rule searches for; `field`: what it takes of them. */
export interface Search {
  readonly resource: Name;
  readonly where: Condition | undefined;
  readonly field?: Name;
}

export function searchesOf(rule: Rule): readonly Search[] {
  switch (rule.kind) {
    case 'count':
    case 'exists':
    case 'sum':
    case 'min':
    case 'max':
    case 'list':
      return [rule];
    case 'by the table below':
      return decidingConditions(rule).flatMap(searchesIn);
    default:
      return [];
  }
}

export function isSearchRule(rule: Rule): boolean {
  return searchesOf(rule).length > 0;
}

export function searchesIn(condition: Condition): readonly Search[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(searchesIn);
    case 'not':
      return searchesIn(condition.item);
    case 'exists':
    case 'count':
      return [condition];
    default:
      return [];
  }
}

type DecisionRule = Extract<Rule, { readonly kind: 'by the table below' }>;

/** In the order of its rows. */
export function decidingConditions({ rows = [] }: DecisionRule): readonly Condition[] {
  return rows.flatMap(({ when }) => (when.kind === 'otherwise' ? [] : [when]));
}

/** It looks at who calls, or at the clock. */
export function looksBeyondRows(rule: Rule): boolean {
  return (
    rule.kind === 'by the table below' &&
    decidingConditions(rule)
      .flatMap(operandsOf)
      .some((one) => one.kind === 'now' || one.kind === 'caller' || (one.kind === 'field' && one.owner === 'caller'))
  );
}

/** The fields that a text, a formula or a decision table names, not those inside of its searches. */
export function pathsOf(rule: Rule): readonly (readonly string[])[] {
  switch (rule.kind) {
    case 'text':
      return rule.parts.flatMap((part) => (part.kind === 'field' ? [part.path] : []));
    case 'arithmetic':
      return pathsIn(formulaOperands(rule.expression));
    case 'by the table below':
      return pathsIn(
        decidingConditions(rule)
          .flatMap(operandsOf)
          .filter((one) => one.kind !== 'field' || one.owner !== 'caller'),
      );
    default:
      return [];
  }
}

function pathsIn(operands: readonly Operand[]): readonly (readonly string[])[] {
  return operands.flatMap((one) => (one.kind === 'field' ? [one.path] : []));
}
