// Pages of a list. Input: an operation with Pages. Output: the query parameters that they declare, how many rows are asked for, and the plan
// of what tells of the next page. Notation, part 4, Pages; decision 0050.

import { known } from '../../base/fault.ts';
import { problem, type ProblemKind } from '../../notation/problems.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { openHalves, type Pages, type PagesHalf } from '../../notation/values/lists.ts';
import type { Model } from '../../model/model.ts';
import { cursorType, hasCursor, pageNames } from '../../analysis/document/pages.ts';
import { operationPath } from '../../analysis/document/slot-ids.ts';
import { tellsProblems } from '../../analysis/values/problems.ts';
import type { Expr } from '../../sql/expression.ts';
import type { OperationContext } from '../context.ts';
import type { FieldRule, ParameterPlan } from '../input.ts';
import { choice } from '../operands.ts';
import { parameterProblems } from '../problems.ts';
import { refuse } from '../refuse.ts';
import { schemaOf } from '../schemas.ts';
import { valueType } from '../values.ts';

const INVALID_QUERY: FieldRule = refuse({ kind: 'invalid query' });

/** What is sent for another page, and how large it is. */
export function pageParameters(context: OperationContext, pages: Pages): readonly ParameterPlan[] {
  const { first, before, size } = pageNames(pages);
  const least = pages.kind === 'offset and limit' ? 0 : 1;
  const hold = holding(context, pages);
  const places = hasCursor(pages)
    ? [first, ...(before === undefined ? [] : [before])].map((name) => cursorParameter(context, pages, name, hold))
    : [counted(context, first, least, { do: 'fill', value: least })];
  if (size === undefined) return places;
  const most = pages.more === 'refused' && typeof pages.atMost === 'number' ? pages.atMost : undefined;
  const fallback = typeof pages.default === 'number' ? pages.default : undefined;
  const omitted: FieldRule =
    fallback === undefined ? (hold('default') ?? { do: 'as null' }) : { do: 'fill', value: fallback };
  return [...places, { ...counted(context, size, least, omitted, most), ...aboveBound(pages, hold) }];
}

type Hold = (half: PagesHalf) => FieldRule | undefined;

function holding(context: OperationContext, pages: Pages): Hold {
  const open = openHalves(pages);
  const gap = context.gap(operationPath(context.heading, 'pages'), context.linked.facts.pages);
  return (half) => (open.includes(half) && gap !== undefined ? { do: 'hold', held: context.held([gap]) } : undefined);
}

/** Halves that no parameter meets: what a page is at all is not shown then. */
export function isWhollyOpen(pages: Pages): boolean {
  const open = openHalves(pages);
  return open.includes('cursor') || (open.includes('default') && pageNames(pages).size === undefined);
}

function counted(
  { model }: OperationContext,
  name: string,
  least: number,
  omitted: FieldRule,
  most?: number,
): ParameterPlan {
  const type: FieldType = {
    kind: 'integer',
    min: String(least),
    ...(most !== undefined && { max: String(most) }),
  };
  return {
    name,
    parameter: `query.${name}`,
    schema: { type: 'integer', minimum: least, ...(most !== undefined && { maximum: most }) },
    ...parameterProblems(model, [type], []),
    value: { type: 'integer' },
    omitted,
    invalid: INVALID_QUERY,
  };
}

function cursorParameter(context: OperationContext, pages: Pages, name: string, hold: Hold): ParameterPlan {
  const { model, linked } = context;
  const type = known(cursorType(model, linked, pages), `it is not known what \`${name}\` is`);
  const open = hold('cursor');
  return {
    name,
    parameter: `query.${name}`,
    schema: schemaOf(model, [type], []),
    ...parameterProblems(model, [type], []),
    value: valueType(model, type),
    omitted: { do: 'as null' },
    invalid: INVALID_QUERY,
    ...(open && { sent: open }),
  };
}

/** What is not refused: where no largest page is stated, clients may ask for as many as are answered anyway. */
function aboveBound(pages: Pages, hold: Hold): Pick<ParameterPlan, 'above'> {
  const { atMost, more, default: fallback } = pages;
  const unbounded = hold('at most');
  if (unbounded) return { above: { value: typeof fallback === 'number' ? fallback : 0, rule: unbounded } };
  const unsaid = hold('more');
  if (unsaid) return typeof atMost === 'number' ? { above: { value: atMost, rule: unsaid } } : {};
  if (typeof more !== 'number') return {};
  return { above: { value: typeof atMost === 'number' ? atMost : more, rule: { do: 'fill', value: more } } };
}

/** How many rows are asked for, and how many are skipped. `more`: one row more tells whether there is another page. */
export function pageOf(
  pages: Pages | undefined,
  more: boolean,
): { readonly size?: Expr; readonly limit?: Expr; readonly offset?: Expr } {
  if (!pages) return {};
  const { first, size: name } = pageNames(pages);
  const size = name !== undefined ? sent(name) : typeof pages.default === 'number' ? number(pages.default) : undefined;
  if (!size) return {};
  const limit: Expr = more
    ? { kind: 'arithmetic', operator: '+', left: size, right: number(1), type: 'integer' }
    : size;
  switch (pages.kind) {
    case 'offset and limit':
      return { size, limit, offset: sent(first) };
    case 'page and size': {
      const before: Expr = { kind: 'arithmetic', operator: '-', left: sent(first), right: number(1), type: 'integer' };
      return {
        size,
        limit,
        offset: behindAll({ kind: 'arithmetic', operator: '*', left: before, right: size, type: 'integer' }),
      };
    }
    case 'cursor':
    case 'link':
      return { size, limit };
  }
}

function sent(name: string): Expr {
  return { kind: 'parameter', name: `query.${name}`, type: 'integer' };
}

function number(value: number): Expr {
  return { kind: 'literal', value, type: 'integer' };
}

/** A page too far for a 64-bit integer is behind every row. */
function behindAll(offset: Expr): Expr {
  return choice([[{ kind: 'is-set', operand: offset }, offset]], number(Number.MAX_SAFE_INTEGER), 'integer');
}

/** What is wrong with a cursor. */
export function cursorRule(model: Model, wrong: Extract<ProblemKind, 'cursor' | 'beside'>, other = ''): FieldRule {
  const text = wrong === 'cursor' ? problem('cursor', null) : problem('beside', other);
  return refuse({ kind: 'invalid query' }, tellsProblems(model) ? text : undefined);
}
