// What callers choose of the rows that answers show. Input: an operation and the resource that its answers show. Output: how a request
// says which fields are shown, and which references are shown whole. Notation, part 4, table Query, Selects.

import { isListOfNames, namingParameter, wholeFields } from '../../analysis/requests/query-choices.ts';
import { identityOf } from '../../analysis/document/targets.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Expr } from '../../sql/expression.ts';
import type { OperationContext } from '../context.ts';
import { some } from '../operands.ts';
import { parameter } from '../body-parameters.ts';
import type { Chosen } from '../shapes.ts';

export function chosenOf(context: OperationContext, resource: Resource): { readonly chosen?: Chosen } {
  const naming = namingParameter(context.linked);
  const asked = new Map<string, Expr[]>();
  for (const { parameter: row, field } of wholeFields(context.linked))
    asked.set(field, [...(asked.get(field) ?? []), isAsked(context, row, field)]);
  if (!naming && asked.size === 0) return {};
  return {
    chosen: {
      ...(naming && { fields: { by: `query.${naming.name.text}`, always: identityOf(resource) } }),
      whole: new Map([...asked].map(([field, by]) => [field, some(by)])),
    },
  };
}

/** By its name in a list, or by `true`. */
function isAsked({ model }: OperationContext, { name, type }: Parameter, field: string): Expr {
  const sent = `query.${name.text}`;
  if (isListOfNames(model, valueOf(type)))
    return { kind: 'has', left: parameter(sent, 'json'), right: { kind: 'literal', value: field, type: 'text' } };
  const yes: Expr = { kind: 'literal', value: 1, type: 'boolean' };
  return { kind: 'compare', operator: '=', left: parameter(sent, 'boolean'), right: yes };
}
