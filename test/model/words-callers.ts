// The words of callers and their credentials, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const READ = '### GET /orders/{id}\n';
const LIST = '### GET /orders\n';
const CREATE = '### POST /orders\n';
const SERVE = '### POST /orders/{id}/serve';
const COOK = '### POST /orders/{id}/cook';
const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const WORD = '| `word` | string | no | caller | any | none | |';

const bullet = (heading: string, line: string): Edit => [heading, '- Repeat', `${line}\n- Repeat`];
const does = (heading: string, from: string, to: string): Edit => [heading, `- Does: ${from}`, `- Does: ${to}`];

/** Part 5, with further bullets of its scheme; `kind` and `place` where they are other ones. */
const scheme = (
  more: readonly string[] = [],
  kind = 'bearer token',
  place = 'header `Authorization: Bearer {token}`',
): Edit => [
  '## 5. Authentication\n\nnone',
  `## 5. Authentication

### Session

- Scheme: ${kind}
- Sent in: ${place}
${['- Caller: Guest', '- Credentials: `name` and `pin` of Guest', '- Issued by: `POST /sessions`', ...more].join('\n')}`,
];

/** Guests have a PIN and a role, and sign in with it. */
const PEOPLE: readonly Edit[] = [
  [
    WORD,
    `${WORD}\n| \`pin\` | secret(4..) | no | caller, hidden | any | none | |\n| \`role\` | string | no | caller | any | none | |`,
  ],
  [
    '### POST /orders\n',
    `### POST /sessions

- Does: signs in Guest by \`name\` and \`pin\`; issues token for Guest
- Body: Guest only name, pin
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | signed in | \`{"token": <token>}\` |

### POST /orders
`,
  ],
  [
    '| `no_guest` | 404 |',
    '| `who` | 401 | no credentials, wrong token, expired token, wrong credentials | Who are you? |\n| `no_guest` | 404 |',
  ],
];

const DENIED: Edit = [
  '| `no_guest` | 404 |',
  '| `not_you` | 403 | not permitted | You may not |\n| `no_guest` | 404 |',
];

const ROLES = '- Roles: `Guest.role`';
const LIFETIME: readonly string[] = ['- Token lifetime: 1 hour'];
const people = (more: readonly string[], edits: readonly Edit[] = []): readonly Edit[] => [
  ...PEOPLE,
  scheme([...LIFETIME, '- Revoked when: signed in again', ...more]),
  bullet(READ, '- Who: signed-in'),
  ...edits,
];
const who = (line: string, more: readonly string[] = [ROLES], heading = READ): readonly Edit[] => [
  ...PEOPLE,
  scheme([...LIFETIME, '- Revoked when: signed in again', ...more]),
  bullet(heading, `- Who: ${line}`),
  ...(/^(?:signed-in|anyone, signed-in if sent)$|; which items/.test(line) ? [] : [DENIED]),
];
const revoked = (when: string): readonly Edit[] => [
  ...PEOPLE,
  scheme([...LIFETIME, `- Revoked when: ${when}`]),
  bullet(READ, '- Who: signed-in'),
];
const other = (kind: string): readonly Edit[] => [...PEOPLE, scheme([], kind), bullet(READ, '- Who: signed-in')];
const sent = (place: string): readonly Edit[] => [
  ...PEOPLE,
  scheme([...LIFETIME, '- Revoked when: signed in again'], 'bearer token', place),
  bullet(READ, '- Who: signed-in'),
];
const part5 = (key: string, value: string): readonly Edit[] => [
  ['## 5. Authentication\n\nnone', `## 5. Authentication\n\n### Token\n\n- ${key}: ${value}`],
  bullet(READ, '- Who: signed-in'),
];
const second = (edits: readonly Edit[]): readonly Edit[] => [
  ...PEOPLE,
  ['## 5. Authentication\n\nnone', '## 5. Authentication\n\n### A\n\n- Caller: Guest\n\n### B\n\n- Caller: Order'],
  ...edits,
];
const signedIn = bullet(READ, '- Who: signed-in');
const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];
const answer = (body: string): Edit => [READ, 'Order as `Slip`', body];

