// Rows on the operator's port: as the service would show them, page by page, without what is hidden or secret, whatever the
// store holds. docs/operate.md, "Looking at the rows".

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ServeOptions } from '../../src/serve/serve.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';
import { raw, send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const HEADS = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|';
const field = (name: string, type: string, setBy = 'caller', required = 'yes'): string =>
  `| \`${name}\` | ${type} | ${required} | ${setBy} | any | none |`;

const operation = (heading: string, does: string, body = 'none', shown = 'none'): string =>
  `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| ${does.startsWith('creates') ? '201 | created' : does.startsWith('moves') ? '200 | moved' : '200 | deleted'} | ${shown} |`;

const USER = [
  field('id', 'integer', 'service: new id'),
  field('email', 'email'),
  field('pin', 'string', 'caller, hidden'),
  field('key', 'string', 'caller, hidden'),
];
const POST = [
  field('author', 'User by `email` or null', 'caller', 'no'),
  field('keyed', 'User by `key` or null', 'caller', 'no'),
  field('answers', 'Post by `title` or null', 'caller', 'no'),
  field('title', 'string'),
  field('price', 'decimal(2) or null', 'caller', 'no'),
  field('size', 'integer or null', 'caller', 'no'),
  field('note', 'string', 'caller', 'no'),
  field('at', 'date-time', 'service: now at create'),
  field('since', 'seconds since 1970', 'caller', 'no'),
  field('tags', 'array of string', 'caller', 'no'),
  field('place', 'Place', 'caller', 'no'),
  field('label', 'string', 'service: = `{title}!`'),
  field('status', 'state', 'service: state'),
];
const PLACE = [field('street', 'string'), field('code', 'string', 'caller, hidden', 'no')];

const ERRORS = `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Post, no such User |
| \`nowhere\` | 422 | no such User in \`author\`, no such User in \`keyed\`, no such Post in \`answers\` |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`stage\` | 409 | illegal move |
`;

const MACHINE = `### Post.status

- Any other move: \`stage\`

| State | Kind |
|---|---|
| \`open\` | initial |
| \`removed\` | gone |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | \`removed\` | \`POST /posts/{title}/remove\` | none | none |`;

interface Written {
  readonly user?: readonly string[];
  readonly post?: readonly string[];
}

function sourceOf({ user = USER, post = POST }: Written = {}): string {
  return documentOf({
    errors: ERRORS,
    resources: `### User

- Identified by: \`id\`
- Unique: \`email\`
- Unique: \`key\`
- When deleted: none

${HEADS}
${user.join('\n')}

### Post

- Identified by: \`title\`

${HEADS}
${post.join('\n')}

### Place

- Identified by: none

${HEADS}
${PLACE.join('\n')}`,
    states: MACHINE,
    operations: [
      operation('POST /users', 'creates User', 'User without `id`\n- Null fields: refused'),
      operation('POST /posts', 'creates Post', 'Post\n- Null fields: cleared'),
      operation('POST /posts/{title}/remove', 'moves `Post.status` to `removed`'),
      operation('DELETE /users/{id}', 'deletes User'),
    ].join('\n\n'),
  });
}

function written(parts: Written = {}): Plan {
  const { model, errors } = understand(sourceOf(parts));
  expect(errors).toEqual([]);
  return compile(model);
}

/** What cannot be read is an error, and planned all the same. */
function planOf(user: readonly string[]): Plan {
  return compile(understand(sourceOf({ user })).model);
}

async function play(plan: Plan = written(), more: Partial<ServeOptions> = {}): Promise<void> {
  service = await start(plan, more);
}

interface Told {
  readonly fields: { name: string; type?: string; notShown?: string; refers?: unknown }[];
  readonly rows: { key: string; gone: boolean; values: Record<string, unknown>; refers?: unknown; cut?: unknown }[];
  readonly count: number;
  readonly more: boolean;
  readonly next: string | null;
  readonly previous: string | null;
}

async function look(path: string): Promise<{ status: number; text: string; json: Told }> {
  const answer = await fetch(`${service!.operatorUrl}/rows${path}`);
  const text = await answer.text();
  return { status: answer.status, text, json: JSON.parse(text) as Told };
}

async function user(email: string): Promise<void> {
  const sent = { email, pin: `SENTINEL-pin-${email}`, key: `SENTINEL-key-${email}` };
  expect(await send(service!, 'POST', '/users', sent)).toMatchObject({ status: 201 });
}

async function post(title: string, more: object = {}): Promise<void> {
  const sent = { author: 'a@b.example', title, ...more };
  expect(await send(service!, 'POST', '/posts', sent)).toMatchObject({ status: 201 });
}

async function page(query: string): Promise<unknown> {
  const { rows, next, previous } = (await look(`/User?limit=3${query}`)).json;
  return [rows.map(({ key }) => Number(key)), previous, next];
}

describe('rows on the operator’s port', () => {
  it('lists the resources, without nested shapes', async () => {
    await play();
    await user('a@b.example');
    const { status, json } = await look('');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      resources: [
        { resource: 'User', count: 1, more: false },
        { resource: 'Post', count: 0, more: false },
      ],
    });
  });

  it('shows fields in the order of the document, with the values that answers show', async () => {
    await play();
    await user('a@b.example');
    await post('first', {
      keyed: 'SENTINEL-key-a@b.example',
      price: 12.3,
      size: 9_007_199_254_740_991,
      since: 1_700_000_000,
      tags: ['x', 'y"<'],
      place: { street: 'High', code: 'SENTINEL-code' },
    });
    const { json, text } = await look('/Post');
    expect(json.fields.map(({ name }) => name)).toEqual(POST.map((row) => row.split('`')[1]));
    expect(json.fields[0]).toEqual({
      name: 'author',
      type: 'User by email',
      refers: { resource: 'User', by: 'email' },
    });
    expect(json.fields[1]).toEqual({ name: 'keyed', type: 'User by key', refers: { resource: 'User' } });
    const [row] = json.rows;
    expect(row).toEqual({
      key: '1',
      gone: false,
      refers: { author: '1', keyed: '1' },
      values: {
        author: 'a@b.example',
        keyed: 1,
        title: 'first',
        price: 12.3,
        size: 9_007_199_254_740_991,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        since: 1_700_000_000,
        tags: ['x', 'y"<'],
        place: { street: 'High' },
        label: 'first!',
        status: 'open',
      },
    });
    expect(text).toContain('"price":12.30');
  });

  it('tells null from what is left out', async () => {
    await play(
      written({
        post: POST.map((row) => row.replace('`size` | integer or null | no', '`size` | integer or null | yes')),
      }),
    );
    await user('a@b.example');
    await post('first', { size: null });
    const { values } = (await look('/Post')).json.rows[0]!;
    expect(values).toHaveProperty('size', null);
    expect(values).not.toHaveProperty('price');
    expect(values).not.toHaveProperty('note');
  });

  it('never has a secret, whatever path and page', async () => {
    await play();
    for (const name of ['a', 'c', 'd']) await user(`${name}@b.example`);
    await post('first', { keyed: 'SENTINEL-key-a@b.example', place: { street: 's', code: 'SENTINEL-code' } });
    const paths = ['', '/User', '/User?limit=1', '/User?before=end&limit=1', '/User?after=1', '/Post'];
    const texts = await Promise.all(paths.map(async (path) => (await look(path)).text));
    const plan = await (await fetch(`${service!.operatorUrl}/plan`)).json();
    expect(texts.join('')).not.toMatch(/SENTINEL/);
    expect((await look('/User')).json.fields).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'email', type: 'email' },
      { name: 'pin', type: 'string', notShown: 'hidden' },
      { name: 'key', type: 'string', notShown: 'hidden' },
    ]);
    const asked = JSON.stringify((plan as Plan).rows.map(({ select }) => select));
    expect(asked).toContain('"email"');
    expect(asked).not.toMatch(/"pin"|"key"/);
  });

  it('shows nothing that may be hidden for all that the document says, nor what is made of it', async () => {
    const open = [...USER, field('code', 'string', 'not shown'), field('word', 'string', 'caller,, hiden')];
    const mixed = [
      ...open,
      field('both', 'string', 'service: = `{email} {pin}`'),
      field('safe', 'string', 'service: = `{email}`'),
    ];
    const made = planOf(mixed);
    const { fields, select } = made.rows.find(({ resource }) => resource === 'User')!;
    expect(fields.map(({ name, notShown }) => [name, notShown])).toEqual([
      ['id', undefined],
      ['email', undefined],
      ['pin', 'hidden'],
      ['key', 'hidden'],
      ['code', 'open'],
      ['word', 'open'],
      ['both', 'hidden'],
      ['safe', undefined],
    ]);
    expect(JSON.stringify(select)).not.toMatch(/"pin"|"code"|"word"/);
  });

  it('names by its key alone a row that is identified by what is made of hidden fields, however far away', () => {
    const user = [
      ...USER,
      field('both', 'string', 'service: = `{email} {pin}`'),
      field('safe', 'string', 'service: = `{email}!`'),
    ];
    const post = [
      ...POST,
      field('by_both', 'User by `both` or null', 'caller', 'no'),
      field('by_safe', 'User by `safe` or null', 'caller', 'no'),
      field('by_keyed', 'Post by `keyed` or null', 'caller', 'no'),
      field('by_further', 'Post by `by_both` or null', 'caller', 'no'),
      field('by_author', 'Post by `author` or null', 'caller', 'no'),
    ];
    const made = compile(understand(sourceOf({ user, post })).model);
    const { fields, select } = made.rows.find(({ resource }) => resource === 'Post')!;
    const refers = fields.flatMap((one) => (one.name.startsWith('by_') ? [[one.name, one.refers?.by]] : []));
    expect(refers).toEqual([
      ['by_both', undefined],
      ['by_safe', 'safe'],
      ['by_keyed', undefined],
      ['by_further', undefined],
      ['by_author', 'author'],
    ]);
    expect(JSON.stringify(select)).not.toMatch(/"pin"|"key"/);
    expect(JSON.stringify(select)).toContain('"email"');
  });

  it('marks rows in a gone state, and shows what a reference to one names', async () => {
    await play();
    await user('a@b.example');
    await post('first');
    await post('second', { answers: 'first' });
    expect(await send(service!, 'POST', '/posts/first/remove')).toMatchObject({ status: 200 });
    const { rows } = (await look('/Post')).json;
    expect(rows.map(({ gone, values }) => [values['title'], values['status'], gone])).toEqual([
      ['first', 'removed', true],
      ['second', 'open', false],
    ]);
    expect(rows[1]).toMatchObject({ refers: { answers: '1' }, values: { answers: 'first' } });
  });

  it('names a reference that leads to no row any more by nothing but its key', async () => {
    await play();
    await user('a@b.example');
    await post('first');
    expect(await send(service!, 'DELETE', '/users/1')).toMatchObject({ status: 200 });
    const { values, refers } = (await look('/Post')).json.rows[0]!;
    expect(values).not.toHaveProperty('author');
    expect(refers ?? {}).toEqual({ author: '1' });
  });

  it('goes through all rows, forward and back, and takes anything else for a cursor of the first page', async () => {
    await play();
    for (let n = 1; n <= 7; n++) await user(`u${n}@b.example`);
    expect(await page('')).toEqual([[1, 2, 3], null, '3']);
    expect(await page('&after=3')).toEqual([[4, 5, 6], '4', '6']);
    expect(await page('&after=6')).toEqual([[7], '7', null]);
    expect(await page('&before=7')).toEqual([[4, 5, 6], '4', '6']);
    expect(await page('&before=4')).toEqual([[1, 2, 3], null, '3']);
    expect(await page('&before=end')).toEqual([[5, 6, 7], '5', null]);
    expect(await page('&after=7')).toEqual([[], '8', null]);
    await send(service!, 'DELETE', '/users/3');
    await send(service!, 'DELETE', '/users/4');
    expect(await page('&after=3')).toEqual([[5, 6, 7], '5', null]);
    const odd = ['x', '-1', '1e3', '9'.repeat(30), '%00', '3%27', '9007199254740993', '', '%FF'];
    for (const cursor of odd) {
      expect(await page(`&after=${cursor}`)).toEqual([[1, 2, 5], null, '5']);
      expect(await page(`&before=${cursor}`)).toEqual([[1, 2, 5], null, '5']);
    }
    for (const limit of ['0', '-3', 'x', '1e9', ''])
      expect((await look(`/User?limit=${limit}`)).json.rows).toHaveLength(5);
  });

  it('shows 200 rows at most', async () => {
    await play();
    for (let n = 0; n < 201; n++) await user(`u${n}@b.example`);
    expect((await look('/User?limit=1000')).json.rows).toHaveLength(200);
    expect((await look('/User')).json.rows).toHaveLength(50);
  });

  it('cuts what is long, and tells how long it is', async () => {
    await play();
    await user('a@b.example');
    const wide = '\u{1F600}'.repeat(3_000);
    await post('a', { note: 'x'.repeat(500_000), tags: ['t'.repeat(20_000)] });
    await post('b', { note: wide, tags: ['\u00e9'.repeat(6_000)] });
    await post('c', { note: 'x'.repeat(10_000) });
    const [a, b, c] = (await look('/Post')).json.rows;
    expect(a!.values['note']).toBe('x'.repeat(10_000));
    expect(a!.values['tags']).toBe(`["${'t'.repeat(9_998)}`);
    expect(a!.cut).toEqual({ note: 500_000, tags: 20_004 });
    expect(b!.values['note']).toBe(wide);
    expect(b!.values['tags']).toEqual(['\u00e9'.repeat(6_000)]);
    expect(b!.cut).toBeUndefined();
    expect(c!.values['note']).toBe('x'.repeat(10_000));
    expect(c!.cut).toBeUndefined();
  });

  it('answers 404 for what is no resource, and to nobody under another name', async () => {
    await play();
    for (const name of ['Nothing', 'Place', '_outbox', '_ninefold', '%E0%A4%A', 'User/1', '__proto__', "User'--"]) {
      const { status, json } = await look(`/${name}`);
      expect(status).toBe(404);
      expect(json).toMatchObject({ resources: ['User', 'Post'] });
    }
    const { hostname, port } = new URL(service!.operatorUrl);
    const answer = await raw(Number(port), [
      `GET /rows/User HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    ]);
    expect(hostname).toBe('127.0.0.1');
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(await fetch(`${service!.operatorUrl}/rows/User`, { method: 'POST' })).toMatchObject({ status: 405 });
  });
});

async function why(query: string): Promise<unknown> {
  const { status, json } = await look(`/Post?${query}`);
  return [status, (json as unknown as { error: string }).error];
}

async function titles(query: string): Promise<readonly unknown[]> {
  const { status, json } = await look(`/Post?${query}`);
  expect(status).toBe(200);
  return json.rows.map(({ values }) => values['title']);
}

async function posts(): Promise<void> {
  await play();
  await user('a@b.example');
  await user('c@b.example');
  const key = { keyed: 'SENTINEL-key-a@b.example' };
  await post('first', { ...key, price: 12.3, size: 7, since: 1_700_000_000, tags: ['x'] });
  await post('second', { ...key, price: 12.31, note: 'a 100% _note' });
  await post('third', { author: 'c@b.example', size: 9_007_199_254_740_991, note: '' });
}

describe('rows that are found by a field', () => {
  it.each([
    ['where=title&value=second', ['second']],
    ['where=title&how=contains&value=ir', ['first', 'third']],
    ['where=note&how=contains&value=0%25%20_', ['second']],
    ['where=note&how=none', ['first']],
    ['where=note&value=', ['third']],
    ['where=price&value=12.30', ['first']],
    ['where=size&value=9007199254740991', ['third']],
    ['where=since&value=1700000000', ['first']],
    ['where=label&value=third!', ['third']],
    ['where=status&value=open&limit=2', ['first', 'second']],
    ['where=author&value=c%40b.example', ['third']],
    ['where=author&how=refers&value=1', ['first', 'second']],
    ['where=keyed&value=1', ['first', 'second']],
    ['where=author&how=refers&value=1&after=1', ['second']],
    ['where=author&how=refers&value=1&before=end&limit=1', ['second']],
    ['where=', ['first', 'second', 'third']],
  ])('%s', async (query, expected) => {
    await posts();
    expect(await titles(query)).toEqual(expected);
  });

  it('says why nothing can be sought like that', async () => {
    await posts();
    expect(await why('where=size&value=many')).toEqual([400, '"many" is no value of size, which is integer.']);
    expect(await why('where=nothing&value=1')).toEqual([400, 'Rows of Post are not found by a field "nothing".']);
    expect(await why('where=tags&value=x')).toEqual([400, 'Rows are not found by tags in the way "is".']);
    expect(await why('where=size&how=contains&value=7')).toEqual([
      400,
      'Rows are not found by size in the way "contains".',
    ]);
  });

  it('is no way to a hidden field or a secret', async () => {
    await posts();
    for (const query of [
      'where=key&how=contains&value=S',
      'where=pin&value=SENTINEL-pin-a%40b.example',
      'where=key&how=none',
    ])
      expect(await look(`/User?${query}`)).toMatchObject({ status: 400 });
  });
});
