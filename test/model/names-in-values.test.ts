// Names inside of values of parts 4 to 6, 8 and 9 are linked: a slip is found at the name, with what was meant.

import { expect, test } from 'vitest';

import { LineIndex } from '../../src/base/span.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const LIMIT = '| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| A | 1 per day';
const REPEAT = '\n| Repeat | Statement |\n|---|---|\n|';
const REST = `
## 2. Resources and their fields

### User

- Identified by: \`id\`

| Field | Type |
|---|---|
| \`id\` | uuid |
| \`secret\` | string |

## 4. Endpoints

### POST /users

- Does: creates User
HERE4

## 5. Authentication

### Token

- Caller: User
HERE5

## 6. Events

### made

HERE6

### Delivery

HERED

## 7. Errors

| Code | Status |
|---|---|
| \`no_version\` | 400 |

## 8. Limits

HERE8

## 9. Versioning

HERE9
`;

function found(place: string, line: string, states = ''): string[] {
  const written = REST.replace('## 4.', `${states}\n## 4.`).replace(`HERE${place}`, line);
  const source = `# T\n${written.replaceAll(/HERE\w/g, '')}`;
  const { document, diagnostics } = read(source, 'x.md');
  const lines = new LineIndex(source);
  return link(document, diagnostics)
    .diagnostics.filter(({ code }) => code.startsWith('unknown-'))
    .map(({ code, at }) => `${code} ${source.slice(at.start, at.end)} ${lines.position(at.start).column}`);
}

test.each([
  ['4', '- Headers in: `A` on `POST /user`', 'unknown-operation POST /user 23'],
  ['4', `${REPEAT} Other body | \`conflict\` |`, 'unknown-error conflict 17'],
  ['4', `${REPEAT} Applies to | \`POST /user\` |`, 'unknown-operation POST /user 17'],
  ['4', `${REPEAT} Applies to | POST, \`users\` |`, 'unknown-operation users 23'],
  ['4', `${REPEAT} Applies to | there is Usr (\`id\` = caller) |`, 'unknown-resource Usr 25'],
  ['4', `${REPEAT} still running | \`slow\` |`, 'unknown-error slow 20'],
  [
    '4',
    '- Repeat: same `nick`, same values: 200; other values: `no_version` compared by `id`',
    'unknown-field nick 17',
  ],
  [
    '4',
    '- Repeat: same `id`, same values: 200; other values: `no_version` compared by `nick`',
    'unknown-field nick 80',
  ],
  ['4', '- Repeat: same `id`, same values: 200; other values: `conflict`', 'unknown-error conflict 55'],
  ['5', '- Credentials: `id` and `secret` of Usr', 'unknown-resource Usr 37'],
  ['5', '- Issued by: `POST /user`', 'unknown-operation POST /user 15'],
  ['5', '- Refresh: `POST /users`, `PUT /users`', 'unknown-operation PUT /users 28'],
  ['5', '- Revoked when: `User.secrets` changes', 'unknown-field User.secrets 18'],
  ['5', '- Revoked when: Usr is deleted', 'unknown-resource Usr 17'],
  ['5', '- Verified by: secret `User.secrets`', 'unknown-field User.secrets 24'],
  ['5', '- Claims: `sub` to caller.name', 'unknown-field name 27'],
  ['5', '- Roles: `User.role`', 'unknown-field User.role 11'],
  ['6', '- When: `POST /user`', 'unknown-operation POST /user 10'],
  ['6', '- When: `User.role` becomes `admin`', 'unknown-field User.role 10'],
  ['D', '- Sent as: `POST` to `Hook.url`', 'unknown-resource Hook 23'],
  ['D', '- Signature: Standard Webhooks, secret User.secrets', 'unknown-field User.secrets 40'],
  ['D', '- Given up: deletes Hook', 'unknown-resource Hook 21'],
  ['8', `${LIMIT} | \`account\` | any | any |`, 'unknown-operation account 20'],
  ['8', `${LIMIT} | Usr | any | any |`, 'unknown-resource Usr 19'],
  ['8', `${LIMIT} | \`User.role\` | any | any |`, 'unknown-field role 25'],
  ['8', `${LIMIT} | any | POST, \`x\` | any |`, 'unknown-operation x 32'],
  ['8', `${LIMIT} | any | there is Usr (\`id\` = caller) | any |`, 'unknown-resource Usr 34'],
  ['8', `${LIMIT} | any | any | \`slow\` |`, 'unknown-error slow 32'],
  ['9', '- Missing version: refused `no_versions`', 'unknown-error no_versions 29'],
  ['9', '| Change |\n|---|\n| `User.name` was `nick` |', 'unknown-field name 9'],
  ['9', '| Change |\n|---|\n| `Usr.id` was `nick` |', 'unknown-resource Usr 4'],
  ['9', '| Change |\n|---|\n| `User.i` new, default `1` |', 'unknown-field i 9'],
])('part %s: %s', (place, line, expected) => {
  expect(found(place, line)).toEqual([expected]);
});

test.each([
  ['4', '- Headers in: `POST /user` always, `A` on `post` or `POST /users`'],
  ['4', `${REPEAT} Header | \`POST /user\` required |`],
  ['4', `${REPEAT} Applies to | post, \`POST /users\` |`],
  ['4', '- Repeat: same `id`, same values: 200; other values: `no_version` compared by `secret`'],
  ['5', '- Issued by: outside: `POST /user`'],
  ['5', '- Revoked when: User.secret changes, User is deleted, `POST /users`'],
  ['5', '- Claims: `name` to caller.id, `Admin.role` to roles'],
  ['5', '- Roles: `admin`, `editor`'],
  ['6', '- When: `User.secret` becomes `POST /x`, User is created'],
  ['D', '- Sent as: topic `Orders.created`'],
  ['8', `${LIMIT} | \`User.id\` | \`POST /users\`, get, \`PUT\` | \`no_version\` |`],
  ['8', `${LIMIT} | User | any | any |`],
  ['9', '- Unknown version: refused `no_version`'],
  ['9', '| Change |\n|---|\n| `User.id` was `key` |\n| `User.key` was `number` |'],
])('part %s: %s is fine', (place, line) => {
  expect(found(place, line)).toEqual([]);
});

function unknownStates(row: string): readonly string[] {
  return found(
    '9',
    `| Change |\n|---|\n| ${row} |`,
    '\n## 3. States and transitions\n\n### User.id\n\n| State |\n|---|\n| `pausd` |\n',
  ).filter((one) => one.startsWith('unknown-'));
}

test('the state of a Change row is one of any machine of part 3; what an older version sees instead is none of its names', () => {
  expect(unknownStates('state `pausd` shown as `active`')).toEqual([]);
  expect(unknownStates('state `paused` shown as `active`')).toEqual(['unknown-state paused 10']);
});
