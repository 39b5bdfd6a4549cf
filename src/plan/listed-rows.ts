// `list of R where …, ordered by …`: the rows that a field shows. Input: the rule and the row of the field. Output: the search for them and
// their order. Notation, part 2, "Who sets a field".

import { fault, known } from '../base/fault.ts';
import type { Resource } from '../notation/resources.ts';
import type { Rule } from '../notation/values/formulas.ts';
import type { OrderTerm } from '../sql/expression.ts';
import { found } from './computed.ts';
import { fieldExpr, keyOf, shown, type RowContext, type RowScope } from './rows.ts';

export type ListRule = Extract<Rule, { kind: 'list' }>;

export interface ListedRows {
  readonly resource: Resource;
  /** A row of the search. */
  readonly scope: RowScope;
  readonly search: ReturnType<typeof found>;
  readonly order: readonly OrderTerm[];
}

export function listedRows(context: RowContext, row: RowScope, rule: ListRule): ListedRows {
  const resource = known(context.model.resources.get(rule.resource.text), `there is no ${rule.resource.text}`);
  const search = found(context, row, rule);
  const scope: RowScope = { kind: 'table', resource, source: search.alias };
  const order = rule.order.map((key): OrderTerm => {
    if (key.kind === 'insertion') return { expr: keyOf(scope), descending: key.descending };
    const field = shown(context, fieldExpr(context, scope, key.path));
    if (field.asSent) fault('an instant as it was sent has no order');
    return { expr: field.expr, descending: key.descending };
  });
  // As that of every list, the order is completed by creation.
  return { resource, scope, search, order: [...order, { expr: keyOf(scope), descending: false }] };
}
