// Who may, as conditions of the statements: of the row that an operation touches, of the rows that it lists, of the caller alone.
// Input: Who of an operation. Output: guards and a filter. Notation, part 4 "Who may"; nothing is filtered behind a statement.

import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Roles } from '../notation/values/authentication.ts';
import type { Who } from '../notation/values/who.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { callerCauses } from '../analysis/refusals/causes/request.ts';
import { asksNothingMore, hiddenFrom, isOptional, ownersIn, refusingIn } from '../analysis/document/callers.ts';
import { callerOf, callersOf, isOfOperator } from '../analysis/document/schemes.ts';
import { claimsTo } from '../analysis/document/signed.ts';
import type { Expr } from '../sql/expression.ts';
import { targetsOf } from '../analysis/document/targets.ts';
import { columnsOf } from '../sql/walk.ts';
import { conditionExpr } from './conditions.ts';
import { rowOf, type Scope } from './scope.ts';
import { elementOf, followPath } from '../analysis/document/paths.ts';
import { all, some } from './operands.ts';
import { guardOf } from './refuse.ts';
import { CLAIMED_ROLES, CLAIMED_SCOPES } from './signed.ts';
import { CALLER_ROLES, cameBy } from './token-table.ts';
import { callerKey, NOTHING_SENT, runningSchemes, type Sent, signedIn } from './request-parameters.ts';
import { fieldExpr, keyOf, type RowContext, type RowScope } from './rows.ts';
import type { Guard } from './steps.ts';
import type { OperationContext } from './context.ts';

/** True for a caller whom Who lets in, of the row at hand. */
function whoExpr(who: Who, scope: Scope): Expr {
  switch (who.kind) {
    case 'anyone':
      return { kind: 'true' };
    case 'signed-in':
      return signedIn(scope.context.model);
    case 'role':
      return roleExpr(scope, who.role.text, who.role.at);
    case 'owner': {
      const [owner, ...path] = who.path;
      const row = ownerRow(scope, owner!, path);
      if (row) return row;
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
      return scopeExpr(scope.context.model, who.scope.text);
  }
}

/** Where rows of several resources may call, and the path ends at what one of them is identified by: it is that row. */
function ownerRow(scope: Scope, owner: string, path: readonly string[]): Expr | undefined {
  const { context, sent } = scope;
  const { model } = context;
  const end = followPath(model, model.resources.get(owner), path).fields.at(-1);
  const type = end && valueOf(end.field.type);
  if (callersOf(model).length < 2 || !end || (type && elementOf(type).type.kind === 'resource')) return undefined;
  const caller = sent.callers.find(({ resource }) => resource === end.resource);
  const row = rowOf(owner, path, scope);
  if (!caller || !row) return { kind: 'false' };
  const to = path.slice(0, -end.field.name.text.split('.').length);
  const left = to.length === 0 ? keyOf(row) : fieldExpr(context, row, to).expr;
  return { kind: 'compare', operator: '=', left, right: caller.key };
}

/** By the claims of the token. */
function scopeExpr(model: Model, name: string): Expr {
  const giving = runningSchemes(model).filter((scheme) => claimsTo(scheme, 'scopes').length > 0);
  return some(giving.map((scheme) => all([cameBy(scheme), holds(CLAIMED_SCOPES, name)])));
}

function holds(list: Expr, text: string): Expr {
  return { kind: 'has', left: list, right: { kind: 'literal', value: text, type: 'text' } };
}

/** Visible to: what it looks at is looked at by the service, which sees every row. */
export function visibleTo(
  context: RowContext,
  sent: Sent,
  resource: Resource,
  source: string | undefined,
): readonly Expr[] {
  const who = valueOf(resource.visibleTo);
  if (!who) return [];
  const row: RowScope = { kind: 'table', resource, ...(source !== undefined && { source }) };
  const lets = whoExpr(who, { context: seeingAll(context), row, sent: { ...NOTHING_SENT, callers: sent.callers } });
  return lets.kind === 'true' ? [] : [lets];
}

function seeingAll(context: RowContext): RowContext {
  const { visible: _, namedGone: __, ...rest } = context;
  return rest;
}

/** By the Roles of the scheme that the caller came by. */
function roleExpr(scope: Scope, role: string, at: Operand['at']): Expr {
  const { model } = scope.context;
  const given = runningSchemes(model).map((scheme) => ({ scheme, expr: givenBy(scope, scheme, role, at) }));
  const [first, ...others] = given;
  // Roles of several schemes are mostly the same ones.
  if (first && others.every(({ expr }) => JSON.stringify(expr) === JSON.stringify(first.expr))) return first.expr;
  return some(given.map(({ scheme, expr }) => (expr.kind === 'false' ? expr : all([cameBy(scheme), expr]))));
}

function givenBy({ context: own, sent }: Scope, scheme: Scheme, role: string, at: Operand['at']): Expr {
  const roles = valueOf(scheme.roles);
  const isListed = roles?.kind !== 'listed' || roles.roles.some(({ text }) => text === role);
  if (!isListed) return { kind: 'false' };
  if (claimsTo(scheme, 'roles').length > 0) return holds(CLAIMED_ROLES, role);
  if (roles?.kind === 'listed') return isOfOperator(scheme) ? holds(CALLER_ROLES, role) : { kind: 'false' };
  const context = seeingAll(own);
  const resource = callerOf(context.model, scheme);
  if (!roles || !resource) return { kind: 'false' };
  const row: RowScope = { kind: 'by key', resource, key: callerKey(context.model, resource), there: true };
  return some(conditionsOf(roles, role, at).map((condition) => conditionExpr(condition, { context, row, sent })));
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
  return [guardOf(some([signedIn(model), lets]), { kind: 'no credentials' }, 'permission'), guard];
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

/** Who may see an event about that row, where that is not everybody who reads the stream: by Who of the stream, and by Visible to. */
export function seesEvent({ context, sent }: Build, row: RowScope): Expr {
  const { name, visibleTo: visible } = row.resource;
  const who = valueOf(context.linked.facts.who);
  const owned = who && ownersIn(who).length > 0 ? [whoExpr(ownedBy(who, name.text), { context, row, sent })] : [];
  const seen = valueOf(visible);
  const own: Sent = { ...NOTHING_SENT, callers: sent.callers };
  return all([...owned, ...(seen ? [whoExpr(seen, { context: seeingAll(context), row, sent: own })] : [])]);
}

/** Of a row of that resource: nobody is the owner of a row of another one. */
function ownedBy(who: Who, resource: string): Who {
  switch (who.kind) {
    case 'owner':
      return who.path[0] === resource ? who : { kind: 'or', items: [] };
    case 'or':
      return { ...who, items: who.items.map((one) => ownedBy(one, resource)) };
    case 'except':
      return { ...who, who: ownedBy(who.who, resource), except: ownedBy(who.except, resource) };
    case 'which items':
      return { ...who, who: ownedBy(who.who, resource) };
    default:
      return who;
  }
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
