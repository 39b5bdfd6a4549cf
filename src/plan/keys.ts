// Keys of the operator, as data: how they are made, listed, replaced and ended. Input: part 5. Output: for each scheme, steps on the table of
// the tokens. Notation, part 5, Issued by, Credentials, Revoked when.

import type { Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { Model } from '../model/model.ts';
import { type Holder, holderOf } from '../analysis/document/holders.ts';
import { isOfOperator, isRowless, takesPasswords } from '../analysis/document/schemes.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import { column, endingOf, expiresOf, heldBy, keptAs, ofScheme, sameAs, TOKENS } from './token-table.ts';
import { KEY_CAUSES, type KeysPlan } from './credentials.ts';
import { all, NOW } from './operands.ts';
import { runningSchemes } from './request-parameters.ts';
import { columnNamed, keyThere, rowKeyOf } from './rows.ts';
import type { Step } from './steps.ts';
import { unlessOpen } from './unless-wrong.ts';

export function keysPlans(model: Model): readonly KeysPlan[] {
  return runningSchemes(model).flatMap((scheme): KeysPlan[] => {
    const mayEnd = valueOf(scheme.revokedWhen)?.some(({ kind }) => kind === 'operator') === true;
    const makes = isOfOperator(scheme);
    const keys = makes || mayEnd ? unlessOpen(model, () => keysPlan(model, scheme, makes)) : undefined;
    return keys ? [keys] : [];
  });
}

function keysPlan(model: Model, scheme: Scheme, makes: boolean): KeysPlan {
  const holder = isRowless(scheme) ? undefined : holderOf(model, scheme);
  const find = holder ? [findHolder(model, holder)] : [];
  const roles = valueOf(scheme.roles);
  const own = ofScheme(scheme);
  const oneNamed = all([own, sameAs('name', sent('name'))]);
  return {
    scheme: scheme.name.text,
    ...(makes && { makes: takesPasswords(scheme) ? 'password' : 'key' }),
    ...(holder && {
      holder: { resource: holder.resource.name.text, field: holder.field.name.text, type: holder.type },
    }),
    roles: makes && roles?.kind === 'listed' ? roles.roles.map(({ text }) => text) : [],
    create: makes ? [...find, insert(scheme, holder !== undefined)] : [],
    list: [list(model, all([own, { kind: 'is-set', operand: column('name', 'text') }]), holder)],
    rotate: makes ? [rotate(scheme, oneNamed)] : [],
    revoke: [{ ...endingOf(oneNamed), every: false, absent: KEY_CAUSES.noKey }],
    end: holder ? [...find, endingOf(all([own, heldBy(HOLDER)]))] : [],
  };
}

const HOLDER: Expr = { kind: 'parameter', name: 'key.holder', type: 'integer' };

function sent(name: 'name' | 'for' | 'hash' | 'roles', type: SqlType = 'text'): Expr {
  return { kind: 'parameter', name: `key.${name}`, type };
}

function findHolder(model: Model, { resource, field, type }: Holder): Step {
  const own = { model, alias: () => 'r1' };
  const key = keyThere(own, resource, columnNamed(model, field), sent('for', type));
  const guard = { where: { kind: 'is-set', operand: HOLDER }, cause: KEY_CAUSES.noRow, check: 'existence' } as const;
  return { kind: 'bind', values: [{ name: 'key.holder', expr: key }], guards: [guard] };
}

function insert(scheme: Scheme, isForRow: boolean): Step {
  return {
    kind: 'insert',
    table: TOKENS.name,
    values: [
      { column: 'hash', value: sent('hash') },
      { column: 'scheme', value: keptAs(scheme) },
      { column: 'caller', value: isForRow ? HOLDER : { kind: 'literal', value: null, type: 'integer' } },
      { column: 'issued', value: NOW },
      { column: 'expires', value: expiresOf(scheme) },
      { column: 'name', value: sent('name') },
      { column: 'roles', value: sent('roles', 'json') },
    ],
    answer: undefined,
    checks: [],
  };
}

/** For whom it is, and with which roles, stays as it was. */
function rotate(scheme: Scheme, where: Expr): Step {
  return {
    kind: 'update',
    table: TOKENS.name,
    where,
    guards: [],
    set: [
      { column: 'hash', value: sent('hash') },
      { column: 'issued', value: NOW },
      { column: 'expires', value: expiresOf(scheme) },
    ],
    every: false,
    absent: KEY_CAUSES.noKey,
    outcome: 'updated',
    answer: undefined,
  };
}

function list(model: Model, where: Expr, holder: Holder | undefined): Step {
  const key: Expr = holder
    ? {
        kind: 'lookup',
        table: holder.resource.name.text,
        alias: 'r1',
        match: rowKeyOf(holder.resource),
        value: column('caller', 'integer'),
        column: columnNamed(model, holder.field),
        type: holder.type,
      }
    : { kind: 'literal', value: null, type: 'text' };
  const columns = [
    { name: 'name', expr: column('name', 'text') },
    { name: 'for', expr: key },
    { name: 'roles', expr: column('roles', 'json') },
    { name: 'issued', expr: column('issued', 'instant') },
    { name: 'expires', expr: column('expires', 'instant') },
  ];
  const order = [{ expr: column('name', 'text'), descending: false }];
  return { kind: 'list', select: { table: TOKENS.name, columns, where, order }, total: false };
}
