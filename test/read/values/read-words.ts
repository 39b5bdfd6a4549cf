// What stands in a value that is kept as it is written, and in a Change row: parts 4 to 6 and 9. By start symbol of the grammar; together these
// tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import { asWritten } from './simple.ts';
import type { Table } from './simple.ts';

const CHANGES: Table = {
  version_change: [
    ['`Todo.title` was `name`', { kind: 'renamed', owner: 'Todo', field: 'title', was: 'name' }],
    ['Todo.address.street was `road`', { kind: 'renamed', owner: 'Todo', field: 'address.street', was: 'road' }],
    ['`Todo.due` new', { kind: 'new', owner: 'Todo', field: 'due' }],
    ['`Todo.due` new, default null', { kind: 'new', owner: 'Todo', field: 'due', default: { kind: 'null' } }],
    ['`Todo.n` new, default `1`', { kind: 'new', owner: 'Todo', field: 'n', default: { kind: 'number', value: '1' } }],
    ['state `paused` shown as `active`', { kind: 'state', state: 'paused', shownAs: 'active' }],
  ],
};

/** Values of parts 4 to 6 and 9 that are kept as they are written. */
const KEPT: Table = asWritten({
  preconditions: [
    '`If-Match` required on `ETag`',
    '`If-Match` required; `If-None-Match` optional',
    '`A` optional, `B` required',
  ],
  headers_in: [
    '`User-Agent` always, `Content-Type` when there is a body',
    '`A`; `B` required',
    '`A` optional',
    '`Idempotency-Key` on POST and PATCH or `PUT /orders/{id}`',
  ],
  key_header: ['`Idempotency-Key`', '`Idempotency-Key` required', '`Key` optional'],
  repeat_scope: ['caller and path', 'operation, everyone'],
  kept_answers: [
    'all',
    'all but 5xx',
    'all but 404 or any 5xx',
    'all but 404, 409 and 5xx',
    'any 2xx',
    '200, 201 or 409',
  ],
  credentials: [
    '`email` and `password` of User',
    '`realm`, `name` and `password` of `User`',
    '`key` of ApiKey',
    'user name and password, kept by the operator',
    'user name and password kept by the operator',
  ],
  issued_by: ['`POST /sessions`, `POST /users`', 'outside', 'outside: `the bank`', 'the operator', 'operator'],
  refresh: ['`POST /tokens`', '`POST /tokens`; each once'],
  revoked_when: [
    '`DELETE /session`, `User.password` changes or User is deleted',
    'User.password changes',
    'signed in again, by the operator',
  ],
  verified_by: [
    'issuer `https://id.example`, audience `orders`, `shop`; keys `https://id.example/jwks.json`, algorithms `RS256`, `ES256`',
    'keys kept by the operator',
    'introspection `https://id.example/introspect`',
    'secret `Client.secret`; signed text `{method} {path}`, within 5 minutes',
    'secret kept by the operator',
  ],
  claims: ['`sub` to caller.id, `groups` to roles; `scope` to scopes', '`sub` to caller `id`'],
  roles: [
    'User.role',
    '`User.role`',
    '`role` of User',
    '`admin`, `editor`',
    '`admin` when `role` = `admin`; `owner` when `level` > 3',
  ],
  sent_as: [
    '`POST` to `Webhook.url`',
    'POST to Webhook.url where `active` = true',
    'server-sent events on `GET /events`',
    'subject `orders`',
    'topic `orders`',
    'queue `orders`',
  ],
  accepted: ['any 2xx', '200, 202 or 204'],
  tries: ['8', 'at most 8 times', '3 tries', 'for 3 days', 'until accepted'],
  waits: ['5 seconds, 5 minutes, 1 hour', '30 seconds, doubling, at most 1 hour', '1 minute, at most 1 hour'],
  delivery_order: ['as they happened', 'as they happened, for each Order', 'as they happened, for each receiver'],
  signature: [
    'Standard Webhooks',
    'Standard Webhooks, secret `Webhook.secret`',
    'header `X-Signature: sha256={signature}`, HMAC-SHA256, hex, of `{timestamp}.{body}`, secret kept by the operator',
    'header `X-Signature`, HMAC-SHA512, base64, of `{body}`, secret Webhook.secret',
    'header `X-Signature`, HMAC-SHA1, hex, of `{body}`, secret Webhook.secret',
  ],
  envelope: [
    'CloudEvents',
    'CloudEvents, binary',
    'CloudEvents, structured',
    '{"id": <request id>, "data": Order}',
    '`{"data": Order}`',
  ],
  duplicates: ['possible', 'possible, told by header `webhook-id`', 'possible, told by `id`'],
  given_up: [
    'dropped',
    'kept for the operator',
    'sets `Webhook.active` = `false`',
    'moves `Webhook.state` to `off`',
    'moves `Webhook.state`, to `off`',
    'deletes Webhook',
  ],
  happening: [
    '`POST /orders`',
    '`Order.status` becomes `paid`, Order.total changes',
    'Order is created, Order is updated or `Order` is deleted',
  ],
  version: ['`v1`', 'v2', '1.0', '2026-01-31'],
  versions: ['`1`, `2` and 3', '2026-01-31'],
  day: ['2026-01-31', '`2026-12-01`'],
  retirement: ['2027-01-31', '`v1` on 2027-01-31, v2 since `2027-02-28`; 2026-01-31 from 2028-10-09'],
  other_version: ['the current version', 'current version', 'version `v1`', 'refused `no_version`'],
});

export const WORDS: Table = { ...KEPT, ...CHANGES };
