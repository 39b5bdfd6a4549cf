// What stands in a value and what is read from it: fields. By start symbol of the grammar; spans left out, names as their
// text (see simple.ts). Together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import type { Table } from './simple.ts';

export const FIELDS: Table = {
  field_type: [
    ['string', { kind: 'string' }],
    ['string(20)', { kind: 'string', max: 20 }],
    ['string(8..)', { kind: 'string', min: 8 }],
    ['string(1..32)', { kind: 'string', min: 1, max: 32 }],
    ['String, quotes optional', { kind: 'string', quotesOptional: true }],
    ['string(3), quotes optional or null', { kind: 'nullable', of: { kind: 'string', max: 3, quotesOptional: true } }],
    ['secret', { kind: 'secret' }],
    ['secret(8..)', { kind: 'secret', min: 8 }],
    ['integer', { kind: 'integer' }],
    ['integer >= 1', { kind: 'integer', min: '1' }],
    ['integer <= -5', { kind: 'integer', max: '-5' }],
    ['integer 1..100', { kind: 'integer', min: '1', max: '100' }],
    ['integer ..100', { kind: 'integer', max: '100' }],
    ['integer 0..', { kind: 'integer', min: '0' }],
    ['number -1.5..2.25', { kind: 'number', min: '-1.5', max: '2.25' }],
    ['decimal(2)', { kind: 'decimal', scale: 2 }],
    ['decimal(12) >= 0', { kind: 'decimal', scale: 12, min: '0' }],
    ['boolean', { kind: 'boolean' }],
    ['date', { kind: 'date' }],
    ['time', { kind: 'time' }],
    ['date-time', { kind: 'date-time', asSent: false }],
    ['date-time, as sent', { kind: 'date-time', asSent: true }],
    ['date-time, as sent or null', { kind: 'nullable', of: { kind: 'date-time', asSent: true } }],
    ['seconds since 1970', { kind: 'seconds since 1970' }],
    ['duration', { kind: 'duration' }],
    ['uuid', { kind: 'uuid' }],
    ['url', { kind: 'url' }],
    ['email', { kind: 'email' }],
    ['file', { kind: 'file' }],
    ['object', { kind: 'object' }],
    ['any', { kind: 'any' }],
    ['map of (any or null)', { kind: 'map', of: { kind: 'nullable', of: { kind: 'any' } } }],
    ['state', { kind: 'state' }],
    ['one of `a`, `b`', { kind: 'one-of', values: ['a', 'b'] }],
    ['one of `a` or `it is b` or null', { kind: 'nullable', of: { kind: 'one-of', values: ['a', 'it is b'] } }],
    ['array of string', { kind: 'array', of: { kind: 'string' }, sorted: false }],
    ['array of string, sorted', { kind: 'array', of: { kind: 'string' }, sorted: true }],
    ['array of integer, by commas', { kind: 'array', of: { kind: 'integer' }, sorted: false, style: 'by commas' }],
    [
      'array of date-time, as sent, sorted, repeated',
      { kind: 'array', of: { kind: 'date-time', asSent: true }, sorted: true, style: 'repeated' },
    ],
    [
      'array of (string or null), brackets or null',
      {
        kind: 'nullable',
        of: { kind: 'array', of: { kind: 'nullable', of: { kind: 'string' } }, sorted: false, style: 'brackets' },
      },
    ],
    [
      'array of one of `a`, `b`, by commas',
      { kind: 'array', of: { kind: 'one-of', values: ['a', 'b'] }, sorted: false, style: 'by commas' },
    ],
    ['set of uuid', { kind: 'set', of: { kind: 'uuid' } }],
    ['map of array of integer', { kind: 'map', of: { kind: 'array', of: { kind: 'integer' }, sorted: false } }],
    ['map of (Line or null)', { kind: 'map', of: { kind: 'nullable', of: { kind: 'resource', resource: 'Line' } } }],
    ['Order', { kind: 'resource', resource: 'Order' }],
    ['`File`', { kind: 'resource', resource: 'File' }],
    ['User as `Profile`', { kind: 'resource', resource: 'User', view: 'Profile' }],
    ['User by `id`', { kind: 'resource', resource: 'User', by: 'id' }],
    [
      'array of Person by id, sorted',
      { kind: 'array', of: { kind: 'resource', resource: 'Person', by: 'id' }, sorted: true },
    ],
    ['Todo without `a`, b', { kind: 'resource', resource: 'Todo', without: ['a', 'b'] }],
    ['`Todo` as Short only `a`, `b`', { kind: 'resource', resource: 'Todo', view: 'Short', only: ['a', 'b'] }],
    ['as `User.email`', { kind: 'same-as', owner: 'User', path: ['email'] }],
    ['as `title`', { kind: 'same-as', path: ['title'] }],
  ],
  required: [
    ['yes', { kind: 'yes' }],
    ['No', { kind: 'no' }],
    ['REQUIRED', { kind: 'yes' }],
    ['Optional', { kind: 'no' }],
    [
      'if `kind` = `company`',
      {
        kind: 'if',
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['kind'] },
          right: { kind: 'text', value: 'company' },
        },
      },
    ],
    ['1', { kind: 'yes' }],
    ['?', { kind: 'no' }],
    ['*', { kind: 'no' }],
    ['+', { kind: 'yes' }],
    ['0..1', { kind: 'no' }],
    ['0..n', { kind: 'no' }],
    ['0..*', { kind: 'no' }],
    ['1..n', { kind: 'yes' }],
    ['1..*', { kind: 'yes' }],
    ['1..1', { kind: 'yes' }],
    ['✓', { kind: 'yes' }],
    ['✔', { kind: 'yes' }],
    ['✅', { kind: 'yes' }],
    ['✔️', { kind: 'yes' }],
  ],
  presence: [
    ['always', { kind: 'always' }],
    ['if set', { kind: 'if set' }],
    ['never', { kind: 'never' }],
    [
      'if `status` = `completed`',
      {
        kind: 'if',
        condition: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['status'] },
          right: { kind: 'text', value: 'completed' },
        },
      },
    ],
  ],
  decided_when: [
    ['otherwise', { kind: 'otherwise' }],
    ['`urgent` is set', { kind: 'is-set', operand: { kind: 'field', path: ['urgent'] } }],
  ],
  yes_no: [
    ['yes', true],
    ['no', false],
  ],
  constraints: [
    [
      '`a`, `b`',
      [
        {
          kind: 'values',
          values: [
            { kind: 'text', value: 'a' },
            { kind: 'text', value: 'b' },
          ],
        },
      ],
    ],
    [
      '`1`, 2, -3, "x", true, null, false',
      [
        {
          kind: 'values',
          values: [
            { kind: 'number', value: '1' },
            { kind: 'number', value: '2' },
            { kind: 'number', value: '-3' },
            { kind: 'text', value: 'x' },
            { kind: 'boolean', value: true },
            { kind: 'null' },
            { kind: 'boolean', value: false },
          ],
        },
      ],
    ],
    ['0..100', [{ kind: 'range', min: '0', max: '100' }]],
    ['>= 0', [{ kind: 'range', min: '0' }]],
    ['<= 10.5', [{ kind: 'range', max: '10.5' }]],
    ['..10', [{ kind: 'range', max: '10' }]],
    ['1..', [{ kind: 'range', min: '1' }]],
    ['not blank', [{ kind: 'not-blank' }]],
    ['matches `^[a-z]{3}$`', [{ kind: 'matches', pattern: '^[a-z]{3}$' }]],
    ['matches "a\\"b"', [{ kind: 'matches', pattern: 'a"b' }]],
    [
      'at most 10 items, at least 1 item',
      [
        { kind: 'items', max: 10 },
        { kind: 'items', min: 1 },
      ],
    ],
    [
      'at least 8 characters, at most 1 character',
      [
        { kind: 'characters', min: 8 },
        { kind: 'characters', max: 1 },
      ],
    ],
    [
      'not blank, `a`, `b`, matches `x`',
      [
        { kind: 'not-blank' },
        {
          kind: 'values',
          values: [
            { kind: 'text', value: 'a' },
            { kind: 'text', value: 'b' },
          ],
        },
        { kind: 'matches', pattern: 'x' },
      ],
    ],
    ['not blank, 1..5', [{ kind: 'not-blank' }, { kind: 'range', min: '1', max: '5' }]],
    [
      '`a`, not blank, at most 5 items',
      [{ kind: 'values', values: [{ kind: 'text', value: 'a' }] }, { kind: 'not-blank' }, { kind: 'items', max: 5 }],
    ],
  ],
  literal: [
    ['`active`', { kind: 'text', value: 'active' }],
    ['`12`', { kind: 'number', value: '12' }],
    ['`-0.50`', { kind: 'number', value: '-0.50' }],
    ['`007`', { kind: 'text', value: '007' }],
    ['`1e5`', { kind: 'text', value: '1e5' }],
    ['`true`', { kind: 'boolean', value: true }],
    ['`null`', { kind: 'null' }],
    ['`[]`', { kind: 'json', value: '[]' }],
    ['`{"a": [1]}`', { kind: 'json', value: '{"a": [1]}' }],
    ['`[1`', { kind: 'text', value: '[1' }],
    ['`"quoted"`', { kind: 'text', value: 'quoted' }],
    ['``a`b``', { kind: 'text', value: 'a`b' }],
    ['`it is`', { kind: 'text', value: 'it is' }],
    ['"text"', { kind: 'text', value: 'text' }],
    ['42', { kind: 'number', value: '42' }],
    ['-1.5', { kind: 'number', value: '-1.5' }],
    ['true', { kind: 'boolean', value: true }],
    ['FALSE', { kind: 'boolean', value: false }],
    ['null', { kind: 'null' }],
    ['[]', { kind: 'json', value: '[]' }],
    ['[1, "a", {"b": null}, true, -2.5e3]', { kind: 'json', value: '[1, "a", {"b": null}, true, -2.5e3]' }],
    ['{}', { kind: 'json', value: '{}' }],
    ['{"a": {"b": [false]}, "a": 1}', { kind: 'json', value: '{"a": {"b": [false]}, "a": 1}' }],
  ],
  set_by: [
    ['caller', { kind: 'caller', atCreate: false, hidden: false }],
    ['caller at create', { kind: 'caller', atCreate: true, hidden: false }],
    ['caller, hidden', { kind: 'caller', atCreate: false, hidden: true }],
    ['Caller at create, hidden', { kind: 'caller', atCreate: true, hidden: true }],
    ['by operation', { kind: 'by operation' }],
    ['rows', { kind: 'rows' }],
    ['service: not shown', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown.', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown, ask them', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown: ask', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown - ask', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown – ask', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service: not shown — ask', { kind: 'service', hidden: false, rule: { kind: 'gap' } }],
    ['service, hidden: token', { kind: 'service', hidden: true, rule: { kind: 'token' } }],
    ['service: new id', { kind: 'service', hidden: false, rule: { kind: 'new id' } }],
    ['service: new id `ord_…`', { kind: 'service', hidden: false, rule: { kind: 'new id', prefix: 'ord_' } }],
    ['service: new id `ord_...`', { kind: 'service', hidden: false, rule: { kind: 'new id', prefix: 'ord_' } }],
    ['service: now at create', { kind: 'service', hidden: false, rule: { kind: 'now', when: 'at create' } }],
    ['service: now at change', { kind: 'service', hidden: false, rule: { kind: 'now', when: 'at change' } }],
    [
      'service: caller at create',
      { kind: 'service', hidden: false, rule: { kind: 'caller', path: [], when: 'at create' } },
    ],
    [
      'service: caller.name at change',
      { kind: 'service', hidden: false, rule: { kind: 'caller', path: ['name'], when: 'at change' } },
    ],
    [
      'service: caller `address.city` at create',
      { kind: 'service', hidden: false, rule: { kind: 'caller', path: ['address', 'city'], when: 'at create' } },
    ],
    ['service: state', { kind: 'service', hidden: false, rule: { kind: 'state' } }],
    ['service: event name', { kind: 'service', hidden: false, rule: { kind: 'event name' } }],
    ['service: the resource', { kind: 'service', hidden: false, rule: { kind: 'the resource' } }],
    ['service: by the table below', { kind: 'service', hidden: false, rule: { kind: 'by the table below' } }],
    [
      'service: slug of `title`',
      { kind: 'service', hidden: false, rule: { kind: 'slug', of: 'title', atCreate: false } },
    ],
    [
      'service: slug of title at create',
      { kind: 'service', hidden: false, rule: { kind: 'slug', of: 'title', atCreate: true } },
    ],
    [
      'service: address of `GET /todos/{id}`',
      { kind: 'service', hidden: false, rule: { kind: 'address', operation: 'GET /todos/{id}' } },
    ],
    ['service: new Order', { kind: 'service', hidden: false, rule: { kind: 'new resource', resource: 'Order' } }],
    [
      'service: = `price` * `quantity` - 2 / (`rate` + -1)',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'arithmetic',
          expression: {
            kind: 'operation',
            operator: '-',
            left: {
              kind: 'operation',
              operator: '*',
              left: { kind: 'operand', operand: { kind: 'field', path: ['price'] } },
              right: { kind: 'operand', operand: { kind: 'field', path: ['quantity'] } },
            },
            right: {
              kind: 'operation',
              operator: '/',
              left: { kind: 'operand', operand: { kind: 'number', value: '2' } },
              right: {
                kind: 'operation',
                operator: '+',
                left: { kind: 'operand', operand: { kind: 'field', path: ['rate'] } },
                right: { kind: 'operand', operand: { kind: 'number', value: '-1' } },
              },
            },
          },
        },
      },
    ],
    [
      'service: = this `a b` + caller `rate` + caller.x + 1.5',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'arithmetic',
          expression: {
            kind: 'operation',
            operator: '+',
            left: {
              kind: 'operation',
              operator: '+',
              left: {
                kind: 'operation',
                operator: '+',
                left: { kind: 'operand', operand: { kind: 'field', owner: 'this', path: ['a b'] } },
                right: { kind: 'operand', operand: { kind: 'field', owner: 'caller', path: ['rate'] } },
              },
              right: { kind: 'operand', operand: { kind: 'field', owner: 'caller', path: ['x'] } },
            },
            right: { kind: 'operand', operand: { kind: 'number', value: '1.5' } },
          },
        },
      },
    ],
    [
      'service: = `<base>/orders/{id}`',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'text',
          parts: [
            { kind: 'word', word: 'base' },
            { kind: 'literal', text: '/orders/' },
            { kind: 'field', path: ['id'] },
          ],
        },
      },
    ],
    [
      'service: = `{customer.name}: <request id>`',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'text',
          parts: [
            { kind: 'field', path: ['customer', 'name'] },
            { kind: 'literal', text: ': ' },
            { kind: 'word', word: 'request id' },
          ],
        },
      },
    ],
    [
      'service: = `{a}!` at create',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'text',
          parts: [
            { kind: 'field', path: ['a'] },
            { kind: 'literal', text: '!' },
          ],
          atCreate: true,
        },
      },
    ],
    [
      'service: = `product.price` at create',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'arithmetic',
          expression: { kind: 'operand', operand: { kind: 'field', path: ['product', 'price'] } },
          atCreate: true,
        },
      },
    ],
    [
      'service: = `charge it`',
      { kind: 'service', hidden: false, rule: { kind: 'text', parts: [{ kind: 'literal', text: 'charge it' }] } },
    ],
    [
      'service: = "charge"',
      { kind: 'service', hidden: false, rule: { kind: 'text', parts: [{ kind: 'literal', text: 'charge' }] } },
    ],
    ['service: list of Line', { kind: 'service', hidden: false, rule: { kind: 'list', resource: 'Line', order: [] } }],
    [
      'service: list of Line where `order` = this, ordered by `position` descending then `name`',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'list',
          resource: 'Line',
          where: { kind: 'compare', operator: '=', left: { kind: 'field', path: ['order'] }, right: { kind: 'this' } },
          order: [
            { kind: 'field', path: ['position'], descending: true },
            { kind: 'field', path: ['name'], descending: false },
          ],
        },
      },
    ],
    [
      'service: list of Line ordered by newest first',
      {
        kind: 'service',
        hidden: false,
        rule: { kind: 'list', resource: 'Line', order: [{ kind: 'insertion', descending: true }] },
      },
    ],
    [
      'service: count of Favorite where `article` = this',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'count',
          resource: 'Favorite',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['article'] },
            right: { kind: 'this' },
          },
        },
      },
    ],
    [
      'service: there is Follow (`follower` = caller and `followed` = this)',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'exists',
          negated: false,
          resource: 'Follow',
          where: {
            kind: 'and',
            items: [
              {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['follower'] },
                right: { kind: 'caller' },
              },
              { kind: 'compare', operator: '=', left: { kind: 'field', path: ['followed'] }, right: { kind: 'this' } },
            ],
          },
        },
      },
    ],
    [
      'service: there is no Line',
      { kind: 'service', hidden: false, rule: { kind: 'exists', negated: true, resource: 'Line' } },
    ],
    [
      'service: sum of `Line.total` where `order` = this',
      {
        kind: 'service',
        hidden: false,
        rule: {
          kind: 'sum',
          resource: 'Line',
          field: 'total',
          where: { kind: 'compare', operator: '=', left: { kind: 'field', path: ['order'] }, right: { kind: 'this' } },
        },
      },
    ],
    [
      'service: min of Line.total',
      { kind: 'service', hidden: false, rule: { kind: 'min', resource: 'Line', field: 'total' } },
    ],
    [
      'service: max of Line.price.net',
      { kind: 'service', hidden: false, rule: { kind: 'max', resource: 'Line', field: 'price.net' } },
    ],
  ],
  field_default: [
    ['`a`', { kind: 'text', value: 'a' }],
    ['this `a.b`', { kind: 'field', path: ['a', 'b'] }],
  ],
  names: [
    ['`a`', ['a']],
    ['`a`, b and `c d`', ['a', 'b', 'c d']],
  ],
  field_lists: [
    ['`a`', [['a']]],
    [
      '`a`, b; `c d` and `e.f`',
      [
        ['a', 'b'],
        ['c d', 'e.f'],
      ],
    ],
  ],
  unique: [
    ['`email`', { fields: ['email'], ignoringCase: false }],
    ['`shop`, `number` ignoring case', { fields: ['shop', 'number'], ignoringCase: true }],
  ],
  deletion_rules: [
    ['deletes every Comment', [{ kind: 'deletes every', resource: 'Comment' }]],
    [
      'deletes every Comment where `article` = this; refused while Order',
      [
        {
          kind: 'deletes every',
          resource: 'Comment',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['article'] },
            right: { kind: 'this' },
          },
        },
        { kind: 'refused while', resource: 'Order' },
      ],
    ],
    [
      'refused while Order (`article` = this), deletes every `Note`',
      [
        {
          kind: 'refused while',
          resource: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['article'] },
            right: { kind: 'this' },
          },
        },
        { kind: 'deletes every', resource: 'Note' },
      ],
    ],
  ],
  duration: [
    ['1 millisecond', 1],
    ['250 milliseconds', 250],
    ['1 second', 1000],
    ['30 seconds', 30000],
    ['1 minute', 60000],
    ['15 minutes', 900000],
    ['1 hour', 3600000],
    ['2 hours', 7200000],
    ['1 day', 86400000],
    ['2 days', 172800000],
    ['1 week', 604800000],
    ['52 Weeks', 31449600000],
  ],
};
