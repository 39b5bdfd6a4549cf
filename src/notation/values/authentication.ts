// Where credentials come from, how they end and what they say about a caller: how they are read and printed. Notation, part 5.

import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, printCondition } from './conditions.ts';
import {
  fieldPath,
  isPath,
  isResource,
  isTick,
  ownedField,
  type OwnedField,
  pathOf,
  printOwned,
  printResource,
  resource,
  tickedList,
  tickedName,
  ticks,
  withOwner,
} from './names.ts';

/** With what a caller signs in: fields of a row, or what the operator keeps. */
export type Credentials =
  | { readonly kind: 'fields'; readonly fields: readonly Name[]; readonly resource: Name }
  | { readonly kind: 'operator' };

export type Issuer =
  | { readonly kind: 'operations'; readonly operations: readonly Name[] }
  | { readonly kind: 'outside'; readonly by: Name | undefined }
  | { readonly kind: 'operator' };

export interface Refresh {
  readonly operations: readonly Name[];
  readonly eachOnce: boolean;
}

export type Revocation =
  | { readonly kind: 'operation'; readonly operation: Name }
  | { readonly kind: 'changes'; readonly field: OwnedField }
  | { readonly kind: 'deleted'; readonly resource: Name }
  | { readonly kind: 'signed in again' }
  | { readonly kind: 'operator' };

const CREDENTIALS_FORMS = '`email` and `password` of User, or `user name and password, kept by the operator`';

const ISSUER_FORMS = 'operations in ticks, outside: `the bank`, or `the operator`';

const REFRESH_FORMS = 'operations in ticks, then `; each once` where a token refreshes once';

const REVOKED_FORMS =
  'operations in ticks, `User.password` changes, `User is deleted`, `signed in again` or `by the operator`, by commas';

const CLAIMS_FORMS = '`sub` to caller.id, `groups` to roles or `scope` to scopes, by commas';

const ROLES_FORMS = '`User.role`, roles in ticks, or `admin` when a condition, by `;`';

const BY_OPERATOR = 'user name and password';

/** `` `email` and `password` of User ``. */
export const parseCredentials: Parser<Credentials> = parserOf((cursor) => {
  if (cursor.takePhrase(BY_OPERATOR)) {
    cursor.takeSymbol(',');
    cursor.needPhrase('kept by the operator');
    return { kind: 'operator' };
  }
  const fields = items(cursor, () => tickedName(cursor, CREDENTIALS_FORMS), ['and']);
  cursor.needPhrase('of', '`of` and a resource');
  return { kind: 'fields', fields, resource: resource(cursor) };
});

export const CREDENTIALS: Syntax<Credentials> = {
  parse: parseCredentials,
  print: (value) => {
    if (value.kind === 'operator') return `${BY_OPERATOR}, kept by the operator`;
    const fields = value.fields.map(({ text }) => ticked(text));
    return `${[fields.slice(0, -1).join(', '), fields.at(-1)!].filter((one) => one !== '').join(' and ')} of ${printResource(value.resource)}`;
  },
  forms: CREDENTIALS_FORMS,
  offers: ['`…` and `…` of …', `${BY_OPERATOR}, kept by the operator`, 'none'],
};

/** `` `POST /sessions` ``, `` outside: `the bank` ``, `the operator`. */
export const parseIssuedBy: Parser<Issuer> = parserOf((cursor) => {
  if (cursor.takePhrase('outside')) {
    const by = cursor.takeSymbol(':') ? tickedName(cursor, 'who issues it, in ticks') : undefined;
    return { kind: 'outside', by };
  }
  if (cursor.takePhrase('the operator') || cursor.takePhrase('operator')) return { kind: 'operator' };
  return { kind: 'operations', operations: tickedList(cursor, ISSUER_FORMS) };
});

export const ISSUER: Syntax<Issuer> = {
  parse: parseIssuedBy,
  print: (issuer) => {
    if (issuer.kind === 'operations') return ticks(issuer.operations);
    if (issuer.kind === 'operator') return 'the operator';
    return issuer.by ? `outside: ${ticked(issuer.by.text)}` : 'outside';
  },
  forms: ISSUER_FORMS,
  offers: ['an operation: `…`', 'the operator', 'outside: `…`', 'none'],
};

/** `` `POST /tokens`; each once ``. */
export const parseRefresh: Parser<Refresh> = parserOf((cursor) => {
  const operations = tickedList(cursor, REFRESH_FORMS);
  const eachOnce = cursor.takeSymbol(';');
  if (eachOnce) cursor.needPhrase('each once');
  return { operations, eachOnce };
});

export const REFRESH: Syntax<Refresh> = {
  parse: parseRefresh,
  print: ({ operations, eachOnce }) => `${ticks(operations)}${eachOnce ? '; each once' : ''}`,
  forms: REFRESH_FORMS,
  offers: ['an operation: `…`', '`…`; each once', 'none'],
};

/** `` `DELETE /session`, `User.password` changes ``. */
export const parseRevokedWhen: Parser<readonly Revocation[]> = parserOf((cursor) => items(cursor, revocation, ['or']));

