// Room for a row where a limit of part 8 is full: else it would hide all other refusals. Input: a run, a call that would be refused for the
// limit. Output: whether a row of the run was removed.

import { countedRows } from '../../analysis/values/counted-rows.ts';
import type { Limit } from '../../notation/limits.ts';
import { Row } from '../world/known.ts';
import type { Candidate } from './candidate.ts';
import { removed } from './clean-up.ts';
import type { Draft } from './draft.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

export async function makeRoom(session: Session, reach: Reach, { draft, outcomes }: Candidate): Promise<boolean> {
  for (const outcome of outcomes) {
    if (!('cause' in outcome) || outcome.cause.kind !== 'limit reached') continue;
    const { limit: name } = outcome.cause;
    const limit = session.model.document.limits.limits.items.find((one) => one.name.text === name);
    const row = limit && rowCounted(session, draft, limit);
    if (row && (await removed(session, reach, row))) return true;
  }
  return false;
}

/** The last one that the run made, of those that are counted with the row that the call would make. */
function rowCounted(session: Session, { actor, rows }: Draft, limit: Limit): Row | undefined {
  const counted = countedRows(session.model, limit);
  if (typeof counted === 'string') return undefined;
  const { resource, by } = counted;
  const alike = (row: Row): boolean => {
    const value = by && row.get(by.name.text);
    return !(value instanceof Row) || value === actor.row || rows.includes(value);
  };
  return session.rows(resource.name.text).findLast((row) => row.isMade && row.isThere === true && alike(row));
}
