// The document everything.md over real HTTP: what the plan says happens, happens. Rules of fields, states on every write
// path, references, cascades, merges, lists, and which error answers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, serve, type Answer, type Running } from '../examples/running.ts';

let service: Running;
let base: string;

beforeAll(async () => {
  service = await serve('test/plan/everything.md');
  base = `${service.url}/v2`;
  for (const [username, email] of [
    ['ann', 'Ann@x.org'],
    ['bob', 'b@x.org'],
  ]) {
    await send('POST', '/users', { user: { username, email } });
  }
});

afterAll(async () => {
  await service.stop();
  discard(service.data);
});

async function send(method: string, path: string, body?: unknown, type?: string): Promise<Answer> {
  return call(`${base}${path}`, method, body, type === undefined ? {} : { 'content-type': type });
}

async function merge(slug: string, patch: unknown): Promise<Answer> {
  return send('PUT', `/articles/${slug}`, patch, 'application/merge-patch+json');
}

let count = 0;

/** A new article; its slug. */
async function article(more: object = {}): Promise<string> {
  const answer = await send('POST', '/articles', {
    title: `Article ${++count}`,
    author: 'ann',
    place: { street: 'A' },
    ...more,
  });
  expect(answer.status).toBe(201);
  return answer.body.slug as string;
}

/** The code, and the paths that it names. */
function refusal(answer: Answer): readonly unknown[] {
  return [answer.status, answer.body.code, ...Object.keys(answer.body.fields).toSorted()];
}

