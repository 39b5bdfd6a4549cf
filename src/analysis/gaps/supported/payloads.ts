// What a payload needs to be shown to those who read a stream. Input: a payload and the resources whose rows its event is about. Output: features. Notation,
// part 6, "On a stream".

import type { Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Payload } from '../../../notation/values/bodies.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { streamOf } from '../../document/streams.ts';
import { resourcesShown } from '../../requests/field-usage.ts';
import { toldResources } from '../../requests/receivers.ts';

/** It is made once, for all readers: of other rows than its own nothing is left out for one of them. */
export function payloadFeatures(model: Model, payload: Payload): Features {
  if (!streamOf(model) || payload.kind === 'same as') return [];
  const told = toldResources(model);
  const others = told.flatMap((row) =>
    [...resourcesShown(model, payload.shape, row)].filter((name) => name !== row.name.text),
  );
  return featureIf(
    others.some((name) => isForSome(model, name)),
    'Delivery: a payload on a stream, with rows that only some may see',
  );
}

/** Visible to. */
export function isForSome(model: Model, resource: string): boolean {
  const slot = model.resources.get(resource)?.visibleTo;
  const who = slot && valueOf(slot);
  return who !== undefined && who.kind !== 'anyone';
}
