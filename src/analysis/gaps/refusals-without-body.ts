// Refusals that HTTP itself answers with a status alone, in a document that states an Error body: no code names them. Input: a model.
// Output: causes that a request can meet, with their status. Notation, part 7; docs/http-floor.md.

import { causeKey, kindOfCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { answerOf, FLOOR_CAUSES, isMet, isStated } from '../refusals/errors.ts';
import { slotsOf } from './slots.ts';

export interface RefusalWithoutBody {
  readonly cause: string;
  readonly status: number;
}

export function refusalsWithoutBody(model: Model): readonly RefusalWithoutBody[] {
  const { operations } = model;
  if (operations.size === 0 || valueOf(model.document.errors.errorBody) === undefined) return [];
  const isBare = (cause: MetCause): boolean =>
    isOfNone(model, cause) ||
    [...operations.values()].some(
      (linked) => isMet(model, linked, cause) && answerOf(model, linked, cause) === undefined,
    );
  return FLOOR_CAUSES.filter(({ cause }) => isBare(cause)).map(({ cause, status }) => ({
    cause: causeKey(cause),
    status,
  }));
}

/** It belongs to no operation. While there may be more operations, a request for another one meets that gap. */
function isOfNone(model: Model, cause: MetCause): boolean {
  const { outside } = kindOfCause(cause);
  if (outside === undefined || cause.kind === 'too large' || isStated(model, cause)) return false;
  return outside !== 'alone' || !mayBeMore(model);
}

/** An open question of part 4 itself, or, where it does not say whether its list is complete, of the title. */
function mayBeMore(model: Model): boolean {
  const { open } = slotsOf(model);
  const { mark } = model.document.endpoints.operations;
  const ids = ['4', '4/operations', ...(mark === undefined ? ['lists'] : [])];
  return ids.some((id) => open.get(id)?.status === 'gap');
}
