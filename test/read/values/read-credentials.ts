// What stands in the bullets of a scheme: part 5. By start symbol of the grammar.

import type { Table } from './simple.ts';

const condition = (field: string, operator: string, right: unknown): unknown => ({
  kind: 'compare',
  left: { kind: 'field', path: [field] },
  operator,
  right,
});

export const SCHEMES: Table = {
  sent_in: [
    ['header `Authorization: Bearer {token}`', { in: 'header', name: 'Authorization', template: 'Bearer {token}' }],
    ['header `X-Key`', { in: 'header', name: 'X-Key' }],
    ['header `X-Key :{token}`', { in: 'header', name: 'X-Key', template: '{token}' }],
    ['header `:x`', { in: 'header', name: ':x' }],
    ['query `key`', { in: 'query', name: 'key' }],
    ['query `a: b`', { in: 'query', name: 'a: b' }],
    ['Cookie `session`', { in: 'cookie', name: 'session' }],
  ],
  caller_resource: [
    ['User', { resource: 'User' }],
    ['`User`', { resource: 'User' }],
  ],
  credentials: [
    ['`email` and `password` of User', { kind: 'fields', fields: ['email', 'password'], resource: 'User' }],
    [
      '`realm`, `name` and `password` of `User`',
      { kind: 'fields', fields: ['realm', 'name', 'password'], resource: 'User' },
    ],
    ['`key` of ApiKey', { kind: 'fields', fields: ['key'], resource: 'ApiKey' }],
    ['user name and password, kept by the operator', { kind: 'operator' }],
    ['user name and password kept by the operator', { kind: 'operator' }],
  ],
  issued_by: [
    ['`POST /sessions`, `POST /users`', { kind: 'operations', operations: ['POST /sessions', 'POST /users'] }],
    ['outside', { kind: 'outside' }],
    ['outside: `the bank`', { kind: 'outside', by: 'the bank' }],
    ['the operator', { kind: 'operator' }],
    ['operator', { kind: 'operator' }],
  ],
  refresh: [
    ['`POST /tokens`', { operations: ['POST /tokens'], eachOnce: false }],
    ['`POST /tokens`, `PUT /token`; each once', { operations: ['POST /tokens', 'PUT /token'], eachOnce: true }],
  ],
  revoked_when: [
    [
      '`DELETE /session`, `User.password` changes or User is deleted',
      [
        { kind: 'operation', operation: 'DELETE /session' },
        { kind: 'changes', field: { owner: 'User', field: 'password' } },
        { kind: 'deleted', resource: 'User' },
      ],
    ],
    ['User.login.secret changes', [{ kind: 'changes', field: { owner: 'User', field: 'login.secret' } }]],
    ['signed in again, by the operator', [{ kind: 'signed in again' }, { kind: 'operator' }]],
  ],
  verified_by: [
    [
      'issuer `https://id.example`, audience `orders`, `shop`; keys `https://id.example/jwks.json`, algorithms `RS256`, `ES256`',
      {
        issuer: 'https://id.example',
        audience: ['orders', 'shop'],
        keys: 'https://id.example/jwks.json',
        algorithms: ['RS256', 'ES256'],
      },
    ],
    ['keys kept by the operator', { keys: 'operator' }],
    ['introspection `https://id.example/introspect`', { introspection: 'https://id.example/introspect' }],
    [
      'secret `Client.secret`; signed text `{method} {path}`, within 5 minutes',
      {
        secret: { kind: 'field', field: { owner: 'Client', field: 'secret' } },
        signedText: '{method} {path}',
        within: 300_000,
      },
    ],
    ['secret kept by the operator', { secret: { kind: 'operator' } }],
  ],
  claims: [
    [
      '`sub` to caller.id, `groups` to roles; `scope` to scopes',
      [
        { claim: 'sub', says: { path: ['id'] } },
        { claim: 'groups', says: 'roles' },
        { claim: 'scope', says: 'scopes' },
      ],
    ],
    ['`sub` to caller `login name`', [{ claim: 'sub', says: { path: ['login name'] } }]],
    ['`sub` to caller.login.id', [{ claim: 'sub', says: { path: ['login', 'id'] } }]],
  ],
  roles: [
    ['User.role', { kind: 'field', field: { owner: 'User', field: 'role' } }],
    ['`User.role`', { kind: 'field', field: { owner: 'User', field: 'role' } }],
    ['`role` of User', { kind: 'field', field: { owner: 'User', field: 'role' } }],
    ['`admin`', { kind: 'listed', roles: ['admin'] }],
    ['`admin`, `User.editor`', { kind: 'listed', roles: ['admin', 'User.editor'] }],
    [
      '`admin` when `role` = `admin`; `owner` when `level` > 3',
      {
        kind: 'when',
        rules: [
          { role: 'admin', when: condition('role', '=', { kind: 'text', value: 'admin' }) },
          { role: 'owner', when: condition('level', '>', { kind: 'number', value: '3' }) },
        ],
      },
    ],
  ],
};
