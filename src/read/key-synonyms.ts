// Keys of bullets as people call them where the notation has another. Input: a key, and which keys bind at its place. Output: the key that is
// meant, or what says the same.

import type { Advice } from '../base/synonyms.ts';
import { ticked } from '../base/ticked.ts';
import { headsOf, type AnyDeclaration } from '../notation/declaration.ts';
import { OPERATION } from '../notation/operation.ts';
import { QUERY } from '../notation/parameters.ts';
import { RESOURCE } from '../notation/resources.ts';
import { ANSWERS, STATUS } from '../notation/statuses.ts';

interface EverydayKey extends Partial<Advice> {
  readonly said: RegExp;
  /** The key that is meant, or one beside which it would be. */
  readonly key: AnyDeclaration;
}

const { type, required, default: fallback, selects } = QUERY.columns;
const QUERY_HEADS = [QUERY.head, ...headsOf({ type, required, fallback, selects })].map(ticked).join(', ');

const { status, when, body } = STATUS.columns;
const STATUS_HEADS = headsOf({ status, when, body }).map(ticked).join(', ');

/** Keys of bullets; each only where its key binds. What has no `hint` is that key. */
export const EVERYDAY_KEYS: readonly EverydayKey[] = [
  {
    said: /^(?:filters?|filter(?:ed)? by|search|query|query parameters|parameters|params)$/i,
    key: OPERATION.pages,
    hint: '; what callers select by is stated in a Query table',
    write: `a table of this operation with the heads ${QUERY_HEADS}, with a row for each parameter`,
  },
  {
    said: /^(?:responses?|returns?|status(?: codes?)?)$/i,
    key: OPERATION.does,
    hint: `; what is answered is stated by ${ticked(ANSWERS.head)} or in a Status table`,
    write: `${ticked(`- ${ANSWERS.head}: …`)}, or a table of this operation with the heads ${STATUS_HEADS}`,
  },
  { said: /^(?:sort|sorting|sort(?:ed)? by|order(?:ed)? by|ordering)$/i, key: OPERATION.order },
  { said: /^(?:paging|pagination|paginated|page)$/i, key: OPERATION.pages },
  { said: /^(?:auth|authorization|authentication|permissions?|access|allowed|roles?)$/i, key: OPERATION.who },
  { said: /^(?:action|effect|behaviou?r)$/i, key: OPERATION.does },
  { said: /^(?:content[ -]type|format)$/i, key: OPERATION.mediaType },
  { said: /^(?:request|request body|payload|input)$/i, key: OPERATION.body },
  { said: /^idempotent|idempotency$/i, key: OPERATION.repeat },
  { said: /^(?:key|id|primary key|identifier|identity)$/i, key: RESOURCE.identifiedBy },
  { said: /^(?:on delete|deletion|deleting)$/i, key: RESOURCE.whenDeleted },
];

/** `binds`: is this a key at the place? */
export function everydayKey(said: string, binds: (key: string) => boolean): EverydayKey | undefined {
  return EVERYDAY_KEYS.find((one) => one.said.test(said) && binds(one.key.head));
}
