// What a call must carry, how it is told from its repetition, and what stands in part 9. By start symbol of the grammar;
// together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

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
    ['caller `api_version`', { kind: 'caller', field: 'api_version' }],
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

/** What a call must carry, and how it is told from its repetition. */
const CALLS: Table = {
  preconditions: [
    ['`If-Match` required on `ETag`', [{ header: 'If-Match', isRequired: true, on: 'ETag' }]],
    [
      '`If-Match` required; `If-None-Match` optional',
      [
        { header: 'If-Match', isRequired: true },
        { header: 'If-None-Match', isRequired: false },
      ],
    ],
    [
      '`A` optional, `B` required',
      [
        { header: 'A', isRequired: false },
        { header: 'B', isRequired: true },
      ],
    ],
  ],
  headers_in: [
    [
      '`User-Agent` always, `Content-Type` when there is a body',
      [
        { header: 'User-Agent', need: 'always' },
        { header: 'Content-Type', need: 'when there is a body' },
      ],
    ],
    [
      '`A`; `B` required',
      [
        { header: 'A', need: 'required' },
        { header: 'B', need: 'required' },
      ],
    ],
    ['`A` optional', [{ header: 'A', need: 'optional' }]],
    [
      '`Idempotency-Key` on POST and `patch` or `PUT /orders/{id}`',
      [
        {
          header: 'Idempotency-Key',
          need: 'on',
          calls: [
            { kind: 'method', method: 'POST' },
            { kind: 'method', method: 'PATCH' },
            { kind: 'operation', operation: 'PUT /orders/{id}' },
          ],
        },
      ],
    ],
  ],
  key_header: [
    ['`Idempotency-Key`', { header: 'Idempotency-Key' }],
    ['`Idempotency-Key` required', { header: 'Idempotency-Key', need: 'required' }],
    ['`Key` optional', { header: 'Key', need: 'optional' }],
  ],
  repeat_scope: [
    ['caller and path', ['caller', 'path']],
    ['operation, everyone', ['operation', 'everyone']],
  ],
  kept_answers: [
    ['all', { kind: 'all', but: [], codes: [] }],
    ['all but 5xx', { kind: 'all', but: [{ class: '5xx' }], codes: [] }],
    ['all but 404 or any 5xx', { kind: 'all', but: [{ code: 404 }, { class: '5xx' }], codes: [] }],
    ['all but 404, 409 and 5xx', { kind: 'all', but: [{ code: 404 }, { code: 409 }, { class: '5xx' }], codes: [] }],
    ['any 2xx', { kind: 'some', statuses: [{ class: '2xx' }], codes: [] }],
    ['200, 201 or 409', { kind: 'some', statuses: [{ code: 200 }, { code: 201 }, { code: 409 }], codes: [] }],
    ['any 2xx, `card_declined`', { kind: 'some', statuses: [{ class: '2xx' }], codes: ['card_declined'] }],
    ['all but 5xx and `busy`', { kind: 'all', but: [{ class: '5xx' }], codes: ['busy'] }],
  ],
  lifetime: [
    ['14 days', 1_209_600_000],
    ['1 hour', 3_600_000],
  ],
};

export const WORDS: Table = { ...CALLS, ...VERSIONS, ...CHANGES };
