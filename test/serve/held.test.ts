// Requests that meet a gap: 501 in its exact form, decided before anything is kept; marks on what runs partly.

import { afterEach, describe, expect, test } from 'vitest';
import { done, fakeStore, judged, type FakeStore } from './fake-store.ts';
import {
  answer,
  coded,
  field,
  fields,
  hold,
  literal,
  object,
  operation,
  path,
  plan,
  query,
  refuse,
  word,
} from './plans.ts';
import { send, start, type Running } from './running.ts';
import type { RunPlan } from '../../src/plan/plan.ts';
import type { ServeOptions } from '../../src/serve/serve.ts';

const GAPS = { 'g/1': 'What happens?', 'g/2': 'What then?', 'g/3': 'Who?' };
const INSERT = { kind: 'insert', table: 'Todo', values: [], answer: [], checks: [] } as const;
const LIST = {
  kind: 'list',
  select: { table: 'Todo', columns: [], where: undefined, order: [] },
  total: true,
} as const;

let service: Running | undefined;
afterEach(() => service?.stop());

async function with1(run: Partial<RunPlan>, store: FakeStore, more: Partial<ServeOptions> = {}): Promise<Running> {
  service = await start(plan([operation('POST /todos', run), operation('GET /todos', run)], { gaps: GAPS }), {
    store,
    ...more,
  });
  return service;
}

const created = fakeStore(({ steps }, judge) =>
  judged(done([[1]], steps[0]?.kind === 'list' ? 'found' : 'created', 1), judge),
);

