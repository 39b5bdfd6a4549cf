// Conditions of the document as expressions. Input: a condition and its place. Output: an expression whose operands have one
// type. Notation, part 2 "Conditions": a comparison with nothing is false, text compares by code point, decimals are exact,
// instants compare as instants.

import { fault, known } from '../base/fault.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Expr } from '../sql/expression.ts';
import type { BodyReference } from '../analysis/document/body-references.ts';
import { namedIn } from '../analysis/values/gone-states.ts';
import {
  someOf,
  type Some,
  all,
  isTyped,
  literalAs,
  twoLiterals,
  unified,
  type Comparison,
  type Side,
  type Typed,
} from './operands.ts';
import { EVENT_NAME } from './delivery-plan.ts';
import { present } from './presence.ts';
import { hasMember } from './references-inside.ts';
import { columnOf, fieldExpr, fieldNamed, keyNamedBy, keyOf, ledTo, rowKeyOf, shown } from './rows.ts';
import { anyCaller, callerBeside, callerField, rowOf, type Scope } from './scope.ts';
import { besideReference } from './two-references.ts';
import { verifiedExpr } from './verified.ts';

/** `sentence`: what it is a part of; a gone state that the sentence names is named for all of it. */
export function conditionExpr(condition: Condition, scope: Scope, sentence: Condition = condition): Expr {
  const ground = { row: scope.row?.resource, self: (scope.self ?? scope.row)?.resource };
  const named = namedIn(scope.context.model, sentence, ground, (one) => scope.sent.behind(one));
  return holds(condition, named.size === 0 ? scope : { ...scope, context: { ...scope.context, namedGone: named } });
}

function holds(condition: Condition, scope: Scope): Expr {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, items: condition.items.map((item) => holds(item, scope)) };
    case 'not':
      return { kind: 'not', item: holds(condition.item, scope) };
    default: {
      const values: Some[] = [];
      const context = { ...scope.context, some: (value: Some) => void values.push(value) };
      return someOf(values, comparing(condition, { ...scope, context }));
    }
  }
}

/** One comparison: through lists it is true where it is of some member of each. */
function comparing(condition: Exclude<Condition, { kind: 'and' | 'or' | 'not' }>, scope: Scope): Expr {
  switch (condition.kind) {
    case 'compare':
      return comparison(condition.operator, condition.left, condition.right, scope);
    case 'in':
      return membership(condition, scope);
    case 'has':
      return membersOf(condition, scope);
    case 'contains':
      return contains(condition, scope);
    case 'is-blank':
    case 'is-set':
      if (condition.operand.kind === 'caller') return anyCaller(condition.kind, scope);
      if (condition.operand.kind === 'null') return { kind: condition.kind === 'is-blank' ? 'true' : 'false' };
      return { kind: condition.kind, operand: ledTo(scope.context, typed(condition.operand, scope)) };
    case 'matches':
      return matches(condition.left, condition.pattern, scope);
    case 'exists': {
      const found = search(condition.resource.text, condition.where, scope);
      const exists: Expr = { kind: 'exists', ...found };
      return condition.negated ? { kind: 'not', item: exists } : exists;
    }
    case 'count': {
      const count: Typed = {
        expr: { kind: 'count', ...search(condition.resource.text, condition.where, scope) },
        type: 'integer',
        scale: 0,
      };
      return compare(condition.operator, count, side(condition.right, scope), scope);
    }
  }
}

/** An operand that has a type of its own, or takes `like`'s. */
export function operandAs(operand: Operand, like: Typed, scope: Scope): Typed {
  const given = side(operand, scope, like);
  if (given === 'nothing') return { ...like, expr: { kind: 'literal', value: null, type: like.type } };
  if (!('literal' in given)) return given;
  return literalAs(given.literal, like.refers ? shown(scope.context, like) : like);
}

/** The rows of a resource that match; `this` is the row at hand. */
export function search(
  name: string,
  where: Condition | undefined,
  scope: Scope,
): { readonly table: string; readonly alias: string; readonly where: Expr } {
  const resource = scope.context.model.resources.get(name);
  if (!resource || resource.identifiedBy.status === 'none') fault(`${name} has no rows of its own`);
  const alias = scope.context.alias();
  const self = scope.self ?? scope.row;
  const inner: Scope = { ...scope, row: { kind: 'table', resource, source: alias }, ...(self && { self }) };
  const items = [...(where ? [holds(where, inner)] : []), ...present(scope.context, resource, alias)];
  return { table: name, alias, where: all(items) };
}

