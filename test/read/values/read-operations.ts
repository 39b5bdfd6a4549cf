// What stands in a value and what is read from it: operations. By start symbol of the grammar; spans left out, names as their
// text (see simple.ts). Together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import type { Table } from './simple.ts';

const operand = (of: object): object => ({ kind: 'operand', operand: of });
const number = (value: string): object => operand({ kind: 'number', value });
const field = (owner: string, name: string): object => operand({ kind: 'field', owner, path: [name] });
const operation = (operator: string, left: object, right: object): object => ({
  kind: 'operation',
  operator,
  left,
  right,
});

export const OPERATIONS: Table = {
  effects: [
    ['reads Order', [{ kind: 'reads', target: 'Order', ifThere: false }]],
    ['reads caller', [{ kind: 'reads', target: 'caller', ifThere: false }]],
    ['reads Instance, also `removed`', [{ kind: 'reads', target: 'Instance', ifThere: false, also: ['removed'] }]],
    [
      'updates `Order` where `open` = true',
      [
        {
          kind: 'updates',
          target: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['open'] },
            right: { kind: 'boolean', value: true },
          },
          ifThere: false,
        },
      ],
    ],
    ['updates caller', [{ kind: 'updates', target: 'caller', ifThere: false }]],
    ['merges into Order', [{ kind: 'merges into', target: 'Order', ifThere: false }]],
    [
      'replaces Order where `a` = {id}, also `removed`, `lost`',
      [
        {
          kind: 'replaces',
          target: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['a'] },
            right: { kind: 'parameter', name: 'id' },
          },
          ifThere: false,
          also: ['removed', 'lost'],
        },
      ],
    ],
    ['deletes Order', [{ kind: 'deletes', target: 'Order', ifThere: false }]],
    ['deletes Order, also `removed`', [{ kind: 'deletes', target: 'Order', ifThere: false, also: ['removed'] }]],
    [
      'deletes Order if there where `id` = {id}',
      [
        {
          kind: 'deletes',
          target: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['id'] },
            right: { kind: 'parameter', name: 'id' },
          },
          ifThere: true,
        },
      ],
    ],
    ['lists Order', [{ kind: 'lists', target: 'Order' }]],
    [
      'lists Order where `a` = 1, also `removed`',
      [
        {
          kind: 'lists',
          target: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['a'] },
            right: { kind: 'number', value: '1' },
          },
          also: ['removed'],
        },
      ],
    ],
    ['lists values of Order.status', [{ kind: 'lists values', target: 'Order', field: 'status' }]],
    [
      'updates every Order where `a` = 1',
      [
        {
          kind: 'updates every',
          target: 'Order',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['a'] },
            right: { kind: 'number', value: '1' },
          },
        },
      ],
    ],
    ['deletes every Order', [{ kind: 'deletes every', target: 'Order' }]],
    ['moves Order.status', [{ kind: 'moves', target: 'Order', field: 'status' }]],
    [
      'moves `Order.status` to `paid` where `id` = {id}',
      [
        {
          kind: 'moves',
          target: 'Order',
          field: 'status',
          to: 'paid',
          where: {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['id'] },
            right: { kind: 'parameter', name: 'id' },
          },
        },
      ],
    ],
    ['moves every Order.status to `paid`', [{ kind: 'moves every', target: 'Order', field: 'status', to: 'paid' }]],
    ['creates Todo', [{ kind: 'creates', target: 'Todo', with: [] }]],
    [
      'creates Todo with `list` = {list_id}, open = true and `by` = caller',
      [
        {
          kind: 'creates',
          target: 'Todo',
          with: [
            { field: 'list', value: { kind: 'parameter', name: 'list_id' } },
            { field: 'open', value: { kind: 'boolean', value: true } },
            { field: 'by', value: { kind: 'caller' } },
          ],
        },
      ],
    ],
    [
      'creates or keeps Like with `post` = {id}',
      [
        {
          kind: 'creates or keeps',
          target: 'Like',
          with: [{ field: 'post', value: { kind: 'parameter', name: 'id' } }],
        },
      ],
    ],
    ['creates or replaces Product', [{ kind: 'creates or replaces', target: 'Product' }]],
    ['creates every Line in body', [{ kind: 'creates every in body', target: 'Line', with: [] }]],
    [
      'creates every Line in body with `state` = `new`',
      [
        {
          kind: 'creates every in body',
          target: 'Line',
          with: [{ field: 'state', value: { kind: 'text', value: 'new' } }],
        },
      ],
    ],
    [
      'sets `paid` = true, `at` = now',
      [
        {
          kind: 'sets',
          assignments: [
            { field: 'paid', value: { kind: 'boolean', value: true } },
            { field: 'at', value: { kind: 'now', offset: 0 } },
          ],
        },
      ],
    ],
    [
      'sets `stock` = this `stock` - body `quantity` * 2',
      [
        {
          kind: 'sets',
          assignments: [
            {
              field: 'stock',
              value: {
                kind: 'arithmetic',
                expression: operation(
                  '-',
                  field('this', 'stock'),
                  operation('*', field('body', 'quantity'), number('2')),
                ),
              },
            },
          ],
        },
      ],
    ],
    [
      'creates Order with `a` = (query `a` + {id}) / (header `h`), `b` = body.x + `Order.total`, `c` = (caller `n`) * -1.5',
      [
        {
          kind: 'creates',
          target: 'Order',
          with: [
            {
              field: 'a',
              value: {
                kind: 'arithmetic',
                expression: operation(
                  '/',
                  operation('+', field('query', 'a'), operand({ kind: 'parameter', name: 'id' })),
                  field('header', 'h'),
                ),
              },
            },
            {
              field: 'b',
              value: {
                kind: 'arithmetic',
                expression: operation('+', field('body', 'x'), field('Order', 'total')),
              },
            },
            {
              field: 'c',
              value: {
                kind: 'arithmetic',
                expression: operation('*', field('caller', 'n'), number('-1.5')),
              },
            },
          ],
        },
      ],
    ],
    ['signs in User by `email` and `password`', [{ kind: 'signs in', target: 'User', by: ['email', 'password'] }]],
    ['issues token for User', [{ kind: 'issues token', target: 'User' }]],
    ['ends token', [{ kind: 'ends token' }]],
    [
      'creates Order; moves Cart.status to `ordered`; ends token',
      [
        { kind: 'creates', target: 'Order', with: [] },
        { kind: 'moves', target: 'Cart', field: 'status', to: 'ordered' },
        { kind: 'ends token' },
      ],
    ],
  ],
  unknown_fields: [
    ['refused', { elsewhere: 'refused' }],
    ['ignored', { elsewhere: 'ignored' }],
    ['kept in `extra`', { keptIn: 'extra', elsewhere: undefined }],
    ['kept in `meta.extra`, elsewhere refused', { keptIn: 'meta.extra', elsewhere: 'refused' }],
    ['kept in `extra`, elsewhere ignored', { keptIn: 'extra', elsewhere: 'ignored' }],
    ['kept in `extra`, elsewhere not shown', { keptIn: 'extra', elsewhere: { kind: 'gap' } }],
  ],
  field_policy: [
    ['kept', { general: 'kept', fields: [] }],
    ['cleared', { general: 'cleared', fields: [] }],
    ['refused', { general: 'refused', fields: [] }],
    ['kept; `title`: refused', { general: 'kept', fields: [{ field: 'title', policy: 'refused' }] }],
    [
      'kept; `title`: refused; due: cleared, `list`: kept',
      {
        general: 'kept',
        fields: [
          { field: 'title', policy: 'refused' },
          { field: 'due', policy: 'cleared' },
          { field: 'list', policy: 'kept' },
        ],
      },
    ],
  ],
  empty_text_policy: [
    ['kept', { general: 'kept', fields: [] }],
    ['as null', { general: 'as null', fields: [] }],
    ['as missing', { general: 'as missing', fields: [] }],
    ['refused', { general: 'refused', fields: [] }],
    [
      'as null; `title`: refused, note: kept',
      {
        general: 'as null',
        fields: [
          { field: 'title', policy: 'refused' },
          { field: 'note', policy: 'kept' },
        ],
      },
    ],
    [
      'as null; `title`: as missing; note: as null',
      {
        general: 'as null',
        fields: [
          { field: 'title', policy: 'as missing' },
          { field: 'note', policy: 'as null' },
        ],
      },
    ],
  ],
  repeat: [
    ['safe', { kind: 'safe' }],
    ['same effect', { kind: 'same effect' }],
    ['again', { kind: 'again' }],
    ['key', { kind: 'key' }],
    [
      'same `id`, same values: 200; other values: `Conflict`',
      { kind: 'same values', fields: ['id'], status: 200, error: 'Conflict', comparedBy: [] },
    ],
    [
      'same `id`, same values; other values: `Conflict`',
      { kind: 'same values', fields: ['id'], status: undefined, error: 'Conflict', comparedBy: [] },
    ],
    [
      'same `shop`, `id`, same values: 201; other values: `Conflict` compared by `a`, `b`',
      {
        kind: 'same values',
        fields: ['shop', 'id'],
        status: 201,
        error: 'Conflict',
        comparedBy: ['a', 'b'],
      },
    ],
  ],
  order: [
    ['newest first', { keys: [{ kind: 'insertion', descending: true }] }],
    ['oldest first', { keys: [{ kind: 'insertion', descending: false }] }],
    ['`due` descending', { keys: [{ kind: 'field', path: ['due'], descending: true }] }],
    [
      '`due` ascending, then `customer.name`',
      {
        keys: [
          { kind: 'field', path: ['due'], descending: false },
          { kind: 'field', path: ['customer', 'name'], descending: false },
        ],
      },
    ],
    [
      '`a`, `b` descending then oldest first',
      {
        keys: [
          { kind: 'field', path: ['a'], descending: false },
          { kind: 'field', path: ['b'], descending: true },
          { kind: 'insertion', descending: false },
        ],
      },
    ],
    [
      '`a` then `b`',
      {
        keys: [
          { kind: 'field', path: ['a'], descending: false },
          { kind: 'field', path: ['b'], descending: false },
        ],
      },
    ],
    [
      'by query `sort`: `cheapest` is `price` ascending, then `a`, `latest` is newest first; else `b` descending',
      {
        keys: [{ kind: 'field', path: ['b'], descending: true }],
        chosen: {
          parameter: 'sort',
          orders: [
            {
              value: 'cheapest',
              keys: [
                { kind: 'field', path: ['price'], descending: false },
                { kind: 'field', path: ['a'], descending: false },
              ],
            },
            { value: 'latest', keys: [{ kind: 'insertion', descending: true }] },
          ],
        },
      },
    ],
  ],
  pages: [
    ['offset and limit', { kind: 'offset and limit', first: 'offset', size: 'limit' }],
    ['page and size', { kind: 'page and size', first: 'page', size: 'size' }],
    ['offset `skip`, limit `take`', { kind: 'offset and limit', first: 'skip', size: 'take' }],
    ['page `p`, size `s`', { kind: 'page and size', first: 'p', size: 's' }],
    ['after `starting_after`', { kind: 'cursor', first: 'starting_after' }],
    [
      'after `a`, before `b`, size `limit`; default 10',
      { kind: 'cursor', first: 'a', size: 'limit', before: 'b', default: 10 },
    ],
    ['`Link` rel next', { kind: 'link' }],
    [
      '`Link` rel next, size `per_page`; default: not shown',
      { kind: 'link', size: 'per_page', default: { kind: 'gap' } },
    ],
    [
      'offset and limit; default 20, at most: 100, more is refused',
      { kind: 'offset and limit', first: 'offset', size: 'limit', default: 20, atMost: 100, more: 'refused' },
    ],
    ['after `a`; at most: 100, cursor is opaque', { kind: 'cursor', first: 'a', atMost: 100, cursor: 'opaque' }],
    [
      'page and size; at most not shown, more is 50',
      { kind: 'page and size', first: 'page', size: 'size', atMost: { kind: 'gap' }, more: 50 },
    ],
    [
      'page and size; more is: not shown',
      { kind: 'page and size', first: 'page', size: 'size', more: { kind: 'gap' } },
    ],
    ['after `a`; cursor is the last `id`', { kind: 'cursor', first: 'a', cursor: 'id' }],
  ],
};
