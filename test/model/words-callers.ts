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
/** Guests send their name and PIN each time. */
const basic = (
  more: readonly string[] = [],
  place = 'Authorization: Basic {token}',
  credentials = '`name` and `pin` of Guest',
): readonly Edit[] => [
  PEOPLE[0]!,
  PEOPLE[2]!,
  [
    '## 5. Authentication\n\nnone',
    `## 5. Authentication

### Door

- Scheme: HTTP Basic
- Sent in: header \`${place}\`
- Caller: Guest
- Credentials: ${credentials}
${more.join('\n')}`,
  ],
  bullet(READ, '- Who: signed-in'),
];
const OF_OPERATOR = 'user name and password, kept by the operator';

/** The operator gives keys. */
const keys = (more: readonly string[], caller = 'Guest', others: readonly string[] = []): readonly Edit[] => [
  PEOPLE[0]!,
  PEOPLE[2]!,
  [
    '## 5. Authentication\n\nnone',
    `## 5. Authentication

### Key

- Scheme: API key
- Sent in: header \`X-Key\`
- Caller: ${caller}
- Issued by: the operator
${more.join('\n')}

${others.join('\n')}`,
  ],
  bullet(READ, '- Who: signed-in'),
];
const sent = (place: string): readonly Edit[] => [
  ...PEOPLE,
  scheme([...LIFETIME, '- Revoked when: signed in again'], 'bearer token', place),
  bullet(READ, '- Who: signed-in'),
];
const part5 = (key: string, value: string): readonly Edit[] => [
  ['## 5. Authentication\n\nnone', `## 5. Authentication\n\n### Token\n\n- ${key}: ${value}`],
  bullet(READ, '- Who: signed-in'),
];
interface SignedScheme {
  readonly scheme?: string;
  readonly keys?: string;
  readonly algorithms?: string;
  readonly claims?: string;
  readonly more?: readonly string[];
}

/** Others sign what guests bring. */
const signed = ({
  scheme: kind = 'JWT',
  keys: by = ', keys `https://id.example/keys`',
  algorithms = '`ES256`',
  claims = '`sub` to caller.name',
  more = [],
}: SignedScheme = {}): readonly Edit[] => [
  PEOPLE[0]!,
  PEOPLE[2]!,
  ['## 5. Authentication\n\nnone', `## 5. Authentication\n\n${signedScheme(kind, by, algorithms, claims, more)}`],
  bullet(READ, '- Who: signed-in'),
];
interface SignedRequests {
  readonly sentIn?: string;
  readonly caller?: string;
  readonly secret?: string;
  readonly verifiedBy?: string;
  readonly more?: readonly string[];
}

