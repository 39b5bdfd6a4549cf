// The table of the tokens that operations issue and of the keys that the operator gives, and what a request binds of its caller. Input:
// a scheme. Output: a table of the plan, expressions. Notation, part 5; decision 0032.

import { causeKey } from '../notation/values/cause-kinds.ts';
import type { Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import { KEY_CAUSES } from './credentials.ts';
import { NOW } from './operands.ts';
import type { Table } from './plan.ts';
import type { Step } from './steps.ts';

/**
 * A row for each token that was issued and has not ended, and for each key, or name and password, of the operator. `hash` is the SHA-256
 * of the token, or the scrypt hash of the password; `scheme` is what `keptFor` says; `caller` the row key in the table of the scheme's
 * Caller, if it has one; `expires` nothing where no lifetime is stated. `name` and `roles` are what the operator gives. `family`: the
 * hash of the token that the sign-in gave. One that refreshes once is kept when it ended by that.
 */
export const TOKENS: Table = {
  name: '_tokens',
  rowKey: 'id',
  columns: [
    { name: 'hash', type: 'text', nullable: false },
    { name: 'scheme', type: 'text', nullable: false },
    { name: 'caller', type: 'integer', nullable: true },
    { name: 'issued', type: 'instant', nullable: false },
    { name: 'expires', type: 'instant', nullable: true },
    { name: 'name', type: 'text', nullable: true, fill: null },
    { name: 'roles', type: 'json', nullable: true, fill: null },
    { name: 'family', type: 'text', nullable: true, fill: null },
    { name: 'refreshed', type: 'instant', nullable: true, fill: null },
    { name: 'ended', type: 'instant', nullable: true, fill: null },
  ],
  unique: [
    { columns: ['hash'], ignoringCase: false, cause: causeKey({ kind: 'internal' }) },
    { columns: ['scheme', 'name'], ignoringCase: false, cause: KEY_CAUSES.isThere },
  ],
  indexes: [['caller']],
};

/** The scheme and its Caller: a number of a row says nothing where another resource has become the Caller. */
export function keptFor({ name, caller }: Scheme): string {
  return `${name.text} of ${valueOf(caller)?.resource.text ?? ''}`;
}

/** What a request brings of its caller, and what the first step finds. All of these names begin with `caller.`. */
export const SCHEME: Expr = { kind: 'parameter', name: 'caller.scheme', type: 'text' };

/** The hash of the token that was sent; of a password what is kept, where it is the same. */
export const SENT_TOKEN: Expr = { kind: 'parameter', name: 'caller.credential', type: 'text' };

/** The roles that the operator has given to what was sent, as JSON. */
export const CALLER_ROLES: Extract<Expr, { kind: 'parameter' }> = {
  kind: 'parameter',
  name: 'caller.roles',
  type: 'json',
};

export function cameBy(scheme: Scheme): Expr {
  return { kind: 'compare', operator: '=', left: SCHEME, right: keptAs(scheme) };
}

export function keptAs(scheme: Scheme): Expr {
  return { kind: 'literal', value: keptFor(scheme), type: 'text' };
}

/** Does it look for a caller, or write a token? */
export function namesTokens(step: Step): boolean {
  return JSON.stringify(step).includes(`"table":${JSON.stringify(TOKENS.name)}`);
}

export function column(name: string, type: SqlType, source?: string): Expr {
  return { kind: 'column', column: name, type, ...(source !== undefined && { source }) };
}

export function sameAs(name: string, right: Expr, source?: string): Expr {
  return { kind: 'compare', operator: '=', left: column(name, 'text', source), right };
}

export function ofScheme(scheme: Scheme): Expr {
  return sameAs('scheme', keptAs(scheme));
}

/** Of the row of the Caller with that key. */
export function heldBy(key: Expr): Expr {
  return { kind: 'compare', operator: '=', left: column('caller', 'integer'), right: key };
}

/** Of a token that is issued now. */
export function expiresOf({ tokenLifetime }: Scheme): Expr {
  const lifetime = valueOf(tokenLifetime);
  return lifetime === undefined
    ? { kind: 'literal', value: null, type: 'instant' }
    : { kind: 'shift', instant: NOW, by: lifetime };
}

export type Ends = Extract<Step, { kind: 'delete' }>;

/** Those that match now. */
export function endingOf(where: Expr): Ends {
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
  };
}
