// Decision tables beside the fields that they decide. Input: resources as read. Output: the same, each rule `by the table below` with the
// rows of its table. Where its table is not there, or not all of it is shown, the rule is not shown. Notation, part 2, "Who sets a field".

import { bearsAssumption } from '../../model/walk.ts';
import type { Decision, DecisionLine, Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Decided } from '../../notation/values/decisions.ts';
import type { SetBy } from '../../notation/values/rules.ts';
import { ruleOf } from './field-rules.ts';

/** `isWhole`: a list without a mark is complete, as the title says. */
export function withDecisions(resources: readonly Resource[], isWhole: boolean): readonly Resource[] {
  return resources.map((resource) => {
    const { items } = resource.fields;
    if (!items.some(isDecided)) return resource;
    const decided = items.map((field) => (isDecided(field) ? withRows(resource, field, isWhole) : field));
    return { ...resource, fields: { ...resource.fields, items: decided } };
  });
}

export function isDecided(field: Field): boolean {
  return ruleOf(field)?.kind === 'by the table below';
}

function withRows({ decisions = [] }: Resource, field: Field, isWhole: boolean): Field {
  const { setBy } = field;
  const value = valueOf(setBy);
  if (setBy.status !== 'stated' || value?.kind !== 'service') return field;
  const table = decisions.find(({ name }) => name.text === field.name.text);
  const rows = table && rowsOf(table, isWhole);
  const rule: Extract<SetBy, { kind: 'service' }>['rule'] = rows
    ? { kind: 'by the table below', rows }
    : { kind: 'gap', at: setBy.at };
  return { ...field, setBy: { ...setBy, value: { ...value, rule } } };
}

/** Undefined: there may be more rows, or a cell says nothing. */
function rowsOf(table: Decision, isWhole: boolean): readonly Decided[] | undefined {
  const { lines } = table;
  const rows = lines.items.map(rowOf);
  // What an assumption decides would have to be marked wherever it is shown.
  if (bearsAssumption(table) || rows.includes(undefined)) return undefined;
  const isComplete = lines.mark === undefined ? isWhole || hasOtherwise(lines.items) : lines.mark === 'closed';
  return isComplete && rows.length > 0 ? rows.flatMap((row) => row ?? []) : undefined;
}

function rowOf({ value, when }: DecisionLine): Decided | undefined {
  const condition = valueOf(when);
  const literal = value.status === 'none' ? ({ kind: 'null' } as const) : valueOf(value);
  return condition && literal && { value: literal, when: condition, at: value.at };
}

export function hasOtherwise(lines: readonly DecisionLine[]): boolean {
  return lines.some(({ when }) => valueOf(when)?.kind === 'otherwise');
}
