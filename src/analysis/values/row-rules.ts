// Rules over a row as it will be: `after:` of part 7. Input: a model. Output: each rule with its code, the resource whose rows it is
// about, and the field that a failure is of. Notation, part 7, "Causes".

import { oncePer } from '../../base/once-per.ts';
import type { Cause } from '../../notation/values/causes.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { allOperands, operandsOf, walkCondition } from '../document/condition-walk.ts';
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

type After = Pick<Extract<Cause, { readonly kind: 'condition' }>, 'condition' | 'after'>;

/** Its fields are written with their resource: the first outside of searches, or the field under `about`, says whose rows it is about. */
export function ruledResource(model: Model, { condition, after }: After): Resource | undefined {
  const owners = [
    ...operandsOf(condition).map(ownerOf),
    after?.about?.owner.text,
    ...allOperands(model, condition).map(ownerOf),
  ];
  const owner = owners.find((one) => one !== undefined && model.resources.has(one));
  return owner === undefined ? undefined : model.resources.get(owner);
}

function ownerOf(operand: Operand): string | undefined {
  return operand.kind === 'field' ? operand.owner : undefined;
}

export const rowRules: (model: Model) => readonly RowRule[] = oncePer((model: Model): readonly RowRule[] =>
  model.document.errors.codes.items.flatMap(({ code, when }) =>
    (valueOf(when) ?? []).flatMap((cause): RowRule[] => {
      if (cause.kind !== 'condition' || !cause.after) return [];
      const resource = ruledResource(model, cause);
      const about = cause.after.about && `${cause.after.about.owner.text}.${cause.after.about.field.text}`;
      return resource ? [{ code: code.text, when: cause.condition, resource, about }] : [];
    }),
  ),
);

/**
 * Does it look at other rows, or at what the row is given when it is kept? What it looks at is through the fields, too, that are computed
 * whenever they are read. It is judged when the row is kept.
 */
export function looksBeyond(model: Model, resource: Resource, condition: Condition): boolean {
  if (searchedIn(model, condition)) return true;
  let isBeyond = false;
  const seen = new Set<string>();
  const visit = (row: Resource, path: readonly string[], isOwn: boolean): void => {
    for (const [at, one] of followPath(model, row, path).fields.entries()) {
      const isOfRow = isOwn && at === 0;
      const name = `${String(isOfRow)} ${one.resource.name.text}.${one.field.name.text}`;
      const rule = seen.has(name) || madeAtCreate(one.field) ? undefined : ruleOf(one.field);
      seen.add(name);
      if (!rule) continue;
      if (isSearchRule(rule) || looksBeyondRows(rule)) isBeyond = true;
      for (const inner of pathsOf(rule)) visit(one.resource, inner, isOfRow);
      if (isOfRow && GIVEN.has(rule.kind)) isBeyond = true;
    }
  };
  for (const operand of operandsOf(condition)) if (isOf(resource, operand)) visit(resource, operand.path, true);
  return isBeyond;
}

/** Does it look for rows? */
export function searchedIn(model: Model, condition: Condition): boolean {
  let isSearch = false;
  const search = (): void => void (isSearch = true);
  walkCondition(model, condition, { row: undefined, self: undefined }, { search });
  return isSearch;
}

/** A field of the row that the rule is about. */
export function isOf(resource: Resource, operand: Operand): operand is Extract<Operand, { readonly kind: 'field' }> {
  return operand.kind === 'field' && (operand.owner === resource.name.text || operand.owner === 'this');
}

/** A slug gets a number where another row has it. */
const GIVEN: ReadonlySet<string> = new Set(['new id', 'slug', 'address']);
