// Who calls, by what and where it is issued, as several places say it together. Notation, part 5.

import { expect, test } from 'vitest';

import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const LISTS = '- Lists: complete unless marked';

interface Parts {
  readonly lists?: string;
  readonly user?: string;
  readonly fields?: string;
  readonly operation?: string;
  readonly bullets?: readonly string[];
}

const TOKEN = ['Caller: User', 'Credentials: `email` and `word` of User', 'Issued by: `POST /sessions`'];

function found({ lists = LISTS, user = '', fields = '', operation = '', bullets = TOKEN }: Parts): string[] {
  const source = `# T

${lists}

## 2. Resources and their fields

### User

- Identified by: \`id\`
- Unique: \`email\`${user}

| Field | Type | Set by |
|---|---|---|
| \`id\` | uuid | service: new id |
| \`email\` | email | caller |
| \`nick\` | string | caller |
| \`word\` | secret | caller, hidden |
| \`pin\` | string | caller |
| \`level\` | integer | caller |
${fields}

### Note

- Identified by: \`id\`

| Field | Type | Set by |
|---|---|---|
| \`id\` | uuid | service: new id |
| \`by\` | User by \`id\` | caller |
| \`text\` | string | caller |

## 4. Endpoints

### POST /sessions

- Does: signs in User by \`email\` and \`word\`; issues token for User

### GET /notes

- Does: lists Note
${operation}

## 5. Authentication

### Token

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
${bullets.map((one) => `- ${one}`).join('\n')}
`;
  const { document, diagnostics } = read(source, 'x.md');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return link(document, diagnostics)
    .diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, at }) => `${code} ${source.slice(at.start, at.end)}`);
}

test('a scheme whose places agree has no finding', () => {
  expect(found({})).toEqual([]);
});

const OUTSIDE = ['Caller: User', 'Verified by: issuer `x`'];

test.each<[string, Parts, readonly string[]]>([
  ['no credentials and no claim', { bullets: OUTSIDE }, ['caller-without-credentials User']],
  [
    'claims that say roles only',
    { bullets: [...OUTSIDE, 'Claims: `r` to roles'] },
    ['caller-without-credentials User'],
  ],
  ['a claim that names the row', { bullets: [...OUTSIDE, 'Claims: `sub` to caller.id'] }, []],
  ['credentials that are not shown', { bullets: [...OUTSIDE, 'Credentials: not shown'] }, []],
  [
    'a verification that is not shown',
    { bullets: ['Caller: User', 'Issued by: outside: `the bank`', 'Verified by: not shown'] },
    [],
  ],
  ['no resource as the caller', { bullets: ['Caller: none', 'Verified by: issuer `x`'] }, []],
])('a caller with %s', (_name, parts, expected) => {
  const issues = 'contradiction issues token for User';
  expect(found(parts).filter((one) => one !== issues)).toEqual(expected);
});

test.each([
  ['other fields', 'Credentials: `email` and `pin` of User'],
  ['a field more', 'Credentials: `email`, `pin` and `word` of User'],
  ['none', 'Credentials: none'],
])('who signs in does it with what the scheme asks for, not with %s', (_name, bullet) => {
  const bullets = ['Caller: User', bullet, 'Issued by: `POST /sessions`'];
  expect(found({ bullets })).toContain('contradiction signs in User by `email` and `word`');
});

const credentials = (words: string): Parts => ({
  bullets: ['Caller: User', `Credentials: ${words}`, 'Issued by: `POST /sessions`'],
});

test.each<[string, Parts, readonly string[]]>([
  ['a field that is not there', credentials('`mail` and `word` of User'), ['unknown-field mail']],
  ['no unique field', credentials('`nick` and `word` of User'), ['credentials-not-unique nick']],
  ['a unique field beside another', credentials('`nick`, `email` and `word` of User'), []],
  ['a secret alone', credentials('`word` of User'), []],
  [
    'no unique field where Unique is not shown',
    { ...credentials('`nick` and `word` of User'), user: '\n- Unique: not shown' },
    [],
  ],
  ['a password that is plain text', credentials('`email` and `pin` of User'), ['plain-credential pin']],
  [
    'a token that the service sets',
    { ...credentials('`key` of User'), fields: '| `key` | string | service, hidden: token |' },
    [],
  ],
  [
    'a field whose type is not shown',
    { ...credentials('`email` and `x` of User'), fields: '| `x` | not shown | caller |' },
    [],
  ],
])('credentials with %s', (_name, parts, expected) => {
  const others = 'contradiction signs in User by `email` and `word`';
  expect(found(parts).filter((one) => one !== others)).toEqual(expected);
});

