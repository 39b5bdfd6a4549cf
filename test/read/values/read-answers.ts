// What stands in a value and what is read from it: answers. By start symbol of the grammar; spans left out, names as their
// text (see simple.ts). Together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import type { Table } from './simple.ts';

const FREE_PLAN = {
  kind: 'condition',
  condition: {
    kind: 'compare',
    operator: '=',
    left: { kind: 'field', owner: 'caller', path: ['plan'] },
    right: { kind: 'text', value: 'free' },
  },
};

export const ANSWERS: Table = {
  body_fact: [
    ['ignored', { kind: 'ignored' }],
    ['same as `POST /orders`', { kind: 'same as', operation: 'POST /orders' }],
    ['Order', { kind: 'shape', shape: { kind: 'resource', resource: 'Order' } }],
    ['`Order`', { kind: 'shape', shape: { kind: 'resource', resource: 'Order' } }],
    [
      '{"order": Order}',
      {
        kind: 'shape',
        shape: {
          kind: 'template',
          value: {
            kind: 'object',
            pairs: [
              {
                key: { kind: 'literal', text: 'order' },
                value: { kind: 'shape', shape: { kind: 'resource', resource: 'Order' } },
              },
            ],
          },
        },
      },
    ],
  ],
  limit_value: [
    ['100 per minute', { kind: 'rate', count: 100, window: 60_000 }],
    ['2 per second', { kind: 'rate', count: 2, window: 1000 }],
    ['3 per hour', { kind: 'rate', count: 3, window: 3_600_000 }],
    ['4 per day', { kind: 'rate', count: 4, window: 86_400_000 }],
    ['5 per week', { kind: 'rate', count: 5, window: 604_800_000 }],
    ['50 per 10 seconds, burst 20', { kind: 'rate', count: 50, window: 10_000, burst: 20 }],
    ['1 byte', { kind: 'size', number: '1', unit: 'B' }],
    ['2 bytes', { kind: 'size', number: '2', unit: 'B' }],
    ['3 KB', { kind: 'size', number: '3', unit: 'KB' }],
    ['1.5 MB', { kind: 'size', number: '1.5', unit: 'MB' }],
    ['10.50 mb', { kind: 'size', number: '10.5', unit: 'MB' }],
    ['100.00 mb', { kind: 'size', number: '100', unit: 'MB' }],
    ['999999999999999 B', { kind: 'size', number: '999999999999999', unit: 'B' }],
    ['9007199 GB', { kind: 'size', number: '9007199', unit: 'GB' }],
    ['1 GB', { kind: 'size', number: '1', unit: 'GB' }],
    ['1 KiB', { kind: 'size', number: '1', unit: 'KiB' }],
    ['1 MiB', { kind: 'size', number: '1', unit: 'MiB' }],
    ['1 GiB', { kind: 'size', number: '1', unit: 'GiB' }],
    ['1 character', { kind: 'characters', count: 1 }],
    ['255 characters', { kind: 'characters', count: 255 }],
    ['1 item', { kind: 'items', count: 1 }],
    ['100 items', { kind: 'items', count: 100 }],
    ['14892855 per week, burst 2', { kind: 'rate', count: 14_892_855, window: 604_800_000, burst: 2 }],
    ['100000 at once', { kind: 'at once', count: 100_000 }],
    ['25 at once', { kind: 'at once', count: 25 }],
    ['30 seconds', { kind: 'time', milliseconds: 30_000 }],
    ['10 Webhook', { kind: 'rows', count: 10, resource: 'Webhook' }],
    ['1 `Items`', { kind: 'rows', count: 1, resource: 'Items' }],
  ],
  limit_per: [
    ['caller', [{ kind: 'caller' }]],
    ['ip address', [{ kind: 'IP address' }]],
    ['operation', [{ kind: 'operation' }]],
    ['request', [{ kind: 'request' }]],
    ['headers', [{ kind: 'headers' }]],
    ['service', [{ kind: 'service' }]],
    ['`POST /x`', [{ kind: 'one operation', operation: 'POST /x' }]],
    ['`nothing`', [{ kind: 'one operation', operation: 'nothing' }]],
    ['Order', [{ kind: 'resource', resource: 'Order' }]],
    ['`Caller`', [{ kind: 'resource', resource: 'Caller' }]],
    ['Order.customer', [{ kind: 'field', field: { owner: 'Order', field: 'customer' } }]],
    ['`Order.customer.name`', [{ kind: 'field', field: { owner: 'Order', field: 'customer.name' } }]],
    ['caller and operation', [{ kind: 'caller' }, { kind: 'operation' }]],
    ['IP address, `User.email`', [{ kind: 'IP address' }, { kind: 'field', field: { owner: 'User', field: 'email' } }]],
  ],
  applies_to: [
    ['GET', { calls: [{ kind: 'method', method: 'GET' }] }],
    [
      'HEAD, POST, put, PATCH, DELETE, OPTIONS, QUERY, `get`',
      {
        calls: ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'GET'].map((method) => ({
          kind: 'method',
          method,
        })),
      },
    ],
    [
      '`POST /orders`, GET',
      {
        calls: [
          { kind: 'operation', operation: 'POST /orders' },
          { kind: 'method', method: 'GET' },
        ],
      },
    ],
    ['caller `plan` = `free`', { calls: [], when: FREE_PLAN }],
    [
      'GET, `POST /orders`, if caller `plan` = `free`',
      {
        calls: [
          { kind: 'method', method: 'GET' },
          { kind: 'operation', operation: 'POST /orders' },
        ],
        when: FREE_PLAN,
      },
    ],
    [
      '`POST /login`, if wrong credentials',
      { calls: [{ kind: 'operation', operation: 'POST /login' }], when: { kind: 'wrong credentials' } },
    ],
    ['wrong token', { calls: [], when: { kind: 'wrong token' } }],
    ['`User.email` taken', { calls: [], when: { kind: 'field', resource: 'User', path: ['email'], failure: 'taken' } }],
  ],
  when_exceeded: [['`too_many`', { error: 'too_many' }]],
  payload: [
    ['same as `order_created`', { kind: 'same as', event: 'order_created' }],
    ['Order', { kind: 'shape', shape: { kind: 'resource', resource: 'Order' } }],
  ],
  cross_origin: [
    ['any', { kind: 'any', origins: [], credentials: false }],
    ['any with credentials', { kind: 'any', origins: [], credentials: true }],
    [
      '`https://a.example`, `http://localhost:3000`',
      { kind: 'origins', origins: ['https://a.example', 'http://localhost:3000'], credentials: false },
    ],
    ['`https://a.example`, with credentials', { kind: 'origins', origins: ['https://a.example'], credentials: true }],
  ],
  media_type: [
    ['application/json', { in: 'application/json', out: 'application/json' }],
    ['`application/json`', { in: 'application/json', out: 'application/json' }],
    [
      'application/json; charset=utf-8',
      { in: 'application/json; charset=utf-8', out: 'application/json; charset=utf-8' },
    ],
    [
      'in application/merge-patch+json; out `application/json; charset="utf-8"`',
      { in: 'application/merge-patch+json', out: 'application/json; charset="utf-8"' },
    ],
    ['in application/json; v=1; out text/csv', { in: 'application/json; v=1', out: 'text/csv' }],
  ],
  selects: [
    ['Order by `id`', { kind: 'row', resource: 'Order', by: 'id' }],
    ['`Order` by id, in {customer}', { kind: 'row', resource: 'Order', by: 'id', inside: 'customer' }],
    [
      '`due` <= value',
      {
        kind: 'condition',
        condition: {
          kind: 'compare',
          operator: '<=',
          left: { kind: 'field', path: ['due'] },
          right: { kind: 'value' },
        },
      },
    ],
    [
      'there is Favorite (`article` = this and `user.username` = value)',
      {
        kind: 'condition',
        condition: {
          kind: 'exists',
          negated: false,
          resource: 'Favorite',
          where: {
            kind: 'and',
            items: [
              { kind: 'compare', operator: '=', left: { kind: 'field', path: ['article'] }, right: { kind: 'this' } },
              {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['user', 'username'] },
                right: { kind: 'value' },
              },
            ],
          },
        },
      },
    ],
    ['only the fields named', { kind: 'only the fields named' }],
    ['whole, for `customer`, `lines`', { kind: 'whole', fields: ['customer', 'lines'] }],
    ['whole for `customer`', { kind: 'whole', fields: ['customer'] }],
  ],
  answers: [
    [
      '201 created, Order',
      {
        status: { status: 'stated', value: { code: 201 }, text: '201' },
        when: {
          status: 'stated',
          value: { kind: 'outcome', outcomes: ['created'], condition: undefined },
          text: 'created',
        },
        body: { status: 'stated', value: { kind: 'resource', resource: 'Order' }, text: 'Order' },
      },
    ],
    [
      '204 deleted',
      {
        status: { status: 'stated', value: { code: 204 }, text: '204' },
        when: {
          status: 'stated',
          value: { kind: 'outcome', outcomes: ['deleted'], condition: undefined },
          text: 'deleted',
        },
        body: { status: 'absent' },
      },
    ],
    [
      '200 found or unchanged, none',
      {
        status: { status: 'stated', value: { code: 200 }, text: '200' },
        when: {
          status: 'stated',
          value: { kind: 'outcome', outcomes: ['found', 'unchanged'], condition: undefined },
          text: 'found or unchanged',
        },
        body: { status: 'none', text: 'none' },
      },
    ],
    [
      '200 moved and `open` is set, any',
      {
        status: { status: 'stated', value: { code: 200 }, text: '200' },
        when: {
          status: 'stated',
          value: {
            kind: 'outcome',
            outcomes: ['moved'],
            condition: { kind: 'is-set', operand: { kind: 'field', path: ['open'] } },
          },
          text: 'moved and `open` is set',
        },
        body: { status: 'any', text: 'any' },
      },
    ],
    [
      '200 updated, not shown, they know',
      {
        status: { status: 'stated', value: { code: 200 }, text: '200' },
        when: {
          status: 'stated',
          value: { kind: 'outcome', outcomes: ['updated'], condition: undefined },
          text: 'updated',
        },
        body: { status: 'gap', how: 'marked', text: 'not shown, they know', note: 'they know' },
      },
    ],
    [
      '200 replaced, `[Order]`',
      {
        status: { status: 'stated', value: { code: 200 }, text: '200' },
        when: {
          status: 'stated',
          value: { kind: 'outcome', outcomes: ['replaced'], condition: undefined },
          text: 'replaced',
        },
        body: {
          status: 'stated',
          value: {
            kind: 'template',
            value: { kind: 'list', items: [{ kind: 'shape', shape: { kind: 'resource', resource: 'Order' } }] },
          },
          text: '`[Order]`',
        },
      },
    ],
  ],
  error_status: [
    ['400', 400],
    ['599', 599],
  ],
  status_code: [
    ['200', { code: 200 }],
    ['599', { code: 599 }],
    ['any 2xx', { class: '2xx' }],
    ['any 4XX', { class: '4xx' }],
  ],
  status_when: [
    ['found', { kind: 'outcome', outcomes: ['found'] }],
    ['created', { kind: 'outcome', outcomes: ['created'] }],
    ['updated, replaced or moved', { kind: 'outcome', outcomes: ['updated', 'replaced', 'moved'] }],
    ['deleted', { kind: 'outcome', outcomes: ['deleted'] }],
    ['signed in', { kind: 'outcome', outcomes: ['signed in'] }],
    ['accepted', { kind: 'outcome', outcomes: ['accepted'] }],
    ['unchanged', { kind: 'outcome', outcomes: ['unchanged'] }],
    ['repeated', { kind: 'outcome', outcomes: ['repeated'] }],
    [
      'created and `due` is set',
      {
        kind: 'outcome',
        outcomes: ['created'],
        condition: { kind: 'is-set', operand: { kind: 'field', path: ['due'] } },
      },
    ],
    [
      'found, `done` = true',
      {
        kind: 'outcome',
        outcomes: ['found'],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    [
      'found `done` = true',
      {
        kind: 'outcome',
        outcomes: ['found'],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    ['`conflict`', { kind: 'error', errors: ['conflict'] }],
    ['`conflict`, `gone` or `lost`', { kind: 'error', errors: ['conflict', 'gone', 'lost'] }],
    [
      '`conflict` and `done` = true',
      {
        kind: 'error',
        errors: ['conflict'],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    [
      '`conflict`, `done` = true',
      {
        kind: 'error',
        errors: ['conflict'],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    [
      '`conflict` `done` = true',
      {
        kind: 'error',
        errors: ['conflict'],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
    [
      '`done` = true',
      {
        kind: 'outcome',
        outcomes: [],
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['done'] },
          right: { kind: 'boolean', value: true },
        },
      },
    ],
  ],
  header_values: [
    ['`Link`', [{ name: 'Link' }]],
    ['Location, `X-Total: <total>`', [{ name: 'Location' }, { name: 'X-Total', value: '<total>' }]],
    ['Retry-After', [{ name: 'Retry-After' }]],
  ],
  shape: [
    ['Todo', { kind: 'resource', resource: 'Todo' }],
    ['`Todo`', { kind: 'resource', resource: 'Todo' }],
    ['User as `Profile`', { kind: 'resource', resource: 'User', view: 'Profile' }],
    ['Order as Short without `a`, b', { kind: 'resource', resource: 'Order', view: 'Short', without: ['a', 'b'] }],
    ['Todo only a, b.c', { kind: 'resource', resource: 'Todo', only: ['a', 'b.c'] }],
    ['`Todo without a, b`', { kind: 'resource', resource: 'Todo', without: ['a', 'b'] }],
    ['`Null`', { kind: 'resource', resource: 'Null' }],
    ['array of Todo', { kind: 'array of', of: { kind: 'resource', resource: 'Todo' } }],
    [
      'array of array of Todo',
      { kind: 'array of', of: { kind: 'array of', of: { kind: 'resource', resource: 'Todo' } } },
    ],
    ['{}', { kind: 'template', value: { kind: 'object', pairs: [] } }],
    ['[]', { kind: 'template', value: { kind: 'list', items: [] } }],
    [
      '{"a": 1, "b": -2.5, "c": true, "d": false, "e": null, "f": "text"}',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            { key: { kind: 'literal', text: 'a' }, value: { kind: 'literal', value: 1 } },
            { key: { kind: 'literal', text: 'b' }, value: { kind: 'literal', value: -2.5 } },
            { key: { kind: 'literal', text: 'c' }, value: { kind: 'literal', value: true } },
            { key: { kind: 'literal', text: 'd' }, value: { kind: 'literal', value: false } },
            { key: { kind: 'literal', text: 'e' }, value: { kind: 'literal', value: null } },
            { key: { kind: 'literal', text: 'f' }, value: { kind: 'literal', value: 'text' } },
          ],
        },
      },
    ],
    [
      '`{"articles": array of Article without body, "articlesCount": <total>}`',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            {
              key: { kind: 'literal', text: 'articles' },
              value: {
                kind: 'shape',
                shape: { kind: 'array of', of: { kind: 'resource', resource: 'Article', without: ['body'] } },
              },
            },
            { key: { kind: 'literal', text: 'articlesCount' }, value: { kind: 'word', word: 'total' } },
          ],
        },
      },
    ],
    [
      '{"errors": {<field>: [<message>]}}',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            {
              key: { kind: 'literal', text: 'errors' },
              value: {
                kind: 'object',
                pairs: [
                  {
                    key: { kind: 'word', word: 'field' },
                    value: { kind: 'list', items: [{ kind: 'word', word: 'message' }] },
                  },
                ],
              },
            },
          ],
        },
      },
    ],
    [
      '{"a": author.name, "b": `first name`, "c": User as `Profile`, "d": `User`}',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            { key: { kind: 'literal', text: 'a' }, value: { kind: 'field', path: ['author', 'name'] } },
            { key: { kind: 'literal', text: 'b' }, value: { kind: 'field', path: ['first name'] } },
            {
              key: { kind: 'literal', text: 'c' },
              value: { kind: 'shape', shape: { kind: 'resource', resource: 'User', view: 'Profile' } },
            },
            {
              key: { kind: 'literal', text: 'd' },
              value: { kind: 'shape', shape: { kind: 'resource', resource: 'User' } },
            },
          ],
        },
      },
    ],
    [
      '{"type": "<base>/errors/<code>", "next": <next>, "x": <header X-Total>, "y": <Request ID>}',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            {
              key: { kind: 'literal', text: 'type' },
              value: { kind: 'text', parts: [{ word: 'base' }, '/errors/', { word: 'code' }] },
            },
            { key: { kind: 'literal', text: 'next' }, value: { kind: 'word', word: 'next' } },
            { key: { kind: 'literal', text: 'x' }, value: { kind: 'word', word: 'header X-Total' } },
            { key: { kind: 'literal', text: 'y' }, value: { kind: 'word', word: 'request id' } },
          ],
        },
      },
    ],
    [
      '{"e": {}, "l": [1, {"a": []}], "w": <page 2>}',
      {
        kind: 'template',
        value: {
          kind: 'object',
          pairs: [
            { key: { kind: 'literal', text: 'e' }, value: { kind: 'object', pairs: [] } },
            {
              key: { kind: 'literal', text: 'l' },
              value: {
                kind: 'list',
                items: [
                  { kind: 'literal', value: 1 },
                  {
                    kind: 'object',
                    pairs: [{ key: { kind: 'literal', text: 'a' }, value: { kind: 'list', items: [] } }],
                  },
                ],
              },
            },
            { key: { kind: 'literal', text: 'w' }, value: { kind: 'word', word: 'page 2' } },
          ],
        },
      },
    ],
    [
      '[array of Todo without a, array of Note, `Note` without b, done]',
      {
        kind: 'template',
        value: {
          kind: 'list',
          items: [
            { kind: 'shape', shape: { kind: 'array of', of: { kind: 'resource', resource: 'Todo', without: ['a'] } } },
            { kind: 'shape', shape: { kind: 'array of', of: { kind: 'resource', resource: 'Note' } } },
            { kind: 'shape', shape: { kind: 'resource', resource: 'Note', without: ['b', 'done'] } },
          ],
        },
      },
    ],
  ],
};
