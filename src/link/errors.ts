// The names that part 7 uses: shapes of bodies, and all that causes name. Input: a document. Output: findings. Notation, part 7 and
// rule 6.

import { valueOf } from '../notation/slot.ts';
import { linkShape } from './answers.ts';
import { linkCause } from './causes.ts';
import type { References } from './references.ts';

export function linkErrors(refs: References): void {
  const { errors } = refs.model.document;
  const shape = valueOf(errors.errorBody);
  if (shape) linkShape(refs, shape, undefined);
  for (const code of errors.codes.items) {
    for (const cause of valueOf(code.when) ?? []) linkCause(refs, cause);
    const own = valueOf(code.body);
    if (own) linkShape(refs, own, undefined);
  }
}
