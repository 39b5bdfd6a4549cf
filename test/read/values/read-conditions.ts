// What stands in a value and what is read from it: conditions. By start symbol of the grammar; spans left out, names as their
// text (see simple.ts). Together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import type { Table } from './simple.ts';

export const CONDITIONS: Table = {
  condition: [
    [
      '`f` = `v`',
      { kind: 'compare', operator: '=', left: { kind: 'field', path: ['f'] }, right: { kind: 'text', value: 'v' } },
    ],
    [
      '`f` != 1',
      { kind: 'compare', operator: '!=', left: { kind: 'field', path: ['f'] }, right: { kind: 'number', value: '1' } },
    ],
    [
      '`f` < -1.5',
      {
        kind: 'compare',
        operator: '<',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'number', value: '-1.5' },
      },
    ],
    [
      '`f` <= "v"',
      { kind: 'compare', operator: '<=', left: { kind: 'field', path: ['f'] }, right: { kind: 'text', value: 'v' } },
    ],
    [
      '`f` > true',
      { kind: 'compare', operator: '>', left: { kind: 'field', path: ['f'] }, right: { kind: 'boolean', value: true } },
    ],
    [
      '`f` >= false',
      {
        kind: 'compare',
        operator: '>=',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'boolean', value: false },
      },
    ],
    ['`f` = null', { kind: 'compare', operator: '=', left: { kind: 'field', path: ['f'] }, right: { kind: 'null' } }],
    [
      '`a.b` = this',
      { kind: 'compare', operator: '=', left: { kind: 'field', path: ['a', 'b'] }, right: { kind: 'this' } },
    ],
    [
      '`Order.total` > 5',
      {
        kind: 'compare',
        operator: '>',
        left: { kind: 'field', owner: 'Order', path: ['total'] },
        right: { kind: 'number', value: '5' },
      },
    ],
    [
      '`f` = `Order.total`',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'field', owner: 'Order', path: ['total'] },
      },
    ],
    [
      '`f` = `Mr. Smith`',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'text', value: 'Mr. Smith' },
      },
    ],
    [
      '`f` = caller',
      { kind: 'compare', operator: '=', left: { kind: 'field', path: ['f'] }, right: { kind: 'caller' } },
    ],
    ['`f` = value', { kind: 'compare', operator: '=', left: { kind: 'field', path: ['f'] }, right: { kind: 'value' } }],
    [
      '`f` = {todo-id}',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'parameter', name: 'todo-id' },
      },
    ],
    [
      '`f` = now',
      { kind: 'compare', operator: '=', left: { kind: 'field', path: ['f'] }, right: { kind: 'now', offset: 0 } },
    ],
    [
      '`f` < now - 15 minutes',
      { kind: 'compare', operator: '<', left: { kind: 'field', path: ['f'] }, right: { kind: 'now', offset: -900000 } },
    ],
    [
      '`f` < now + 1 day',
      {
        kind: 'compare',
        operator: '<',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'now', offset: 86400000 },
      },
    ],
    [
      'now > `f`',
      { kind: 'compare', operator: '>', left: { kind: 'now', offset: 0 }, right: { kind: 'text', value: 'f' } },
    ],
    [
      'value contains `x`',
      { kind: 'contains', left: { kind: 'value' }, right: { kind: 'text', value: 'x' }, ignoringCase: false },
    ],
    [
      '`f` contains value ignoring case',
      { kind: 'contains', left: { kind: 'field', path: ['f'] }, right: { kind: 'value' }, ignoringCase: true },
    ],
    [
      '`f` contains "a" ignoring case and now > now',
      {
        kind: 'and',
        items: [
          {
            kind: 'contains',
            left: { kind: 'field', path: ['f'] },
            right: { kind: 'text', value: 'a' },
            ignoringCase: true,
          },
          { kind: 'compare', operator: '>', left: { kind: 'now', offset: 0 }, right: { kind: 'now', offset: 0 } },
        ],
      },
    ],
    [
      '{id} = `f`',
      { kind: 'compare', operator: '=', left: { kind: 'parameter', name: 'id' }, right: { kind: 'text', value: 'f' } },
    ],
    [
      'this `total` = caller `limit.total`',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', owner: 'this', path: ['total'] },
        right: { kind: 'field', owner: 'caller', path: ['limit', 'total'] },
      },
    ],
    ['body `amount` is set', { kind: 'is-set', operand: { kind: 'field', owner: 'body', path: ['amount'] } }],
    ['query `f` is blank', { kind: 'is-blank', operand: { kind: 'field', owner: 'query', path: ['f'] } }],
    [
      'header `If-Match` = `x`',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', owner: 'header', path: ['If-Match'] },
        right: { kind: 'text', value: 'x' },
      },
    ],
    [
      'caller.role = `admin`',
      {
        kind: 'compare',
        operator: '=',
        left: { kind: 'field', owner: 'caller', path: ['role'] },
        right: { kind: 'text', value: 'admin' },
      },
    ],
    [
      '`f` in `a`, 2, "c"',
      {
        kind: 'in',
        left: { kind: 'field', path: ['f'] },
        values: [
          { kind: 'text', value: 'a' },
          { kind: 'number', value: '2' },
          { kind: 'text', value: 'c' },
        ],
      },
    ],
    [
      '`f` in caller `lists`',
      {
        kind: 'in',
        left: { kind: 'field', path: ['f'] },
        values: [{ kind: 'field', owner: 'caller', path: ['lists'] }],
      },
    ],
    [
      '`f` in (`a`, now, {id})',
      {
        kind: 'in',
        left: { kind: 'field', path: ['f'] },
        values: [
          { kind: 'text', value: 'a' },
          { kind: 'now', offset: 0 },
          { kind: 'parameter', name: 'id' },
        ],
      },
    ],
    ['`f` has `a`', { kind: 'has', left: { kind: 'field', path: ['f'] }, right: { kind: 'text', value: 'a' } }],
    [
      '`f` contains "a"',
      {
        kind: 'contains',
        left: { kind: 'field', path: ['f'] },
        right: { kind: 'text', value: 'a' },
        ignoringCase: false,
      },
    ],
    ['`f` matches `^a`', { kind: 'matches', left: { kind: 'field', path: ['f'] }, pattern: '^a' }],
    ['`f` matches "b$"', { kind: 'matches', left: { kind: 'field', path: ['f'] }, pattern: 'b$' }],
    ['not (`f` is blank)', { kind: 'not', item: { kind: 'is-blank', operand: { kind: 'field', path: ['f'] } } }],
    ['there is Order', { kind: 'exists', negated: false, resource: 'Order' }],
    [
      'there is `Order` (`a` = 1)',
      {
        kind: 'exists',
        negated: false,
        resource: 'Order',
        where: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['a'] },
          right: { kind: 'number', value: '1' },
        },
      },
    ],
    [
      'there is no Order (`customer` = this and there is Line (`order` = this `id`))',
      {
        kind: 'exists',
        negated: true,
        resource: 'Order',
        where: {
          kind: 'and',
          items: [
            { kind: 'compare', operator: '=', left: { kind: 'field', path: ['customer'] }, right: { kind: 'this' } },
            {
              kind: 'exists',
              negated: false,
              resource: 'Line',
              where: {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['order'] },
                right: { kind: 'field', owner: 'this', path: ['id'] },
              },
            },
          ],
        },
      },
    ],
    ['count of Order > 2', { kind: 'count', resource: 'Order', operator: '>', right: { kind: 'number', value: '2' } }],
    [
      'count of `Order` (`open` = true) <= {n}',
      {
        kind: 'count',
        resource: 'Order',
        where: {
          kind: 'compare',
          operator: '=',
          left: { kind: 'field', path: ['open'] },
          right: { kind: 'boolean', value: true },
        },
        operator: '<=',
        right: { kind: 'parameter', name: 'n' },
      },
    ],
    [
      '`a` = 1 and `b` = 2 and `c` = 3',
      {
        kind: 'and',
        items: [
          {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['a'] },
            right: { kind: 'number', value: '1' },
          },
          {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['b'] },
            right: { kind: 'number', value: '2' },
          },
          {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['c'] },
            right: { kind: 'number', value: '3' },
          },
        ],
      },
    ],
    [
      '`a` = 1 or (`b` = 2 and `c` = 3)',
      {
        kind: 'or',
        items: [
          {
            kind: 'compare',
            operator: '=',
            left: { kind: 'field', path: ['a'] },
            right: { kind: 'number', value: '1' },
          },
          {
            kind: 'and',
            items: [
              {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['b'] },
                right: { kind: 'number', value: '2' },
              },
              {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['c'] },
                right: { kind: 'number', value: '3' },
              },
            ],
          },
        ],
      },
    ],
    [
      '((`a` = 1))',
      { kind: 'compare', operator: '=', left: { kind: 'field', path: ['a'] }, right: { kind: 'number', value: '1' } },
    ],
  ],
  from: [
    ['(new)', { kind: 'new' }],
    ['`a`', { kind: 'states', states: ['a'] }],
    ['`a`, `b`', { kind: 'states', states: ['a', 'b'] }],
    ['any except `a`, `b`', { kind: 'any except', states: ['a', 'b'] }],
  ],
  to: [
    ['`a`', { kind: 'state', state: 'a' }],
    ['(gone)', { kind: 'gone' }],
    ['same', { kind: 'same' }],
    ['one of `a`, `b`', { kind: 'one of', states: ['a', 'b'] }],
    ['refused `Conflict`', { kind: 'refused', error: 'Conflict' }],
  ],
  by: [
    ['`POST /orders/{id}/pay`', { kind: 'operations', operations: ['POST /orders/{id}/pay'] }],
    ['`POST /a`, `PUT /b`', { kind: 'operations', operations: ['POST /a', 'PUT /b'] }],
    ['after 15 minutes', { kind: 'after', delay: 900000 }],
    ['at `expires_at`', { kind: 'at', field: 'expires_at', delay: 0 }],
    ['7 days after `created`', { kind: 'at', field: 'created', delay: 604800000 }],
    ['outside: `the bank`', { kind: 'outside', actor: 'the bank' }],
  ],
  any_other_move: [
    ['accepted', { kind: 'accepted' }],
    ['`wrong_stage`', { kind: 'error', error: 'wrong_stage' }],
  ],
  who: [
    ['anyone', { kind: 'anyone', signedInIfSent: false }],
    ['anyone, signed-in if sent', { kind: 'anyone', signedInIfSent: true }],
    ['signed-in', { kind: 'signed-in' }],
    ['`admin`', { kind: 'role', role: 'admin' }],
    ['scope `read:orders`', { kind: 'scope', scope: 'read:orders' }],
    ['scope admin', { kind: 'scope', scope: 'admin' }],
    ['owner by `Order.customer`', { kind: 'owner', path: ['Order', 'customer'] }],
    [
      'owner by Order.customer.id, others see no such Order',
      { kind: 'owner', path: ['Order', 'customer', 'id'], hides: 'Order' },
    ],
    [
      'caller `age` >= 18',
      {
        kind: 'condition',
        condition: {
          kind: 'compare',
          operator: '>=',
          left: { kind: 'field', owner: 'caller', path: ['age'] },
          right: { kind: 'number', value: '18' },
        },
      },
    ],
    [
      '`open` = true and not (caller `blocked` = true)',
      {
        kind: 'condition',
        condition: {
          kind: 'and',
          items: [
            {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['open'] },
              right: { kind: 'boolean', value: true },
            },
            {
              kind: 'not',
              item: {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', owner: 'caller', path: ['blocked'] },
                right: { kind: 'boolean', value: true },
              },
            },
          ],
        },
      },
    ],
    [
      '`a` = 1 and `b` = 2 and `c` = 3',
      {
        kind: 'condition',
        condition: {
          kind: 'and',
          items: [
            {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['a'] },
              right: { kind: 'number', value: '1' },
            },
            {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['b'] },
              right: { kind: 'number', value: '2' },
            },
            {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['c'] },
              right: { kind: 'number', value: '3' },
            },
          ],
        },
      },
    ],
    [
      '`admin` or signed-in or `open` = true',
      {
        kind: 'or',
        items: [
          { kind: 'role', role: 'admin' },
          { kind: 'signed-in' },
          {
            kind: 'condition',
            condition: {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['open'] },
              right: { kind: 'boolean', value: true },
            },
          },
        ],
      },
    ],
    [
      '(`a` = 1 or `b` = 2) and `c` = 3',
      {
        kind: 'condition',
        condition: {
          kind: 'and',
          items: [
            {
              kind: 'or',
              items: [
                {
                  kind: 'compare',
                  operator: '=',
                  left: { kind: 'field', path: ['a'] },
                  right: { kind: 'number', value: '1' },
                },
                {
                  kind: 'compare',
                  operator: '=',
                  left: { kind: 'field', path: ['b'] },
                  right: { kind: 'number', value: '2' },
                },
              ],
            },
            {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['c'] },
              right: { kind: 'number', value: '3' },
            },
          ],
        },
      },
    ],
    [
      'signed-in except `client`',
      { kind: 'except', who: { kind: 'signed-in' }, except: { kind: 'role', role: 'client' } },
    ],
    [
      'signed-in except `client`, `guest`',
      {
        kind: 'except',
        who: { kind: 'signed-in' },
        except: {
          kind: 'or',
          items: [
            { kind: 'role', role: 'client' },
            { kind: 'role', role: 'guest' },
          ],
        },
      },
    ],
    [
      '(`admin` or `clerk`) except (anyone)',
      {
        kind: 'except',
        who: {
          kind: 'or',
          items: [
            { kind: 'role', role: 'admin' },
            { kind: 'role', role: 'clerk' },
          ],
        },
        except: { kind: 'anyone', signedInIfSent: false },
      },
    ],
    [
      'signed-in; which items: `owner` = caller',
      {
        kind: 'which items',
        who: { kind: 'signed-in' },
        items: { kind: 'compare', operator: '=', left: { kind: 'field', path: ['owner'] }, right: { kind: 'caller' } },
      },
    ],
    ['signed-in; which items: not shown', { kind: 'which items', who: { kind: 'signed-in' }, items: { kind: 'gap' } }],
  ],
  checks: [
    ['existence', ['existence']],
    [
      'version, limits, authentication, existence, permission, preconditions, body, state, uniqueness',
      [
        'version',
        'limits',
        'authentication',
        'existence',
        'permission',
        'preconditions',
        'body',
        'state',
        'uniqueness',
      ],
    ],
  ],
};
