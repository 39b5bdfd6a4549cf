// Nested shapes that a merge (RFC 7396) reaches. Input: a model. Output: whether a shape is one of them.

import { effectsOf } from '../analysis/document/targets.ts';
import { nestedIn } from '../analysis/values/nested-rules.ts';
import { oncePer } from '../base/once-per.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';

const reached = oncePer((model: Model): ReadonlySet<Resource> => {
  const found = new Set<Resource>();
  const walk = (resource: Resource | undefined): void => {
    for (const field of resource?.fields.items ?? []) {
      const inner = nestedIn(model, valueOf(field.type));
      if (!inner || found.has(inner)) continue;
      found.add(inner);
      walk(inner);
    }
  };
  for (const linked of model.operations.values())
    for (const effect of effectsOf(linked))
      if (effect.kind === 'merges into') walk(model.resources.get(effect.target.text));
  return found;
});

export function isMergedInto(model: Model, resource: Resource): boolean {
  return reached(model).has(resource);
}
