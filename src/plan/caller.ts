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
import type { Expr, SqlType } from '../sql/expression.ts';
import type { Context, OperationContext } from './context.ts';
import { all, some } from './operands.ts';
import type { SchemePlan } from './credentials.ts';
import type { Table } from './plan.ts';
import { guardOf } from './refuse.ts';
import { present } from './presence.ts';
import { CALLER_KEY } from './request-parameters.ts';
import { rowKeyOf } from './rows.ts';
import type { Guard, Step } from './steps.ts';

/**
 * A row for each token that was issued and has not ended. `hash` is the SHA-256 of the token, which is kept nowhere; `scheme` is what
 * `keptFor` says; `caller` the row key in the table of the scheme's Caller; `expires` nothing where no lifetime is stated.
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

/** The scheme and its Caller: a number of a row says nothing where another resource has become the Caller. */
export function keptFor({ name, caller }: Scheme): string {
  return `${name.text} of ${valueOf(caller)?.resource.text ?? ''}`;
}

/** What a request brings of its caller, and what the first step finds. All of these names begin with `caller.`. */
const SENT = 'caller.credential';
const SCHEME = 'caller.scheme';

/** The hash of the token that was sent. */
export const SENT_TOKEN: Expr = { kind: 'parameter', name: SENT, type: 'text' };

export function schemePlans({ model }: Context): readonly SchemePlan[] {
  return schemesOf(model).flatMap((scheme): SchemePlan[] => {
    const place = valueOf(scheme.sentIn);
    return place ? [{ name: scheme.name.text, keptAs: keptFor(scheme), place }] : [];
  });
}

/** Does it look for a caller, or write a token? */
export function namesTokens(step: Step): boolean {
  if ('table' in step) return step.table === TOKENS.name;
  return step.kind === 'bind' && step.from?.table === TOKENS.name;
}

/** The first step of an operation that reads credentials. */
export function callerStep(context: OperationContext): readonly Step[] {
  const { model, linked } = context;
  const resource = callerResource(model);
  if (!readsCredentials(linked)) return [];
  // The gap view holds these; an operation is never served as if its Who were not there.
  if (!resource || !schemesOf(model).every(isOfTokens)) fault('nobody can sign in');
  context.make({ name: 'now', kind: 'now' });
  const scheme: Expr = { kind: 'parameter', name: SCHEME, type: 'text' };
  const step: Step = {
    kind: 'bind',
    from: { table: TOKENS.name, where: all([sameAs('hash', SENT_TOKEN), sameAs('scheme', scheme)]) },
    values: [
      { name: CALLER_KEY.name, expr: rowThere(context, resource, column('caller', 'integer')) },
      { name: EXPIRES.name, expr: column('expires', 'instant') },
    ],
    guards: guardsOf(model, linked),
  };
  return [step];
}

function column(name: string, type: SqlType): Expr {
  return { kind: 'column', column: name, type };
}

function sameAs(name: string, right: Expr): Expr {
  return { kind: 'compare', operator: '=', left: column(name, 'text'), right };
}

/** Of the token that was sent; nothing where it does not end by itself. */
const EXPIRES: Extract<Expr, { kind: 'parameter' }> = { kind: 'parameter', name: 'caller.expires', type: 'instant' };

function guardsOf(model: Model, linked: LinkedOperation): readonly Guard[] {
  const known: Expr = { kind: 'is-set', operand: CALLER_KEY };
  const now: Expr = { kind: 'parameter', name: 'now', type: 'instant' };
  const valid = some([
    not({ kind: 'is-set', operand: EXPIRES }),
    { kind: 'compare', operator: '<', left: now, right: EXPIRES },
  ]);
  // Where credentials need not be sent, there are none to be wrong.
  const unsent = isOptional(model, linked) ? [not({ kind: 'is-set', operand: SENT_TOKEN })] : [];
  const wrong: MetCause = { kind: 'wrong token' };
  const expired: MetCause = { kind: 'expired token' };
  const ended = isMet(model, linked, expired) ? expired : wrong;
  return [
    guardOf(some([...unsent, known]), wrong, 'authentication'),
    guardOf(some([...unsent, valid]), ended, 'authentication'),
  ];
}

function not(item: Expr): Expr {
  return { kind: 'not', item };
}

/** Its tokens are those that the service issues and keeps. */
function isOfTokens({ scheme, issuedBy, sentIn }: Scheme): boolean {
  return (
    valueOf(scheme) === 'bearer token' && valueOf(issuedBy)?.kind === 'operations' && valueOf(sentIn) !== undefined
  );
}

/** The key, where its row is there. */
function rowThere(context: OperationContext, resource: Resource, value: Expr): Expr {
  const alias = context.alias();
  const there = present(context, resource, alias);
  const match = rowKeyOf(resource);
  const lookup = { kind: 'lookup', table: resource.name.text, alias, match, value } as const;
  return { ...lookup, ...(there.length > 0 && { where: all(there) }), column: match, type: 'integer' };
}
