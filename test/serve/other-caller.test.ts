// A token is its holder's, also where the document has made another resource the Caller: rows of two tables may have one number.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { openSqlite } from '../../src/store/sqlite/open.ts';
import { planOf } from '../plan/plan-of.ts';
import { send, start } from './running.ts';

const person = (name: string): string => `### ${name}

- Identified by: \`id\`
- Unique: \`name\`
- When deleted: none

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
| \`id\` | uuid | yes | always | service: new id | any | none |
| \`name\` | string(1..20) | yes | always | caller | any | none |
| \`pin\` | secret(4..) | yes | never | caller, hidden | any | none |
`;

const signsUp = (path: string, resource: string, caller: string): string => `
### POST ${path}

- Does: creates ${resource}${resource === caller ? `; issues token for ${caller}` : ''}
- Body: ${resource}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | ${resource === caller ? `{"token": <token>}` : resource} |
`;

const planFor = (caller: 'User' | 'Admin') =>
  planOf({
    resources: `${person('User')}\n${person('Admin')}`,
    operations: `${signsUp('/users', 'User', caller)}${signsUp('/admins', 'Admin', caller)}
### GET /me

- Does: reads caller
- Who: signed-in
- Body: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | ${caller} |
`,
    authentication: `### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: ${caller}
- Credentials: \`name\` and \`pin\` of ${caller}
- Issued by: \`POST /${caller === 'User' ? 'users' : 'admins'}\`
- Token lifetime: 14 days
- Revoked when: by the operator
`,
    errors: `- All failed fields at once: no
- Error body: {"error": <code>}

| Code | Status | When |
|---|---|---|
| \`who\` | 401 | no credentials, wrong token, expired token |
| \`bad\` | 422 | any field missing, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
`,
  });

let directory: string;
afterEach(() => rm(directory, { recursive: true, force: true }));

it('opens nothing for the row of another resource that has the same number', async () => {
  directory = await mkdtemp(join(tmpdir(), 'ninefold-caller-'));
  const ask = async (
    caller: 'User' | 'Admin',
    calls: (service: Awaited<ReturnType<typeof start>>) => Promise<void>,
  ) => {
    const plan = planFor(caller);
    const store = await openSqlite({ directory, tables: plan.storage });
    const service = await start(plan, { store });
    await calls(service);
    await service.stop();
  };
  let token = '';
  const me = (service: Awaited<ReturnType<typeof start>>) =>
    send(service, 'GET', '/me', undefined, { authorization: `Bearer ${token}` });
  await ask('User', async (service) => {
    const made = await send(service, 'POST', '/users', { name: 'ann', pin: '1111' });
    ({ token } = made.json as { token: string });
    expect((await send(service, 'POST', '/admins', { name: 'root', pin: '2222' })).status).toBe(201);
    expect((await me(service)).json).toMatchObject({ name: 'ann' });
  });
  await ask('Admin', async (service) => {
    expect((await me(service)).status).toBe(401);
  });
});
