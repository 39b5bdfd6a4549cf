// The words of parts 5, 6, 8 and 9, and one of part 4 with a path of its own, each with an edit of
// test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const limited = (
  word: string,
  value: string,
  per: string,
  applies = 'any',
): Readonly<Record<string, readonly Edit[]>> => ({
  [`Limit: ${word}`]: [
    [
      '## 8. Limits\n\nnone',
      `## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| Most | ${value} | ${per} | ${applies} | \`taken\` |`,
    ],
  ],
});

const SENT: Readonly<Record<string, string>> = {
  'Sent as': '`POST` to `Order.dish`',
  Accepted: 'any 2xx',
  Tries: '8',
  Waits: '5 minutes',
  'Time-out': '15 seconds',
  Order: 'as they happened',
  Signature: 'Standard Webhooks, secret `Order.dish`',
};

/** A Delivery that says all it must, and an event. Where nobody is called, nothing of calls is said. */
const delivered = (key: string, value: string): readonly Edit[] => {
  const { 'Sent as': sent, Order: order } = SENT;
  const isCall = key !== 'Sent as' || value.startsWith('`POST`');
  const bullets = { ...(isCall ? SENT : { 'Sent as': sent, Order: order }), [key]: value };
  const lines = Object.entries(bullets).map(([head, text]) => `- ${head}: ${text}`);
  const event = '### order_given\n\n- When: `Order.given` changes\n- Payload: Order';
  return [['## 6. Events\n\nnone', `## 6. Events\n\n### Delivery\n\n${lines.join('\n')}\n\n${event}`]];
};

/** A stream, and what events about an order show there. */
const streamed = (path: string, payload = 'Order'): readonly Edit[] => [
  [
    '### GET /orders/{id}\n',
    `### GET ${path}\n\n- Does: none\n- Media type: text/event-stream\n- Repeat: safe\n- Answers: 200 found\n\n### GET /orders/{id}\n`,
  ],
  [
    '## 6. Events\n\nnone',
    `## 6. Events\n\n### Delivery\n\n- Sent as: server-sent events on \`GET ${path}\`\n- Order: as they happened\n- Kept for: 1 day\n\n### order_given\n\n- When: \`Order.given\` changes\n- Payload: ${payload}`,
  ],
];