/** What comes in is signed with a secret. */
const hmac = ({
  sentIn = '`X-Sign: t={timestamp},v1={signature}`',
  caller = 'none',
  secret = 'secret kept by the operator',
  verifiedBy = `algorithms \`hmac-sha256\`, encoding hex, ${secret}, signed text \`{timestamp}.{body}\`, within 5 minutes`,
  more = [],
}: SignedRequests = {}): readonly Edit[] => [
  PEOPLE[0]!,
  PEOPLE[2]!,
  [
    '## 5. Authentication\n\nnone',
    `## 5. Authentication

### Bank

- Scheme: HMAC signature
- Sent in: header ${sentIn}
- Caller: ${caller}
- Verified by: ${verifiedBy}
${more.join('\n')}`,
  ],
  bullet(READ, '- Who: signed-in'),
];
/** Guests get from the service what it has signed. */
const signedHere = ({
  scheme: kind = 'JWT',
  keys: by = '',
  claims = '`sub` to caller.name',
}: SignedScheme): readonly Edit[] => [
  ...PEOPLE,
  [
    '## 5. Authentication\n\nnone',
    `## 5. Authentication\n\n${signedScheme(kind, by, '`ES256`', claims, [
      '- Credentials: `name` and `pin` of Guest',
      '- Issued by: `POST /sessions`',
      '- Token lifetime: 1 hour',
      '- Revoked when: signed in again',
    ])}`,
  ],
  bullet(READ, '- Who: signed-in'),
];
const signedScheme = (kind: string, by: string, algorithms: string, claims: string, more: readonly string[]): string =>
  `### Session

- Scheme: ${kind}
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Guest
- Verified by: issuer \`https://id.example\`, audience \`diner\`${by}, algorithms ${algorithms}
- Claims: ${claims}
${more.join('\n')}`;
const second = (edits: readonly Edit[]): readonly Edit[] => [
  ...PEOPLE,
  ['## 5. Authentication\n\nnone', '## 5. Authentication\n\n### A\n\n- Caller: Guest\n\n### B\n\n- Caller: Order'],
  ...edits,
];
const refreshing = (once: string, effects = 'issues token for Guest', asked = 'signed-in'): readonly Edit[] => [
  [
    '### POST /orders\n',
    `### POST /refresh

- Does: ${effects}
- Who: ${asked}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | OUTCOME | \`{"token": <token>}\` |

### POST /orders
`.replace('OUTCOME', effects.startsWith('issues') ? 'signed in' : 'found'),
  ],
  ...people([`- Refresh: \`POST /refresh\`${once}`]),
];
const seen = (to: string): readonly Edit[] => [
  ...who('signed-in'),
  ['### Order\n', `### Order\n\n- Visible to: ${to}\n`],
];
const signedIn = bullet(READ, '- Who: signed-in');
const field = (cells: string): Edit => [STAGE, `${STAGE}\n${cells}`];
const answer = (body: string): Edit => [READ, 'Order as `Slip`', body];
/** A request that names no version has that of its caller. */
const VERSION_OF_CALLER: Edit = [
  '## 9. Versioning\n\nnone',
  '## 9. Versioning\n\n- Scheme: header `API-Version`\n- Current version: `2`\n- Compatibility: new fields\n- Missing version: caller `word`\n- Unknown version: the current version',
];
const NO_VERSION: Edit = [
  '| `no_guest` | 404 |',
  '| `no_version` | 400 | missing version | Which version? |\n| `no_guest` | 404 |',
];

