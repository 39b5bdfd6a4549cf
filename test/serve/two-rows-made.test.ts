// A call that makes two rows, shows both, and gives a token for the second. Input: requests. Output: answers, and who the token lets in.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const PLAN = planOf({
  resources: `### Team

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | any | none |

### Person

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`password\` | secret | yes | caller, hidden | any | none |
| \`team\` | Team by \`id\` | yes | by operation | any | none |`,
  operations: `### POST /teams

- Does: creates Team; creates Person with \`team\` = \`Team.id\`; issues token for Person
- Repeat: again
- Answers: 201 created, \`{"team": Team, "person": Person, "token": <token>}\`

| Body | Type | Required | Default | Allowed values | Sets |
|---|---|---|---|---|---|
| \`title\` | as \`Team.title\` | yes | none | any | \`Team.title\` |
| \`name\` | as \`Person.name\` | yes | none | any | \`Person.name\` |
| \`password\` | as \`Person.password\` | yes | none | any | \`Person.password\` |

### GET /me

- Does: reads caller
- Who: signed-in
- Repeat: safe
- Answers: 200 found, Person`,
  authentication: `### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Person
- Credentials: \`name\` and \`password\` of Person
- Issued by: \`POST /teams\`
- Token lifetime: 1 day
- Revoked when: none
`,
  codes: '| `sign_in` | 401 | no credentials, wrong token, expired token |\n',
});

let service: Running;
beforeAll(async () => {
  service = await start(PLAN);
});
afterAll(() => service.stop());

it('shows the second row beside the first, and its token lets in', async () => {
  const sent = { title: 'Red', name: 'ada', password: 's3cret' };
  const made = await send(service, 'POST', '/teams', sent);
  const person = { name: 'ada', team: 1 };
  const { token, ...shown } = JSON.parse(made.text) as { readonly token: string };
  expect(shown).toEqual({ team: { id: 1, title: 'Red' }, person });
  const me = await send(service, 'GET', '/me', undefined, { authorization: `Bearer ${token}` });
  expect([me.status, JSON.parse(me.text)]).toEqual([200, person]);
});
