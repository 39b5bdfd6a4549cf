// Which features a bullet of Delivery needs. Input: its key and its value. Output: features such as `Delivery: topic`; where one of them does not
// run, events wait. Notation, part 6, Delivery.

import type { SlotKey } from '../../../notation/declaration.ts';
import { DELIVERY, type DeliveryFacts } from '../../../notation/events.ts';
import type { SentAs } from '../../../notation/values/delivery.ts';
import type { Envelope, Signature } from '../../../notation/values/signatures.ts';
import type { Template } from '../../../notation/values/shapes.ts';
import type { Model } from '../../../model/model.ts';
import { declaredFeature, featureIf, type Features } from '../../document/features.ts';
import { streamOf } from '../../document/streams.ts';
import { receiverConditions } from '../../requests/receivers.ts';
import { wordFeatures } from './angle-words.ts';
import { conditionFeatures } from './values.ts';

export function deliveryFeatures(model: Model, key: SlotKey<DeliveryFacts>, value: unknown): Features {
  const own = streamOf(model) ? 'Delivery: server-sent events' : declaredFeature('Delivery', DELIVERY[key].head);
  switch (key) {
    case 'sentAs':
      return sentFeatures(model, value as SentAs, own);
    case 'signature': {
      const { secret } = value as Signature;
      return [
        own,
        ...featureIf(!secret, 'Delivery: Signature without a secret'),
        ...featureIf(secret?.kind === 'operator', 'Delivery: Signature by a secret of the operator'),
      ];
    }
    case 'envelope': {
      const envelope = value as Envelope;
      if (envelope.kind === 'shape') {
        const { shape } = envelope;
        return [own, ...new Set(shape.kind === 'template' ? envelopeFeatures(shape.value) : SHOWS_A_ROW)];
      }
      return [own, ...featureIf(envelope.mode === undefined, 'Delivery: CloudEvents without a mode')];
    }
    default:
      return [own];
  }
}

/** Events are about rows of several resources: none of them is at hand. */
function envelopeFeatures(template: Template): Features {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap(({ key, value }) => [
        ...(key.kind === 'word' ? wordFeatures(key.word, NO_COLUMNS) : []),
        ...envelopeFeatures(value),
      ]);
    case 'list':
      return template.items.flatMap(envelopeFeatures);
    case 'word':
      return wordFeatures(template.word, NO_COLUMNS);
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : wordFeatures(part.word, NO_COLUMNS)));
    case 'shape':
      return SHOWS_A_ROW;
    case 'literal':
    case 'field':
      return [];
  }
}

const NO_COLUMNS: ReadonlySet<string> = new Set();
const SHOWS_A_ROW: Features = ['Delivery: Envelope that shows a row'];

function sentFeatures(model: Model, sent: SentAs, own: Features[number]): Features {
  if (sent.kind !== 'request') return [`Delivery: ${sent.kind}`];
  const asked = receiverConditions(model).flatMap(({ condition, place }) => conditionFeatures(model, condition, place));
  return [own, ...new Set(asked)];
}
