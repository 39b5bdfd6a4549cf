// `creates or replaces` and fields that are `caller at create`: what the row has may be sent again, all else goes by
// Read-only fields.

import { expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start } from './running.ts';

/** By type: a value, the same spelled in another way where there is one, and others. */
const VALUES: Readonly<Record<string, { one: unknown; same?: unknown; others: readonly unknown[] }>> = {
  string: { one: 'a', others: ['b', 'A', ''] },
  integer: { one: 3, others: [4, 0] },
  number: { one: 1.5, others: [2] },
  'decimal(2)': { one: 1.5, others: [1.51] },
  boolean: { one: false, others: [true] },
  date: { one: '2026-01-01', others: ['2026-01-02'] },
  'date-time': { one: '2026-01-01T00:00:00Z', same: '2026-01-01T01:00:00+01:00', others: ['2026-01-01T00:00:01Z'] },
  'string or null': { one: null, others: ['b'] },
  'array of string': { one: ['a', 'b'], others: [['b', 'a'], []] },
  'map of integer': { one: { a: 1 }, others: [{ a: 2 }, {}] },
  'Kind by `name`': { one: 'x', others: ['y'] },
};

function planFor(type: string, required: string, fallback: string, policy: string): ReturnType<typeof planOf> {
  return planOf({
    resources: `### Thing
- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller at create | any | none |
| \`f\` | ${type} | ${required} | caller at create | any | ${fallback} |
| \`n\` | integer | no | caller | any | none |

### Kind
- Identified by: \`name\`
- When deleted: refused while Thing (\`n\` = 1)

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
`,
    operations: `### PUT /things/{id}
- Does: creates or replaces Thing
- Body: Thing
- Read-only fields: ${policy}
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | created, replaced | Thing |

### POST /kinds
- Does: creates Kind
- Body: Kind
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |
`,
    errors: `- Error body: {"code": <code>, "fields": [{"at": <pointer>}]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`taken\` | 409 | Kind already there, any field taken |
| \`missing\` | 422 | any field missing |
| \`invalid\` | 422 | any field invalid |
| \`unknown\` | 422 | unknown field |
| \`fixed\` | 409 | read-only field |
| \`nobody\` | 422 | no such Kind in \`f\` |`,
  });
}

const STATUS = { refused: 409, ignored: 200, 'not shown': 501 } as const;

test.each(
  Object.entries(VALUES).flatMap(([type, values]) => Object.keys(STATUS).map((policy) => ({ type, values, policy }))),
)('$type, Read-only fields $policy', async ({ type, values, policy }) => {
  const service = await start(planFor(type, 'no', 'none', policy));
  try {
    for (const name of ['x', 'y']) await send(service, 'POST', '/kinds', { name });
    const put = (f: unknown, n: number) => send(service, 'PUT', '/things/1', { f, n });
    const made = await put(values.one, 1);
    expect(made.status).toBe(200);
    const { f } = made.json as { f: unknown };
    for (const same of [values.one, values.same ?? values.one, undefined])
      expect((await put(same, 2)).json).toEqual({ ...(made.json as object), n: 2 });
    for (const other of values.others) {
      const answer = await put(other, 3);
      expect([other, answer.status]).toEqual([other, STATUS[policy as keyof typeof STATUS]]);
      if (policy === 'refused') expect(answer.json).toEqual({ code: 'fixed', fields: [{ at: '#/f' }] });
      if (policy === 'ignored') expect(answer.json).toEqual({ ...(made.json as object), f, n: 3 });
      if (policy === 'not shown') expect(answer.text).toContain('"4/PUT /things/{id}/read-only-fields"');
    }
  } finally {
    await service.stop();
  }
});

test('what a default fills in was not sent', async () => {
  const service = await start(planFor('integer', 'yes', '`3`', 'refused'));
  try {
    expect((await send(service, 'PUT', '/things/1', { f: 4 })).json).toMatchObject({ f: 4 });
    expect((await send(service, 'PUT', '/things/1', { n: 1 })).json).toMatchObject({ f: 4, n: 1 });
    expect((await send(service, 'PUT', '/things/1', { f: 3 })).status).toBe(409);
    expect((await send(service, 'PUT', '/things/2', {})).json).toMatchObject({ f: 3 });
  } finally {
    await service.stop();
  }
});

test('the path names the new row, whatever its parameter is called', async () => {
  const plan = planOf({
    resources: `### Thing
- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | no | caller at create | any | none |
| \`n\` | integer | no | caller | any | none |
`,
    operations: `### PUT /things/{key}
- Does: creates or replaces Thing
- Body: Thing
- Repeat: same effect

| Path | Type | Selects |
|---|---|---|
| \`key\` | string | Thing by \`id\` |

| Status | When | Body |
|---|---|---|
| 200 | created, replaced | Thing |
`,
  });
  const service = await start(plan);
  try {
    for (const n of [1, 2]) expect((await send(service, 'PUT', '/things/a', { n })).json).toEqual({ id: 'a', n });
    expect((await send(service, 'PUT', '/things/a', { id: 'b' })).status).toBe(422);
  } finally {
    await service.stop();
  }
});