describe('creating', () => {
  it('fills in what is not sent and computes the rest', async () => {
    const sent = {
      title: 'Hello World',
      author: 'ann',
      price: 10.5,
      quantity: 3,
      place: { street: 'A' },
      meta: { a: '1' },
      lines: [{ name: 'x' }, { name: 'y', cost: 2.25 }],
      tags: ['z', 'a'],
      seen: 1700000000,
      secret_note: 's',
    };
    const { status, body, text } = await send('POST', '/articles', sent);
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      slug: 'hello-world',
      title: 'Hello World',
      author: 'ann',
      status: 'draft',
      price: 10.5,
      quantity: 3,
      total: 31.5,
      half: 5.25,
      link: `${base}/a/hello-world?by=ann`,
      url: `${base}/articles/hello-world`,
      place: { street: 'A', city: 'Bern' },
      meta: { a: '1' },
      lines: [
        { name: 'x', cost: 1.5 },
        { name: 'y', cost: 2.25 },
      ],
      tags: ['a', 'z'],
      flag: null,
      changed: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      seen: 1700000000,
    });
    expect(text).toContain('"total":31.50,"half":5.250');
    expect(text).toContain('{"name":"x","cost":1.50}');
    const again = await send('POST', '/articles', { ...sent, author: 'bob' });
    expect(again.body.slug).toBe('hello-world-2');
  });

  it('says where the new row is', async () => {
    const answer = await send('POST', '/users', { user: { username: 'cyd', email: 'c@x.org', password: 'p' } });
    expect([answer.status, answer.headers.get('location')]).toStrictEqual([201, `${base}/users/cyd`]);
    expect(answer.body).toStrictEqual({
      user: { username: 'cyd', email: 'c@x.org', joined: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it.each([
    [
      'what is taken, ignoring case',
      '/users',
      { user: { username: 'dan', email: 'ann@X.org' } },
      [409, 'taken', 'user.email'],
    ],
    [
      'an address that is there',
      '/users',
      { user: { username: 'ann', email: 'd@x.org' } },
      [409, 'taken_name', 'user.username'],
    ],
    [
      'several fields at once',
      '/users',
      { user: { username: 'DAN' } },
      [422, 'missing', 'user.email', 'user.username'],
    ],
    ['a wrapper that is no object', '/users', { user: 5 }, [422, 'invalid', 'user']],
    [
      'what the service sets',
      '/users',
      { user: { username: 'dan', email: 'd@x.org', joined: '2020-01-01' } },
      [422, 'invalid', 'user.joined'],
    ],
    ['what is unknown', '/users', { user: { username: 'dan', email: 'd@x.org' }, more: 1 }, [422, 'invalid', 'more']],
    [
      'fields of nested shapes by their own place',
      '/articles',
      { title: ' ', author: 'ann', place: {}, lines: [{ name: ' ' }, {}, { name: 'x', more: 1 }] },
      [422, 'missing', 'lines.0.name', 'lines.1.name', 'lines.2.more', 'place.street', 'title'],
    ],
    [
      'a reference to nobody',
      '/articles',
      { title: 'Q', author: 'nobody', place: { street: 's' } },
      [422, 'no_user_there', 'author'],
    ],
    [
      'what a rule of part 7 refuses',
      '/articles',
      { title: 'Q', author: 'ann', place: { street: 's' }, price: 950 },
      [422, 'too_dear'],
    ],
    [
      'a state where no row begins',
      '/articles',
      { title: 'Q', author: 'ann', place: { street: 's' }, status: 'live' },
      [409, 'bad_move'],
    ],
    [
      'what a condition requires',
      '/articles',
      { title: 'Q', author: 'ann', place: { street: 's' }, status: 'held' },
      [422, 'missing', 'reason'],
    ],
  ] as const)('refuses %s', async (_, path, body, expected) => {
    expect(refusal(await send('POST', path, body))).toStrictEqual(expected);
  });

  it('refuses a group that is taken by what names it', async () => {
    await article({ title: 'Twice' });
    const answer = await send('POST', '/articles', { title: 'Twice', author: 'ann', place: { street: 'A' } });
    expect(refusal(answer)).toStrictEqual([409, 'taken', 'author']);
  });
});

describe('updating', () => {
  it('keeps, clears and replaces by its rules', async () => {
    const slug = await article({ price: 10, editor: 'bob', flag: true, place: { street: 'A', city: 'Basel' } });
    const kept = await send('PATCH', `/articles/${slug}`, { quantity: 2 });
    // Omitted fields: kept; `editor`: cleared.
    expect([kept.body.price, kept.body.editor, kept.body.quantity, kept.body.flag]).toStrictEqual([
      10,
      undefined,
      2,
      true,
    ]);
    const cleared = await send('PATCH', `/articles/${slug}`, { price: null, quantity: null, flag: null });
    expect([cleared.body.price, cleared.body.total, cleared.body.quantity, cleared.body.flag]).toStrictEqual([
      undefined,
      undefined,
      1,
      null,
    ]);
    // What an object that is sent leaves out is left out.
    expect((await send('PATCH', `/articles/${slug}`, { place: { street: 'B' } })).body.place).toStrictEqual({
      street: 'B',
      city: 'Basel',
    });
    expect((await send('PATCH', `/articles/${slug}`, { place: { city: 'Z' } })).body.place).toStrictEqual({
      street: 'B',
      city: 'Z',
    });
    expect(refusal(await send('PATCH', `/articles/${slug}`, { title: null }))).toStrictEqual([422, 'missing', 'title']);
    expect((await send('PATCH', `/articles/${slug}`, { title: '' })).status).toBe(200);
    expect(refusal(await send('PATCH', `/articles/${slug}`, { author: 'bob' }))).toStrictEqual([
      422,
      'invalid',
      'author',
    ]);
  });

  it('moves an address with what it is made of, and tells every change by its instant', async () => {
    const slug = await article();
    const before = (await send('GET', `/articles/${slug}`)).body;
    const same = await send('PATCH', `/articles/${slug}`, { title: before.title });
    expect([same.body.slug, same.body.changed > before.changed]).toStrictEqual([slug, true]);
    const moved = await send('PATCH', `/articles/${slug}`, { title: 'Quite another' });
    expect(moved.body.slug).toBe('quite-another');
    expect([
      (await send('GET', `/articles/${slug}`)).status,
      (await send('GET', '/articles/quite-another')).status,
    ]).toStrictEqual([404, 200]);
  });

  it('lets a state that is sent stay or make a legal move, and answers by the state that was reached', async () => {
    const slug = await article();
    expect(refusal(await send('PATCH', `/articles/${slug}`, { status: 'dead' }))).toStrictEqual([409, 'bad_move']);
    expect((await send('PATCH', `/articles/${slug}`, { status: 'draft' })).status).toBe(200);
    const live = await send('PATCH', `/articles/${slug}`, { status: 'live' });
    expect([live.status, live.body]).toStrictEqual([202, { slug, title: expect.any(String), author: 'ann' }]);
    expect(refusal(await send('PATCH', `/articles/${slug}`, { status: 'held' }))).toStrictEqual([409, 'bad_move']);
  });
});

describe('merging', () => {
  it('merges at every depth, and clears by null', async () => {
    const slug = await article({ price: 5, meta: { a: '1', b: '2' } });
    const merged = await merge(slug, { meta: { a: null, c: '3' }, place: { city: null }, price: null });
    expect([merged.body.meta, merged.body.place, merged.body.price]).toStrictEqual([
      { b: '2', c: '3' },
      { street: 'A' },
      undefined,
    ]);
    expect(refusal(await merge(slug, { place: { street: null } }))).toStrictEqual([422, 'missing', 'place.street']);
    expect((await merge(slug, { quantity: 4 })).body.meta).toStrictEqual({ b: '2', c: '3' });
    expect((await merge(slug, { meta: null })).body.meta).toBeUndefined();
    expect((await merge(slug, { quantity: 5 })).body.meta).toBeUndefined();
  });

  it('judges what a patch leaves behind as a whole', async () => {
    const slug = await article({ meta: { a: '1', b: '2', c: '3' } });
    expect(refusal(await merge(slug, { meta: { d: '4' } }))).toStrictEqual([422, 'invalid', 'meta']);
    expect((await merge(slug, { meta: { d: '4', a: null, b: null } })).body.meta).toStrictEqual({ c: '3', d: '4' });
    expect(refusal(await merge(slug, { spec: { cost: 2 } }))).toStrictEqual([422, 'invalid', 'spec']);
    expect((await send('GET', `/articles/${slug}`)).body.spec).toBeUndefined();
    expect((await merge(slug, { spec: { name: 'n', cost: 2 } })).body.spec).toStrictEqual({ name: 'n', cost: 2 });
    expect((await merge(slug, { spec: { cost: 3 } })).body.spec).toStrictEqual({ name: 'n', cost: 3 });
    expect((await merge(slug, { spec: { name: null } })).status).toBe(422);
  });
});

describe('moving', () => {
  it('does all that is said in one step', async () => {
    const slug = await article({ author: 'bob' });
    const answer = await send('POST', `/articles/${slug}/publish`);
    expect([answer.status, answer.body]).toStrictEqual([200, { status: 'live', city: 'Bern', email: 'b@x.org' }]);
    expect((await send('GET', `/articles/${slug}`)).body.quantity).toBe(7);
  });

  it('refuses by the row of the table, else by the error of any other move', async () => {
    const slug = await article();
    expect(refusal(await send('POST', `/articles/${slug}/kill`))).toStrictEqual([409, 'bad_move']);
    await send('PATCH', `/articles/${slug}`, { price: 1 });
    expect((await send('POST', `/articles/${slug}/kill`)).status).toBe(204);
    expect(refusal(await send('POST', `/articles/${slug}/publish`))).toStrictEqual([409, 'is_dead']);
    expect(refusal(await send('PATCH', `/articles/${slug}`, { status: 'live' }))).toStrictEqual([409, 'is_dead']);
    expect(refusal(await send('POST', '/articles/nope/publish'))).toStrictEqual([404, 'gone_article']);
  });
});

describe('rows in rows', () => {
  it('are found from left to right', async () => {
    const one = await article();
    const other = await article();
    const { status, body } = await send('POST', `/articles/${one}/comments`, { text: 'hi' });
    expect([status, body.article, body.text]).toStrictEqual([201, one, 'hi']);
    expect((await send('GET', `/articles/${one}/comments/${body.number}`)).body).toStrictEqual(body);
    expect(refusal(await send('GET', `/articles/${other}/comments/${body.number}`))).toStrictEqual([
      404,
      'gone_comment',
    ]);
    expect(refusal(await send('GET', `/articles/nope/comments/${body.number}`))).toStrictEqual([404, 'gone_article']);
    expect(refusal(await send('GET', `/articles/${one}/comments/x`))).toStrictEqual([404, 'gone_comment']);
    expect(refusal(await send('POST', '/articles/nope/comments', { text: 'hi' }))).toStrictEqual([404, 'gone_article']);
  });

  it('go with the row that they belong to; a row that is needed stays', async () => {
    const slug = await article({ author: 'bob' });
    const { body } = await send('POST', `/articles/${slug}/comments`, { text: 'hi' });
    expect(refusal(await send('DELETE', '/users/bob'))).toStrictEqual([409, 'in_use']);
    expect(refusal(await send('DELETE', '/users/nope'))).toStrictEqual([404, 'gone_user']);
    expect((await send('DELETE', `/articles/${slug}`)).status).toBe(204);
    expect((await send('DELETE', `/articles/${slug}`)).status).toBe(204);
    const again = await article({ title: 'In its place', author: 'bob' });
    expect(refusal(await send('GET', `/articles/${again}/comments/${body.number}`))).toStrictEqual([
      404,
      'gone_comment',
    ]);
  });
});

describe('listing', () => {
  it('selects, orders and pages', async () => {
    const author = 'eve';
    await send('POST', '/users', { user: { username: author, email: 'eve@x.org' } });
    const cheap = await article({ author, title: 'Cheap', price: 1 });
    const dear = await article({ author, title: 'Dear', price: 20, quantity: 2 });
    const free = await article({ author, title: 'Free' });
    const dead = await article({ author, title: 'Dead', price: 1 });
    await send('POST', `/articles/${dead}/kill`);
    await send('POST', `/articles/${cheap}/comments`, { text: 'hi' });
    const list = async (query: string): Promise<readonly unknown[]> => {
      const answer = await send('GET', `/articles?by=${author}&${query}`);
      return [
        answer.headers.get('x-total'),
        answer.body.count,
        ...answer.body.articles.map((one: { slug: string }) => one.slug),
      ];
    };
    expect(await list('limit=3')).toStrictEqual(['3', 3, dear, cheap, free]);
    expect(await list('')).toStrictEqual(['3', 3, dear, cheap]);
    expect(await list('limit=1&offset=1')).toStrictEqual(['3', 3, cheap]);
    expect(await list('min_total=1.01')).toStrictEqual(['1', 1, dear]);
    expect(await list('tag=Free,Cheap,Other')).toStrictEqual(['2', 2, cheap, free]);
    expect(await list('commented=true')).toStrictEqual(['1', 1, cheap]);
    expect(await list('author=eve%40x.org&limit=3')).toStrictEqual(['3', 3, dear, cheap, free]);
    expect(await list('author=b%40x.org')).toStrictEqual(['0', 0]);
    expect(refusal(await send('GET', '/articles?limit=4')).slice(0, 2)).toStrictEqual([400, 'bad_query']);
    expect(refusal(await send('GET', '/articles?nope=1')).slice(0, 2)).toStrictEqual([422, 'invalid']);
  });
});
