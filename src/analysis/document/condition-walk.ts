// Walks a condition with the rows its bare names belong to. Input: a condition and its place. Output: each operand, operator and
// search to a visitor. Notation, part 2, "Conditions": inside `R where` or `R (…)` a bare name is a field of R, `this` is the row the
// sentence is about.

import type { CompareOperator, Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { callerWith } from './schemes.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Name } from '../../notation/slot.ts';

export interface Ground {
  /** Whose fields bare names are; undefined: not known, or there is none. */
  readonly row: Resource | undefined;
  /** The row that the sentence is about. */
  readonly self: Resource | undefined;
}

/** Operators and searches, as the notation writes them. */
export type ConditionWord =
  | CompareOperator
  | 'and'
  | 'or'
  | 'not'
  | 'in'
  | 'has'
  | 'contains'
  | 'contains ignoring case'
  | 'is blank'
  | 'is set'
  | 'matches'
  | 'there is'
  | 'there is no'
  | 'count of';

export interface ConditionVisitor {
  /** `base`: the resource a field operand starts from; undefined for `body`, `query`, `header`, or when not known. */
  readonly operand?: (operand: Operand, base: Resource | undefined, ground: Ground) => void;
  /** `in`, `has`, `=`, `there is`, … as the notation writes it. `on`: its left side. */
  readonly word?: (word: ConditionWord, condition: Condition, ground: Ground) => void;
  readonly search?: (resource: Name) => void;
  /** A comparison with both of its sides. */
  readonly compared?: (left: Operand, right: Operand, ground: Ground, condition: Condition) => void;
}

export function walkCondition(model: Model, condition: Condition, ground: Ground, visitor: ConditionVisitor): void {
  const visit = (operand: Operand): void => visitor.operand?.(operand, baseOf(model, operand, ground), ground);
  switch (condition.kind) {
    case 'and':
    case 'or':
      visitor.word?.(condition.kind, condition, ground);
      for (const item of condition.items) walkCondition(model, item, ground, visitor);
      return;
    case 'not':
      visitor.word?.('not', condition, ground);
      walkCondition(model, condition.item, ground, visitor);
      return;
    case 'compare':
    case 'has':
    case 'contains':
      visitor.word?.(operatorOf(condition), condition, ground);
      visit(condition.left);
      visit(condition.right);
      visitor.compared?.(condition.left, condition.right, ground, condition);
      return;
    case 'in':
      visitor.word?.('in', condition, ground);
      visit(condition.left);
      for (const value of condition.values) {
        visit(value);
        visitor.compared?.(condition.left, value, ground, condition);
      }
      return;
    case 'is-blank':
    case 'is-set':
      visitor.word?.(condition.kind === 'is-blank' ? 'is blank' : 'is set', condition, ground);
      visit(condition.operand);
      return;
    case 'matches':
      visitor.word?.('matches', condition, ground);
      visit(condition.left);
      return;
    case 'exists':
    case 'count': {
      visitor.word?.(
        condition.kind === 'count' ? 'count of' : condition.negated ? 'there is no' : 'there is',
        condition,
        ground,
      );
      visitor.search?.(condition.resource);
      const searched = model.resources.get(condition.resource.text);
      if (condition.where)
        walkCondition(model, condition.where, { row: searched, self: ground.self ?? ground.row }, visitor);
      if (condition.kind === 'count') visit(condition.right);
    }
  }
}

function operatorOf(condition: Extract<Condition, { kind: 'compare' | 'has' | 'contains' }>): ConditionWord {
  if (condition.kind === 'compare') return condition.operator;
  return condition.kind === 'contains' && condition.ignoringCase ? 'contains ignoring case' : condition.kind;
}

/** The resource that a field operand's path starts from. */
export function baseOf(model: Model, operand: Operand, ground: Ground): Resource | undefined {
  if (operand.kind !== 'field') return undefined;
  switch (operand.owner) {
    case undefined:
      return ground.row;
    case 'this':
      return ground.self ?? ground.row;
    case 'caller':
      return callerWith(model, operand.path);
    case 'body':
    case 'query':
    case 'header':
      return undefined;
    default:
      return model.resources.get(operand.owner);
  }
}

/** Every operand, those inside searches too. */
export function allOperands(model: Model, condition: Condition): readonly Operand[] {
  const found: Operand[] = [];
  walkCondition(
    model,
    condition,
    { row: undefined, self: undefined },
    {
      operand: (operand) => {
        found.push(operand);
      },
    },
  );
  return found;
}

/** It is `caller`, or a field of the caller. */
export function isOfCaller(operand: Operand): boolean {
  return operand.kind === 'caller' || (operand.kind === 'field' && operand.owner === 'caller');
}

/** The operands of a condition, not those inside its searches. */
export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(operandsOf);
    case 'not':
      return operandsOf(condition.item);
    case 'compare':
    case 'has':
    case 'contains':
      return [condition.left, condition.right];
    case 'in':
      return [condition.left, ...condition.values];
    case 'is-blank':
    case 'is-set':
      return [condition.operand];
    case 'matches':
      return [condition.left];
    case 'exists':
      return [];
    case 'count':
      return [condition.right];
  }
}