test('a held operation answers 501 with its gaps, in exactly this form', async () => {
  service = await start(
    plan([operation('POST /todos', undefined, { held: { type: 'gap', by: ['g/1', 'g/2'] }, heldBy: ['g/1', 'g/2'] })], {
      gaps: GAPS,
    }),
    { store: created, marks: false },
  );
  const bytes = await service.raw(
    'POST /todos HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  );
  const body =
    '{"type":"urn:ninefold:gap","title":"The interface document does not say what happens here.","status":501,' +
    '"gaps":[{"id":"g/1","question":"What happens?"},{"id":"g/2","question":"What then?"}]}';
  expect(bytes.replace(/Date: [^\r]*\r\n/, '')).toBe(
    'HTTP/1.1 501 Not Implemented\r\nContent-Type: application/problem+json\r\nCache-Control: no-store\r\n' +
      `Ninefold-Gap: "g/1", "g/2"\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  expect(await service.raw('HEAD /todos HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
});

test.each(['unreadable', 'unsupported', 'error'] as const)('what is %s is called so, and never a gap', async (type) => {
  service = await start(plan([operation('GET /x', undefined, { held: { type, by: ['error:a "b" \\ ü'] } })]), {
    store: created,
  });
  const held = await send(service, 'GET', '/x');
  expect(held.json).toMatchObject({ type: `urn:ninefold:${type}`, status: 501, gaps: [{ id: 'error:a "b" \\ ü' }] });
  expect(held.headers.get('ninefold-gap')).toBe('"error:a \\"b\\" \\\\ %C3%BC"');
});

test('a gap gives its name to what several statements hold, whatever their order', async () => {
  const cannot = { do: 'hold', held: { type: 'unsupported', by: ['u/1'] } } as const;
  const both = [field('a', { omitted: cannot }), field('b', { omitted: hold('g/1') }), field('c', { omitted: cannot })];
  const at = await with1({ body: fields(both), steps: [INSERT], answers: [answer(201, ['created'])] }, created);
  const held = await send(at, 'POST', '/todos', {});
  expect(held.json).toMatchObject({ type: 'urn:ninefold:gap', gaps: [{ id: 'u/1' }, { id: 'g/1' }] });
  const alone = await send(at, 'POST', '/todos', { b: 'x' });
  expect(alone.json).toMatchObject({ type: 'urn:ninefold:unsupported', gaps: [{ id: 'u/1' }] });
});

test('while the list of operations is open, a path or method without a row is held', async () => {
  const open = plan([operation('GET /todos', { steps: [LIST], answers: [answer(200, ['found'])] })], {
    complete: false,
    openBy: ['g/3'],
    gaps: GAPS,
  });
  service = await start(open, { store: created });
  for (const [method, at] of [
    ['GET', '/elsewhere'],
    ['POST', '/todos'],
    ['OPTIONS', '/todos'],
  ] as const) {
    const held = await send(service, method, at);
    expect([held.status, held.json]).toMatchObject([501, { gaps: [{ id: 'g/3', question: 'Who?' }] }]);
  }
  expect((await send(service, 'GET', '/todos')).status).toBe(200);
});

describe('a gap that only some requests meet', () => {
  const named = [
    field('a', { omitted: hold('g/1'), schema: { type: 'string', maxLength: 3 } }),
    field('b', { nulls: hold('g/2'), empty: hold('g/3') }),
    field('c', { invalid: refuse('c invalid'), schema: { type: 'integer' }, value: { type: 'integer' } }),
  ];
  const body = fields(named, { unknown: hold('g/3') });
  const run = {
    body,
    steps: [INSERT],
    answers: [answer(201, ['created'], object({ ok: literal(true) }))],
    refusals: { 'Todo.a invalid': coded(1, 422, 'a', 'a'), 'c invalid': coded(2, 422, 'c', 'c') },
  };
  test.each([
    [{}, ['g/1']],
    [{ b: null }, ['g/1', 'g/2']],
    [{ a: 'x', b: '' }, ['g/3']],
    [{ a: 'x', z: 1, y: 2 }, ['g/3']],
    // A gap decides over refusals: filled, it might name another one.
    [{ a: 'too long', b: null }, ['g/2']],
    [{ c: 'x' }, ['g/1']],
  ])('%j is held, and nothing is run', async (sent, ids) => {
    const store = fakeStore(() => done([[1]], 'created'));
    const at = await with1(run, store);
    const held = await send(at, 'POST', '/todos', sent);
    expect(held.status).toBe(501);
    expect((held.json as { gaps: { id: string }[] }).gaps.map(({ id }) => id)).toEqual(ids);
    expect(store.asked).toEqual([]);
  });
  test('a request that does not meet it runs', async () => {
    const store = fakeStore(() => done([[1]], 'created'));
    const at = await with1(run, store);
    expect((await send(at, 'POST', '/todos', { a: 'x', b: 'y', c: 1 })).status).toBe(201);
    expect(store.asked[0]!.bindings).toMatchObject({ 'body.a': 'x', 'body.b': 'y', 'body.c': 1, 'sent.body.c': 1 });
  });
  test('a cause without an error is held, others beside it are not answered first', async () => {
    const at = await with1(
      { ...run, refusals: { ...run.refusals, 'c invalid': { kind: 'hold', held: { type: 'gap', by: ['g/2'] } } } },
      created,
    );
    const held = await send(at, 'POST', '/todos', { a: 'too long', c: 'x' });
    expect(held.json).toMatchObject({ status: 501, gaps: [{ id: 'g/2' }] });
  });
  test('one failed field or several: a gap, where the document does not say which', async () => {
    const collect = { held: { type: 'gap', by: ['g/3'] } } as const;
    const at = await with1({ ...run, body: fields(named, { unknown: hold('g/3'), collect }) }, created);
    expect((await send(at, 'POST', '/todos', { a: 'too long' })).status).toBe(422);
    expect((await send(at, 'POST', '/todos', { a: 'too long', c: 'x' })).json).toMatchObject({
      status: 501,
      gaps: [{ id: 'g/3' }],
    });
  });
});

test('a query parameter whose meaning is a gap holds only who sends it', async () => {
  const held = {
    query: [query('f', { sent: hold('g/1') })],
    steps: [LIST],
    answers: [answer(200, ['found'])],
    unknownQuery: { held: { type: 'gap', by: ['g/2'] } },
  } as const;
  const at = await with1(held, created);
  expect((await send(at, 'GET', '/todos')).status).toBe(200);
  expect((await send(at, 'GET', '/todos?f=')).json).toMatchObject({ gaps: [{ id: 'g/1' }] });
  expect((await send(at, 'GET', '/todos?g=1')).json).toMatchObject({ gaps: [{ id: 'g/2' }] });
  expect((await send(at, 'GET', '/todos?g=1&f=2')).json).toMatchObject({ status: 501 });
});

describe('a gap in the answer', () => {
  const held = { type: 'gap', by: ['g/2'] } as const;
  test('is decided before the effect is kept', async () => {
    const kept: unknown[] = [];
    const store = fakeStore((_asked, judge) => {
      const result = judged(done([[1]], 'created'), judge);
      if (result.kind === 'done') kept.push(result);
      return result;
    });
    const at = await with1({ steps: [INSERT], answers: [answer(201, ['created'], undefined, { held })] }, store);
    expect((await send(at, 'POST', '/todos')).json).toMatchObject({ status: 501, gaps: [{ id: 'g/2' }] });
    expect(kept).toEqual([]);
  });
  test('about the order of a list holds only what has more than one row', async () => {
    let rows: number[][] = [];
    const store = fakeStore(() => done(rows, 'found', rows.length));
    const at = await with1(
      { steps: [LIST], answers: [answer(200, ['found'], object({ total: word('total') }), { heldWhenSeveral: held })] },
      store,
    );
    for (const count of [0, 1]) {
      rows = Array.from({ length: count }, () => []);
      expect((await send(at, 'GET', '/todos')).json).toEqual({ total: count });
    }
    rows = [[], []];
    expect((await send(at, 'GET', '/todos')).json).toMatchObject({ status: 501, gaps: [{ id: 'g/2' }] });
  });
  test('about order holds a page of one row, too, where there are more', async () => {
    let total = 1;
    const store = fakeStore(() => done([[]], 'found', total));
    const answers = [answer(200, ['found'], object({ total: word('total') }), { heldWhenSeveral: held })];
    const at = await with1({ steps: [LIST], answers }, store);
    expect((await send(at, 'GET', '/todos')).json).toEqual({ total });
    total = 2;
    expect((await send(at, 'GET', '/todos')).json).toMatchObject({ status: 501, gaps: [{ id: 'g/2' }] });
  });
  test.each([true, false])('about what it carries is left out of it; the mark is sent: %s', async (marks) => {
    const at = await with1(
      { steps: [INSERT], answers: [answer(201, ['created'], undefined, { marks: ['g/1', 'g/3'] })] },
      created,
      { marks },
    );
    const made = await send(at, 'POST', '/todos');
    expect([made.status, made.headers.get('ninefold-gap')]).toEqual([201, marks ? '"g/1", "g/3"' : null]);
  });
});

test('a gap in a refusal marks it', async () => {
  const store = fakeStore(() => ({ kind: 'refused', cause: 'no such Todo' }));
  const absent = {
    kind: 'refuse',
    refusal: {
      rank: 1,
      status: 404,
      code: undefined,
      message: undefined,
      body: undefined,
      mediaType: undefined,
      headers: [],
      marks: ['g/1'],
      words: {},
    },
  } as const;
  const at = await with1({ steps: [INSERT], refusals: { 'no such Todo': absent } }, store);
  const refused = await send(at, 'POST', '/todos');
  expect([refused.status, refused.text, refused.headers.get('ninefold-gap')]).toEqual([404, '', '"g/1"']);
});

test('a refusal of the store that no error answers is held', async () => {
  const store = fakeStore(() => ({ kind: 'refused', cause: 'illegal move of Todo.status' }));
  const at = await with1(
    {
      steps: [INSERT],
      refusals: { 'illegal move of Todo.status': { kind: 'hold', held: { type: 'gap', by: ['g/3'] } } },
    },
    store,
  );
  expect((await send(at, 'POST', '/todos')).json).toMatchObject({ status: 501, gaps: [{ id: 'g/3' }] });
});

test('the paths of an operation that is found elsewhere, too, lead to it', async () => {
  const twice = operation(
    'GET /a/{x}',
    { steps: [LIST], answers: [answer(200, ['found'])] },
    { alsoAt: [path('/b/{x}/c')] },
  );
  service = await start(plan([twice], { base: '/v1' }), { store: created });
  expect((await send(service, 'GET', '/v1/a/1')).status).toBe(200);
  expect((await send(service, 'GET', '/v1/b/1/c')).status).toBe(200);
  expect((await send(service, 'GET', '/a/1')).status).toBe(404);
  expect((await send(service, 'GET', '/v1/b/1')).status).toBe(404);
});
