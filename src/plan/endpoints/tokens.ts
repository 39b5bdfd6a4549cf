// Tokens of the service: issued, ended, revoked, and the secret that a caller signs in with. Input: an operation. Output: steps
// on the table of tokens, and what is verified before them. Notation, part 4, Does (`signs in`, `issues token for`, `ends
// token`); part 5, Revoked when.

import { fault, known } from '../../base/fault.ts';
import type { Scheme } from '../../notation/authentication.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Revocation } from '../../notation/values/authentication.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { callerOf, takesPasswords } from '../../analysis/document/schemes.ts';
import { isKept, isSigned } from '../../analysis/document/signed.ts';
import { isSealed } from '../../analysis/document/type-traits.ts';
import { issuesFor, refreshedBy, signInField } from '../../analysis/document/callers.ts';
import type { Expr, SqlType } from '../../sql/expression.ts';
import { column, expiresOf, heldBy, keptFor, ofScheme } from '../token-table.ts';
import { all, NOW } from '../operands.ts';
import { present } from '../presence.ts';
import type { OperationContext } from '../context.ts';
import type { CookiePlan, VerifyPlan } from '../credentials.ts';
import { CALLER_FAMILY } from '../families.ts';
import { guardOf } from '../refuse.ts';
import { FRESH_HASH, HOLDER, insertToken } from '../issued-tokens.ts';
import { namedRows } from '../../analysis/document/made-rows.ts';
import { madeKey, runningSchemes } from '../request-parameters.ts';
import { inputTyped } from '../body-parameters.ts';
import { columnOf, fieldNamed, keyOf, rowKeyOf } from '../rows.ts';
import { claimValue, FRESH } from '../signed.ts';
import type { Step } from '../steps.ts';
import { verifiedBy } from '../verified.ts';
import type { Build } from './assigned.ts';
import { endSteps, endWhere, forget } from './ended-tokens.ts';

type Issues = Extract<Effect, { kind: 'issues token' }>;
type SignsIn = Extract<Effect, { kind: 'signs in' }>;

/** Where the operation makes the row that gets the token, its step binds the key. */
export function keyOfMade(build: Build, resource: string): { readonly keyAs?: string } {
  const issues = effectsOf(build.context.linked).find((effect): effect is Issues => effect.kind === 'issues token');
  if (namedRows(build.context.model, build.context.linked).has(resource)) return { keyAs: madeKey(resource) };
  return issues?.target.text === resource ? { keyAs: HOLDER.name } : {};
}

/** Effects behind name the new row, too: its key is bound under their name. */
export function holderOfMade({ context }: Build): readonly Step[] {
  const issues = effectsOf(context.linked).find((effect): effect is Issues => effect.kind === 'issues token');
  const name = issues?.target.text;
  if (name === undefined || !namedRows(context.model, context.linked).has(name)) return [];
  const expr = { kind: 'parameter', name: madeKey(name), type: 'integer' } as const;
  return [{ kind: 'bind', values: [{ name: HOLDER.name, expr }], guards: [] }];
}