function revocation(cursor: Cursor): Revocation {
  if (cursor.takePhrase('signed in again')) return { kind: 'signed in again' };
  if (cursor.takePhrase('by the operator')) return { kind: 'operator' };
  if (isResource(cursor) && cursor.isPhrase('is deleted', 1)) {
    const deleted = resource(cursor);
    cursor.needPhrase('is deleted');
    return { kind: 'deleted', resource: deleted };
  }
  if (isTick(cursor) && !cursor.isWord('changes', 1))
    return { kind: 'operation', operation: tickedName(cursor, REVOKED_FORMS) };
  const field = ownedField(cursor, REVOKED_FORMS);
  cursor.needPhrase('changes');
  return { kind: 'changes', field };
}

export const REVOKED: Syntax<readonly Revocation[]> = {
  parse: parseRevokedWhen,
  print: (all) => all.map(printRevocation).join(', '),
  forms: REVOKED_FORMS,
  offers: ['an operation: `…`', '… changes', '… is deleted', 'signed in again', 'by the operator', 'none'],
};

function printRevocation(revocation: Revocation): string {
  switch (revocation.kind) {
    case 'operation':
      return ticked(revocation.operation.text);
    case 'changes':
      return `${printOwned(revocation.field)} changes`;
    case 'deleted':
      return `${printResource(revocation.resource)} is deleted`;
    case 'signed in again':
      return 'signed in again';
    case 'operator':
      return 'by the operator';
  }
}

/** A claim of a token, and what of the caller it says. */
export interface Claim {
  readonly claim: Name;
  readonly says: 'roles' | 'scopes' | { readonly path: readonly string[]; readonly at: Span };
}

/** `` `sub` to caller.id, `groups` to roles ``. */
export const parseClaims: Parser<readonly Claim[]> = parserOf((cursor) => items(cursor, claim, [';']));

function claim(cursor: Cursor): Claim {
  const said = tickedName(cursor, CLAIMS_FORMS);
  cursor.needPhrase('to', '`to caller.id`, `to roles` or `to scopes`');
  if (cursor.takePhrase('roles')) return { claim: said, says: 'roles' };
  if (cursor.takePhrase('scopes')) return { claim: said, says: 'scopes' };
  const forms = 'a field of the caller: `caller.id`';
  const token = cursor.peek();
  if (token.kind !== 'word' || !/^caller(?:\.|$)/.test(token.lower)) cursor.fail(forms);
  const [, ...path] = pathOf(cursor, cursor.take(), forms);
  if (path.length > 0) {
    const at = cursor.text.spanAt(token.from + 'caller.'.length, token.to);
    return { claim: said, says: { path, at } };
  }
  const name = cursor.peek();
  return { claim: said, says: { path: fieldPath(cursor, forms), at: cursor.at(name) } };
}

export const CLAIMS: Syntax<readonly Claim[]> = {
  parse: parseClaims,
  print: (all) => all.map(({ claim, says }) => `${ticked(claim.text)} to ${printSays(says)}`).join(', '),
  forms: CLAIMS_FORMS,
  offers: ['`…` to caller.…', '`…` to roles', '`…` to scopes', 'none'],
};

function printSays(says: Claim['says']): string {
  if (typeof says === 'string') return says;
  const name = says.path.join('.');
  return /^[\p{L}\p{M}\d_]+(?:[-.][\p{L}\p{M}\d_]+)*$/u.test(name) ? `caller.${name}` : `caller ${ticked(name)}`;
}

/** The field that holds a caller's role, the possible roles, or the condition for each role. */
export type Roles =
  | { readonly kind: 'field'; readonly field: OwnedField }
  | { readonly kind: 'listed'; readonly roles: readonly Name[] }
  | { readonly kind: 'when'; readonly rules: readonly { readonly role: Name; readonly when: Condition }[] };

/** `` `User.role` ``, `` `admin`, `editor` ``, `` `admin` when `role` = `admin` ``. */
export const parseRoles: Parser<Roles> = parserOf((cursor) => {
  if (!isTick(cursor) || isOwnedAlone(cursor)) return { kind: 'field', field: ownedField(cursor, ROLES_FORMS) };
  const roles = tickedList(cursor, ROLES_FORMS);
  const [first] = roles as readonly [Name];
  if (roles.length > 1) return { kind: 'listed', roles };
  if (cursor.takePhrase('of')) return { kind: 'field', field: { owner: resource(cursor), field: first } };
  if (!cursor.takePhrase('when')) return { kind: 'listed', roles };
  const rules = [{ role: first, when: condition(cursor) }];
  while (cursor.takeSymbol(';')) {
    const role = tickedName(cursor, ROLES_FORMS);
    cursor.needPhrase('when', '`when` and a condition');
    rules.push({ role, when: condition(cursor) });
  }
  return { kind: 'when', rules };
});

/** One name in ticks that begins with a resource is a field, and no role. */
function isOwnedAlone(cursor: Cursor): boolean {
  const path = cursor.peek().text.split('.');
  return cursor.peek(1).kind === 'end' && isPath(path) && withOwner(path).owner !== undefined;
}

export const ROLES: Syntax<Roles> = {
  parse: parseRoles,
  print: (roles) => {
    if (roles.kind === 'field') return printHeldBy(roles.field);
    if (roles.kind === 'listed') return ticks(roles.roles);
    return roles.rules.map(({ role, when }) => `${ticked(role.text)} when ${printCondition(when)}`).join('; ');
  },
  forms: ROLES_FORMS,
  offers: ['a field: `…`', 'roles: `…`, `…`', '`…` when …', 'none'],
};

function printHeldBy(one: OwnedField): string {
  const { owner, field } = one;
  return isPath(field.text.split('.')) ? printOwned(one) : `${ticked(field.text)} of ${printResource(owner)}`;
}
