// Rules over a row as it will be: `after:` of part 7. Input: a model. Output: each rule with its code, the resource whose rows it is
// about, and the field that a failure is of. Notation, part 7, "Causes".

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { allOperands, operandsOf } from '../document/condition-walk.ts';
import { madeAtCreate, ruleOf } from '../document/field-rules.ts';
import { followPath } from '../document/paths.ts';
import { isSearchRule, looksBeyondRows, pathsOf } from '../document/rule-paths.ts';

export interface RowRule {
  readonly code: string;
  /** The row may not be kept of which this is true. */
  readonly when: Condition;
  readonly resource: Resource;
  /** `Trip.to`. */
  readonly about: string | undefined;
}

/** Its fields are written with their resource: the first says whose rows it is about. */
export function ruledResource(model: Model, condition: Condition): Resource | undefined {
  for (const operand of allOperands(model, condition)) {
    const owner =
      operand.kind === 'field' && operand.owner !== undefined ? model.resources.get(operand.owner) : undefined;
    if (owner) return owner;
  }
  return undefined;
}

export const rowRules: (model: Model) => readonly RowRule[] = oncePer((model: Model): readonly RowRule[] =>
  model.document.errors.codes.items.flatMap(({ code, when }) =>
    (valueOf(when) ?? []).flatMap((cause): RowRule[] => {
      if (cause.kind !== 'condition' || !cause.after) return [];
      const resource = ruledResource(model, cause.condition);
      const about = cause.after.about && `${cause.after.about.owner.text}.${cause.after.about.field.text}`;
      return resource ? [{ code: code.text, when: cause.condition, resource, about }] : [];
    }),
  ),
);

/** What a rule looks at that is not known of a row as it will be. */
export type Beyond = 'other rows' | 'what is given when it is kept';

/** Through the fields that are computed whenever they are read. */
export function beyondRow(model: Model, resource: Resource, condition: Condition): ReadonlySet<Beyond> {
  const found = new Set<Beyond>();
  const seen = new Set<string>();
  const visit = (row: Resource, path: readonly string[], isOwn: boolean): void => {
    for (const [at, one] of followPath(model, row, path).fields.entries()) {
      const isOfRow = isOwn && at === 0;
      const name = `${String(isOfRow)} ${one.resource.name.text}.${one.field.name.text}`;
      const rule = seen.has(name) || madeAtCreate(one.field) ? undefined : ruleOf(one.field);
      seen.add(name);
      if (!rule) continue;
      if (isSearchRule(rule) || looksBeyondRows(rule)) found.add('other rows');
      for (const inner of pathsOf(rule)) visit(one.resource, inner, isOfRow);
      if (isOfRow && GIVEN.has(rule.kind)) found.add('what is given when it is kept');
    }
  };
  for (const operand of operandsOf(condition))
    if (operand.kind === 'field' && operand.owner === resource.name.text) visit(resource, operand.path, true);
  return found;
}

/** A slug gets a number where another row has it. */
const GIVEN: ReadonlySet<string> = new Set(['new id', 'slug', 'address']);
