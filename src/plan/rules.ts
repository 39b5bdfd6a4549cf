// Fields that the service sets and keeps: ids, instants, slugs. Input: a field with its rule. Output: the value for a new row, or
// for a row that changes. Notation, part 2 "Rules of the service".

import { fault } from '../base/fault.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr } from '../sql/expression.ts';
import type { OperationContext } from './context.ts';
import { choice, NOW } from './operands.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { columnOf, fieldExpr, rowKeyOf } from './rows.ts';
import type { ColumnValue } from './steps.ts';

/** What is set so far: column → its new value; `sent`: true when the request sets it, undefined when it always does. */
export interface NewValue {
  readonly value: Expr;
  readonly sent: Expr | undefined;
}
export type NewValues = ReadonlyMap<string, NewValue>;

/** The value of a service field in a new row; undefined: the row has it by itself, or nothing is kept. */
export function valueAtCreate(
  context: OperationContext,
  resource: Resource,
  field: Field,
  values: NewValues,
): ColumnValue | undefined {
  const rule = ruleOf(field);
  const column = field.name.text;
  switch (rule?.kind) {
    case 'new id':
      return column === rowKeyOf(resource)
        ? undefined
        : { column, value: newId(context, resource, field, rule.prefix) };
    case 'now':
      return { column, value: nowFor(context, field) };
    case 'slug':
      return { column, value: slugOf(context, resource, field, rule.of.text, values), slug: true };
    case 'token':
      return { column, value: hashed(madeSecret(context, resource, field)) };
    default:
      return undefined;
  }
}

/** The value of a service field in a row that changes; undefined: it stays. */
export function valueAtChange(
  context: OperationContext,
  resource: Resource,
  field: Field,
  values: NewValues,
): ColumnValue | undefined {
  const rule = ruleOf(field);
  const column = field.name.text;
  if (rule?.kind === 'now' && rule.when === 'at change') {
    const now = nowFor(context, field);
    // The same instant twice would hide a change from a client that compares them.
    return { column, value: plainType(field)?.kind === 'date-time' ? { kind: 'later', column, now } : now };
  }
  if (rule?.kind !== 'slug' || rule.atCreate || !values.has(rule.of.text)) return undefined;
  const { value, sent } = values.get(rule.of.text)!;
  const before = fieldExpr(context, { kind: 'table', resource }, rule.of.text.split('.')).expr;
  const changes: Expr = { kind: 'not', item: { kind: 'compare', operator: '=', left: value, right: before } };
  const own: Expr = { kind: 'column', column, type: 'text' };
  const slug = slugOf(context, resource, field, rule.of.text, values);
  const when: Expr = sent ? { kind: 'and', items: [sent, changes] } : changes;
  return { column, value: choice([[when, slug]], own, 'text'), slug: true };
}

function newId(context: OperationContext, resource: Resource, field: Field, prefix: string | undefined): Expr {
  const type = plainType(field);
  const name = `new.${resource.name.text}.${field.name.text}`;
  if (type?.kind === 'uuid') context.make({ name, kind: 'uuid' });
  else if (type?.kind === 'string') context.make({ name, kind: 'opaque id', prefix: prefix ?? '' });
  else fault(`${field.name.text} is no type for a new id`);
  return { kind: 'parameter', name, type: 'text' };
}

/** What the answer shows of it, once, and what is kept of it. */
export function madeSecret(context: OperationContext, resource: Resource, field: Field): Expr & { kind: 'parameter' } {
  const name = `new.${resource.name.text}.${field.name.text}`;
  context.make({ name, kind: 'secret' });
  return { kind: 'parameter', name, type: 'text' };
}

/** A secret is hashed before the transaction, and bound under a separate name: serve/phases/secrets.ts. */
export function hashed(given: Expr): Expr {
  if (given.kind !== 'parameter') fault('a secret is neither sent nor made');
  return { kind: 'parameter', name: `hash.${given.name}`, type: 'text' };
}

function plainType(field: Field): FieldType | undefined {
  const type = valueOf(field.type);
  return type?.kind === 'nullable' ? type.of : type;
}

function nowFor(context: OperationContext, field: Field): Expr {
  const column = columnOf(context.model, field);
  context.make({ name: 'now', kind: 'now' });
  if (column?.type === 'date') {
    context.make({ name: 'today', kind: 'today' });
    return { kind: 'parameter', name: 'today', type: 'date' };
  }
  const type = plainType(field);
  if (type?.kind === 'seconds since 1970') {
    // As it is shown: what a caller reads and sends again is the same instant.
    context.make({ name: 'second', kind: 'second' });
    return { kind: 'parameter', name: 'second', type: 'instant' };
  }
  if (type?.kind === 'date-time') return NOW;
  fault(`${field.name.text} is no type for an instant`);
}

/** The slug of a bound text: it is made before the steps, and made unique by the step that writes it. */
function slugOf(context: OperationContext, resource: Resource, field: Field, of: string, values: NewValues): Expr {
  const source = values.get(of)?.value;
  const name = `slug.${resource.name.text}.${field.name.text}`;
  if (source?.kind !== 'parameter') fault(`${of} is not sent, so no slug is made of it`);
  context.make({ name, kind: 'slug', of: source.name });
  return { kind: 'parameter', name, type: 'text' };
}
