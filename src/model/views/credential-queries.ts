// The query parameters that carry a credential: part 5 declares them for every operation. Comes in: a model. Goes out: their
// names. Notation, part 5, key Sent in, as written: `` query `key` ``.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../model.ts';
import { valueOf } from '../../notation/slot.ts';

export const credentialQueries: (model: Model) => readonly string[] = oncePer((model) =>
  model.document.authentication.schemes.items.flatMap(({ facts }) => {
    const sentIn = facts.get('Sent in');
    const written = sentIn && valueOf(sentIn);
    return /^query\s+`+\s*(.+?)\s*`+$/i.exec(written ?? '')?.[1] ?? [];
  }),
);
