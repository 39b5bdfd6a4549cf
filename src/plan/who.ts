// Who may, as conditions of the statements: of the row that an operation touches, of the rows that it lists, of the caller alone.
// Input: Who of an operation. Output: guards and a filter. Notation, part 4 "Who may"; nothing is filtered behind a statement.

import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Roles } from '../notation/values/authentication.ts';
import type { Who } from '../notation/values/who.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { callerCauses } from '../analysis/refusals/causes/request.ts';
import { asksNothingMore, hiddenFrom, isOptional, ownersIn, refusingIn } from '../analysis/document/callers.ts';
import { callerResource, schemesOf } from '../analysis/document/schemes.ts';
import type { Expr } from '../sql/expression.ts';
import { targetsOf } from '../analysis/document/targets.ts';
import { columnsOf } from '../sql/walk.ts';
import { conditionExpr, type Scope } from './conditions.ts';
import { all, some } from './operands.ts';
import { guardOf } from './refuse.ts';
import { CALLER_KEY, type Sent } from './request-parameters.ts';
import type { RowScope } from './rows.ts';
import type { Guard } from './steps.ts';
import type { OperationContext } from './context.ts';

/** True for a caller whom Who lets in, of the row at hand. */
function whoExpr(who: Who, scope: Scope): Expr {
  switch (who.kind) {
    case 'anyone':
      return { kind: 'true' };
    case 'signed-in':
      return { kind: 'is-set', operand: CALLER_KEY };
    case 'role':
      return roleExpr(scope, who.role.text, who.role.at);
    case 'owner': {
      const [owner, ...path] = who.path;
      const left: Operand = { kind: 'field', owner, path, at: who.at };
      const own: Condition = {
        kind: 'compare',
        operator: '=',
        left,
        right: { kind: 'caller', at: who.at },
        at: who.at,
      };
      return conditionExpr(own, scope);
    }
    case 'condition':
      return conditionExpr(who.condition, scope);
    case 'or':
      return some(who.items.map((one) => whoExpr(one, scope)));
    case 'except':
      return all([whoExpr(who.who, scope), { kind: 'not', item: whoExpr(who.except, scope) }]);
    case 'which items':
      return all([whoExpr(who.who, scope), ...(who.items.kind === 'gap' ? [] : [conditionExpr(who.items, scope)])]);
    case 'scope':
      return { kind: 'false' };
  }
}

/** By the Roles of the schemes; the caller is the row that they are about. */
function roleExpr({ context, sent }: Scope, role: string, at: Operand['at']): Expr {
  const resource = callerResource(context.model);
  if (!resource) return { kind: 'false' };
  const row: RowScope = { kind: 'by key', resource, key: CALLER_KEY, there: true };
  const given = schemesOf(context.model).flatMap(({ roles }) => valueOf(roles) ?? []);
  const exprs = given.flatMap((one) =>
    conditionsOf(one, role, at).map((condition) => conditionExpr(condition, { context, row, sent })),
  );
  return some(distinct(exprs));
}

/** Roles of several schemes are mostly the same ones. */
function distinct(exprs: readonly Expr[]): readonly Expr[] {
  return [...new Map(exprs.map((expr) => [JSON.stringify(expr), expr])).values()];
}

function conditionsOf(roles: Roles, role: string, at: Operand['at']): readonly Condition[] {
  switch (roles.kind) {
    case 'field': {
      const left: Operand = { kind: 'field', owner: undefined, path: roles.field.field.text.split('.'), at };
      return [{ kind: 'compare', operator: '=', left, right: { kind: 'text', value: role, at }, at }];
    }
    case 'when':
      return roles.rules.flatMap((rule) => (rule.role.text === role ? [rule.when] : []));
    case 'listed':
      return [];
  }
}

/** What every statement of an operation has at hand. */
interface Build {
  readonly context: OperationContext;
  readonly sent: Sent;
}

/** Of the operation: a guard for a row of that resource, or for none where its Who is about no row. */
export function permissionGuards({ context, sent }: Build, row: RowScope | undefined): readonly Guard[] {
  const { model, linked } = context;
  const stated = valueOf(linked.facts.who);
  const who = stated && refusingIn(model, linked, stated);
  if (!who || asksNothingMore(who) || (row && row.resource.name.text !== subjectOf(model, linked, who))) return [];
  const lets = whoExpr(who, { context, row, sent });
  if (lets.kind === 'true') return [];
  const hidden = hiddenFrom(who);
  if (hidden !== undefined) return [guardOf(lets, { kind: 'no such', resource: hidden }, 'existence')];
  const guard = guardOf(lets, denied(model, linked), 'permission');
  if (!isOptional(model, linked)) return [guard];
  // A caller who is not signed in may be let in after signing in.
  const signedIn: Expr = { kind: 'is-set', operand: CALLER_KEY };
  return [guardOf(some([signedIn, lets]), { kind: 'no credentials' }, 'permission'), guard];
}

function denied(model: Model, linked: LinkedOperation): MetCause {
  const met = callerCauses(model, linked).find(({ kind }) => kind === 'not permitted');
  return met ?? { kind: 'not permitted', on: undefined };
}

/** Who of a row of part 3, where it is the row that the call makes. */
export function moveGuard(
  context: OperationContext,
  who: Who | undefined,
  isMade: Expr,
  scope: Scope,
): readonly Guard[] {
  if (!who || asksNothingMore(who)) return [];
  const lets = some([{ kind: 'not', item: isMade }, whoExpr(who, scope)]);
  return [guardOf(lets, denied(context.model, context.linked), 'permission')];
}

/** The resource whose row Who is about: that of `owner by` where Does touches it, else the first that Does names. */
function subjectOf(model: Model, linked: LinkedOperation, who: Who): string | undefined {
  const targets = targetsOf(model, linked);
  const owner = ownersIn(who)[0]?.path[0];
  return owner !== undefined && targets.includes(owner) ? owner : targets[0];
}

/** Does it look at the row at hand? */
export function looksAtRow(guards: readonly Guard[]): boolean {
  return guards.some(({ where }) => columnsOf(where, undefined).length > 0);
}

/** `others see no such R`, of that resource. */
export function hidesRows({ context }: Build, { name }: Resource): boolean {
  const who = valueOf(context.linked.facts.who);
  return who !== undefined && hiddenFrom(who) === name.text;
}

/** The rows that the caller may see. */
export function visibleRows({ context, sent }: Build, row: Extract<RowScope, { kind: 'table' }>): readonly Expr[] {
  const who = valueOf(context.linked.facts.who);
  if (!who || asksNothingMore(who)) return [];
  const lets = whoExpr(who, { context, row, sent });
  return columnsOf(lets, row.source).length === 0 ? [] : [lets];
}
