// What a request that was taken leaves in a row, as far as the document says it plainly. Input: an operation, its body, the row. Output:
// the row's values; undefined where the first answer that shows it will say. Notation, part 4, keys Omitted fields, Null fields, Empty
// text; head Sets.

import type { LinkedOperation } from '../../src/model/model.ts';
import type { Field } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import type { Account } from './account.ts';
import { isObject } from './judge-causes.ts';
import { defaultOf, isCallers, isNullable } from './judge-values.ts';
import { Reference, typeOf, type Row, type Value } from './known.ts';

export type Way = 'creates' | 'updates' | 'merges into' | 'replaces';

export function fill(account: Account, operation: LinkedOperation, row: Row, body: unknown, way: Way): void {
  const { model } = account;
  const resource = model.resources.get(row.resource)!;
  const identity = new Set(valueOf(resource.identifiedBy)?.map(({ text }) => text));
  for (const field of resource.fields.items) {
    const name = field.name.text;
    const setBy = valueOf(field.setBy);
    if (identity.has(name) || typeOf(model, row.resource, name)?.kind === 'state') continue;
    if (isCallers(field)) row.values.set(name, sentValue(account, operation, row, field, body, way));
    else if (setBy?.kind !== 'service' || setBy.rule.kind !== 'now') row.values.set(name, undefined);
  }
}

function sentValue(
  account: Account,
  operation: LinkedOperation,
  row: Row,
  field: Field,
  body: unknown,
  way: Way,
): Value {
  const { model } = account;
  const name = field.name.text;
  const before = row.values.get(name);
  const setBy = valueOf(field.setBy);
  const isFixed = way !== 'creates' && setBy?.kind === 'caller' && setBy.atCreate;
  if (isFixed || !takes(operation, row.resource, name)) return way === 'creates' ? omitted(field) : before;
  let sent = read(body, placeOf(operation, name));
  if (sent === '') {
    const policy = operation.facts.emptyText;
    const word = valueOf(policy)?.general;
    if (policy.status !== 'absent' && word === undefined) return undefined;
    if (word === 'as null') sent = null;
    if (word === 'as missing') sent = undefined;
  }
  if (sent === undefined) return leftOut(operation, field, before, way);
  if (sent === null) return nothing(operation, field, before, way);
  const type = typeOf(model, row.resource, name);
  if (!type || (way === 'merges into' && (type.kind === 'object' || type.kind === 'map'))) return undefined;
  if (type.kind === 'resource') {
    const target = account.find(type.resource.text, String(sent), []);
    return target === undefined || target === 'unknown' ? undefined : new Reference(target);
  }
  if (type.kind !== 'date-time' || type.asSent) return sent;
  const instant = Date.parse(String(sent));
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

/** Undefined: nothing says it. */
function omitted(field: Field): Value {
  if (field.default.status === 'none') return null;
  return defaultOf(field);
}

function leftOut({ facts }: LinkedOperation, field: Field, before: Value, way: Way): Value {
  if (way === 'merges into') return before;
  if (way !== 'updates') return omitted(field);
  const word = valueOf(facts.omittedFields)?.general;
  return word === 'kept' ? before : word === 'cleared' ? omitted(field) : undefined;
}

function nothing({ facts }: LinkedOperation, field: Field, before: Value, way: Way): Value {
  if (!isNullable(field)) return undefined;
  if (way !== 'updates') return null;
  const word = valueOf(facts.nullFields)?.general;
  if (word === 'kept') return before;
  return word === 'cleared' && field.default.status === 'none' ? null : undefined;
}

/** Does a body that the operation takes bring the field? */
function takes({ facts }: LinkedOperation, resource: string, name: string): boolean {
  if (facts.bodyTable.written) return facts.bodyTable.items.some(({ sets }) => valueOf(sets)?.join('.') === name);
  const body = valueOf(facts.body);
  if (body?.kind !== 'shape') return false;
  // A list of which each item makes a row.
  const shape = body.shape.kind === 'array of' ? body.shape.of : body.shape;
  if (shape.kind !== 'resource' || shape.resource.text !== resource) return false;
  return !(shape.without ?? []).some(({ text }) => name === text || name.startsWith(`${text}.`));
}

function placeOf({ facts }: LinkedOperation, name: string): readonly string[] {
  const row = facts.bodyTable.items.find(({ sets }) => valueOf(sets)?.join('.') === name);
  return (row?.name.text ?? name).split('.');
}

function read(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), body);
}
