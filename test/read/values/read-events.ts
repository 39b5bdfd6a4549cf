// What stands in the bullets of Delivery and under When of an event: part 6. By start symbol of the grammar.

import type { Table } from './simple.ts';

const url = { owner: 'Webhook', field: 'url' };
const active = { owner: 'Webhook', field: 'active' };
const state = { owner: 'Webhook', field: 'state' };
const status = { owner: 'Order', field: 'status' };
const secret = { kind: 'field', field: { owner: 'Webhook', field: 'secret' } };
const hole = (name: string): unknown => ({ hole: name });

export const EVENTS: Table = {
  sent_as: [
    ['`POST` to `Webhook.url`', { kind: 'request', to: url }],
    [
      'POST to Webhook.url where `active` = true',
      {
        kind: 'request',
        to: url,
        where: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['active'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    [
      '`POST` to `Webhook.url` where `kinds` has event name',
      {
        kind: 'request',
        to: url,
        where: { kind: 'has', left: { kind: 'field', path: ['kinds'] }, right: { kind: 'event name' } },
      },
    ],
    ['server-sent events on `GET /events`', { kind: 'server-sent events', operation: 'GET /events' }],
    ['subject `orders`', { kind: 'subject', name: 'orders' }],
    ['Topic `Orders.created`', { kind: 'topic', name: 'Orders.created' }],
    ['queue `a b`', { kind: 'queue', name: 'a b' }],
  ],
  accepted: [
    ['any 2xx', [{ class: '2xx' }]],
    ['200, 202 or 204', [{ code: 200 }, { code: 202 }, { code: 204 }]],
  ],
  tries: [
    ['8', { kind: 'times', times: 8 }],
    ['at most 8 times', { kind: 'times', times: 8 }],
    ['1 tries', { kind: 'times', times: 1 }],
    ['for 3 days', { kind: 'for', time: 259_200_000 }],
    ['until accepted', { kind: 'until accepted' }],
  ],
  waits: [
    ['5 seconds', { times: [5000], doubling: false }],
    ['5 seconds, 5 minutes, 1 hour', { times: [5000, 300_000, 3_600_000], doubling: false }],
    ['30 seconds, doubling', { times: [30_000], doubling: true }],
    ['30 seconds, doubling, at most 1 hour', { times: [30_000], doubling: true, atMost: 3_600_000 }],
    ['1 minute, at most 1 hour', { times: [60_000], doubling: false, atMost: 3_600_000 }],
  ],
  delivery_order: [
    ['as they happened', { kind: 'all' }],
    ['as they happened, for each Order', { kind: 'each row', resource: 'Order' }],
    ['as they happened, for each receiver', { kind: 'each receiver' }],
  ],
  signature: [
    ['Standard Webhooks', { kind: 'Standard Webhooks' }],
    ['Standard Webhooks, secret `Webhook.secret`', { kind: 'Standard Webhooks', secret }],
    [
      'header `X-Signature: sha256={signature}`, hmac-sha256, hex, of `{timestamp}.{body}`, secret kept by the operator',
      {
        kind: 'header',
        header: 'X-Signature',
        value: ['sha256=', hole('signature')],
        digest: 'hmac-sha256',
        encoding: 'hex',
        signed: [hole('timestamp'), '.', hole('body')],
        secret: { kind: 'operator' },
      },
    ],
    [
      'header `X-Sign`, HMAC-SHA512, base64, of `{id}{other}{body`, secret Webhook.secret',
      {
        kind: 'header',
        header: 'X-Sign',
        digest: 'hmac-sha512',
        encoding: 'base64',
        signed: [hole('id'), '{other}{body'],
        secret,
      },
    ],
    [
      'header `X`, hmac-sha1, hex, of `{body}`, secret kept by the operator',
      {
        kind: 'header',
        header: 'X',
        digest: 'hmac-sha1',
        encoding: 'hex',
        signed: [hole('body')],
        secret: { kind: 'operator' },
      },
    ],
  ],
  envelope: [
    ['CloudEvents', { kind: 'CloudEvents' }],
    ['CloudEvents, binary', { kind: 'CloudEvents', mode: 'binary' }],
    ['cloudevents, structured', { kind: 'CloudEvents', mode: 'structured' }],
    ['`Cloudevents as Short`', { kind: 'shape', shape: { kind: 'resource', resource: 'Cloudevents', view: 'Short' } }],
    [
      '{"id": <request id>}',
      {
        kind: 'shape',
        shape: {
          kind: 'template',
          value: {
            kind: 'object',
            pairs: [{ key: { kind: 'literal', text: 'id' }, value: { kind: 'word', word: 'request id' } }],
          },
        },
      },
    ],
  ],
  duplicates: [
    ['possible', {}],
    ['possible, told by header `webhook-id`', { by: { in: 'header', name: 'webhook-id' } }],
    ['possible, told by `id`', { by: { in: 'body', name: 'id' } }],
  ],
  given_up: [
    ['dropped', { kind: 'dropped' }],
    ['kept for the operator', { kind: 'kept for the operator' }],
    ['sets `Webhook.active` = `false`', { kind: 'sets', field: active, value: { kind: 'boolean', value: false } }],
    ['moves `Webhook.state` to `off`', { kind: 'moves', field: state, to: 'off' }],
    ['moves Webhook.state, to `off`', { kind: 'moves', field: state, to: 'off' }],
    ['deletes Webhook', { kind: 'deletes', resource: 'Webhook' }],
  ],
  happening: [
    ['`POST /orders`', [{ kind: 'call', operation: 'POST /orders' }]],
    [
      '`Order.status` becomes `paid`, Order.total changes',
      [
        { kind: 'becomes', field: status, value: 'paid' },
        { kind: 'changes', field: { owner: 'Order', field: 'total' } },
      ],
    ],
    [
      'Order is created, Order is updated or `Order` is deleted',
      [
        { kind: 'created', resource: 'Order' },
        { kind: 'updated', resource: 'Order' },
        { kind: 'deleted', resource: 'Order' },
      ],
    ],
  ],
};
