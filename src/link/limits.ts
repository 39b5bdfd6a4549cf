// The names of part 8: operations, resources and fields that a limit counts by or holds for, and the code that answers.
// Input: a document. Output: findings. Notation, part 8.

import { valueOf } from '../notation/slot.ts';
import type { LimitEach } from '../notation/values/limits.ts';
import { linkLimitedCalls } from './calls.ts';
import type { References } from './references.ts';

export function linkLimits(refs: References): void {
  for (const { value, per, appliesTo, whenExceeded } of refs.model.document.limits.limits.items) {
    const counted = valueOf(value);
    if (counted?.kind === 'rows') refs.resource(counted.resource);
    for (const each of valueOf(per) ?? []) linkEach(refs, each);
    linkLimitedCalls(refs, valueOf(appliesTo));
    const answer = valueOf(whenExceeded);
    if (answer) refs.error(answer.error);
  }
}

function linkEach(refs: References, each: LimitEach): void {
  switch (each.kind) {
    case 'one operation':
      refs.operation(each.operation);
      return;
    case 'resource':
      refs.resource(each.resource);
      return;
    case 'field':
      refs.field(refs.resource(each.field.owner), each.field.field.text.split('.'), each.field.field.at);
      return;
    default:
  }
}
