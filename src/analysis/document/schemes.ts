// What the schemes of part 5 say together. Input: a model. Output: the query parameters that carry a credential, which every
// operation has; the resources whose rows may be callers.

import { oncePer } from '../../base/once-per.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';

export const credentialQueries: (model: Model) => readonly string[] = oncePer(({ document }) =>
  document.authentication.schemes.items.flatMap(({ sentIn }) => {
    const place = valueOf(sentIn);
    return place?.in === 'query' ? [place.name] : [];
  }),
);

export const callerResources: (model: Model) => ReadonlySet<string> = oncePer(({ document, resources }) => {
  const named = document.authentication.schemes.items.flatMap(({ caller }) => valueOf(caller)?.resource.text ?? []);
  return new Set(named.filter((name) => resources.has(name)));
});
