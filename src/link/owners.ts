// The fields that `owner by` names. Input: a stated Who and the row that it is about. Output: findings. Notation, part 4 "Who may".

import type { Resource } from '../notation/resources.ts';
import { whosIn, type Who } from '../notation/values/who.ts';
import type { References } from './references.ts';

export function linkOwners(refs: References, who: Who, row: Resource | undefined): void {
  for (const one of whosIn(who)) {
    if (one.kind !== 'owner') continue;
    const [head, ...rest] = one.path;
    const owner = refs.model.resources.get(head!);
    refs.field(owner ?? row, owner ? rest : one.path, one.at);
  }
}
