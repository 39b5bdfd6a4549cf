// Fields that are unique together: the one that a code names is told, each field once.

import { afterEach, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

async function failures(unique: string, codes: string, body: unknown): Promise<unknown> {
  const plan = planOf({
    resources: `### Vote

- Identified by: \`id\`
${unique}
| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller | any | none |
| \`poll\` | string | yes | caller | any | none |
| \`ip\` | string | yes | caller | any | none |`,
    operations: `### POST /votes

- Does: creates Vote
- Body: Vote
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Vote |
`,
    errors: `- Error body: {"errors": {<field>: [<message>]}}
- All failed fields at once: yes

| Code | Status | When | Message |
|---|---|---|---|
${codes}| \`bad\` | 422 | any field missing, any field blank, any field invalid, any field taken, unknown field, read-only field | taken |
`,
  });
  service = await start(plan);
  await send(service, 'POST', '/votes', { id: 'a', poll: 'p', ip: 'i' });
  const { json } = await send(service, 'POST', '/votes', body);
  return (json as { errors: unknown }).errors;
}

const TOGETHER = '- Unique: `poll` and `ip`\n';
const AGAIN = { id: 'b', poll: 'p', ip: 'i' };

test.each([
  ['| `voted` | 409 | `Vote.ip` taken | voted |\n', { ip: ['voted'] }],
  ['| `voted` | 409 | `Vote.poll` taken | voted |\n', { poll: ['voted'] }],
  ['| `voted` | 409 | `ip` taken | voted |\n', { ip: ['voted'] }],
  ['', { poll: ['taken'] }],
])('the field that is named: %s', async (code, told) => {
  expect(await failures(TOGETHER, code, AGAIN)).toEqual(told);
});

test('with another that is taken, each has its own place', async () => {
  const code = '| `voted` | 409 | `Vote.ip` taken | voted |\n';
  expect(await failures(`${TOGETHER}- Unique: \`poll\`\n`, code, AGAIN)).toEqual({ ip: ['voted'], poll: ['taken'] });
  expect(await failures(TOGETHER, code, { ...AGAIN, id: 'a' })).toEqual({ ip: ['voted'], id: ['taken'] });
});

test('a field that is taken twice is told once', async () => {
  const [first] = Object.values((await failures(`${TOGETHER}- Unique: \`poll\`\n`, '', AGAIN)) as object);
  expect(first).toEqual(['taken']);
});
