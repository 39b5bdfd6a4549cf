// Part 8: how many rows there may be. Rows count as every reader counts them; what would leave more than that is refused with the error of its
// row, whatever adds to them, and nothing else is. Notation, part 8; decision 0074.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Account

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..20) | yes | caller | any | none |

### Hook

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`account\` | Account by \`name\` or null | no | caller | any | null |
| \`kind\` | string | no | caller | any | \`plain\` |
| \`state\` | state | yes | service: state | any | none |
`;

const STATES = `### Hook.state

| State | Kind |
|---|---|
| \`on\` | initial |
| \`off\` | gone |

| From | To | By | Only if |
|---|---|---|---|
| (new) | \`on\` | \`POST /hooks\`, \`POST /hooks/bulk\` | none |
| \`on\` | \`off\` | \`POST /hooks/{id}/off\` | none |
| \`off\` | \`on\` | \`POST /hooks/{id}/on\` | none |

- Any other move: \`stage\`
- Any other change: accepted
`;

const answers = (code: number, when: string, body = 'Hook'): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | ${body} |\n\n`;

const OPERATIONS = `### PUT /accounts/{name}

- Does: creates or replaces Account
- Body: none
${answers(200, 'replaced', 'Account').trimEnd()}
| 201 | created | Account |

### POST /hooks

- Does: creates Hook
- Body: Hook
${answers(201, 'created')}
### POST /hooks/bulk

- Does: creates every Hook in body
- Body: array of Hook
${answers(201, 'created', 'array of Hook')}
### PATCH /hooks/{id}

- Does: updates Hook
- Body: Hook
- Omitted fields: kept
${answers(200, 'updated')}
### POST /hooks/{id}/off

- Does: moves Hook.state
- Body: none
${answers(204, 'moved', 'none')}
### POST /hooks/{id}/on

- Does: moves Hook.state
- Body: none
${answers(204, 'moved', 'none')}
### DELETE /hooks/{id}

- Does: deletes Hook
${answers(204, 'deleted', 'none')}
### GET /hooks

