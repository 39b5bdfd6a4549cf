// What the service does for a field by itself. Input: a field. Output: its rule, and whether its value is kept at all.
// Notation, part 2, "Rules of the service".

import type { Field } from '../../notation/resources.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';

const COMPUTED: ReadonlySet<Rule['kind']> = new Set([
  'text',
  'arithmetic',
  'address',
  'count',
  'exists',
  'sum',
  'min',
  'max',
  'list',
  'by the table below',
]);

export function ruleOf(field: Field): Rule | undefined {
  const setBy = valueOf(field.setBy);
  return setBy?.kind === 'service' && setBy.rule.kind !== 'gap' ? setBy.rule : undefined;
}

/** Computed from the row whenever it is shown or compared, never stored. */
export function isComputed(field: Field): boolean {
  const rule = ruleOf(field);
  return rule !== undefined && COMPUTED.has(rule.kind) && !('atCreate' in rule && rule.atCreate);
}

export type MadeAtCreate = Extract<Rule, { readonly kind: 'text' | 'arithmetic' }>;

/** `= … at create`: computed when the row is made, and kept. */
export function madeAtCreate(field: Field): MadeAtCreate | undefined {
  const rule = ruleOf(field);
  return (rule?.kind === 'text' || rule?.kind === 'arithmetic') && rule.atCreate ? rule : undefined;
}
