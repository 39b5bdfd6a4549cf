// Passwords that come with each request, as data: what is kept of them, and whose they are. Input: a scheme. Output: steps and expressions.
// Notation, part 5, HTTP Basic; decision 0033.

import { known } from '../base/fault.ts';
import type { Scheme } from '../notation/authentication.ts';
import type { Model } from '../model/model.ts';
import { type PasswordFields, passwordFields } from '../analysis/document/passwords.ts';
import type { Expr } from '../sql/expression.ts';
import type { OperationContext } from './context.ts';
import { all } from './operands.ts';
import { present } from './presence.ts';
import { columnNamed, keyThere } from './rows.ts';
import type { Step } from './steps.ts';
import { column, ofScheme, sameAs, SENT_TOKEN, TOKENS } from './token-table.ts';

const NAME: Expr = { kind: 'parameter', name: 'caller.name', type: 'text' };

/** The hash that the operator keeps under the name that is sent. */
export function ofOperatorStep(scheme: Scheme): Step {
  const where = all([ofScheme(scheme), sameAs('name', NAME)]);
  const values = [{ name: 'kept', expr: column('hash', 'text') }];
  return { kind: 'bind', from: { table: TOKENS.name, where }, values, guards: [] };
}

export function passwordsOf(model: Model, scheme: Scheme): PasswordFields {
  return known(passwordFields(model, scheme), `with what callers of ${scheme.name.text} sign in is not known`);
}

/** The secret of the row with the name that is sent. */
export function keptStep(model: Model, fields: PasswordFields): Step {
  const alias = 'r1';
  const there = present({ model }, fields.resource, alias);
  const kept = {
    kind: 'lookup',
    table: fields.resource.name.text,
    alias,
    match: columnNamed(model, fields.name),
    value: NAME,
    ...(there.length > 0 && { where: all(there) }),
    column: columnNamed(model, fields.secret),
    type: 'text',
  } as const;
  return { kind: 'bind', values: [{ name: 'kept', expr: kept }], guards: [] };
}

/** The row that has the name and still keeps the secret with which the one that was sent has been compared. */
export function passwordKey(context: OperationContext, { resource, name, secret }: PasswordFields): Expr {
  const { model } = context;
  const same = (alias: string): readonly Expr[] => [sameAs(columnNamed(model, secret), SENT_TOKEN, alias)];
  return keyThere(context, resource, columnNamed(model, name), NAME, same);
}