export const OF_CALLERS: Readonly<Record<string, readonly Edit[]>> = {
  'Authentication: bearer token': people([]),
  'Authentication: Caller': people([]),
  'Versioning: Missing version: caller': people([], [VERSION_OF_CALLER, NO_VERSION]),
  'Versioning: Missing version: caller, who is no row of one resource': [VERSION_OF_CALLER, NO_VERSION],
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
  'Authentication: Roles: listed': keys(['- Roles: `cook`, `host`']),
  'Authentication: Roles: listed, that nobody gives': people(['- Roles: `cook`, `host`']),
  'Authentication: Roles of a row, where Caller is none': keys(['- Roles: `Guest.role`'], 'none'),
  ...Object.fromEntries(
    ['OAuth 2 client credentials', 'token introspection', 'mutual TLS'].map(
      (kind): readonly [string, readonly Edit[]] => [`Authentication: ${kind}`, other(kind)],
    ),
  ),
  'Authentication: HTTP Basic': basic(),
  'Authentication: HTTP Basic, in another place than Authorization': basic([], 'X-Door: Basic {token}'),
  'Authentication: HTTP Basic, by other than a name and a secret of the Caller': basic([], undefined, '`pin` of Guest'),
  'Authentication: HTTP Basic that expires': basic(['- Token lifetime: 1 hour']),
  'Authentication: HTTP Basic that is revoked': basic(['- Revoked when: `Guest.name` changes']),
  'Authentication: Issued by operator, of what a row keeps': basic(['- Issued by: the operator']),
  'Authentication: API key': keys([]),
  'Authentication: Issued by operator': keys([]),
  'Authentication: Issued by operator, for a row that is not found by one value': [
    ...keys([], 'Order'),
    ['### Order\n\n- Identified by: `id`', '### Order\n\n- Identified by: `guest`, `id`'],
  ],
  'Authentication: Issued by operations, of which none issues a token': [
    ...people([]),
    ['; issues token for Guest', ''],
  ],
  'Authentication: Sent in none': sent('none'),
  'Authentication: Issued by none': [...people([]), ['- Issued by: `POST /sessions`', '- Issued by: none']],
  'Authentication: Issued by an operation of another scheme': [
    ...people([]),
    [
      '- Revoked when: signed in again',
      '- Revoked when: signed in again\n\n### Spare\n\n- Scheme: API key\n- Sent in: query `key`\n- Caller: Guest\n- Issued by: `POST /sessions`\n- Token lifetime: none\n- Revoked when: none',
    ],
  ],
  'Authentication: Issued by operations, where Caller is none': [
    ...PEOPLE,
    scheme(LIFETIME).map((one) => one.replace('Caller: Guest', 'Caller: none')) as unknown as Edit,
    bullet(READ, '- Who: signed-in'),
  ],
  'Authentication: Credentials kept by the operator': basic([], undefined, OF_OPERATOR),
  'Authentication: Credentials kept by the operator, issued by operations': basic(
    ['- Issued by: `POST /guests`'],
    undefined,
    OF_OPERATOR,
  ),
  'Authentication: Credentials kept by the operator, of tokens': keys([`- Credentials: ${OF_OPERATOR}`]),
  'Authentication: in the place of another scheme': keys([], 'Guest', [
    '### Spare\n\n- Scheme: API key\n- Sent in: header `x-key`\n- Caller: Guest\n- Issued by: the operator\n',
  ]),
  'Authentication: HMAC signature': hmac(),
  'Authentication: Verified by: encoding': hmac(),
  'Authentication: Verified by: secret': hmac(),
  'Authentication: Verified by: signed text': hmac(),
  'Authentication: Verified by: within': hmac(),
  'Authentication: Sent in several headers': hmac({ sentIn: '`X-Sign: {signature}`, header `X-Time: {timestamp}`' }),
  'Authentication: HMAC signature without algorithm, encoding, secret and signed text': hmac({
    verifiedBy: 'algorithms `hmac-sha256`, secret kept by the operator',
  }),
  'Authentication: HMAC signature, whose headers do not give what is signed': hmac({ sentIn: '`X-Sign: {signature}`' }),
  'Authentication: HMAC signature by the secret of a row': hmac({ secret: 'secret `Guest.name`' }),
  'Authentication: HMAC signature of a Caller': hmac({ caller: 'Guest' }),
  'Authentication: HMAC signature, of more than a signature': hmac({ more: ['- Issued by: outside: `the bank`'] }),
  'Authentication: Sent in several headers, of what is not signed': sent(
    'header `X-Key: {token}`, header `X-Time: {timestamp}`',
  ),
  'Authentication: JWT': signed(),
  'Authentication: OpenID Connect': signed({ scheme: 'OpenID Connect', keys: '' }),
  'Authentication: Issued by outside': signed({ more: ['- Issued by: outside: `the bank`'] }),
  'Authentication: Verified by: issuer': signed(),
  'Authentication: Verified by: audience': signed(),
  'Authentication: Verified by: keys': signed(),
  'Authentication: Verified by: algorithms': signed(),
  'Authentication: Claims: to a field': signed(),
  'Authentication: Claims: to roles': signed({ claims: '`sub` to caller.name, `groups` to roles' }),
  'Authentication: Claims: to scopes': signed({ claims: '`sub` to caller.name, `scope` to scopes' }),
  'Authentication: Issued by outside, of what is not signed': part5('Issued by', 'outside: `the bank`'),
  'Authentication: Verified by, of what is not signed': part5('Verified by', 'issuer `x`'),
  'Authentication: Claims, of what is not signed': part5('Claims', '`groups` to roles'),
  'Authentication: signed tokens without issuer, audience, keys and algorithms': signed({ keys: '' }),
  'Authentication: signed tokens, of which no claim names the row': signed({ claims: '`groups` to roles' }),
  'Authentication: signed tokens of others that the service ends': signed({
    more: ['- Revoked when: by the operator'],
  }),
  'Authentication: Issued by operator, of signed tokens': signed({ more: ['- Issued by: the operator'] }),
  'Authentication: Issued by operations, of OpenID Connect': signedHere({ scheme: 'OpenID Connect', keys: '' }),
  'Authentication: Verified by: keys that are not of the issuer': signed({ keys: ', keys kept by the operator' }),
  'Authentication: Verified by: what is fetched, neither by https nor from this machine': signed({
    keys: ', keys `http://id.example/keys`',
  }),
  'Authentication: Verified by: an algorithm that does not fit': signed({ algorithms: '`HS256`' }),
  'Authentication: Verified by: other than issuer, audience, keys and algorithms': signed({
    keys: ', keys `https://id.example/keys`, within 5 minutes',
  }),
  'Authentication: Claims: to a field, which names no row': signed({ claims: '`sub` to caller.role' }),
  'Authentication: Claims: to roles or scopes, of tokens that operations issue': signedHere({
    keys: ', keys kept by the operator',
    claims: '`sub` to caller.name, `groups` to roles',
  }),
  'Authentication: Claims: to roles, beside Roles of a row': signed({
    claims: '`sub` to caller.name, `groups` to roles',
    more: [ROLES],
  }),
  'Authentication: Refresh: operations': refreshing(''),
  'Authentication: Refresh: each once': refreshing('; each once'),
  'Authentication: Refresh by what does more': refreshing(
    '',
    'reads Guest where this = caller; issues token for Guest',
  ),
  'Authentication: Refresh without a token': refreshing('', 'issues token for Guest', 'anyone, signed-in if sent'),
  'Who: signed-in if sent': who('anyone, signed-in if sent'),
  'Who: signed-in': who('signed-in'),
  'Who: role': who('`cook`'),
  'Who: role that no scheme gives': who('`cook`', []),
  'Who: a caller without a row': [
    ...keys([], 'none').slice(0, -1),
    bullet(CREATE, '- Who: signed-in'),
    field('| `host` | Guest by `name` | yes | service: caller at create | any | none | |'),
  ],
  'Who: a condition, where part 5 is none': [bullet(READ, '- Who: `pieces` = 1')],
  'Who: scope': [
    ...signed({ claims: '`sub` to caller.name, `scope` to scopes' }).slice(0, -1),
    bullet(READ, '- Who: scope `orders`'),
    DENIED,
  ],
  'Who: scope that no scheme gives': who('scope `orders`'),
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
  'Who: a caller of another resource, where a row has its caller': second([
    bullet(CREATE, '- Who: signed-in'),
    field('| `host` | Guest by `name` | yes | service: caller at create | any | none | |'),
  ]),
  'Who: somebody who is not signed in, where a row has its caller': [
    ...who('anyone, signed-in if sent', [ROLES], CREATE),
    field('| `host` | Guest by `name` | yes | service: caller at create | any | none | |'),
  ],
  'Resource: Visible to': seen('`cook` or owner by Order.guest'),
  'Resource: Visible to, which items': seen('signed-in; which items: `guest` = caller'),
  'Resource: Visible to, of rows that are kept or replaced': seen('`guest` = caller').concat([
    does(CREATE, 'creates Order', 'creates or keeps Order with `extra` = `x`'),
  ]),
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
  'Repeat: key, where a token is answered': people([], [['### POST /sessions\n', '- Repeat: again', '- Repeat: key']]),
  'Status: When: signed in': people([]),
  'Word: token': people([]),
  'Condition: caller': [...who('signed-in', [ROLES], LIST), ['where `pieces` > 0', 'where `guest` = caller']],
  'Condition: caller of several resources, beside no row of one of them': second([
    ['where `pieces` > 0', 'where `ticket` = caller'],
    bullet(LIST, '- Who: signed-in'),
  ]),
  'Condition: caller of several resources, whose fields are not alike': second([
    ['where `pieces` > 0', 'where `ticket` = caller `name`'],
    field('| `name` | integer | no | caller | any | none | |'),
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
  'Rule: arithmetic over the caller': [
    ...who('signed-in', [ROLES], CREATE),
    field('| `sum` | integer | no | service: = caller `age` + 1 | any | none | |'),
  ],
};