/** The row that a sign-in is for: its other fields are sent as they are, its secrets as the phase `verify` has found them. */
export function signIn(build: Build): { readonly steps: readonly Step[]; readonly verifies: readonly VerifyPlan[] } {
  const { context } = build;
  const { model, linked } = context;
  const effect = effectsOf(linked).find((one): one is SignsIn => one.kind === 'signs in');
  const resource = effect && model.resources.get(effect.target.text);
  if (!effect || !resource) return { steps: [], verifies: [] };
  const sent = effect.by.map(({ text }) => {
    const field = fieldNamed(model, resource, text);
    const input = signInField(model, linked, effect, text);
    const column = field && columnOf(model, field);
    const expr = input && inputTyped(model, input).expr;
    if (!column || expr?.kind !== 'parameter') fault(`${text} is not sent`);
    return { column, expr, isSecret: isSealed(valueOf(field.type)) };
  });
  const [first, ...others] = sent.filter(({ isSecret }) => !isSecret);
  if (!first) fault('nothing says who signs in');
  const secrets = sent.filter(({ isSecret }) => isSecret);
  const found = (column: string, type: SqlType, verified: boolean): Expr => {
    const alias = context.alias();
    const equals = (name: string, kept: SqlType, right: Expr): Expr => ({
      kind: 'compare',
      operator: '=',
      left: { kind: 'column', column: name, type: kept, source: alias },
      right,
    });
    const where = [
      ...others.map((one) => equals(one.column.name, one.column.type, one.expr)),
      ...(verified ? secrets.map((one) => equals(one.column.name, 'text', verifiedBy(one.expr.name))) : []),
      ...present({ model }, resource, alias),
    ];
    const lookup = { kind: 'lookup', table: resource.name.text, alias, match: first.column.name } as const;
    return { ...lookup, value: first.expr, ...(where.length > 0 && { where: all(where) }), column, type };
  };
  const key = found(rowKeyOf(resource), 'integer', true);
  const guard = guardOf({ kind: 'is-set', operand: key }, { kind: 'wrong credentials' }, 'existence');
  return {
    steps: [{ kind: 'bind', values: [{ name: HOLDER.name, expr: key }], guards: [guard], outcome: 'signed in' }],
    verifies: secrets.map(({ column, expr }) => ({
      name: verifiedBy(expr.name).name,
      sent: expr.name,
      read: [{ kind: 'bind', values: [{ name: 'kept', expr: found(column.name, 'text', false) }], guards: [] }],
    })),
  };
}

/** The row that signs in, as the steps behind it find it. */
export function signedInWhere(resource: Resource): Expr {
  return { kind: 'compare', operator: '=', left: keyOf({ kind: 'table', resource }), right: HOLDER };
}

/** Behind the effect: the token that it gives, or ends. `tells`: no other step determines the outcome of the request. */
export function tokenSteps(build: Build): readonly Step[] {
  const effects = effectsOf(build.context.linked);
  const issues = effects.find((effect): effect is Issues => effect.kind === 'issues token');
  return [
    ...(issues ? issueSteps(build, issues, effects.every(isOfToken)) : []),
    ...(effects.some(({ kind }) => kind === 'ends token')
      ? endSteps(build, tokenSchemes(build.context.model), effects.length === 1)
      : []),
  ];
}

function isOfToken({ kind }: Effect): boolean {
  return kind === 'issues token' || kind === 'ends token';
}

function issueSteps(build: Build, effect: Issues, tells: boolean): readonly Step[] {
  const { context } = build;
  const { model, linked } = context;
  const [scheme, ...more] = issuesFor(model, linked);
  if (!scheme || more.length > 0) fault('which scheme has the token is not known');
  context.make({ name: 'now', kind: 'now' });
  const claim: readonly Step[] = isSigned(scheme)
    ? [{ kind: 'bind', values: [claimValue(context, scheme, HOLDER)], guards: [], ...(tells && SIGNED_IN) }]
    : [];
  // Of what is known by its claims nothing is kept.
  if (!isKept(model, scheme)) return [...holderSteps(build, effect), ...claim];
  // The hash of a token that is signed is that of its `jti`.
  context.make({ name: FRESH, kind: 'token' });
  // Who refreshes a token has not signed in again.
  const refreshed = refreshedBy(model, linked) !== undefined;
  const again = !refreshed && valueOf(scheme.revokedWhen)?.some(({ kind }) => kind === 'signed in again') === true;
  const held = [ofScheme(scheme), heldBy(HOLDER)];
  return [
    ...holderSteps(build, effect),
    ...claim,
    // Expired ones have no use.
    again ? endWhere(all(held)) : forget(all([...held, hasExpired()])),
    {
      ...insertToken(scheme, expiresOf(scheme), refreshed ? CALLER_FAMILY : FRESH_HASH),
      ...(tells ? SIGNED_IN : { quiet: true as const }),
    },
  ];
}

const SIGNED_IN = { outcome: 'signed in' } as const;

/** A row that signs in, or is made, has bound its key; of the caller and of one that the path selects it is known. */
function holderSteps(build: Build, { target }: Issues): readonly Step[] {
  const { context, sent } = build;
  const name = target.text;
  const isBound = effectsOf(context.linked).some(
    (effect) =>
      'target' in effect && effect.target.text === name && (effect.kind === 'signs in' || effect.kind === 'creates'),
  );
  if (isBound) return [];
  const { model, linked } = context;
  const caller = sent.callers.find(({ resource }) => resource.name.text === name)?.key;
  const found = refreshedBy(model, linked) ? caller : (keyOfRow(build, name) ?? sent.rowOf(name)?.key ?? caller);
  const key = known(found, `which ${name} the token is for is not known`);
  return [{ kind: 'bind', values: [{ name: HOLDER.name, expr: key }], guards: [] }];
}

