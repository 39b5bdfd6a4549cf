// What stands in a value and what is read from it: causes. By start symbol of the grammar; spans left out, names as their
// text (see simple.ts). Together these tables use every form of the grammar: test/grammar/forms.test.ts holds them to it.

import type { Table } from './simple.ts';

export const CAUSES: Table = {
  causes: [
    [
      'no credentials, wrong token, expired token, wrong credentials',
      [{ kind: 'no credentials' }, { kind: 'wrong token' }, { kind: 'expired token' }, { kind: 'wrong credentials' }],
    ],
    [
      'no such path, method not allowed, not acceptable, unsupported media type, malformed body',
      [
        { kind: 'no such path' },
        { kind: 'method not allowed' },
        { kind: 'not acceptable' },
        { kind: 'unsupported media type' },
        { kind: 'malformed body' },
      ],
    ],
    [
      'unknown field, read-only field, invalid query, invalid header, invalid path, other values',
      [
        { kind: 'unknown field' },
        { kind: 'read-only field' },
        { kind: 'invalid query' },
        { kind: 'invalid header' },
        { kind: 'invalid path' },
        { kind: 'other values' },
      ],
    ],
    [
      'precondition failed, precondition required, same key, other body, still running',
      [
        { kind: 'precondition failed' },
        { kind: 'precondition required' },
        { kind: 'same key, other body' },
        { kind: 'still running' },
      ],
    ],
    [
      'too large, too many requests, timed out, unknown version, missing version, version withdrawn',
      [
        { kind: 'too large' },
        { kind: 'too many requests' },
        { kind: 'timed out' },
        { kind: 'unknown version' },
        { kind: 'missing version' },
        { kind: 'version withdrawn' },
      ],
    ],
    ['unavailable, internal', [{ kind: 'unavailable' }, { kind: 'internal' }]],
    [
      'any field blank, any field missing, any field invalid, any field taken',
      [
        { kind: 'any field', failure: 'blank' },
        { kind: 'any field', failure: 'missing' },
        { kind: 'any field', failure: 'invalid' },
        { kind: 'any field', failure: 'taken' },
      ],
    ],
    ['`Todo.title` blank', [{ kind: 'field', resource: 'Todo', path: ['title'], failure: 'blank' }]],
    ['`title` missing', [{ kind: 'field', path: ['title'], failure: 'missing' }]],
    [
      '`Order.address.city` invalid',
      [{ kind: 'field', resource: 'Order', path: ['address', 'city'], failure: 'invalid' }],
    ],
    ['`body.notify` invalid', [{ kind: 'field', path: ['body', 'notify'], failure: 'invalid' }]],
    ['body `notify` invalid', [{ kind: 'field', path: ['body', 'notify'], failure: 'invalid' }]],
    ['not permitted', [{ kind: 'not permitted' }]],
    ['not permitted on Order', [{ kind: 'not permitted', on: 'Order' }]],
    ['illegal move', [{ kind: 'illegal move' }]],
    ['illegal move of Order.status', [{ kind: 'illegal move', on: 'Order.status' }]],
    ['illegal move of `Order.status`', [{ kind: 'illegal move', on: 'Order.status' }]],
    ['no such Order', [{ kind: 'no such', resource: 'Order' }]],
    ['no such Person in `assignee`', [{ kind: 'no such in', resource: 'Person', field: 'assignee' }]],
    ['no such `Path` in assignee', [{ kind: 'no such in', resource: 'Path', field: 'assignee' }]],
    ['was Order', [{ kind: 'was', resource: 'Order' }]],
    ['Order already there', [{ kind: 'already there', resource: 'Order' }]],
    ['`Order` already there', [{ kind: 'already there', resource: 'Order' }]],
    ['header `User-Agent` missing', [{ kind: 'header missing', header: 'User-Agent' }]],
    ['header If-Match missing', [{ kind: 'header missing', header: 'If-Match' }]],
    ['`Open orders` reached', [{ kind: 'limit reached', limit: 'Open orders' }]],
    ['Open orders reached', [{ kind: 'limit reached', limit: 'Open orders' }]],
    [
      'after: `Trip.from` > `Trip.to`, about `Trip.to`',
      [
        {
          kind: 'condition',
          condition: {
            kind: 'compare',
            operator: '>',
            left: { kind: 'field', owner: 'Trip', path: ['from'] },
            right: { kind: 'field', owner: 'Trip', path: ['to'] },
          },
          after: { about: { owner: 'Trip', field: 'to' } },
        },
      ],
    ],
    [
      'after: `Trip.from` is blank, internal',
      [
        {
          kind: 'condition',
          condition: { kind: 'is-blank', operand: { kind: 'field', owner: 'Trip', path: ['from'] } },
          after: {},
        },
        { kind: 'internal' },
      ],
    ],
    [
      'body `a` is blank and `status` = `x`',
      [
        {
          kind: 'condition',
          condition: {
            kind: 'and',
            items: [
              { kind: 'is-blank', operand: { kind: 'field', owner: 'body', path: ['a'] } },
              {
                kind: 'compare',
                operator: '=',
                left: { kind: 'field', path: ['status'] },
                right: { kind: 'text', value: 'x' },
              },
            ],
          },
        },
      ],
    ],
    [
      '`status` in `a`, `b`, `Todo.title` taken',
      [
        {
          kind: 'condition',
          condition: {
            kind: 'in',
            left: { kind: 'field', path: ['status'] },
            values: [
              { kind: 'text', value: 'a' },
              { kind: 'text', value: 'b' },
            ],
          },
        },
        { kind: 'field', resource: 'Todo', path: ['title'], failure: 'taken' },
      ],
    ],
    [
      'not (`a` = 1), malformed body',
      [
        {
          kind: 'condition',
          condition: {
            kind: 'not',
            item: {
              kind: 'compare',
              operator: '=',
              left: { kind: 'field', path: ['a'] },
              right: { kind: 'number', value: '1' },
            },
          },
        },
        { kind: 'malformed body' },
      ],
    ],
  ],
};
