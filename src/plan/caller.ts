// Who calls, as data: how the row of the caller is found by what is bound of the credentials. Input: an operation. Output: its first step.
// Notation, part 5; decision 0032.

import { fault } from '../base/fault.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOptional, readsCredentials, refreshedBy } from '../analysis/document/callers.ts';
import {
  callerOf,
  callersOf,
  isOfOperator,
  isOpaque,
  isRowless,
  refreshes,
  refreshesOnce,
  takesPasswords,
} from '../analysis/document/schemes.ts';
import { isSigned } from '../analysis/document/signed.ts';
import { signsRequests } from '../analysis/document/signed-requests.ts';
import { isMet } from '../analysis/refusals/errors.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { OperationContext } from './context.ts';
import { all, choice, not, NOW, some } from './operands.ts';
import { CALLER_FAMILY, familyOf } from './families.ts';
import { passwordKey, passwordsOf } from './passwords.ts';
import { guardOf } from './refuse.ts';
import { callerKey, CALLER_KNOWN, runningSchemes, signedIn } from './request-parameters.ts';
import { keyThere, rowKeyOf } from './rows.ts';
import { claimedKey, isByClaims, UNTIL, VERIFIED } from './signed.ts';
import type { Guard, Step } from './steps.ts';
import { CALLER_ROLES, cameBy, column, keptAs, sameAs, SCHEME, SENT_TOKEN, TOKENS } from './token-table.ts';

/** The first step of an operation that reads credentials. */
export function callerStep(context: OperationContext): readonly Step[] {
  const { model, linked } = context;
  if (!readsCredentials(linked)) return [];
  const schemes = runningSchemes(model);
  // The gap view holds these; an operation is never served as if its Who were not there.
  if (schemes.length === 0 || !schemes.every((scheme) => isKnown(model, scheme))) fault('nobody can sign in');
  const inRows = schemes.filter(isInRow);
  const byClaims = schemes.filter((scheme) => isByClaims(model, scheme));
  const byToken = inRows.length + byClaims.length < schemes.length;
  const mayExpire = inRows.length < schemes.length;
  if (mayExpire) context.make({ name: 'now', kind: 'now' });
  // What a statement takes from a row of its own is nothing where there is none: beside others it is looked up.
  const isAlone = inRows.length + byClaims.length === 0;
  const from = byToken && isAlone ? { table: TOKENS.name, where: all([ofSent(), ...refreshing(context)]) } : undefined;
  const ofToken = (name: string, type: SqlType): Expr => (from ? column(name, type) : tokenColumn(context, name, type));
  const callers = callersOf(model);
  const keyOf = (resource: Resource): Expr => {
    const own = schemes.filter((scheme) => callerOf(model, scheme) === resource);
    const tokens = own.filter((scheme) => !isInRow(scheme) && !byClaims.includes(scheme));
    const keys = [
      ...own.filter(isInRow).map((scheme): Expr => passwordKey(context, passwordsOf(model, scheme))),
      ...own.filter((scheme) => byClaims.includes(scheme)).map((scheme) => claimedKey(context, scheme)),
    ];
    if (tokens.length === 0) return firstThere(keys, 'integer');
    const there = keyThere(context, resource, rowKeyOf(resource), ofToken('caller', 'integer'));
    // The number that a token has says nothing of rows of another resource.
    const ofTokens = callers.length < 2 ? there : choice([[some(tokens.map(cameBy)), there]], NO_KEY, 'integer');
    return firstThere([...keys, ofTokens], 'integer');
  };
  const rowless = schemes
    .filter(isRowless)
    .map((scheme) => [cameBy(scheme), byClaims.includes(scheme) ? VERIFIED : ofToken('id', 'integer')] as const);
  const isListed = schemes.some((scheme) => isOfOperator(scheme) && valueOf(scheme.roles)?.kind === 'listed');
  const ends = [...(byClaims.length > 0 ? [UNTIL] : []), ...(byToken ? [ofToken('expires', 'instant')] : [])];
  const values = [
    ...callers.map((resource) => ({ name: callerKey(model, resource).name, expr: keyOf(resource) })),
    ...(rowless.length > 0
      ? [{ name: CALLER_KNOWN.name, expr: choice(rowless, firstThere(callers.map(keyOf), 'integer'), 'integer') }]
      : []),
    ...(isListed ? [{ name: CALLER_ROLES.name, expr: ofToken('roles', 'json') }] : []),
    ...(mayExpire ? [{ name: EXPIRES.name, expr: firstThere(ends, 'instant') }] : []),
    ...(byToken && refreshes(model)
      ? [{ name: CALLER_FAMILY.name, expr: familyOf(ofToken('family', 'text'), SENT_TOKEN) }]
      : []),
  ];
  return [{ kind: 'bind', ...(from && { from }), values, guards: guardsOf(model, linked, mayExpire) }];
}