/** Of an effect on the caller. */
function keyOfRow({ context, sent }: Build, resource: string): Expr | undefined {
  const isCaller = effectsOf(context.linked).some(
    (effect) => 'ofCaller' in effect && effect.ofCaller && effect.target.text === resource,
  );
  return isCaller ? sent.callers.find((one) => one.resource.name.text === resource)?.key : undefined;
}

function hasExpired(): Expr {
  return { kind: 'compare', operator: '<=', left: column('expires', 'instant'), right: NOW };
}

/** Those with tokens that are kept, and can end. */
function tokenSchemes(model: Model): readonly Scheme[] {
  return runningSchemes(model).filter((scheme) => !takesPasswords(scheme) && isKept(model, scheme));
}

/** Before the effect: the tokens that it revokes. `rows`: finds, under an alias, the rows of a resource that the effect changes. */
export function revokeSteps(build: Build, rows: RowsChanged): readonly Step[] {
  const { model } = build.context;
  return tokenSchemes(model).flatMap((scheme) => {
    const resource = callerOf(model, scheme);
    if (!resource) return [];
    return (valueOf(scheme.revokedWhen) ?? []).flatMap((one) => revokes(build, scheme, resource, one, rows));
  });
}

export interface RowsChanged {
  /** The rows of the resource, under this alias; undefined: the operation changes none. */
  changed(resource: string, alias: string): Expr | undefined;
  /** True when the request sets the field of those rows; undefined: it never does. */
  sets(resource: string, field: string): Expr | undefined;
  deletes(resource: string): boolean;
}

function revokes(
  build: Build,
  scheme: Scheme,
  resource: Resource,
  one: Revocation,
  rows: RowsChanged,
): readonly Step[] {
  const name = resource.name.text;
  const alias = build.context.alias();
  const ofChanged = (when: readonly Expr[]): readonly Step[] => {
    const found = rows.changed(name, alias);
    if (!found) return [];
    const key = keyOf({ kind: 'table', resource, source: alias });
    const same: Expr = { kind: 'compare', operator: '=', left: key, right: column('caller', 'integer') };
    return [
      endWhere(all([ofScheme(scheme), ...when, { kind: 'exists', table: name, alias, where: all([same, found]) }])),
    ];
  };
  switch (one.kind) {
    case 'changes': {
      const sets =
        one.field.owner?.text === name || !one.field.owner ? rows.sets(name, one.field.field.text) : undefined;
      return sets ? ofChanged([sets]) : [];
    }
    case 'deleted':
      return one.resource.text === name && rows.deletes(name) ? ofChanged([]) : [];
    case 'operation': {
      if (one.operation.text !== build.context.heading) return [];
      const others = ofChanged([]);
      const isEnded = effectsOf(build.context.linked).some(({ kind }) => kind === 'ends token');
      return others.length > 0 || isEnded ? others : endSteps(build, [scheme], false);
    }
    // The next sign-in itself ends the others.
    case 'signed in again':
    case 'operator':
      return [];
  }
}

/** A scheme whose tokens are sent in a cookie: where one is issued it is set, where the one that was sent ends it is cleared. */
export function cookiesOf({ model, linked }: OperationContext): readonly CookiePlan[] {
  const effects = effectsOf(linked);
  const issues = effects.some(({ kind }) => kind === 'issues token');
  const ends = effects.some(({ kind }) => kind === 'ends token');
  const listed = issues ? issuesFor(model, linked) : ends ? tokenSchemes(model) : [];
  return listed.flatMap((scheme): CookiePlan[] => {
    const place = valueOf(scheme.sentIn);
    if (place?.in !== 'cookie') return [];
    const lifetime = valueOf(scheme.tokenLifetime);
    return [
      {
        scheme: keptFor(scheme),
        name: place.name,
        ...(issues && { token: FRESH, ...(lifetime !== undefined && { lifetime }) }),
      },
    ];
  });
}
