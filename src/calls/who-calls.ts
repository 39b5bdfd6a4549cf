// Who makes a call, by a token that an earlier one gave. Input: the keys of an operation, a token that is known. Output: where the token is
// looked for, and what is bound with it. A signed token of which the store keeps nothing is a row of its own in a dry run.

import type { SchemePlan } from '../plan/credentials.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { Values } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Key } from './keys.ts';

/** The bindings that say who calls: the hash of a token, and its scheme. */
export const CREDENTIAL = 'caller.credential';
export const SCHEME = 'caller.scheme';

/** The table of signed tokens in a dry run: `CREDENTIAL`, `SCHEME` by its name, and in `CLAIM` what the token says of its row. */
export const SIGNED = '#signed';
export const CLAIM = 'claim';

/** Keys, and that of the token where its scheme keeps none. `schemes`: of the plan. */
export function withSigned(
  keys: ReadonlyMap<string, Key>,
  { run }: OperationPlan,
  schemes: readonly SchemePlan[],
): ReadonlyMap<string, Key> {
  const claims = schemes.flatMap(({ signed }) => (signed && !signed.kept ? (signed.row?.parameter ?? []) : []));
  if (run?.credentials === undefined || claims.length === 0 || keys.has(CREDENTIAL)) return keys;
  const others = [...keys].filter(([name]) => !claims.includes(name));
  return new Map<string, Key>([...others, [CREDENTIAL, { table: SIGNED, column: CREDENTIAL }]]);
}

/** What is bound with a token that is sent: a row of the store's tokens, or of SIGNED. */
export function saidBy(
  table: string,
  row: Values,
  schemes: readonly SchemePlan[],
): readonly (readonly [string, SqlValue])[] {
  if (table !== SIGNED) return row['scheme'] === undefined ? [] : [[SCHEME, row['scheme']]];
  const scheme = schemes.find(({ name }) => name === row[SCHEME]);
  if (!scheme?.signed?.row) return [];
  return [
    [SCHEME, scheme.keptAs],
    [scheme.signed.row.parameter, row[CLAIM] ?? null],
  ];
}