const issued = (words: string): Parts => ({ bullets: [...TOKEN.slice(0, 2), `Issued by: ${words}`] });

test.each<[string, Parts, readonly string[]]>([
  ['an operation that issues nothing', issued('`POST /sessions`, `GET /notes`'), ['contradiction GET /notes']],
  [
    'the operator, beside an operation that issues one',
    issued('the operator'),
    ['contradiction issues token for User'],
  ],
  [
    'an operation under Refresh',
    { bullets: [...TOKEN.slice(0, 2), 'Issued by: the operator', 'Refresh: `POST /sessions`'] },
    [],
  ],
  ['what is not shown', issued('not shown'), []],
  ['the operator, where there may be more schemes', { ...issued('the operator'), lists: '- Lists: not shown' }, []],
])('a token issued by %s', (_name, parts, expected) => {
  expect(found(parts)).toEqual(expected);
});

const who = (words: string): Parts => ({ operation: `- Who: ${words}` });

test.each<[string, Parts, readonly string[]]>([
  ['the caller', who('owner by `Note.by`'), []],
  ['what the caller is identified by', who('owner by `Note.by.id`'), []],
  ['no reference', who('`staff` or owner by `Note.text`'), ['owner-not-caller owner by `Note.text`']],
  ['another field of the caller', who('owner by `Note.by.nick`'), ['owner-not-caller owner by `Note.by.nick`']],
  [
    'no reference where the caller is not shown',
    { ...who('owner by `Note.text`'), bullets: ['Caller: not shown', ...TOKEN.slice(1)] },
    [],
  ],
])('an owner by a field that is %s', (_name, parts, expected) => {
  expect(found(parts)).toEqual(expected);
});

test('the condition of a role names fields of the caller', () => {
  expect(found({ bullets: [...TOKEN, 'Roles: `admin` when `level` > 3'] })).toEqual([]);
  expect(found({ bullets: [...TOKEN, 'Roles: `admin` when `levels` > 3'] })).toEqual(['unknown-field levels']);
});

test.each([
  ['of another resource', 'Roles: `Note.text`', ['contradiction text']],
  ['that is a secret', 'Roles: `User.word`', ['contradiction word']],
  ['of the caller', 'Roles: `User.nick`', []],
])('a role is in a field %s', (_name, bullet, expected) => {
  expect(found({ bullets: [...TOKEN, bullet] })).toEqual(expected);
});

test('tokens are for rows of the Caller, and end by what happens to such a row', () => {
  const issued = { operation: '\n### POST /tokens\n\n- Does: creates Note; issues token for Note\n' };
  const listed = [
    'Caller: User',
    'Credentials: `email` and `word` of User',
    'Issued by: `POST /sessions`, `POST /tokens`',
  ];
  expect(found({ ...issued, bullets: listed })).toContain('contradiction Note');
  const revoked = (when: string): string[] => found({ bullets: [...TOKEN, `Revoked when: ${when}`] });
  expect(revoked('`Note.text` changes')).toEqual(['contradiction Note']);
  expect(revoked('Note is deleted')).toEqual(['contradiction Note']);
  expect(revoked('`User.word` changes, User is deleted')).toEqual([]);
});

test.each([
  ['no row, of anyone', 'POST /tokens', 'issues token for User', 'anyone', ['contradiction User']],
  ['no row, of the caller', 'POST /tokens', 'issues token for User', 'signed-in', []],
  [
    'no row, of a caller that may be nobody',
    'POST /tokens',
    'issues token for User',
    'signed-in or anyone',
    ['contradiction User'],
  ],
  ['no row, where who may call is not shown', 'POST /tokens', 'issues token for User', 'not shown', []],
  [
    'a row of another resource',
    'POST /tokens',
    'creates Note; issues token for User',
    'anyone',
    ['contradiction User'],
  ],
  ['the row that it makes', 'POST /tokens', 'creates User; issues token for User', 'anyone', []],
  ['the row of the path', 'POST /users/{id}/tokens', 'issues token for User', 'anyone', []],
])('a token that is issued for %s', (_name, heading, does, who, expected) => {
  const select = heading.includes('{')
    ? '\n| Path | Type | Selects |\n|---|---|---|\n| `id` | uuid | User by `id` |\n'
    : '';
  const operation = `\n### ${heading}\n\n- Does: ${does}\n- Who: ${who}\n${select}`;
  const bullets = [...TOKEN.slice(0, 2), `Issued by: \`POST /sessions\`, \`${heading}\``, 'Roles: `User.nick`'];
  expect(found({ operation, bullets })).toEqual(expected);
});
