// The headers that a call must have, and what their values are made from. Input: an operation, one of its headers. Output: whether it is
// needed, and what a sample of it is. Notation, part 4, table Header, keys Headers in and Repeat.

import type { ParameterPlan } from '../plan/input.ts';
import type { OperationPlan, RunPlan } from '../plan/plan.ts';

/** By a condition, too: it does no harm where that does not hold. */
export function isHeaderNeeded({ body }: RunPlan, { omitted, requiredIf, withBody }: ParameterPlan): boolean {
  if (omitted.do === 'refuse' || omitted.do === 'hold' || requiredIf !== undefined) return true;
  return withBody !== undefined && body.kind === 'fields';
}

/** Without a row of the Header table any text is one. */
export function wantedHeader(plan: ParameterPlan): Pick<ParameterPlan, 'name' | 'schema' | 'value'> {
  const { name, schema, value } = plan;
  return { name, schema: plan.combined ? { ...schema, type: 'string' } : schema, value };
}

/** The key of a repetition may be unique among all operations: each has keys of its own. Other headers need no such thing. */
export function apart({ id, run }: OperationPlan, { parameter }: ParameterPlan): number {
  if (run?.repeat?.parameter !== parameter) return 0;
  return [...id].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 999_983, 7);
}

/** As a header holds it: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1 */
export function headerText(value: unknown): string {
  if (Array.isArray(value)) return value.map(headerText).join(', ');
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
