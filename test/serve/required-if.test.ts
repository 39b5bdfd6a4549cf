// `Required: if …`, over a real server: what the body and its defaults can tell is judged, all else is held.

import { afterEach, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

const HEAD = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|`;

function resources(required: string): string {
  return `### Thing

- Identified by: \`id\`

${HEAD}
| \`id\` | integer | yes | service: new id | any | none |
| \`kind\` | string | no | caller | any | \`x\` |
| \`other\` | Other by \`id\` | no | caller | any | none |
| \`made\` | date-time | yes | service: now at create | any | none |
| \`twice\` | integer | yes | service: = \`id\` * 2 | any | none |
| \`chosen\` | string | no | by operation | any | none |
| \`name\` | string | ${required} | caller | any | none |

### Other

- Identified by: \`id\`

${HEAD}
| \`id\` | integer | yes | service: new id | any | none |
| \`kind\` | string | no | caller | any | none |
`;
}

async function serving(required: string, body = '- Body: Thing\n'): Promise<void> {
  const operations = `### POST /things
- Does: creates Thing with \`chosen\` = \`x\`
- Repeat: again
${body}
| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
`;
  service = await start(planOf({ resources: resources(required), operations }));
}

async function statuses(...bodies: readonly unknown[]): Promise<readonly number[]> {
  const answers = [];
  for (const body of bodies) answers.push((await send(service, 'POST', '/things', body)).status);
  expect(service.logged).toEqual([]);
  return answers;
}

describe('a condition on a field', () => {
  test.each([
    ['if `kind` = `x`', [422, 422, 201, 201]],
    ['if not (`kind` = `x`)', [201, 201, 422, 201]],
    ['if `kind` = `x` and `other` is set', [201, 201, 201, 201]],
    ['if `name` is blank', [422, 422, 422, 201]],
  ])('over what is sent is judged: %s', async (required, expected) => {
    await serving(required);
    expect(await statuses({}, { kind: 'x' }, { kind: 'y' }, { kind: 'x', name: 'n' })).toEqual(expected);
  });

  test.each([
    'if there is Other (`kind` = this `kind`)',
    'if there is no Other',
    'if not (there is Other)',
    'if count of Thing (`kind` = this `kind`) > 1',
    'if `kind` = `x` and there is Other (`kind` = `y`)',
    'if `other.kind` = `x`',
    'if `made` < now',
    'if `twice` > 3',
    'if `id` > 0',
    'if `chosen` = `x`',
  ])('over more than what is sent is held: %s', async (required) => {
    await serving(required);
    expect(await statuses({}, { kind: 'x' }, { name: 'n' })).toEqual([501, 501, 501]);
  });
});

function table(rows: string): string {
  return `
| Body | Type | Required | Sets |
|---|---|---|---|
${rows}
`;
}

describe('a condition of a Body row', () => {
  test('over a field that the body does not take is held', async () => {
    await serving('no', table('| `name` | string | if `kind` = `x` | `name` |'));
    expect(await statuses({}, { name: 'n' })).toEqual([501, 501]);
  });
  test('over a field of the body is judged, also where the row sets none', async () => {
    await serving('no', table('| `act` | string | if body `kind` = `x` | none |\n| `kind` | string | no | `kind` |'));
    expect(await statuses({}, { kind: 'y' }, { kind: 'x' }, { kind: 'x', act: 'a' })).toEqual([422, 201, 422, 201]);
  });
  test('over a field of a row is held where it sets none', async () => {
    await serving('no', table('| `act` | string | if `kind` = `x` | none |\n| `kind` | string | no | `kind` |'));
    expect(await statuses({ kind: 'x' })).toEqual([501]);
  });
});
