// The names of part 8: operations, resources and fields that a limit counts by or holds for, and the code that answers.
// Input: a document. Output: findings. Notation, part 8.

import { valueOf } from '../notation/slot.ts';
import type { LimitPer } from '../notation/values/limits.ts';
import { linkLimitedCalls } from './calls.ts';
import type { References } from './references.ts';

export function linkLimits(refs: References): void {
  for (const { per, appliesTo, whenExceeded } of refs.model.document.limits.limits.items) {
    linkPer(refs, valueOf(per));
    linkLimitedCalls(refs, valueOf(appliesTo));
    const answer = valueOf(whenExceeded);
    if (answer) refs.error(answer.error);
  }
}

function linkPer(refs: References, per: LimitPer | undefined): void {
  switch (per?.kind) {
    case 'one operation':
      refs.operation(per.operation);
      return;
    case 'resource':
      refs.resource(per.resource);
      return;
    case 'field':
      refs.field(refs.resource(per.field.owner), per.field.field.text.split('.'), per.field.field.at);
      return;
    default:
  }
}