export const OF_CALLERS: Readonly<Record<string, readonly Edit[]>> = {
  'Authentication: bearer token': people([]),
  'Authentication: Caller': people([]),
  'Authentication: Credentials of a row': people([]),
  'Authentication: Issued by operations': people([]),
  'Authentication: Token lifetime': people([]),
  'Authentication: Sent in header': people([]),
  'Authentication: Sent in query': sent('query `key`'),
  'Authentication: Sent in cookie': sent('cookie `session`'),
  'Authentication: Revoked when: operation': revoked('`DELETE /guests/{name}`'),
  'Authentication: Revoked when: changes': revoked('`Guest.pin` changes'),
  'Authentication: Revoked when: deleted': revoked('Guest is deleted'),
  'Authentication: Revoked when: signed in again': revoked('signed in again'),
  'Authentication: Revoked when: operator': revoked('by the operator'),
  'Authentication: Roles: field': people([ROLES]),
  'Authentication: Roles: when': people(['- Roles: `cook` when `role` = `c`']),
  'Authentication: Roles: listed': people(['- Roles: `cook`, `host`']),
  ...Object.fromEntries(
    [
      'API key',
      'HTTP Basic',
      'JWT',
      'OAuth 2 client credentials',
      'token introspection',
      'OpenID Connect',
      'mutual TLS',
      'HMAC signature',
    ].map((kind): readonly [string, readonly Edit[]] => [`Authentication: ${kind}`, other(kind)]),
  ),
  'Authentication: Caller of several resources': second([signedIn]),
  'Authentication: Credentials kept by the operator': part5(
    'Credentials',
    'user name and password, kept by the operator',
  ),
  'Authentication: Issued by outside': part5('Issued by', 'outside: `the bank`'),
  'Authentication: Issued by operator': part5('Issued by', 'the operator'),
  'Authentication: Refresh': part5('Refresh', '`POST /orders`'),
  'Authentication: Verified by': part5('Verified by', 'issuer `x`'),
  'Authentication: Claims': part5('Claims', '`groups` to roles'),
  'Checks: another place of authentication or permission': people(
    [],
    [bullet(READ, '- Checks: authentication, permission, existence, body, state, uniqueness')],
  ),
  'Who: signed-in if sent': who('anyone, signed-in if sent'),
  'Who: signed-in': who('signed-in'),
  'Who: role': who('`cook`'),
  'Who: role that no scheme gives': who('`cook`', []),
  'Who: a caller without a row': [...part5('Caller', 'none')],
  'Who: a condition, where part 5 is none': [bullet(READ, '- Who: `pieces` = 1')],
  'Who: scope': who('scope `orders`'),
  'Who: owner by': who('owner by `Order.guest`'),
  'Who: owner by, through a list': who('owner by `Order.guests`', [ROLES]).concat([
    field('| `guests` | array of Guest by `name` | no | caller | any | none | |'),
  ]),
  'Who: owner by, of a row that is not at hand': who('owner by `Order.guest`', [ROLES], '### POST /guests\n'),
  'Who: condition': who('`pieces` = 1'),
  'Who: or': who('`cook` or owner by `Order.guest`'),
  'Who: except': who('signed-in except `cook`'),
  'Who: which items': who('signed-in; which items: `guest` = caller', [ROLES], LIST),
  'Who: of a move': [
    ...who('signed-in', [ROLES], SERVE),
    DENIED,
    [
      '| From | To | By | Only if | Emits |\n|---|---|---|---|---|',
      '| From | To | By | Only if | Emits | Who |\n|---|---|---|---|---|---|',
    ],
    ['`POST /orders` | none | none |', '`POST /orders` | none | none | anyone |'],
    ['| `given` < 9 | none |', '| `given` < 9 | none | anyone |'],
    ['`POST /orders/{id}/serve` | none | none |', '`POST /orders/{id}/serve` | none | none | `cook` |'],
  ],
  'Who: of a move that asks for no credentials': [
    ...who('signed-in', [ROLES], COOK),
    [
      '| From | To | By | Only if | Emits |\n|---|---|---|---|---|',
      '| From | To | By | Only if | Emits | Who |\n|---|---|---|---|---|---|',
    ],
    ['`POST /orders` | none | none |', '`POST /orders` | none | none | anyone |'],
    ['| `given` < 9 | none |', '| `given` < 9 | none | anyone |'],
    ['`POST /orders/{id}/serve` | none | none |', '`POST /orders/{id}/serve` | none | none | `cook` |'],
  ],
  'Who: somebody who is not signed in, where a row has its caller': [
    ...who('anyone, signed-in if sent', [ROLES], CREATE),
    field('| `host` | Guest by `name` | yes | service: caller at create | any | none | |'),
  ],
  'Does: signs in': people([]),
  'Does: issues token': people([]),
  'Does: ends token': people(
    [],
    [
      does('### DELETE /guests/{name}', 'deletes Guest', 'deletes Guest; ends token'),
      bullet('### DELETE /guests/{name}', '- Who: signed-in'),
    ],
  ),
  'Does: caller': people([], [does(READ, 'reads Order', 'reads caller; reads Order'), answer('`{"at": <now>}`')]),
  'Does: caller of several resources': second([does(READ, 'reads Order', 'reads caller'), signedIn]),
  'Does: signs in, by what the body does not hold': people(
    [],
    [['- Body: Guest only name, pin', '- Body: Guest only pin']],
  ),
  'Does: issues token, of no scheme or several': people(
    [],
    [does(READ, 'reads Order', 'reads Order; issues token for Guest')],
  ),
  'Status: When: signed in': people([]),
  'Word: token': people([]),
  'Condition: caller': [...who('signed-in', [ROLES], LIST), ['where `pieces` > 0', 'where `guest` = caller']],
  'Condition: caller of several resources': second([
    ['where `pieces` > 0', 'where `guest` = caller'],
    bullet(LIST, '- Who: signed-in'),
  ]),
  'Rule: caller at create': [
    ...who('signed-in', [ROLES], CREATE),
    field('| `host` | Guest by `name` | no | service: caller at create | any | none | |'),
  ],
  'Rule: caller at change': [
    ...who('signed-in', [ROLES], CREATE),
    ...['### PATCH /orders/{id}', COOK, SERVE].map((heading) => bullet(heading, '- Who: signed-in')),
    field('| `last` | Guest by `name` | no | service: caller at change | any | none | |'),
  ],
  'Rule: caller of several resources': second([
    bullet(CREATE, '- Who: signed-in'),
    field('| `host` | Guest by `name` | no | service: caller at create | any | none | |'),
  ]),
  'Rule: arithmetic over the caller': [
    ...who('signed-in', [ROLES], CREATE),
    field('| `sum` | integer | no | service: = caller `age` + 1 | any | none | |'),
  ],
};