- Does: lists Hook
- Order: oldest first
- Pages: none
${answers(200, 'found', 'array of Hook')}`;

const LIMITS = (rows: string): string =>
  `| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n${rows}`;

const source = (rows: string): string =>
  documentOf({
    resources: RESOURCES,
    states: STATES,
    operations: OPERATIONS,
    codes: '| `many` | 403 | none |\n| `none` | 422 | no such Account in `account` |',
    limits: LIMITS(rows),
  }).replace('no such Thing', 'no such Hook');

const run = (rows: string): Promise<Running> => start(compile(modelOf(source(rows))));

const rows = (...names: string[]): unknown => names.map((account) => ({ account }));

const errorsOf = (limits: string): string => {
  try {
    modelOf(source(limits));
    return '';
  } catch (error) {
    return String(error);
  }
};

describe('two rows for each that they refer to', () => {
  let service: Running;
  beforeEach(async () => {
    service = await run('| Hooks | 2 Hook | Account | any | `many` |');
    for (const name of ['ann', 'bob']) await send(service, 'PUT', `/accounts/${name}`);
  });
  afterEach(() => service.stop());

  const call = async (method: string, path: string, body?: unknown): Promise<readonly unknown[]> => {
    const { status, json } = await send(service, method, path, body);
    return status < 300 ? [status] : [status, json];
  };
  const post = (account: string | null): Promise<readonly unknown[]> => call('POST', '/hooks', { account });
  const many = [403, { code: 'many' }];

  it('are made, and no third; each has its own number, and a row that refers to nothing counts nowhere', async () => {
    expect([await post('ann'), await post('ann'), await post('ann')]).toEqual([[201], [201], many]);
    expect([await post('bob'), await post(null), await post(null), await post(null)]).toEqual([
      [201],
      [201],
      [201],
      [201],
    ]);
    expect((await send(service, 'GET', '/hooks')).json).toHaveLength(6);
  });

  it('are free again when one is deleted, or gone, and taken when that comes back', async () => {
    await post('ann');
    await post('ann');
    expect(await call('DELETE', '/hooks/1')).toEqual([204]);
    expect([await post('ann'), await post('ann')]).toEqual([[201], many]);
    expect(await call('POST', '/hooks/2/off')).toEqual([204]);
    expect([await post('ann'), await post('ann')]).toEqual([[201], many]);
    expect(await call('POST', '/hooks/2/on')).toEqual(many);
    const { id } = ((await send(service, 'GET', '/hooks')).json as readonly { readonly id: number }[]).at(-1)!;
    expect(await call('DELETE', `/hooks/${id}`)).toEqual([204]);
    expect(await call('POST', '/hooks/2/on')).toEqual([204]);
    expect(await post('ann')).toEqual(many);
  });

  it('count where a row is given to another, and not where it stays', async () => {
    for (const name of ['ann', 'ann', 'bob']) await post(name);
    expect(await call('PATCH', '/hooks/3', { account: 'ann' })).toEqual(many);
    expect(await call('PATCH', '/hooks/2', { account: 'ann', kind: 'other' })).toEqual([200]);
    expect(await call('PATCH', '/hooks/1', { account: 'bob' })).toEqual([200]);
    expect(await call('PATCH', '/hooks/2', { account: 'bob' })).toEqual(many);
    expect(await post('ann')).toEqual([201]);
  });

  it('are counted of all rows of a body, which are all made or none', async () => {
    expect(await call('POST', '/hooks/bulk', rows('ann', 'bob', 'ann', 'ann'))).toEqual(many);
    expect((await send(service, 'GET', '/hooks')).json).toEqual([]);
    expect(await call('POST', '/hooks/bulk', rows('ann', 'bob', 'ann', 'bob'))).toEqual([201]);
    expect(await call('POST', '/hooks/bulk', rows('bob'))).toEqual(many);
  });

  it('say nothing of what is wrong otherwise', async () => {
    await post('ann');
    await post('ann');
    expect(await call('POST', '/hooks', { account: 'nobody' })).toEqual([422, { code: 'none' }]);
    expect(await call('POST', '/hooks/1/on')).toEqual([409, { code: 'stage' }]);
  });
});

it('rows are counted by the value of a field, and of all the service', async () => {
  const service = await run(
    '| Kinds | 1 Hook | `Hook.kind` | any | `many` |\n| All | 3 `Hook` | service | any | `stage` |',
  );
  const post = async (kind: string): Promise<unknown> => (await send(service, 'POST', '/hooks', { kind })).json;
  expect([await post('a'), await post('b'), await post('a'), await post('c'), await post('d')]).toEqual([
    { id: 1, kind: 'a', state: 'on' },
    { id: 2, kind: 'b', state: 'on' },
    { code: 'many' },
    expect.objectContaining({ kind: 'c' }),
    { code: 'stage' },
  ]);
  await service.stop();
});

describe('a number of rows', () => {
  it.each([
    ['2 Hook', 'IP address', 'a number of rows is not counted for that'],
    ['2 Account', 'caller', 'no caller has a row'],
    ['2 Account', 'Hook', 'no field of `Account` refers to it'],
    ['2 Account', '`Hook.kind`', 'it is no field of `Account`'],
    ['9 characters', 'caller', 'a number of characters is not counted for that'],
    ['9 seconds', 'caller', 'a length of time is not counted for that'],
    ['9 items', '`Hook.kind`', 'its values are no lists'],
    ['1 KB', 'operation', 'a size is not counted for that'],
    ['9 characters', '`Hook.id`', 'its values are no text'],
    ['9 seconds', 'request and operation', 'a length of time is counted for one thing'],
  ])('%s per %s is an error where it stands', (value, per, because) => {
    expect(errorsOf(`| Hooks | ${value} | ${per} | any | \`many\` |`)).toContain(`limit-per: Unexpected`);
    expect(errorsOf(`| Hooks | ${value} | ${per} | any | \`many\` |`)).toContain(because);
  });

  it('is judged by operations that may add to it, and by no other; rows are found by an index', () => {
    const plan = compile(modelOf(source('| Hooks | 2 Hook | Account | any | `many` |')));
    expect(
      plan.operations.flatMap(({ id, run }) => (run?.steps.some(({ kind }) => kind === 'limit') ? [id] : [])),
    ).toEqual(['POST /hooks', 'POST /hooks/bulk', 'PATCH /hooks/{id}', 'POST /hooks/{id}/on']);
    const indexesOf = (rows: string): unknown =>
      compile(modelOf(source(rows))).storage.find(({ name }) => name === 'Hook')?.indexes;
    expect(indexesOf('| Hooks | 2 Hook | Account | any | `many` |')).toEqual([['account']]);
    expect(indexesOf('| Hooks | 2 Hook | `Hook.kind` | any | `many` |')).toEqual([['account'], ['kind']]);
  });
});

it("a row that is replaced counts where it belongs then, and one that stays is in nobody's way", async () => {
  const text = documentOf({
    resources: `### Seat

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..9) | yes | caller at create | any | none |
| \`owner\` | string or null | no | caller | any | \`null\` |
`,
    operations: `### PUT /seats/{name}

- Does: creates or replaces Seat
- Body: Seat
- Null fields: cleared
${answers(200, 'replaced', 'Seat').trimEnd()}
| 201 | created | Seat |
`,
    codes: '| `many` | 403 | none |',
    limits: LIMITS('| Seats | 1 Seat | `Seat.owner` | any | `many` |'),
  }).replaceAll('no such Thing', 'no such Seat');
  const service = await start(compile(modelOf(text)));
  const put = async (name: string, owner: string | null): Promise<number> =>
    (await send(service, 'PUT', `/seats/${name}`, { owner })).status;
  expect([await put('a', 'x'), await put('b', 'x'), await put('a', 'x'), await put('a', 'y')]).toEqual([
    201, 403, 200, 200,
  ]);
  expect([await put('b', 'x'), await put('a', 'x'), await put('b', null), await put('a', 'x')]).toEqual([
    201, 403, 200, 200,
  ]);
  await service.stop();
});
