// What this runtime does not do of Delivery, as people say it (plain.ts), and what to write instead (instead.ts). Data only.

import type { Feature, HeldForm } from '../../document/features.ts';

type OfDelivery = Extract<HeldForm, `Delivery: ${string}`>;

export const OF_DELIVERY: Readonly<Record<OfDelivery, string>> = {
  'Delivery: a payload on a stream, with rows that only some may see':
    'a payload on a stream that shows rows of another resource which only some may see',
  'Delivery: a payload of what a request brings': '`<request id>` and `<header X>` in a payload',
  'Delivery: topic': '`topic` under Sent as',
  'Delivery: Signature without a secret': '`Standard Webhooks` without a secret',
  'Delivery: CloudEvents without a mode': '`CloudEvents` without `binary` or `structured`',
  'Delivery: Envelope that shows a row': 'an Envelope that shows a row',
  'Delivery: Duplicates: none': '`none` under Duplicates',
};

export const INSTEAD_OF_DELIVERY: ReadonlyMap<Feature, string> = new Map<Feature, string>([
  [
    'Delivery: a payload on a stream, with rows that only some may see',
    'show the keys of these rows, or nothing of them: a payload is the same for all readers',
  ],
  ['Delivery: a payload of what a request brings', 'keep it in a field of the row, and show that'],
  [
    'Delivery: topic',
    'write subject `…` of NATS, queue `…` of AMQP, or `POST` to a field with an address, such as `Webhook.url`',
  ],
  [
    'Delivery: Signature without a secret',
    'write `Standard Webhooks, secret Webhook.secret`, with a field of the receiver',
  ],
  ['Delivery: CloudEvents without a mode', 'write `CloudEvents, binary` or `CloudEvents, structured`'],
  [
    'Delivery: Envelope that shows a row',
    'write a template with `<payload>` where that is: `{"id": <event id>, "data": <payload>}`',
  ],
  [
    'Delivery: Duplicates: none',
    'write `possible`, told by a header: a receiver that dies behind its answer gets the event once more',
  ],
]);
