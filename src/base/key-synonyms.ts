// Keys of bullets as people call them where the notation has another. Input: a key, and which keys bind at its place. Output: the key that is
// meant, or what says the same.

import type { Advice } from './synonyms.ts';

interface EverydayKey extends Partial<Advice> {
  readonly said: RegExp;
  /** The key that is meant, or one beside which it would be. */
  readonly key: string;
}

/** Keys of bullets; each only where its key binds. What has no `hint` is that key. */
export const EVERYDAY_KEYS: readonly EverydayKey[] = [
  {
    said: /^(?:filters?|filter(?:ed)? by|search|query|query parameters|parameters|params)$/i,
    key: 'Pages',
    hint: '; what callers select by is stated in a Query table',
    write:
      'a table of this operation with the heads `Query`, `Type`, `Required`, `Default`, `Selects`, with a row for each parameter',
  },
  {
    said: /^(?:responses?|returns?|answers?|status(?: codes?)?)$/i,
    key: 'Does',
    hint: '; what is answered is stated in a Status table',
    write: 'a table of this operation with the heads `Status`, `When`, `Body`',
  },
  { said: /^(?:sort|sorting|sort(?:ed)? by|order(?:ed)? by|ordering)$/i, key: 'Order' },
  { said: /^(?:paging|pagination|paginated|page)$/i, key: 'Pages' },
  { said: /^(?:auth|authorization|authentication|permissions?|access|allowed|roles?)$/i, key: 'Who' },
  { said: /^(?:action|effect|behaviou?r)$/i, key: 'Does' },
  { said: /^(?:content[ -]type|format)$/i, key: 'Media type' },
  { said: /^(?:request|request body|payload|input)$/i, key: 'Body' },
  { said: /^idempotent|idempotency$/i, key: 'Repeat' },
  { said: /^(?:key|id|primary key|identifier|identity)$/i, key: 'Identified by' },
  { said: /^(?:on delete|deletion|deleting)$/i, key: 'When deleted' },
];

/** `binds`: is this a key at the place? */
export function everydayKey(said: string, binds: (key: string) => boolean): EverydayKey | undefined {
  return EVERYDAY_KEYS.find((one) => one.said.test(said) && binds(one.key));
}
