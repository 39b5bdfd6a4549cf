// The place of a row in the order of a list, by which its pages are named. Input: a `list` step without it. Output: the step, which answers
// the values of each order, and what serving does with them: data. Notation, part 4, Pages; decision 0050.

import { known } from '../../base/fault.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Pages } from '../../notation/values/lists.ts';
import { callersOf, isRowless } from '../../analysis/document/schemes.ts';
import { cursorField, hasCursor, pageNames } from '../../analysis/document/pages.ts';
import { versionQueries } from '../../analysis/document/versions.ts';
import { queryParameters } from '../../analysis/document/query-parameters.ts';
import type { Expr, OrderTerm } from '../../sql/expression.ts';
import { parametersOf } from '../../sql/walk.ts';
import { all, unified, type Typed } from '../operands.ts';
import type { CursorOrder, CursorPlan, PagesPlan } from '../pages-plan.ts';
import { callerKey, CALLER_KNOWN, runningSchemes } from '../request-parameters.ts';
import { columnOf, fieldExpr, fieldNamed, shown } from '../rows.ts';
import type { Step } from '../steps.ts';
import { valueType } from '../values.ts';
import type { OperationContext } from '../context.ts';
import type { Build } from './assigned.ts';
import { cursorRule, isWhollyOpen } from './pages.ts';
import { valueOf } from '../../notation/slot.ts';

export type ListStep = Extract<Step, { kind: 'list' }>;

interface Paged {
  readonly resource: Resource;
  readonly pages: Pages;
  readonly more: boolean;
  readonly size: Expr | undefined;
  /** The rows that the operation may list, whatever else the query asks for. */
  readonly rows: Expr;
}

export function paged(build: Build, part: Paged, step: ListStep): ListStep {
  const { context } = build;
  const { pages, more, size } = part;
  const { first } = pageNames(pages);
  const isOpen = hasCursor(pages) && isWhollyOpen(pages);
  const shared: PagesPlan = {
    by: pages.kind === 'offset and limit' ? 'rows' : pages.kind === 'page and size' ? 'pages' : 'cursor',
    name: first,
    parameter: `query.${first}`,
    ...(size && { size }),
    ...(more && !isOpen && { more }),
    ...(pages.kind === 'link' && { link: true }),
    keeps: [...versionQueries(context.model), ...queryParameters(context.model, context.linked).keys()].filter(
      (name) => name !== first && name !== pages.before,
    ),
  };
  if (!hasCursor(pages) || isOpen) {
    if (more) context.paged(shared, undefined);
    return step;
  }
  const { cursor, columns, find } = cursorOf(build, part, step);
  context.paged({ ...shared, cursor }, find);
  return { ...step, keyset: true, select: { ...step.select, columns: [...step.select.columns, ...columns] } };
}

/** What comes before the list comes before its cursor is judged, too: who calls, and the rows that the path names. */
export function pagesOf({ pages }: OperationContext, steps: readonly Step[]): PagesPlan | undefined {
  if (!pages) return undefined;
  const { plan, find } = pages;
  const { cursor } = plan;
  if (!find || cursor?.is.kind !== 'field') return plan;
  const before = steps.slice(
    0,
    steps.findIndex(({ kind }) => kind === 'list'),
  );
  return { ...plan, cursor: { ...cursor, is: { ...cursor.is, find: [...before, find] } } };
}

function cursorOf(
  build: Build,
  { resource, pages, more, rows }: Paged,
  step: ListStep,
): { readonly cursor: CursorPlan; readonly columns: ListStep['select']['columns']; readonly find: Step | undefined } {
  const { model } = build.context;
  const { first, before } = pageNames(pages);
  const places = new Places(model, resource.name.text);
  const order = places.of(step.select.order);
  const chosen = step.orders && {
    by: step.orders.by,
    of: step.orders.of.map(({ value, order: terms }) => ({ value, order: places.of(terms) })),
  };
  const shared = {
    ...(before !== undefined && { before: { name: before, parameter: `query.${before}` } }),
    invalid: cursorRule(model, 'cursor'),
    beside: cursorRule(model, 'beside', first),
    order,
    ...(chosen && { chosen }),
  };
  const name = cursorField(pages);
  if (name === undefined)
    return {
      cursor: { ...shared, is: { kind: 'opaque', ...dependsOn(model, step) } },
      columns: more ? places.columns : [],
      find: undefined,
    };
  const row = { kind: 'table', resource } as const;
  const field = shown(build.context, fieldExpr(build.context, row, [name]));
  const at = (parameter: string): Expr => {
    const sent: Typed = { ...field, expr: { kind: 'parameter', name: `query.${parameter}`, type: field.type } };
    const [left, right] = unified(field, sent);
    return { kind: 'compare', operator: '=', left, right };
  };
  const isSent: Expr = before === undefined ? at(first) : { kind: 'or', items: [at(first), at(before)] };
  const type = known(valueOf(fieldNamed(model, resource, name)!.type), `the type of ${name} is not known`);
  return {
    cursor: { ...shared, is: { kind: 'field', column: LAST, value: valueType(model, type), find: [] } },
    columns: more ? [{ name: LAST, expr: field.expr }] : [],
    find: {
      kind: 'bind',
      from: { table: resource.name.text, where: all([isSent, rows]) },
      values: places.columns,
      guards: [],
    },
  };
}

/** The field of a row that is a cursor. */
const LAST = '#last';

/** The values by which rows are in order, each once for all orders. */
class Places {
  readonly #model: Model;
  readonly #table: string;
  readonly #names = new Map<string, string>();
  readonly #columns: { name: string; expr: Expr }[] = [];

  constructor(model: Model, table: string) {
    this.#model = model;
    this.#table = table;
  }

  of(order: readonly OrderTerm[]): CursorOrder {
    const columns = order.map(({ expr }) => this.#name(expr));
    return { columns, says: JSON.stringify(order.map((term) => said(this.#model, this.#table, term))) };
  }

  get columns(): readonly { readonly name: string; readonly expr: Expr }[] {
    return this.#columns;
  }

  #name(expr: Expr): string {
    const key = JSON.stringify(expr);
    const before = this.#names.get(key);
    if (before !== undefined) return before;
    const name = `#place ${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.#columns.push({ name, expr });
    return name;
  }
}

/** How values are kept is part of it; the aliases of tables are only counted. */
function said(model: Model, table: string, { expr, descending }: OrderTerm): unknown {
  const bare: unknown = JSON.parse(
    JSON.stringify(expr, (key, value: unknown) => (key === 'alias' || key === 'source' ? undefined : value)),
  );
  const name =
    expr.kind === 'column' ? `${table}.${expr.column}` : expr.kind === 'lookup' ? `${expr.table}.${expr.column}` : '';
  const field = model.fields.get(name);
  return [bare, descending, (field && columnOf(model, field)?.scale) ?? 0];
}

/** On what of a request, and of its caller, it depends which rows are listed. */
function dependsOn(
  model: Model,
  { select }: ListStep,
): { readonly request: readonly string[]; readonly caller: readonly string[] } {
  const names = select.where ? parametersOf(select.where) : [];
  return {
    request: names.filter((name) => /^(?:path|query|header)\./.test(name)).toSorted(),
    caller: names.some((name) => name.startsWith('caller.')) ? callerNames(model) : [],
  };
}

/** Who calls, whatever a row says of them now. */
function callerNames(model: Model): readonly string[] {
  const rows = callersOf(model).map((resource) => callerKey(model, resource).name);
  return runningSchemes(model).some(isRowless) ? [...rows, CALLER_KNOWN.name] : rows;
}
