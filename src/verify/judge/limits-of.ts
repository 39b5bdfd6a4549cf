// Where a limit of part 8 is judged. Input: a cause. Output: its place in the order. Notation, part 8.

import { limitsOf } from '../../analysis/refusals/errors.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { CHECKS, type Check } from '../../notation/values/policies.ts';
import type { Facts } from './causes/context.ts';

/** A body that is too large is refused as soon as its length shows it, also before it is known who calls. */
export function mayComeFirst(facts: Facts, cause: MetCause): boolean {
  const limit = limitsOf(facts.model, facts.linked).find((one) => causeKey(one.cause) === causeKey(cause));
  return limit?.value.kind === 'size' && valueOf(limit.limit.per)?.[0]?.kind === 'request';
}

/**
 * Sizes and lengths of what is sent are judged with the body, unless Checks names `limits`; a number of rows last of all. A body that is larger
 * than a service takes at all may be refused before anything else is looked at: https://www.rfc-editor.org/rfc/rfc9110#section-15.5.14
 */
export function lengthLimitOf(facts: Facts, cause: MetCause, order: readonly Check[]): readonly [number, number] {
  const key = causeKey(cause);
  const limit = limitsOf(facts.model, facts.linked).find((one) => causeKey(one.cause) === key);
  const isNamed = valueOf(facts.linked.facts.checks)?.includes('limits') === true;
  const [limits, body] = [order.indexOf('limits'), order.indexOf('body')];
  switch (limit?.value.kind) {
    case 'rows':
      return [CHECKS.length, 1];
    case 'size':
      if (isNamed || valueOf(limit.limit.per)?.[0]?.kind === 'headers') return [limits, 0];
      return [body, valueOf(limit.limit.per)?.[0]?.kind === 'request' ? 0 : 1];
    case 'characters':
    case 'items':
      return isNamed ? [limits, 0] : [body, 1];
    case 'rate':
    case 'at once':
      return [limits, 0];
    default:
      return [cause.kind === 'too large' ? -1 : body, 0];
  }
}
