// `` any field of `R` `` of a query. Input: an operation. Output: the parameter of each field that filters, and what it asks of a row.
// Notation, part 4, table Query.

import { filtersOf, type FieldFilter } from '../../analysis/document/query-parameters.ts';
import { pageParameters } from '../../analysis/document/pages.ts';
import { declaredStates, isState } from '../../analysis/machines/sent-states.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Expr } from '../../sql/expression.ts';
import type { OperationContext } from '../context.ts';
import type { ParameterPlan } from '../input.ts';
import { unified, type Typed } from '../operands.ts';
import { parameterProblems } from '../problems.ts';
import { hasMember } from '../references-inside.ts';
import { refuse } from '../refuse.ts';
import { fieldExpr, shown, shownAs, type RowScope } from '../rows.ts';
import { choiceSchema, schemaOf } from '../schemas.ts';
import { valueType } from '../values.ts';

interface Filter extends FieldFilter {
  readonly resource: Resource;
}

function filtersIn({ model, linked }: OperationContext): readonly Filter[] {
  return linked.facts.queryTable.items.flatMap(({ anyFieldOf }) => {
    const resource = anyFieldOf && model.resources.get(anyFieldOf.text);
    return resource ? filtersOf(model, resource).map((filter) => ({ ...filter, resource })) : [];
  });
}

export function filterParameters(context: OperationContext): readonly ParameterPlan[] {
  const { model } = context;
  return filtersIn(context).map(({ field: { name }, as, resource }) => {
    const states = isState(as) ? declaredStates(model, `${resource.name.text}.${name.text}`) : undefined;
    return {
      name: name.text,
      parameter: `query.${name.text}`,
      schema: choiceSchema(as, states, schemaOf(model, [as], [])),
      ...parameterProblems(model, [as], [], states),
      value: valueType(model, as),
      omitted: { do: 'as null' },
      invalid: refuse({ kind: 'invalid query' }),
    };
  });
}

/** Each filters by equality, a list by a member; a row of the table and a parameter of Pages take the place of a field. */
export function filtered(context: OperationContext, row: RowScope): readonly Expr[] {
  const { model, linked } = context;
  const named = new Set(linked.facts.queryTable.items.filter((one) => !one.anyFieldOf).map((one) => one.name.text));
  const pages = valueOf(linked.facts.pages);
  const paging = new Set(pages ? pageParameters(pages) : []);
  return filtersIn(context).flatMap(({ field: { name }, as, isMember }): readonly Expr[] => {
    if (named.has(name.text) || paging.has(name.text)) return [];
    const field = fieldExpr(context, row, name.text.split('.'));
    const sent = shownAs(model, { kind: 'parameter', name: `query.${name.text}`, type: 'text' }, as);
    const value: Typed = { ...sent, expr: { kind: 'parameter', name: `query.${name.text}`, type: sent.type } };
    const condition = isMember ? hasMember(context, field, value) : equal(shown(context, field), value);
    return [{ kind: 'or', items: [{ kind: 'not', item: { kind: 'is-set', operand: value.expr } }, condition] }];
  });
}

function equal(field: Typed, value: Typed): Expr {
  const [left, right] = unified(field, value);
  return { kind: 'compare', operator: '=', left, right };
}