export const OF_OTHER_PARTS: Readonly<Record<string, readonly Edit[]>> = {
  ...Object.fromEntries(
    Object.entries({
      ...SENT,
      Envelope: 'CloudEvents, binary',
      Duplicates: 'possible',
      'Kept for': '30 days',
      'Given up': 'dropped',
    }).map(([key, value]): [string, readonly Edit[]] => [`Delivery: ${key}`, delivered(key, value)]),
  ),
  'Delivery: server-sent events': streamed('/events'),
  'Media type: event stream': streamed('/events'),
  'Media type: event stream on a path with parameters': streamed('/orders/{id}/events'),
  'Delivery: a payload on a stream, with rows that only some may see': [
    ...streamed('/events', '{"name": `guest.name`}'),
    ['### Guest\n', '### Guest\n\n- Visible to: anyone except `name` = "cook"\n'],
  ],
  'Delivery: a payload of what a request brings': [
    ...delivered('Duplicates', 'possible'),
    ['- Payload: Order', '- Payload: {"order": Order, "request": <request id>}'],
  ],
  'Delivery: subject': delivered('Sent as', 'subject `orders`'),
  'Delivery: topic': delivered('Sent as', 'topic `orders`'),
  'Delivery: queue': delivered('Sent as', 'queue `orders`'),
  'Delivery: Signature without a secret': delivered('Signature', 'Standard Webhooks'),
  'Delivery: Signature by a secret of the operator': delivered(
    'Signature',
    'Standard Webhooks, secret kept by the operator',
  ),
  'Delivery: CloudEvents without a mode': delivered('Envelope', 'CloudEvents'),
  'Delivery: Envelope that shows a row': delivered('Envelope', '`{"event": Order}`'),
  'Word: event id': delivered('Envelope', '`{"id": <event id>, "data": <payload>}`'),
  'Word: event name': delivered('Envelope', '`{"kind": <event name>, "data": <payload>}`'),
  'Word: payload': delivered('Envelope', '`{"data": <payload>}`'),
  'Delivery: Duplicates: any': delivered('Duplicates', 'any'),
  'Delivery: Duplicates: none': delivered('Duplicates', 'none'),
  'Condition: event name': delivered('Sent as', '`POST` to `Order.dish` where `dish` = event name'),
  ...limited('size of each request', '1 MB', 'request'),
  ...limited('size of the headers', '8 KB', 'headers'),
  ...limited('size of a field', '9 B', 'Order.dish'),
  ...limited('of a field in a nested shape', '9 characters', 'Line.text'),
  ...limited('rate', '9 per minute', 'IP address'),
  ...limited('rate, by whatever the service chooses', '9 per minute', 'any'),
  ...limited('rate, if what is not of the caller', '9 per minute', 'IP address', 'query `q` = `x`'),
  ...limited('rate, if a cause that is no answer of an operation', '9 per minute', 'IP address', 'unavailable'),
  ...limited('at once', '9 at once', 'IP address'),
  ...limited('at once, by what is not known when a call begins', '9 at once', 'IP address', 'unavailable'),
  ...limited('time', '9 seconds', 'request'),
  ...limited('rows', '9 Order', 'service'),
  'Does: many rows at once, where part 8 counts them': [
    ['### PATCH /orders/{id}', '- Does: updates Order', '- Does: updates every Order where `id` = {id}'],
    ['### PATCH /orders/{id}', '| updated | Order |', '| updated | none |'],
    ...limited('rows', '9 Order', '`Order.dish`')['Limit: rows']!,
  ],
  ...limited('no rate, for whatever the service chooses', '9 seconds', 'any'),
  'Limit: no rate, of calls with a condition': [
    [
      '## 8. Limits\n\nnone',
      '## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| Most | 9 seconds | request | POST, if wrong credentials | `taken` |',
    ],
  ],
  ...limited('characters', '9 characters', 'Order.dish'),
  ...limited('items', '9 items', 'Order.lines'),
  'Versioning: Scheme: none': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields',
    ],
  ],
  'Versioning: Current version': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields',
    ],
  ],
  'Versioning: Compatibility': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields',
    ],
  ],
  'Versioning: Scheme': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: path prefix\n- Current version: `1`\n- Compatibility: new fields',
    ],
  ],
  'Versioning: Supported versions': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: the current version\n- Unknown version: the current version\n- Supported versions: `1`, `2`\n- Other changes: none',
    ],
  ],
  'Versioning: Missing version': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: the current version\n- Unknown version: the current version',
    ],
  ],
  'Versioning: Unknown version': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: the current version\n- Unknown version: the current version',
    ],
  ],
  'Versioning: Deprecated': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields\n- Deprecated: 2026-01-01',
    ],
  ],
  'Versioning: Sunset': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields\n- Sunset: 2026-01-01',
    ],
  ],
  'Versioning: Change table': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: the current version\n- Unknown version: the current version\n- Supported versions: `1`, `2`\n\n| Change | Version |\n|---|---|\n| `Order.dish` was `name` | `1` |',
    ],
  ],
  'Versioning: Change table, where no other version is served': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: the current version\n- Unknown version: the current version\n\n| Change |\n|---|\n| `Order.dish` was `name` |',
    ],
  ],
  'Versioning: Change table, in other words': [
    [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Current version: `1`\n- Compatibility: new fields\n\n| Change |\n|---|\n| The dishes are others |',
    ],
  ],
  'Does: creates or replaces, in {other}': [
    ['- Unique: `ticket`', '- Unique: `guest` and `ticket`'],
    ['### POST /orders\n', '### PUT /guests/{name}/orders/{ticket}\n'],
    [
      '- Does: creates Order\n- Body: Order\n',
      '- Does: creates or replaces Order\n- Body: Order without guest, ticket\n',
    ],
    ['| (new) | `taken` | `POST /orders` |', '| (new) | `taken` | `PUT /guests/{name}/orders/{ticket}` |'],
    [
      '| Status | When | Body |\n|---|---|---|\n| 201 | created | Order |',
      '| Path | Type | Selects |\n|---|---|---|\n| `name` | string | Guest by `name` |\n| `ticket` | string | Order by `ticket`, in {name} |\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Order |\n| 200 | replaced | Order |',
    ],
  ],
};
