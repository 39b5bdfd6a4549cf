// How rows of part 7 may spell a cause. Input: a cause that a request meets. Output: its spellings, in the order in which they count.
// Notation, part 7, "Causes".

import type { LinkedOperation, Model } from '../../model/model.ts';
import { absent, valueOf } from '../../notation/slot.ts';
import { fieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import { bodyOf } from '../document/inputs.ts';
import { isNotBlank } from './causes.ts';
import { failureSpellings } from './failure-spellings.ts';

/**
 * How rows may spell a cause: spellings in one list have equal rank, a later list counts when no row holds one of
 * an earlier. What is absent from a field that is `not blank` is blank too; what is blank there breaks Allowed values,
 * so it is also invalid; an address that is there already is taken.
 */
export function spellingsOf(
  model: Model,
  linked: LinkedOperation | undefined,
  cause: MetCause,
): readonly (readonly MetCause[])[] {
  switch (cause.kind) {
    case 'field': {
      const own = failureSpellings(model, linked, cause);
      const isBlankToo =
        cause.failure === 'missing' && linked !== undefined && isNotBlank(model, bodyOf(model, linked), cause);
      if (isBlankToo) return [[...own, ...failureSpellings(model, linked, { ...cause, failure: 'blank' })]];
      if (cause.failure === 'blank') return [own, failureSpellings(model, linked, { ...cause, failure: 'invalid' })];
      return [own];
    }
    case 'illegal move':
    case 'not permitted':
      return [[cause, { kind: cause.kind, on: undefined }]];
    case 'already there': {
      const identity = valueOf(model.resources.get(cause.resource)?.identifiedBy ?? absent({ start: 0, end: 0 })) ?? [];
      const taken = identity.flatMap(({ text }) =>
        failureSpellings(model, linked, fieldCause(cause.resource, text, 'taken')),
      );
      return [[cause], taken];
    }
    default:
      return [[cause]];
  }
}
