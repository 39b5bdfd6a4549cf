// Who gets an event, as steps that find them: by the resource of the row that the event is about. Input: Sent as and Signature. Output:
// ReceiversPlan. Rows in gone states, and those without an address, are no receivers. Notation, part 6, "Who gets an event".

import { fault } from '../base/fault.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { askedOf, type Request } from '../analysis/requests/receivers.ts';
import type { Expr } from '../sql/expression.ts';
import { walk } from '../sql/walk.ts';
import { computedField } from './computed.ts';
import { conditionExpr } from './conditions.ts';
import { ADDRESS, KEY, RECEIVER, SECRET, type EventBinding, type ReceiversPlan } from './delivery-plan.ts';
import { all } from './operands.ts';
import { present } from './presence.ts';
import { NOTHING_SENT } from './request-parameters.ts';
import { columnOf, fieldExpr, keyOf, rowKeyOf, shown, type RowContext, type RowScope } from './rows.ts';

/** `secret`: the field of the receiver that signs. */
export function receiversPlan(
  model: Model,
  sent: Request,
  resource: Resource,
  about: Resource,
  secret: string | undefined,
): ReceiversPlan {
  const context = eventContext(model);
  const row: RowScope = { kind: 'table', resource };
  const field = (name: string): Expr => shown(context, fieldExpr(context, row, name.split('.'))).expr;
  const address = field(sent.to.field.text);
  const told = bindingsOf(model, about);
  const asked = sent.where && askedOf(model, sent.where, resource, about);
  const self: RowScope = { kind: 'draft', resource: about, values: valuesOf(told) };
  const where = all([
    ...present(context, resource),
    { kind: 'not', item: { kind: 'is-blank', operand: address } },
    ...(asked ? [conditionExpr(asked.condition, { context, row, self, sent: NOTHING_SENT })] : []),
  ]);
  const columns = [
    { name: KEY, expr: keyOf(row) },
    { name: ADDRESS, expr: address },
    ...(secret === undefined ? [] : [{ name: SECRET, expr: field(secret) }]),
  ];
  const own: Expr = {
    kind: 'compare',
    operator: '=',
    left: keyOf(row),
    right: { kind: 'parameter', name: RECEIVER, type: 'integer' },
  };
  const select = { table: resource.name.text, columns, order: [{ expr: keyOf(row), descending: false }] };
  return {
    binds: usedIn(where, told),
    all: { kind: 'list', select: { ...select, where }, total: false },
    one: { kind: 'list', select: { ...select, where: all([own, where]) }, total: false },
  };
}

/** Nobody calls, and nothing is made but the instant. */
function eventContext(model: Model): RowContext {
  let aliases = 0;
  return {
    model,
    alias: () => `e${++aliases}`,
    make: ({ name, kind }) => {
      if (kind !== 'now') fault(`nothing makes ${name} when an event is sent`);
    },
    computed: computedField,
  };
}

function nameOf(column: string): string {
  return `this ${column}`;
}

/** What the row of an event has, by the names under which it is bound. */
export function bindingsOf(model: Model, about: Resource): readonly EventBinding[] {
  const key = rowKeyOf(about);
  const columns = about.fields.items.flatMap((field): readonly EventBinding[] => {
    const column = columnOf(model, field);
    if (!column || column.name === key) return [];
    const { name, type, scale } = column;
    return [{ name: nameOf(name), column: name, type, ...(scale !== undefined && { scale }) }];
  });
  return [{ name: nameOf(key), type: 'integer' }, ...columns];
}

/** The same, as the values of a row. */
export function valuesOf(told: readonly EventBinding[]): ReadonlyMap<string, Expr> {
  return new Map(told.map(({ name, type }) => [name.slice(nameOf('').length), { kind: 'parameter', name, type }]));
}

/** Of these, those that a condition looks at. */
export function usedIn(where: Expr, told: readonly EventBinding[]): readonly EventBinding[] {
  const used = new Set<string>();
  for (const each of walk(where)) if (each.kind === 'parameter') used.add(each.name);
  return told.filter(({ name }) => used.has(name));
}