function comparison(operator: Comparison['operator'], left: Operand, right: Operand, scope: Scope): Expr {
  const secret =
    verifiedExpr(operator, left, scope, () => typed(right, scope)) ??
    verifiedExpr(operator, right, scope, () => typed(left, scope));
  if (secret) return secret;
  const first = side(left, scope);
  const second = side(right, scope, isTyped(first) ? first : undefined);
  const again = isTyped(second) && isTyped(first) && !first.refers ? side(left, scope, second) : first;
  return compare(operator, again, second, scope);
}

/** What an operand is. `beside`: what it is compared with, for `{param}` is a row beside a reference. */
function side(operand: Operand, scope: Scope, beside?: Typed): Side {
  switch (operand.kind) {
    case 'null':
      return 'nothing';
    case 'text':
    case 'number':
    case 'boolean':
      return { literal: operand };
    default:
      return typed(operand, scope, beside);
  }
}

function typed(operand: Operand, scope: Scope, beside?: Typed): Typed {
  switch (operand.kind) {
    case 'field':
      return fieldOperand(operand, scope);
    case 'parameter': {
      const row = beside?.refers ? scope.sent.row(operand.name) : undefined;
      const value = scope.sent.path(operand.name);
      if (row && row.resource.name.text === beside?.refers?.resource)
        return {
          expr: row.key,
          type: 'integer',
          scale: 0,
          refers: { resource: row.resource.name.text, by: undefined },
        };
      return known(value, `nothing is sent as {${operand.name}}`);
    }
    case 'now': {
      if (!scope.now) scope.context.make({ name: 'now', kind: 'now' });
      const now: Expr = scope.now ?? { kind: 'parameter', name: 'now', type: 'instant' };
      return {
        expr: operand.offset === 0 ? now : { kind: 'shift', instant: now, by: operand.offset },
        type: 'instant',
        scale: 0,
      };
    }
    case 'this': {
      const self = known(scope.self ?? scope.row, '`this` is no row');
      return {
        expr: keyOf(self),
        type: 'integer',
        scale: 0,
        refers: { resource: self.resource.name.text, by: undefined },
      };
    }
    case 'value':
      if (!scope.value) fault('there is no `value` here');
      return scope.value;
    case 'event name':
      return { expr: { kind: 'parameter', name: EVENT_NAME, type: 'text' }, type: 'text', scale: 0 };
    case 'caller':
      return callerBeside(scope, beside);
    default:
      fault('a value is where a field was due');
  }
}

function fieldOperand(operand: Extract<Operand, { kind: 'field' }>, scope: Scope): Typed {
  const { owner, path } = operand;
  const name = path.join('.');
  const found = (value: Typed | undefined): Typed => known(value, `${owner} ${name} is not sent`);
  switch (owner) {
    case 'body': {
      const named = scope.sent.behind(operand);
      return named ? behindSent(named, scope) : found(scope.sent.body(name));
    }
    case 'query':
      return found(scope.sent.query(name));
    case 'header':
      return found(scope.sent.header(name));
    default:
      if (owner === 'caller') return callerField(path, scope);
      return fieldExpr(scope.context, known(rowOf(owner, path, scope), `${name} is a field of no row`), path);
  }
}

/** A field of the row that the body names by what is sent; nothing, where that names no row. */
function behindSent({ field, target, by, path }: BodyReference, { context, sent }: Scope): Typed {
  const name = field.path.join('.');
  const value = known(sent.body(name), `body ${name} is not sent`);
  return fieldExpr(context, { kind: 'by key', resource: target, key: keyNamedBy(context, target, by, value) }, path);
}

