// The preconditions that an operation has, of those that are stated. Input: a linked operation. Output: preconditions. Notation,
// part 4, key Preconditions; https://www.rfc-editor.org/rfc/rfc9110#section-13

import type { LinkedOperation } from '../../model/model.ts';
import type { Precondition } from '../../notation/values/preconditions.ts';
import { valueOf } from '../../notation/slot.ts';
import { EFFECT_TRAITS, isSafe } from './effect-traits.ts';
import { effectsOf } from './targets.ts';

export type PreconditionHeader = 'if-match' | 'if-none-match';

/** Those that the operation has. What All operations say is about the operations that it fits. */
export function preconditionsOf(
  linked: LinkedOperation,
  stated: readonly Precondition[] = valueOf(linked.facts.preconditions) ?? [],
): readonly Precondition[] {
  const isOwn = linked.operation.facts.preconditions.status !== 'absent';
  return isOwn ? stated : stated.filter((one) => fits(linked, one));
}

export function preconditionOn(linked: LinkedOperation, header: PreconditionHeader): Precondition | undefined {
  return preconditionsOf(linked).find((one) => one.header.text.toLowerCase() === header);
}

/** If-Match guards a row that is changed; If-None-Match saves an answer, or lets a row only be made. */
function fits(linked: LinkedOperation, { header }: Precondition): boolean {
  const traits = effectsOf(linked).map(({ kind }) => EFFECT_TRAITS[kind]);
  const isPut = traits.some(({ touch }) => touch === 'put');
  switch (header.text.toLowerCase()) {
    case 'if-match':
      return isPut || traits.some(({ found }) => found !== undefined && found !== 'read');
    case 'if-none-match':
      return isPut || isConditionalRead(linked);
    default:
      return true;
  }
}

/** A GET that changes nothing: only there is 304 an answer. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isConditionalRead(linked: LinkedOperation): boolean {
  const effects = effectsOf(linked);
  return linked.operation.method === 'GET' && effects.length > 0 && effects.every(isSafe);
}

/** May its answer be 304? */
export function mayBeNotModified(linked: LinkedOperation): boolean {
  return isConditionalRead(linked) && preconditionOn(linked, 'if-none-match') !== undefined;
}
