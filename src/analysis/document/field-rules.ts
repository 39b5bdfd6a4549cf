// What the service does for a field by itself. Input: a field. Output: its rule, and whether its value is kept at all.
// Notation, part 2, "Rules of the service".

import type { Field } from '../../notation/resources.ts';
import type { Rule } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';

/** Answers from other rows. */
export type SearchRule = Extract<Rule, { readonly kind: 'count' | 'exists' | 'sum' | 'min' | 'max' | 'list' }>;

const SEARCHES: readonly SearchRule['kind'][] = ['count', 'exists', 'sum', 'min', 'max', 'list'];

export function isSearchRule(rule: Rule): rule is SearchRule {
  return SEARCH_KINDS.has(rule.kind);
}

const SEARCH_KINDS: ReadonlySet<Rule['kind']> = new Set(SEARCHES);

const COMPUTED: ReadonlySet<Rule['kind']> = new Set([...SEARCHES, 'text', 'arithmetic', 'address']);

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