function compare(operator: Comparison['operator'], left: Side, right: Side, scope: Scope): Expr {
  if (left === 'nothing' || right === 'nothing') return { kind: 'false' };
  if (!isTyped(left))
    return isTyped(right) ? compare(FLIPPED[operator], right, left, scope) : twoLiterals(operator, left, right);
  if (left.refers && isTyped(right) && right.refers) return besideReference(scope.context, operator, left, right);
  if (left.refers) return byReference(operator, left, right, scope);
  if (isTyped(right) && right.refers) return byReference(FLIPPED[operator], right, left, scope);
  const other = isTyped(right)
    ? right
    : literalAs(right.literal, left.element && operator === '=' ? { ...left, ...left.element } : left);
  if (operator === '=' && left.element && !other.element && other.type !== 'json')
    return hasMember(scope.context, left, other);
  if (operator === '=' && other.element && !left.element && left.type !== 'json')
    return hasMember(scope.context, other, left);
  const [a, b] = unified(left, other);
  return { kind: 'compare', operator, left: a, right: b };
}

const FLIPPED = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** A reference beside a value: the value names a row by the field that the reference is shown by. */
function byReference(operator: Comparison['operator'], reference: Typed, value: Side, scope: Scope): Expr {
  const { context } = scope;
  const target = context.model.resources.get(reference.refers!.resource);
  const by = reference.refers!.by;
  const field = target && by !== undefined ? fieldNamed(context.model, target, by) : undefined;
  const column = field && columnOf(context.model, field);
  const display = shown(context, reference);
  const other = isTyped(value) ? value : value === 'nothing' ? undefined : literalAs(value.literal, display);
  if (!other) return { kind: 'false' };
  if (other.element) return hasMember(scope.context, other, display);
  // Equality is asked of the key, which an index finds; the rest of what is shown.
  if (operator === '=' && target && column && column.type === other.type && !display.refers) {
    const lookup = {
      table: target.name.text,
      alias: context.alias(),
      match: column.name,
      column: rowKeyOf(target),
    } as const;
    const there = present(context, target, lookup.alias);
    const where = there.length > 0 ? { where: all(there) } : {};
    const key: Expr = { kind: 'lookup', ...lookup, ...where, value: other.expr, type: 'integer' };
    return { kind: 'compare', operator, left: reference.expr, right: key };
  }
  const [a, b] = unified(display, other);
  return { kind: 'compare', operator, left: a, right: b };
}

function membership(condition: Extract<Condition, { kind: 'in' }>, scope: Scope): Expr {
  const left = side(condition.left, scope);
  const items = condition.values.map((operand): Expr => {
    const right = side(operand, scope, isTyped(left) ? left : undefined);
    if (isTyped(right) && right.element) return hasMember(scope.context, right, shownSide(left, scope));
    return compare('=', left, right, scope);
  });
  return items.length === 1 ? items[0]! : { kind: 'or', items };
}

/** `{param}` is a row beside a list of rows. */
function membersOf({ left, right }: Extract<Condition, { kind: 'has' }>, scope: Scope): Expr {
  const list = side(left, scope);
  const refers = isTyped(list) ? list.element?.refers : undefined;
  const member = side(right, scope, refers && isTyped(list) ? { ...list, refers } : undefined);
  const named = refers && isTyped(member) && member.refers ? { ...member, refers } : member;
  return hasMember(scope.context, list, shownSide(named, scope));
}

function contains({ left, right, ignoringCase }: Extract<Condition, { kind: 'contains' }>, scope: Scope): Expr {
  const text: Typed = { expr: { kind: 'true' }, type: 'text', scale: 0 };
  const [whole, part] = [left, right].map((one): Expr => {
    const { expr } = shown(scope.context, operandAs(one, text, scope));
    return ignoringCase ? { kind: 'fold', operand: expr } : expr;
  });
  return { kind: 'contains', left: whole!, right: part! };
}

/** A row or a reference as the value that it is shown by. */
function shownSide(given: Side, scope: Scope): Side {
  return isTyped(given) ? shown(scope.context, given) : given;
}

/** Judged before the steps: no store knows regular expressions. */
function matches(left: Operand, pattern: string, scope: Scope): Expr {
  const given = typed(left, scope).expr;
  if (given.kind !== 'parameter') fault('only what a caller sends is matched');
  const name = `${given.name} matches ${pattern}`;
  scope.context.make({ name, kind: 'matches', of: given.name, pattern });
  return {
    kind: 'compare',
    operator: '=',
    left: { kind: 'parameter', name, type: 'boolean' },
    right: { kind: 'literal', value: 1, type: 'boolean' },
  };
}
