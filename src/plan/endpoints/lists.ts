// All rows that match, in a total order, page by page. Input: a `lists` effect with Query, Order and Pages. Output: a `list`
// step. Notation, part 4, Does: lists; keys Order and Pages; table Query, Selects.

import { fault, known } from '../../base/fault.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { OrderKey, Ordering } from '../../notation/values/ordering.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { namedBy, namedIn } from '../../analysis/values/gone-states.ts';
import { selectingRows } from '../../analysis/document/query-parameters.ts';
import type { Expr, OrderTerm } from '../../sql/expression.ts';
import { conditionExpr } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { all, some, type Typed } from '../operands.ts';
import { presentUnless } from '../presence.ts';
import { columnOf, fieldExpr, fieldNamed, keyOf, shown, type RowScope } from '../rows.ts';
import type { Answered } from '../steps.ts';
import { type Build } from './assigned.ts';
import { memberOf } from '../members.ts';
import { visibleRows } from '../who.ts';
import { paged, type ListStep } from './cursors.ts';
import { filtered } from './filters.ts';
import { pageOf } from './pages.ts';

export interface ListPart {
  readonly resource: Resource;
  readonly effects: readonly Effect[];
  /** `lists R where …`. */
  readonly where: Expr;
  readonly answer: Exclude<Answered, undefined>;
  readonly total: boolean;
  /** Some answer tells of the next page. */
  readonly more: boolean;
}

export function listStep(build: Build, part: ListPart): ListStep {
  const { resource } = part;
  const { linked } = build.context;
  const row = { kind: 'table', resource } as const;
  const there = [...listed(build, resource), ...visibleRows(build, row)];
  const where = all([part.where, ...selected(build, row), ...filtered(build.context, row), ...there]);
  const [effect] = part.effects;
  const order = valueOf(linked.facts.order);
  const found =
    effect?.kind === 'lists values'
      ? valuesOf(build, row, effect, where)
      : { where: where.kind === 'true' ? undefined : where, order: orderOf(build, row, order?.keys ?? []) };
  const chosen = order?.chosen && chosenOrders(build, row, order.chosen);
  const pages = valueOf(linked.facts.pages);
  const { size, ...page } = pageOf(pages, part.more);
  const step: ListStep = {
    kind: 'list',
    select: { table: resource.name.text, columns: part.answer, ...found, ...page },
    total: part.total,
    ...(chosen && { orders: chosen }),
  };
  if (!pages) return step;
  return paged(build, { resource, pages, more: part.more, size, rows: all([part.where, ...there]) }, step);
}

/** By the value that a caller sends. */
function chosenOrders(
  build: Build,
  row: RowScope,
  { parameter, orders }: Exclude<Ordering['chosen'], undefined>,
): Exclude<ListStep['orders'], undefined> {
  const by = `query.${parameter.text}`;
  return { by, of: orders.map(({ value, keys }) => ({ value: value.text, order: orderOf(build, row, keys) })) };
}

/** Each value that is there, once, in the order of the values; a reference that leads nowhere is no value. */
function valuesOf(
  build: Build,
  row: RowScope,
  { field: { text } }: Extract<Effect, { kind: 'lists values' }>,
  where: Expr,
): Pick<ListStep['select'], 'where' | 'order' | 'distinct' | 'members'> {
  const { context } = build;
  const field = fieldNamed(context.model, row.resource, text);
  const column = known(field && columnOf(context.model, field), `${row.resource.name.text}.${text} is no column`);
  const [key] = valueOf(context.linked.facts.order)?.keys ?? [];
  const descending = key?.descending ?? false;
  const member = memberOf(context.model, field!);
  if (member)
    return {
      where: where.kind === 'true' ? undefined : where,
      order: [{ expr: member.expr, descending }],
      members: { column: column.name, type: member.expr.type, scale: member.value.scale ?? 0 },
    };
  const { expr } = shown(context, fieldExpr(context, row, [text]));
  return {
    where: all([where, { kind: 'is-set', operand: expr }]),
    order: [{ expr, descending }],
    distinct: [column.name],
  };
}

function sentAs({ context, sent }: Build, parameter: Parameter): Typed | undefined {
  const isHeader = context.linked.facts.headerTable.items.includes(parameter);
  return isHeader ? sent.header(parameter.name.text) : sent.query(parameter.name.text);
}

/** Query and Header rows with a condition, joined by `and`; a parameter without a value excludes no row. */
function selected(build: Build, row: RowScope): readonly Expr[] {
  const { context } = build;
  return selectingRows(context.linked.facts).flatMap((parameter): Expr[] => {
    const selects = valueOf(parameter.selects);
    const value = selects?.kind === 'condition' ? sentAs(build, parameter) : undefined;
    if (selects?.kind !== 'condition' || !value) return [];
    const scope: Scope = { context, row, sent: build.sent, value };
    return [unlessSent(value, conditionExpr(selects.condition, scope))];
  });
}

/** A parameter that names a gone state does so when it is sent. */
function listed(build: Build, resource: Resource): readonly Expr[] {
  const { model, linked, visible } = build.context;
  const parameters = selectingRows(linked.facts).flatMap((parameter) => {
    const selects = valueOf(parameter.selects);
    const value = selects?.kind === 'condition' ? sentAs(build, parameter) : undefined;
    if (selects?.kind !== 'condition' || !value) return [];
    const named = namedIn(model, selects.condition, { row: resource, self: resource });
    return [{ named, isSent: { kind: 'is-set', operand: value.expr } as const }];
  });
  const namedGone = namedBy(model, linked, resource.name.text);
  return presentUnless({ model, namedGone, visible }, resource, parameters);
}

function unlessSent(value: Typed, condition: Expr): Expr {
  return some([{ kind: 'not', item: { kind: 'is-set', operand: value.expr } }, condition]);
}

/** As stated, completed by creation order. */
function orderOf(build: Build, row: RowScope, keys: readonly OrderKey[]): readonly OrderTerm[] {
  const terms: OrderTerm[] = [];
  for (const key of keys) {
    if (key.kind === 'insertion') return [...terms, { expr: keyOf(row), descending: key.descending }];
    const field = shown(build.context, fieldExpr(build.context, row, key.path));
    if (field.asSent) fault('an instant as it was sent has no order');
    terms.push({ expr: field.expr, descending: key.descending });
  }
  return [...terms, { expr: keyOf(row), descending: false }];
}
