// Whether a condition of part 7 is a rule of some operation. Input: a code and one of its conditions. Output: whether it is judged, may be
// once a gap is filled that holds the operation until then, or is a rule of no operation. Notation, part 7 "Causes".

import { isOfRequest } from '../../../notation/values/operands.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import type { ErrorCode } from '../../../notation/errors.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf, isOpen, isUnknown } from '../../../notation/slot.ts';
import { bodyOf, isUnwritten } from '../../document/inputs.ts';
import { isDeleted } from '../../machines/deletions.ts';
import { targetsOf } from '../../document/targets.ts';
import {
  canJudge,
  isBrought,
  lookedAt,
  namedByAny,
  namedCodes,
  ruleCauses,
  sendsOperands,
  shapeOf,
} from '../../machines/refusal-rules.ts';

export interface TakenUp {
  /** `judged`: by each operation that takes it up. `open`: by none, and one that a gap holds may be its judge. */
  readonly how: 'judged' | 'open' | 'unjudged';
  /** The row on which the first operation judges it. */
  readonly resource: string | undefined;
}

export function takenUp(model: Model, { code }: ErrorCode, condition: Condition): TakenUp {
  const rule = rules(model).get(keyOf(code.text, condition));
  if (rule?.isJudged) return { how: 'judged', resource: rule.resource };
  return { how: mayBeTakenUp(model, code.text, condition) ? 'open' : 'unjudged', resource: undefined };
}

/** Operations that take the condition up and cannot judge it, or send what it looks at. */
export function unableTo(model: Model, { code }: ErrorCode, condition: Condition): readonly LinkedOperation[] {
  const shape = shapeOf(condition);
  return [...model.operations.values()].filter(
    (linked) =>
      ruleCauses(model, linked).some((rule) => rule.code === code.text && shapeOf(rule.when) === shape) ||
      sendsOperands(model, linked, condition),
  );
}

interface Rule {
  readonly resource: string | undefined;
  readonly isJudged: boolean;
}

function keyOf(code: string, condition: Condition): string {
  return `${code} ${shapeOf(condition)}`;
}

/** A code may state several conditions: each of them has judges of its own. */
const rules = oncePer((model: Model): ReadonlyMap<string, Rule> => {
  const found = new Map<string, Rule>();
  for (const linked of model.operations.values()) {
    for (const rule of ruleCauses(model, linked)) {
      if (rule.code === undefined) continue;
      const key = keyOf(rule.code, rule.when);
      const { resource, isJudged } = found.get(key) ?? { resource: rule.resource, isJudged: true };
      found.set(key, { resource, isJudged: isJudged && canJudge(model, linked, rule) });
    }
  }
  return found;
});

/** A gap may be about this very condition: then it holds every operation that would judge it. Other gaps do not count. */
function mayBeTakenUp(model: Model, code: string, condition: Condition): boolean {
  const { operations, resources, document } = model;
  if (operations.size === 0) return document.endpoints.scope.mark.status !== 'none';
  if (resources.size === 0) return document.resources.scope.mark.status !== 'none';
  return (
    [...operations.values()].some((linked) => mayTakeUp(model, linked, code, condition)) ||
    [...resources.values()].some((resource) => mayRefuseDeletion(model, resource, condition))
  );
}

/** It is held by what it leaves open, and that may be what is looked at. */
function mayTakeUp(model: Model, linked: LinkedOperation, code: string, condition: Condition): boolean {
  const { operation, facts } = linked;
  if (operation.scope.mark.status === 'gap') return true;
  // A code that part 7 does not declare may be a slip of the one that is asked about; it is an error by itself.
  if (valueOf(facts.errors)?.some(({ text }) => !model.codes.has(text))) return true;
  const isOpenBody = bodyOf(model, linked).kind === 'open' && facts.body.status !== 'none';
  const isOpenRow = isOpen(facts.does) || targetsOf(model, linked).some((name) => isThereUnwritten(model, name));
  if (!isOpenBody && !isOpenRow) return false;
  const operands = lookedAt(condition).filter((one) => one.kind === 'field');
  const isTied = !namedByAny(model).has(code) && operands.some(({ owner }) => owner !== 'this');
  const mayName = namedCodes(linked).has(code) || isUnknown(facts.errors);
  return (isTied || mayName) && operands.every((one) => isOpenTo(model, linked, one, { isOpenBody, isOpenRow }));
}

function isOpenTo(
  model: Model,
  linked: LinkedOperation,
  operand: Extract<ReturnType<typeof lookedAt>[number], { kind: 'field' }>,
  { isOpenBody, isOpenRow }: { readonly isOpenBody: boolean; readonly isOpenRow: boolean },
): boolean {
  if (operand.owner === 'body') return isOpenBody || isBrought(model, linked, operand);
  if (isOfRequest(operand.owner)) return isBrought(model, linked, operand);
  if (operand.owner === 'this' || operand.owner === undefined) return isOpenRow || targetsOf(model, linked).length > 0;
  return isOpenRow || targetsOf(model, linked).includes(operand.owner);
}

/** `refused while R (…)` is such a search; a rule of When deleted that is not shown may be this one. */
function mayRefuseDeletion(model: Model, resource: Resource, condition: Condition): boolean {
  if (condition.kind !== 'exists' || condition.negated) return false;
  if (lookedAt(condition).some((one) => one.kind === 'field' && one.owner !== 'this')) return false;
  // An operation is held while it is not known what it does: it may be the one that deletes.
  if ([...model.operations.values()].some(({ facts }) => isOpen(facts.does))) return true;
  const { whenDeleted, scope } = resource;
  return isDeleted(model, resource.name.text) && (isOpen(whenDeleted) || scope.mark.status === 'gap');
}

function isThereUnwritten(model: Model, name: string): boolean {
  return model.resources.has(name) && isUnwritten(model.resources.get(name));
}
