// Who a token is of, where the fields of the body that sign in set nothing.

import { expect, it } from 'vitest';

import { modelOf, Played } from '../recorded.ts';
import { things } from '../things.ts';

const DOCUMENT = things({
  authentication: `### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Member
- Credentials: \`name\` and \`password\` of Member
- Issued by: \`POST /sessions\`
- Token lifetime: none
- Revoked when: none
`,
  operations: `
### POST /members

- Does: creates Member
- Body: Member
- Repeat: again
- Answers: 201 created, Member

### POST /sessions

- Does: signs in Member by \`name\` and \`password\`; issues token for Member
- Repeat: again
- Answers: 201 signed in, \`{"token": <token>}\`

| Body | Type | Required | Sets |
|---|---|---|---|
| \`name\` | as \`Member.name\` | yes | none |
| \`password\` | as \`Member.password\` | yes | none |
`,
})
  .replace(
    '## 3. States',
    `### Member

- Identified by: \`id\`
- Unique: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | yes | caller at create | any | none |
| \`password\` | secret | yes | caller, hidden | any | none |

## 3. States`,
  )
  .replace(
    'any field invalid |',
    'any field invalid |\n| `known` | 409 | `Member.name` taken |\n| `wrong` | 401 | wrong credentials |',
  );

it('is the row that has the name that was sent', () => {
  const played = new Played(modelOf(DOCUMENT));
  const member = (id: number, name: string): void => {
    const sent = { name, password: `${name} s3cret` };
    const { findings } = played.judge({ method: 'POST', target: '/members', sent, status: 201, shown: { id, name } });
    expect(findings).toEqual([]);
  };
  member(7, 'ada');
  member(8, 'bob');
  for (const name of ['ada', 'bob']) {
    const sent = { name, password: `${name} s3cret` };
    played.last([{ method: 'POST', target: '/sessions', sent, status: 201, shown: { token: `t-${name}` } }]);
  }
  const owners = [...played.world.tokens].map(([text, { row }]) => [text, row?.get('id')]);
  expect(owners).toEqual([
    ['t-ada', 7],
    ['t-bob', 8],
  ]);
  expect(played.world.mayHaveIssued).toBe(false);
});