/** The token that was sent. */
export function ofSent(): Expr {
  return all([sameAs('hash', SENT_TOKEN), sameAs('scheme', SCHEME)]);
}

/** What must hold of it besides. `source`: the alias of its row. */
function refreshing({ model, linked }: OperationContext, source?: string): readonly Expr[] {
  // One that ended when it was refreshed is there, so that it is known when it comes again.
  const ended = refreshesOnce(model) ? [not({ kind: 'is-set', operand: column('ended', 'instant', source) })] : [];
  // A token refreshes to one of its own scheme.
  const own = refreshedBy(model, linked);
  return own ? [...ended, sameAs('scheme', keptAs(own), source)] : ended;
}

/** Its passwords are in rows of the Caller. */
function isInRow(scheme: Scheme): boolean {
  return takesPasswords(scheme) && !isOfOperator(scheme);
}

function isKnown(model: Model, scheme: Scheme): boolean {
  return (isRowless(scheme) || callerOf(model, scheme) !== undefined) && (takesPasswords(scheme) || isOfTokens(scheme));
}

/** Of the token that was sent. */
function tokenColumn(context: OperationContext, name: string, type: SqlType): Expr {
  const alias = context.alias();
  const where = all([sameAs('scheme', SCHEME, alias), ...refreshing(context, alias)]);
  return { kind: 'lookup', table: TOKENS.name, alias, match: 'hash', value: SENT_TOKEN, where, column: name, type };
}

/** Of one request at most one is there. */
function firstThere(exprs: readonly Expr[], type: SqlType): Expr {
  const branches = exprs.slice(0, -1).map((expr) => [{ kind: 'is-set', operand: expr }, expr] as const);
  return choice(branches, exprs.at(-1) ?? { kind: 'literal', value: null, type }, type);
}

const NO_KEY: Expr = { kind: 'literal', value: null, type: 'integer' };

/** Of the token that was sent; nothing where it does not end by itself. */
const EXPIRES: Extract<Expr, { kind: 'parameter' }> = { kind: 'parameter', name: 'caller.expires', type: 'instant' };

function guardsOf(model: Model, linked: LinkedOperation, mayExpire: boolean): readonly Guard[] {
  const known = signedIn(model);
  const valid = some([
    not({ kind: 'is-set', operand: EXPIRES }),
    { kind: 'compare', operator: '<', left: NOW, right: EXPIRES },
  ]);
  // Where credentials need not be sent, there are none to be wrong.
  const unsent = isOptional(model, linked) ? [not({ kind: 'is-set', operand: SCHEME })] : [];
  const wrong: MetCause = { kind: 'wrong token' };
  const expired: MetCause = { kind: 'expired token' };
  const ended = isMet(model, linked, expired) ? expired : wrong;
  return [
    guardOf(some([...unsent, known]), wrong, 'authentication'),
    ...(mayExpire ? [guardOf(some([...unsent, valid]), ended, 'authentication')] : []),
  ];
}

/** Its tokens are signed, or kept: those that operations issue, and the keys of the operator. */
function isOfTokens(scheme: Scheme): boolean {
  if (valueOf(scheme.sentIn) === undefined) return false;
  const isIssued = valueOf(scheme.issuedBy)?.kind === 'operations' || isOfOperator(scheme);
  return isSigned(scheme) || signsRequests(scheme) || (isOpaque(scheme) && isIssued);
}
