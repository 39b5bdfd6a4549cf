// Who calls, as data: where credentials are looked for, how the row of the caller is found by them, and the table of the tokens that
// the service issues. Input: part 5. Output: schemes of the plan, the step that finds the caller. Notation, part 5.

import { fault } from '../base/fault.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOptional, readsCredentials } from '../analysis/document/callers.ts';
import { callerResource, schemesOf } from '../analysis/document/schemes.ts';
import { isMet } from '../analysis/refusals/errors.ts';
import type { Expr } from '../sql/expression.ts';
import { searchesTable } from '../sql/walk.ts';
import type { Context, OperationContext } from './context.ts';
import { all, choice, some } from './operands.ts';
import type { SchemePlan } from './credentials.ts';
import type { Table } from './plan.ts';
import { guardOf } from './refuse.ts';
import { present } from './presence.ts';
import { CALLER_KEY } from './request-parameters.ts';
import { rowKeyOf } from './rows.ts';
import type { Guard, Step } from './steps.ts';

/**
 * A row for each token that was issued and has not ended. `hash` is the SHA-256 of the token, which is kept nowhere; `scheme` the
 * name of its scheme; `caller` the row key in the table of the scheme's Caller; `expires` nothing where no lifetime is stated.
 */
export const TOKENS: Table = {
  name: '_tokens',
  rowKey: 'id',
  columns: [
    { name: 'hash', type: 'text', nullable: false },
    { name: 'scheme', type: 'text', nullable: false },
    { name: 'caller', type: 'integer', nullable: false },
    { name: 'issued', type: 'instant', nullable: false },
    { name: 'expires', type: 'instant', nullable: true },
  ],
  unique: [{ columns: ['hash'], ignoringCase: false, cause: causeKey({ kind: 'internal' }) }],
  indexes: [['caller']],
};

/** What a request brings of its caller, and what the first step finds. All of these names begin with `caller.`. */
const SENT = 'caller.credential';
const SCHEME = 'caller.scheme';

/** The hash of the token that was sent. */
export const SENT_TOKEN: Expr = { kind: 'parameter', name: SENT, type: 'text' };

export function schemePlans({ model }: Context): readonly SchemePlan[] {
  return schemesOf(model).flatMap((scheme): SchemePlan[] => {
    const place = valueOf(scheme.sentIn);
    return place ? [{ name: scheme.name.text, place }] : [];
  });
}

/** Does it look for a caller, or write a token? */
export function namesTokens(step: Step): boolean {
  if ('table' in step) return step.table === TOKENS.name;
  return step.kind === 'bind' && step.values.some(({ expr }) => searchesTable(expr, TOKENS.name));
}

/** The first step of an operation that reads credentials. */
export function callerStep(context: OperationContext): readonly Step[] {
  const { model, linked } = context;
  const resource = callerResource(model);
  if (!readsCredentials(linked)) return [];
  // The gap view holds these; an operation is never served as if its Who were not there.
  if (!resource || !schemesOf(model).every(isOfTokens)) fault('nobody can sign in');
  const found = schemesOf(model).map((scheme) => ofTokens(context, linked, scheme, resource));
  const branches = found.map(({ name, key }) => [isScheme(name), key] as const);
  const key = branches.length === 1 ? found[0]!.key : choice(branches, NOTHING, 'integer');
  const guards = found.flatMap(({ name, guards: own }) =>
    own.map((guard): Guard => {
      const others: Expr[] = branches.length === 1 ? [] : [not(isScheme(name))];
      return { ...guard, where: some([...free(model, linked), ...others, guard.where]) };
    }),
  );
  return [{ kind: 'bind', values: [{ name: CALLER_KEY.name, expr: key }], guards }];
}

/** Its tokens are those that the service issues and keeps. */
function isOfTokens({ scheme, issuedBy, sentIn }: Scheme): boolean {
  return (
    valueOf(scheme) === 'bearer token' && valueOf(issuedBy)?.kind === 'operations' && valueOf(sentIn) !== undefined
  );
}

const NOTHING: Expr = { kind: 'literal', value: null, type: 'integer' };

/** Where credentials need not be sent, there are none to be wrong. */
function free(model: Model, linked: LinkedOperation): readonly Expr[] {
  return isOptional(model, linked) ? [not({ kind: 'is-set', operand: SENT_TOKEN })] : [];
}

function not(item: Expr): Expr {
  return { kind: 'not', item };
}

function isScheme(name: string): Expr {
  const left: Expr = { kind: 'parameter', name: SCHEME, type: 'text' };
  return { kind: 'compare', operator: '=', left, right: { kind: 'literal', value: name, type: 'text' } };
}

interface Found {
  readonly name: string;
  readonly key: Expr;
  readonly guards: readonly Guard[];
}

/** The caller to whom the token that was sent was issued. */
function ofTokens(context: OperationContext, linked: LinkedOperation, scheme: Scheme, resource: Resource): Found {
  context.make({ name: 'now', kind: 'now' });
  const name = scheme.name.text;
  const key = (where: (source: string) => readonly Expr[]): Expr =>
    rowThere(context, resource, holderOf(context.alias(), name, where));
  const valid = key((source) => [isValid(source)]);
  const wrong: MetCause = { kind: 'wrong token' };
  const expired: MetCause = { kind: 'expired token' };
  const guards = isMet(context.model, linked, expired)
    ? [
        isKnown(
          key(() => []),
          wrong,
        ),
        isKnown(valid, expired),
      ]
    : [isKnown(valid, wrong)];
  return { name, key: valid, guards };
}

/** The row key that the token was issued for. */
function holderOf(alias: string, scheme: string, more: (source: string) => readonly Expr[]): Expr {
  const left: Expr = { kind: 'column', column: 'scheme', type: 'text', source: alias };
  const own: Expr = { kind: 'compare', operator: '=', left, right: { kind: 'literal', value: scheme, type: 'text' } };
  const lookup = { kind: 'lookup', table: TOKENS.name, alias, match: 'hash', value: SENT_TOKEN } as const;
  return { ...lookup, where: all([own, ...more(alias)]), column: 'caller', type: 'integer' };
}

/** It has not expired. */
function isValid(source: string): Expr {
  const expires: Expr = { kind: 'column', column: 'expires', type: 'instant', source };
  const now: Expr = { kind: 'parameter', name: 'now', type: 'instant' };
  const later: Expr = { kind: 'compare', operator: '<', left: now, right: expires };
  return some([not({ kind: 'is-set', operand: expires }), later]);
}

/** The key, where its row is there. */
function rowThere(context: OperationContext, resource: Resource, value: Expr): Expr {
  const alias = context.alias();
  const there = present(context, resource, alias);
  const match = rowKeyOf(resource);
  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value } as const;
  return { ...lookup, ...(there.length > 0 && { where: all(there) }), column: match, type: 'integer' };
}

function isKnown(operand: Expr, cause: MetCause): Guard {
  return guardOf({ kind: 'is-set', operand }, cause, 'authentication');
}
