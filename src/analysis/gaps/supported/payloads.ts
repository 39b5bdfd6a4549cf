// What a payload needs that this runtime does not do: what a request brings, and what only some readers of a stream may see. Input: a payload and the
// model. Output: features. Notation, part 6, "On a stream".

import type { Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Payload } from '../../../notation/values/bodies.ts';
import { ofPayload, type WordUse } from '../../document/angle-words.ts';
import { featureIf, type Features } from '../../document/features.ts';
import { streamOf } from '../../document/streams.ts';
import { resourcesShown } from '../../requests/field-usage.ts';
import { toldResources } from '../../requests/receivers.ts';

export function payloadFeatures(model: Model, payload: Payload): Features {
  return [
    ...featureIf(ofPayload(payload).some(isOfRequest), 'Delivery: a payload of what a request brings'),
    ...streamFeatures(model, payload),
  ];
}

/** An event may happen where nobody calls, by time or by hand. */
function isOfRequest({ word = '' }: WordUse): boolean {
  return word === 'request id' || word.startsWith('header ');
}

/** It is made once, for all readers: of other rows than its own nothing is left out for one of them. */
function streamFeatures(model: Model, payload: Payload): Features {
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
