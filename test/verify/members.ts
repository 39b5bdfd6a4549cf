// A document of things whose members sign in, and a service of it by hand that keeps both.

import type { Answer, Handler } from './by-hand.ts';
import { keeper, things } from './things.ts';

export const MEMBERS: string = things({
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
### GET /own

- Does: lists Thing
- Who: signed-in
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe
- Answers: 200 found, array of Thing

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
    'any field invalid |\n| `known` | 409 | `Member.name` taken |\n| `sign_in` | 401 | no credentials, wrong token, expired token |\n| `wrong` | 401 | wrong credentials |',
  );

const isText = (value: unknown): value is string => typeof value === 'string';

function unknown(error: string): Answer {
  return { status: 401, body: { error }, headers: { 'www-authenticate': 'Bearer' } };
}

/** `own`: what comes of `GET /own` for somebody who is signed in. */
export function signingIn(own: (listed: Answer) => Answer): Handler {
  const members: { readonly name: string; readonly password: string }[] = [];
  const tokens = new Set<string>();
  const rest = keeper();
  return (asked) => {
    const { method, path, json, headers } = asked;
    if (path === '/own' && ['GET', 'HEAD'].includes(method)) {
      const isKnown = tokens.has(/^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
      return isKnown ? own(rest({ ...asked, path: '/things' })) : unknown('sign_in');
    }
    if (method !== 'POST' || !['/members', '/sessions'].includes(path)) return rest(asked);
    const { name, password } = json ?? {};
    if (!isText(name) || !isText(password)) return { status: 400, body: { error: 'invalid' } };
    const known = members.find((one) => one.name === name);
    if (path === '/sessions') {
      if (known?.password !== password) return unknown('wrong');
      tokens.add(`t${tokens.size}`);
      return { status: 201, body: { token: `t${tokens.size - 1}` } };
    }
    if (known) return { status: 409, body: { error: 'known' } };
    members.push({ name, password });
    return { status: 201, body: { id: members.length, name } };
  };
}
