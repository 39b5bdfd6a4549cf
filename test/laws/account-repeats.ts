// Which row a call is known again by, and whether it has the values that the call sends. Input: an account of rows, an operation, a body.
// Output: the row, and whether they are the same; undefined where no row is found. Notation, part 4 "What a second call does".

import type { LinkedOperation } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { fill } from './account-body.ts';
import type { Account } from './account.ts';
import { isCallers } from './judge-values.ts';
import { canonical } from './judge-values.ts';
import { isGone, Reference, typeOf, type Row, type Value } from './known.ts';

export interface Repeated {
  /** `unknown`: there may be one. */
  readonly row: Row | 'unknown';
  /** Undefined: nobody can tell. */
  readonly isSame: boolean | undefined;
}

/** The statuses of calls that are known again, and of those that are not. */
export function statusesOf({ facts }: LinkedOperation): {
  readonly first: readonly number[];
  readonly again: readonly number[];
} {
  const repeat = valueOf(facts.repeat);
  const of = (fits: (outcome: string) => boolean): number[] =>
    facts.statuses.items.flatMap(({ status, when }) => {
      const [code, outcome] = [valueOf(status), valueOf(when)];
      return code && 'code' in code && outcome?.kind === 'outcome' && outcome.outcomes.some(fits) ? [code.code] : [];
    });
  const rows = of((outcome) => outcome === 'repeated');
  const own = repeat?.kind === 'same values' && repeat.status !== undefined ? [repeat.status] : [];
  return { first: of((outcome) => outcome !== 'repeated'), again: rows.length > 0 ? rows : own };
}

export function repeatedOf(
  account: Account,
  operation: LinkedOperation,
  resource: string,
  body: unknown,
): Repeated | undefined {
  const repeat = valueOf(operation.facts.repeat);
  if (repeat?.kind !== 'same values') return undefined;
  const sent: Row = { resource, id: '""', values: new Map(), since: new Map(), isLost: false };
  fill(account, operation, sent, body, 'creates');
  const identity = valueOf(account.model.resources.get(resource)!.identifiedBy)?.map(({ text }) => text) ?? [];
  for (const name of identity) sent.values.set(name, (body as Record<string, Value>)[name]);
  const key = repeat.fields.map(({ text }) => text);
  const alike = (one: Row, name: string): boolean | undefined => same(account, resource, name, sent, one);
  const rows = account.rows.filter((row) => row.resource === resource && isGone(account.model, row) !== true);
  if (key.some((name) => sent.values.get(name) === null)) return undefined;
  const there = rows.filter((row) => key.every((name) => alike(row, name) !== false));
  const [row] = there;
  if (!row) return undefined;
  const isKnown = there.length === 1 && isGone(account.model, row) === false && key.every((name) => alike(row, name));
  if (!isKnown) return { row: 'unknown', isSame: undefined };
  const names =
    repeat.comparedBy.length > 0
      ? repeat.comparedBy.map(({ text }) => text)
      : account.model.resources
          .get(resource)!
          .fields.items.flatMap((field) => (isCallers(field) ? [field.name.text] : []));
  const truths = names.map((name) => alike(row, name));
  return { row, isSame: truths.includes(false) ? false : truths.includes(undefined) ? undefined : true };
}

function same({ model }: Account, resource: string, name: string, one: Row, other: Row): boolean | undefined {
  if (other.isLost) return undefined;
  const [left, right] = [one.values.get(name), other.values.get(name)];
  if (left === undefined || right === undefined) return undefined;
  if (left instanceof Reference || right instanceof Reference) {
    if (!(left instanceof Reference) || !(right instanceof Reference)) return undefined;
    return isGone(model, right.row) === false ? left.row === right.row : undefined;
  }
  const type = typeOf(model, resource, name);
  return canonical(type, left) === canonical(type, right);
}
