// Which rows the operator wants to see, by one field that is shown. Input: a field, how it is compared and a text, as they are typed.
// Output: a condition with what is bound for it; or one sentence that says why there is none.

import type { ValueType } from '../plan/input.ts';
import type { RowFieldPlan, RowsPlan } from '../plan/row-fields.ts';
import type { Expr, SqlValue } from '../sql/expression.ts';
import { fromText } from './from-text.ts';
import { decoder } from './resources.ts';

/** `is`: the value as it is shown; `refers`: to the row of that row key. */
export type How = 'is' | 'contains' | 'none' | 'refers';

export interface RowFilter {
  readonly field: string;
  readonly how: string;
  readonly text: string;
}

/** `where=status&value=open`; without a way, `is`. */
export function filterIn(parameters: URLSearchParams): RowFilter | undefined {
  const field = parameters.get('where');
  if (field === null || field === '') return undefined;
  return { field, how: parameters.get('how') ?? 'is', text: parameters.get('value') ?? '' };
}

export interface RowCondition {
  /** The same for all values. */
  readonly name: string;
  readonly where: Expr;
  readonly sought: SqlValue;
}

/** The ways in which rows are found by a field. */
export function howsOf({ shown, refers }: Pick<RowFieldPlan, 'shown' | 'refers'>): readonly How[] {
  if (!shown) return [];
  const { type } = shown.value;
  return [
    ...(type === 'json' ? [] : (['is'] as const)),
    ...(type === 'text' ? (['contains'] as const) : []),
    'none',
    ...(refers ? (['refers'] as const) : []),
  ];
}

/** What is sought is bound by this name. */
export const SOUGHT = 'sought';

export function conditionOf(plan: RowsPlan, { field: name, how, text }: RowFilter): RowCondition | string {
  const field = plan.fields.find((one) => one.name === name);
  if (!field?.shown) return `Rows of ${plan.resource} are not found by a field ${JSON.stringify(name)}.`;
  const way = howsOf(field).find((one) => one === how);
  if (way === undefined) return `Rows are not found by ${name} in the way ${JSON.stringify(how)}.`;
  const { at, value } = field.shown;
  const column = plan.select.columns[way === 'refers' ? field.refers!.at : at]!.expr;
  const condition = { name: `${way} ${name}` };
  if (way === 'none')
    return { ...condition, where: { kind: 'not', item: { kind: 'is-set', operand: column } }, sought: null };
  const type = way === 'refers' ? 'integer' : value.type;
  const sought = way === 'contains' ? text : storedOf({ ...value, type }, text);
  if (sought === undefined || text.includes('\0'))
    return `${JSON.stringify(text)} is no value of ${name}${field.type === undefined ? '' : `, which is ${field.type}`}.`;
  const right: Expr = { kind: 'parameter', name: SOUGHT, type };
  const where: Expr =
    way === 'contains'
      ? { kind: 'contains', left: column, right }
      : { kind: 'compare', operator: '=', left: column, right };
  return { ...condition, where, sought };
}

const JSON_TYPES: Partial<Record<ValueType['type'], string>> = {
  integer: 'integer',
  real: 'number',
  decimal: 'number',
  boolean: 'boolean',
};

/** Of a text as it is shown. A text that does not have the form that is asked of new ones may be kept. */
function storedOf(value: ValueType, text: string): SqlValue | undefined {
  if (value.type === 'text') return text;
  const item = fromText(text, value.format === 'seconds' ? 'integer' : (JSON_TYPES[value.type] ?? 'string'));
  return item && decoder(value)(item.json, item.exact);
}
