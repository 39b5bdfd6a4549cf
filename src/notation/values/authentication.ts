// Where credentials come from, how they end and what they say. In: the bullets of a scheme. Out: the words as written, once
// they are understood. Notation, part 5.

import type { Cursor } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { items, readWords } from '../grammar/worded.ts';
import { condition } from './conditions.ts';
import { duration } from './durations.ts';
import { fieldPath, isResource, isTick, ownedField, pathOf, resource, tickedList, tickedName } from './names.ts';

export const CREDENTIALS_FORMS = '`email` and `password` of User, or `user name and password, kept by the operator`';

export const ISSUER_FORMS = 'operations in ticks, outside: `the bank`, or `the operator`';

export const REFRESH_FORMS = 'operations in ticks, then `; each once` where a token refreshes once';

export const REVOKED_FORMS =
  'operations in ticks, `User.password` changes, `User is deleted`, `signed in again` or `by the operator`, by commas';

export const VERIFIED_FORMS =
  'issuer `…`, audience `…`, keys `…`, algorithms `…`, introspection `…`, secret `User.secret`, signed text `…` or within 5 minutes, by commas';

export const CLAIMS_FORMS = '`sub` to caller.id, `groups` to roles or `scope` to scopes, by commas';

export const ROLES_FORMS = '`User.role`, roles in ticks, or `admin` when a condition, by `;`';

const OPERATOR = 'kept by the operator';

/** `` `email` and `password` of User ``. */
export function parseCredentials(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('user name and password')) {
      cursor.takeSymbol(',');
      cursor.needPhrase(OPERATOR);
      return;
    }
    do tickedName(cursor, CREDENTIALS_FORMS);
    while (cursor.takeSymbol(',') || cursor.takePhrase('and'));
    cursor.needPhrase('of', '`of` and a resource');
    resource(cursor);
  });
}

/** `` `POST /sessions` ``, `` outside: `the bank` ``, `the operator`. */
export function parseIssuedBy(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('outside')) {
      if (cursor.takeSymbol(':')) tickedName(cursor, 'who issues it, in ticks');
    } else if (!cursor.takePhrase('the operator') && !cursor.takePhrase('operator')) tickedList(cursor, ISSUER_FORMS);
  });
}

/** `` `POST /tokens`; each once ``. */
export function parseRefresh(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    tickedList(cursor, REFRESH_FORMS);
    if (cursor.takeSymbol(';')) cursor.needPhrase('each once');
  });
}

/** `` `DELETE /session`, `User.password` changes ``. */
export function parseRevokedWhen(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, revocation, ['or']));
}

function revocation(cursor: Cursor): void {
  if (cursor.takePhrase('signed in again') || cursor.takePhrase('by the operator')) return;
  if (isResource(cursor) && cursor.isPhrase('is deleted', 1)) {
    resource(cursor);
    cursor.needPhrase('is deleted');
  } else if (isTick(cursor) && !cursor.isWord('changes', 1)) tickedName(cursor, REVOKED_FORMS);
  else {
    ownedField(cursor, REVOKED_FORMS);
    cursor.needPhrase('changes');
  }
}

/** `` issuer `https://id.example`, audience `orders`, keys `https://id.example/jwks.json`, algorithms `RS256` ``. */
export function parseVerifiedBy(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    const said = new Set<string>();
    items(cursor, (each) => verification(each, said), [';']);
  });
}

function verification(cursor: Cursor, said: Set<string>): void {
  const mark = cursor.mark;
  const kind = VERIFICATIONS.find((word) => cursor.takePhrase(word)) ?? cursor.fail(VERIFIED_FORMS);
  if (said.size === said.add(kind).size) cursor.fail('each once', cursor.since(mark));
  if (kind === 'within') duration(cursor);
  else if (kind === 'audience' || kind === 'algorithms') {
    tickedName(cursor, `${kind} in ticks`);
    while (cursor.isSymbol(',') && isTick(cursor, 1)) {
      cursor.take();
      cursor.take();
    }
  } else if (kind === 'secret') secretSource(cursor);
  else if (kind !== 'keys' || !cursor.takePhrase(OPERATOR)) tickedName(cursor, `what the ${kind} is, in ticks`);
}

const VERIFICATIONS = [
  'issuer',
  'audience',
  'keys',
  'algorithms',
  'introspection',
  'secret',
  'signed text',
  'within',
] as const;

/** `` `Subscription.secret` ``, `kept by the operator`. */
export function secretSource(cursor: Cursor): void {
  if (!cursor.takePhrase(OPERATOR)) ownedField(cursor, 'a field of a resource in ticks, or `kept by the operator`');
}

/** `` `sub` to caller.id, `groups` to roles ``. */
export function parseClaims(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, claim, [';']));
}

function claim(cursor: Cursor): void {
  tickedName(cursor, CLAIMS_FORMS);
  cursor.needPhrase('to', '`to caller.id`, `to roles` or `to scopes`');
  if (cursor.takePhrase('roles') || cursor.takePhrase('scopes')) return;
  const forms = 'a field of the caller: `caller.id`';
  const token = cursor.peek();
  if (token.kind !== 'word' || !/^caller(?:\.|$)/.test(token.lower)) cursor.fail(forms);
  if (pathOf(cursor, cursor.take(), forms).length === 1) fieldPath(cursor, forms);
}

/** `` `User.role` ``, `` `admin`, `editor` ``, `` `admin` when `role` = `admin` ``. */
export function parseRoles(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (!isTick(cursor)) return void ownedField(cursor, ROLES_FORMS);
    tickedList(cursor, ROLES_FORMS);
    if (cursor.takePhrase('of')) return void resource(cursor);
    while (cursor.takePhrase('when')) {
      condition(cursor);
      if (!cursor.takeSymbol(';')) return;
      tickedName(cursor, ROLES_FORMS);
      if (!cursor.isWord('when')) cursor.fail('`when` and a condition');
    }
  });
}
