// Tokens of the service: issued, ended, revoked, and the secret that a caller signs in with. Input: an operation. Output: steps
// on the table of tokens, and what is verified before them. Notation, part 4, Does (`signs in`, `issues token for`, `ends
// token`); part 5, Revoked when.

import { fault, known } from '../../base/fault.ts';
import type { Scheme } from '../../notation/authentication.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Revocation } from '../../notation/values/authentication.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { schemesOf } from '../../analysis/document/schemes.ts';
import { isSealed } from '../../analysis/document/type-traits.ts';
import { issuesFor, signInField } from '../../analysis/document/callers.ts';
import type { Expr, SqlType } from '../../sql/expression.ts';
import { keptFor, SENT_TOKEN, TOKENS } from '../caller.ts';
import { all } from '../operands.ts';
import { present } from '../presence.ts';
import type { OperationContext } from '../context.ts';
import type { CookiePlan, VerifyPlan } from '../credentials.ts';
import { guardOf } from '../refuse.ts';
import { CALLER_KEY, inputTyped } from '../request-parameters.ts';
import { columnOf, fieldNamed, keyOf, rowKeyOf } from '../rows.ts';
import type { Step } from '../steps.ts';
import type { Build } from './assigned.ts';

type Issues = Extract<Effect, { kind: 'issues token' }>;
type SignsIn = Extract<Effect, { kind: 'signs in' }>;

/** The row key of the caller that the token is for. */
const HOLDER: Extract<Expr, { kind: 'parameter' }> = { kind: 'parameter', name: 'token.holder', type: 'integer' };

/** Where the operation makes the row that gets the token, its step binds the key. */
export function keyOfMade(build: Build, resource: string): { readonly keyAs?: string } {
  const issues = effectsOf(build.context.linked).find((effect): effect is Issues => effect.kind === 'issues token');
  return issues?.target.text === resource ? { keyAs: HOLDER.name } : {};
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
      ...present(context, resource, alias),
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
      read: { kind: 'bind', values: [{ name: 'kept', expr: found(column.name, 'text', false) }], guards: [] },
    })),
  };
}

/** The kept hash of a secret, where the one that was sent is the same. */
function verifiedBy(sent: string): Extract<Expr, { kind: 'parameter' }> {
  return { kind: 'parameter', name: `verified.${sent}`, type: 'text' };
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
    ...(issues ? issueSteps(build, issues, effects.length === 1) : []),
    ...(effects.some(({ kind }) => kind === 'ends token') ? [endSent(effects.length === 1)] : []),
  ];
}

/** The name of the binding that holds the token for the answer; its hash is bound beside it. */
const FRESH = 'new.token';

function issueSteps(build: Build, effect: Issues, tells: boolean): readonly Step[] {
  const { context } = build;
  const { model, linked } = context;
  const [scheme, ...more] = issuesFor(model, linked);
  if (!scheme || more.length > 0) fault('which scheme has the token is not known');
  context.make({ name: FRESH, kind: 'token' });
  context.make({ name: 'now', kind: 'now' });
  const now: Expr = { kind: 'parameter', name: 'now', type: 'instant' };
  const lifetime = valueOf(scheme.tokenLifetime);
  const expires: Expr =
    lifetime === undefined
      ? { kind: 'literal', value: null, type: 'instant' }
      : { kind: 'shift', instant: now, by: lifetime };
  const again = valueOf(scheme.revokedWhen)?.some(({ kind }) => kind === 'signed in again') === true;
  return [
    ...holderSteps(build, effect),
    // Expired ones have no use.
    endWhere(all([ofScheme(scheme), heldBy(HOLDER), ...(again ? [] : [hasExpired(now)])])),
    {
      kind: 'insert',
      table: TOKENS.name,
      values: [
        { column: 'hash', value: { kind: 'parameter', name: `${FRESH}.hash`, type: 'text' } },
        { column: 'scheme', value: keptAs(scheme) },
        { column: 'caller', value: HOLDER },
        { column: 'issued', value: now },
        { column: 'expires', value: expires },
      ],
      answer: undefined,
      checks: [],
      ...(tells ? { outcome: 'signed in' as const } : { quiet: true as const }),
    },
  ];
}

/** A row that signs in, or is made, has bound its key; of the caller and of one that the path selects it is known. */
function holderSteps(build: Build, { target }: Issues): readonly Step[] {
  const { context, sent } = build;
  const name = target.text;
  const isBound = effectsOf(context.linked).some(
    (effect) =>
      'target' in effect && effect.target.text === name && (effect.kind === 'signs in' || effect.kind === 'creates'),
  );
  if (isBound) return [];
  const key = known(keyOfRow(build, name) ?? sent.rowOf(name)?.key, `which ${name} the token is for is not known`);
  return [{ kind: 'bind', values: [{ name: HOLDER.name, expr: key }], guards: [] }];
}

/** Of an effect on the caller. */
function keyOfRow({ context }: Build, resource: string): Expr | undefined {
  const isCaller = effectsOf(context.linked).some(
    (effect) => 'ofCaller' in effect && effect.ofCaller && effect.target.text === resource,
  );
  return isCaller ? CALLER_KEY : undefined;
}

function column(name: string, type: SqlType): Expr {
  return { kind: 'column', column: name, type };
}

function ofScheme(scheme: Scheme): Expr {
  return { kind: 'compare', operator: '=', left: column('scheme', 'text'), right: keptAs(scheme) };
}

function keptAs(scheme: Scheme): Expr {
  return { kind: 'literal', value: keptFor(scheme), type: 'text' };
}

function heldBy(key: Expr): Expr {
  return { kind: 'compare', operator: '=', left: column('caller', 'integer'), right: key };
}

function hasExpired(now: Expr): Expr {
  return { kind: 'compare', operator: '<=', left: column('expires', 'instant'), right: now };
}

function endWhere(where: Expr): Step {
  return {
    kind: 'delete',
    table: TOKENS.name,
    where,
    guards: [],
    every: true,
    ifThere: false,
    absent: '',
    cascade: [],
    answer: undefined,
    quiet: true,
  };
}

/** The one that was sent. */
function endSent(tells: boolean): Step {
  const { quiet: _, ...step } = endWhere({
    kind: 'compare',
    operator: '=',
    left: column('hash', 'text'),
    right: SENT_TOKEN,
  }) as Ends;
  return tells ? step : { ...step, quiet: true };
}

type Ends = Extract<Step, { kind: 'delete' }>;

/** Before the effect: the tokens that it revokes. `rows`: finds, under an alias, the rows of a resource that the effect changes. */
export function revokeSteps(build: Build, rows: RowsChanged): readonly Step[] {
  const { model } = build.context;
  return schemesOf(model).flatMap((scheme) => {
    const caller = valueOf(scheme.caller)?.resource.text;
    const resource = model.resources.get(caller ?? '');
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
      return others.length > 0 || isEnded ? others : [endSent(false)];
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
  const listed = issues ? issuesFor(model, linked) : ends ? schemesOf(model) : [];
  return listed.flatMap(({ sentIn, tokenLifetime }): CookiePlan[] => {
    const place = valueOf(sentIn);
    if (place?.in !== 'cookie') return [];
    const lifetime = valueOf(tokenLifetime);
    return [{ name: place.name, ...(issues && { token: FRESH, ...(lifetime !== undefined && { lifetime }) }) }];
  });
}
