// What stands in a value that is kept as it is written, and in part 9. By start symbol of the grammar; together these
// tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import { asWritten } from './simple.ts';
import type { Table } from './simple.ts';

const VERSIONS: Table = {
  version_scheme: [
    ['path prefix', { kind: 'path prefix' }],
    ['Media type', { kind: 'media type' }],
    ['header `API-Version`', { kind: 'header', name: 'API-Version' }],
    ['query `v`', { kind: 'query', name: 'v' }],
  ],
  version: [
    ['`v1`', { version: 'v1' }],
    ['v2', { version: 'v2' }],
    ['1.0', { version: '1.0' }],
    ['2026-01-31', { version: '2026-01-31' }],
  ],
  versions: [
    ['`1`, `2` and 3', ['1', '2', '3']],
    ['2026-01-31', ['2026-01-31']],
  ],
  day: [
    ['2026-01-31', '2026-01-31'],
    ['`2026-12-01`', '2026-12-01'],
  ],
  retirement: [
    ['2027-01-31', [{ day: '2027-01-31' }]],
    [
      '`v1` on 2027-01-31, v2 since `2027-02-28`; 2026-01-31 from 2028-10-09',
      [
        { version: 'v1', day: '2027-01-31' },
        { version: 'v2', day: '2027-02-28' },
        { version: '2026-01-31', day: '2028-10-09' },
      ],
    ],
  ],
  other_version: [
    ['the current version', { kind: 'the current version' }],
    ['current version', { kind: 'the current version' }],
    ['version `v1`', { kind: 'version', version: 'v1' }],
    ['refused `no_version`', { kind: 'refused', error: 'no_version' }],
  ],
};

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
  lifetime: ['14 days', '1 hour'],
});

export const WORDS: Table = { ...KEPT, ...VERSIONS, ...CHANGES };
