// The order of refusals: what the document puts first is answered first, and the store is asked before the body only when
// the body is already sure to be refused.

import { afterEach, expect, test } from 'vitest';
import { LIFECYCLE } from '../../src/serve/phases/index.ts';
import type { Check } from '../../src/serve/phases/order.ts';
import type { RunPlan } from '../../src/plan/plan.ts';
import type { Guard, Step } from '../../src/plan/steps.ts';
import { done, fakeStore, judged, type Behaviour, type FakeStore } from './fake-store.ts';
import {
  answer,
  coded,
  column,
  equal,
  field,
  fields,
  literal,
  object,
  operation,
  parameter,
  plan,
  refuse,
  TODO_TABLE,
} from './plans.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(() => service?.stop());

const BY_ID = equal(column('id', 'integer'), parameter('path.id', 'integer'));
const OPEN = equal(column('done', 'boolean'), { kind: 'literal', value: 0, type: 'boolean' });
const UPDATE: Step = {
  kind: 'update',
  table: 'Todo',
  where: BY_ID,
  guards: [{ where: OPEN, cause: 'illegal move of Todo.status', check: 'state' }],
  set: [{ column: 'title', value: parameter('body.title', 'text') }],
  every: false,
  absent: 'no such Todo',
  outcome: 'updated',
  answer: [],
};

const RUN: Partial<RunPlan> = {
  path: [
    {
      name: 'id',
      parameter: 'path.id',
      schema: { type: 'integer' },
      value: { type: 'integer' },
      omitted: { do: 'accept' },
      invalid: refuse('no such Todo'),
    },
  ],
  body: fields([field('title', { omitted: refuse('Todo.title missing') }), field('note')]),
  steps: [UPDATE],
  answers: [answer(204, ['updated'])],
  refusals: {
    'no such Todo': coded(1, 404, 'absent', ''),
    'illegal move of Todo.status': coded(2, 409, 'move', ''),
    'Todo.title missing': coded(3, 422, 'missing', 'is missing'),
    'Todo.title invalid': coded(4, 422, 'invalid', 'is invalid'),
    'Todo.note invalid': coded(4, 422, 'invalid', 'is invalid'),
    'Todo.title taken': coded(5, 409, 'taken', 'is taken'),
  },
};

/** What is true of the stored rows. */
interface World {
  readonly isThere: boolean;
  readonly isOpen: boolean;
  readonly isTaken: boolean;
}

/** Judges steps by what they are, not by how they are printed. */
function engine({ isThere, isOpen, isTaken }: World): Behaviour {
  return ({ steps, bindings }, judge) => {
    for (const step of steps) {
      const isGuarded = step.kind === 'update' || JSON.stringify(step).includes('"done"');
      if (step.kind === 'free') {
        if (isTaken && bindings['body.title'] === 'same') return { kind: 'refused', cause: 'Todo.title taken' };
        continue;
      }
      if (!isThere) return { kind: 'refused', cause: 'no such Todo' };
      if (isGuarded && !isOpen) return { kind: 'refused', cause: 'illegal move of Todo.status' };
      if (step.kind === 'update' && isTaken) return { kind: 'refused', cause: 'Todo.title taken' };
    }
    return judged(done([[1]], steps.some((step) => step.kind === 'update') ? 'updated' : 'found'), judge);
  };
}

async function ask(
  order: readonly Check[],
  world: Partial<World>,
  path: string,
  body: unknown,
): Promise<{ code: unknown; store: FakeStore }> {
  const store = fakeStore(engine({ isThere: true, isOpen: true, isTaken: false, ...world }));
  service = await start(plan([operation('PATCH /todos/{id}', { ...RUN, order })], { storage: [TODO_TABLE] }), {
    store,
  });
  const answered = await send(service, 'PATCH', path, body);
  await service.stop();
  service = undefined;
  return { code: answered.status === 204 ? 'done' : (answered.json as { error: string }).error, store };
}

const NORMAL: readonly Check[] = ['existence', 'permission', 'preconditions', 'body', 'state', 'uniqueness'];
const BODY_FIRST: readonly Check[] = ['body', 'existence', 'state', 'uniqueness'];
const BODY_AFTER_STATE: readonly Check[] = ['existence', 'state', 'body', 'uniqueness'];
const BODY_LAST: readonly Check[] = ['existence', 'state', 'uniqueness', 'body'];
const good = { title: 'x' };
const bad = { note: 5 };

test.each<[string, readonly Check[], Partial<World>, string, unknown, string]>([
  ['all is well', NORMAL, {}, '/todos/1', good, 'done'],
  ['existence before body', NORMAL, { isThere: false }, '/todos/1', bad, 'absent'],
  ['existence before body, by the path alone', NORMAL, {}, '/todos/x', bad, 'absent'],
  ['body before state', NORMAL, { isOpen: false }, '/todos/1', bad, 'missing'],
  ['state, when the body is right', NORMAL, { isOpen: false }, '/todos/1', good, 'move'],
  ['body before existence', BODY_FIRST, { isThere: false }, '/todos/1', bad, 'missing'],
  ['body before existence, by the path alone', BODY_FIRST, {}, '/todos/x', bad, 'missing'],
  ['existence, when the body is right', BODY_FIRST, { isThere: false }, '/todos/1', good, 'absent'],
  ['existence by the path alone, when the body is right', BODY_FIRST, {}, '/todos/x', good, 'absent'],
  ['state before body', BODY_AFTER_STATE, { isOpen: false }, '/todos/1', bad, 'move'],
  ['body before uniqueness', BODY_AFTER_STATE, { isTaken: true }, '/todos/1', { title: 'same', note: 5 }, 'invalid'],
  ['uniqueness before body', BODY_LAST, { isTaken: true }, '/todos/1', { title: 'same', note: 5 }, 'taken'],
  [
    'uniqueness before body, of a value that failed itself',
    BODY_LAST,
    { isTaken: true },
    '/todos/1',
    { title: 5 },
    'invalid',
  ],
  [
    'existence before uniqueness',
    BODY_LAST,
    { isTaken: true, isThere: false },
    '/todos/1',
    { title: 'same', note: 5 },
    'absent',
  ],
])('%s', async (_what, order, world, path, body, code) => {
  expect((await ask(order, world, path, body)).code).toBe(code);
});

test('a request that succeeds asks the store once', async () => {
  const { store } = await ask(NORMAL, {}, '/todos/1', good);
  expect(store.asked).toHaveLength(1);
});

test('a path that can select nothing asks the store nothing', async () => {
  const { store } = await ask(NORMAL, {}, '/todos/x', good);
  expect(store.asked).toHaveLength(0);
});

test('a rule over what is sent alone is judged before the store is asked for the effect', async () => {
  const store = fakeStore(engine({ isThere: true, isOpen: true, isTaken: false }));
  const requires = [
    {
      where: {
        kind: 'compare',
        operator: '<',
        left: parameter('body.from', 'integer'),
        right: parameter('body.to', 'integer'),
      },
      cause: 'order',
      check: 'body',
    },
  ] as const;
  const number = { schema: { type: 'integer' }, value: { type: 'integer' } } as const;
  const run = {
    ...RUN,
    requires,
    body: fields([field('from', number), field('to', number)]),
    refusals: { order: coded(1, 400, 'order', '') },
  };
  service = await start(plan([operation('PATCH /todos/{id}', run)]), { store });
  expect((await send(service, 'PATCH', '/todos/1', { from: 2, to: 1 })).status).toBe(400);
  expect((await send(service, 'PATCH', '/todos/1', { from: 1, to: 2 })).status).toBe(204);
  expect(store.asked.filter(({ steps }) => steps[0]!.kind === 'update')).toHaveLength(1);
});

test('of several refusals by the store the first row of the table is answered, with all fields', async () => {
  const store = fakeStore(() => ({ kind: 'refused', cause: 'Todo.note taken', also: ['Todo.title taken'] }));
  const refusals = { ...RUN.refusals, 'Todo.note taken': coded(6, 400, 'note', 'note is taken') };
  const places = {
    'Todo.note taken': { field: 'note', path: ['note'] },
    'Todo.title taken': { field: 'title', path: ['title'] },
  };
  service = await start(plan([operation('PATCH /todos/{id}', { ...RUN, refusals, places })]), { store });
  const refused = await send(service, 'PATCH', '/todos/1', good);
  expect([refused.status, refused.json]).toEqual([
    409,
    { error: 'taken', fields: { title: ['is taken'], note: ['note is taken'] } },
  ]);
});

test('what the store cannot do now is 503, what fails in it is 500 and told to the operator; both as stated where they are', async () => {
  let isBroken = false;
  const unavailable = { kind: 'unavailable', reason: 'no room' } as const;
  const store = fakeStore(() => (isBroken ? Promise.reject(new Error('out of order')) : unavailable));
  const stated = { unavailable: coded(1, 503, 'later', ''), internal: coded(1, 500, 'broken', '') };
  const operations = [
    operation('PATCH /todos/{id}', RUN),
    operation('PUT /todos/{id}', { ...RUN, refusals: { ...RUN.refusals, ...stated } }),
  ];
  service = await start(plan(operations), { store });
  const answers = async (): Promise<unknown[]> => {
    const both = await Promise.all(['PATCH', 'PUT'].map((method) => send(service!, method, '/todos/1', good)));
    return both.map(({ status, text }) => [status, text]);
  };
  expect(await answers()).toEqual([
    [503, ''],
    [503, '{"error":"later","fields":{}}'],
  ]);
  isBroken = true;
  expect(await answers()).toEqual([
    [500, ''],
    [500, '{"error":"broken","fields":{}}'],
  ]);
  expect(service.logged.filter((line) => line.includes('out of order'))).toHaveLength(2);
  expect(service.logged.filter((line) => line.includes('no room'))).toHaveLength(2);
});

const reference: Guard = {
  where: {
    kind: 'exists',
    table: 'Todo',
    alias: 't',
    where: equal(column('title', 'text'), parameter('body.title', 'text')),
  },
  cause: 'no such Todo in title',
  check: 'body',
  refers: true,
};

test.each<[string, readonly Check[], Step]>([
  ['uniqueness', BODY_LAST, UPDATE],
  ['a reference', NORMAL, { ...UPDATE, guards: [reference] }],
])('where nobody can tell what %s would say first, a body is not refused', async (_what, order, step) => {
  const store = fakeStore(({ steps: [asked] }) =>
    asked!.kind === 'free' || JSON.stringify(asked).includes('"exists"')
      ? { kind: 'unavailable', reason: 'it is away' }
      : done([[1]]),
  );
  const run = { ...RUN, order, steps: [step] };
  service = await start(plan([operation('PATCH /todos/{id}', run)], { storage: [TODO_TABLE] }), { store });
  expect((await send(service, 'PATCH', '/todos/1', { title: 'same', note: 5 })).status).toBe(503);
  expect(service.logged).toEqual(['PATCH /todos/{id} is unavailable: it is away']);
});

test('a request that fails in every phase is refused by each in the order of the lifecycle', async () => {
  const world = { isThere: false, isOpen: false, isTaken: true };
  const store = fakeStore((asked, judge) => engine(world)(asked, judge));
  const answers = [answer(200, ['updated'], object({ ok: literal(true) }))];
  const refusals = {
    ...RUN.refusals,
    'not acceptable': coded(9, 406, 'accept', ''),
    'too large': coded(9, 413, 'large', ''),
  };
  service = await start(plan([operation('PATCH /todos/{id}', { ...RUN, answers, refusals })]), {
    store,
    bodyLimit: 100,
  });
  let version = 'HTTP/1.2';
  let path = '/nowhere/x';
  let accept = 'text/html';
  let text = JSON.stringify({ note: 'x'.repeat(200) });
  const ask = async (): Promise<string> => {
    const lines = [
      `PATCH ${path} ${version}`,
      'Host: x',
      `Accept: ${accept}`,
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
      'Connection: close',
    ];
    const answered = await service!.raw(`${lines.join('\r\n')}\r\n\r\n${text}`);
    return /"error":"(\w+)"/.exec(answered)?.[1] ?? answered.slice(9, 12);
  };
  const seen: [string, string][] = [];
  const meet = async (phase: string, repair: () => void): Promise<void> => {
    seen.push([phase, await ask()]);
    repair();
  };
  await meet('parse', () => (version = 'HTTP/1.1'));
  await meet('route', () => (path = '/todos/x'));
  await meet('accept', () => (accept = '*/*'));
  await meet('path', () => (path = '/todos/1'));
  await meet('read', () => (text = JSON.stringify(good)));
  await meet('rows', () => ((world.isThere = true), (text = JSON.stringify(bad))));
  await meet('body', () => (text = JSON.stringify(good)));
  await meet('state', () => (world.isOpen = true));
  await meet('uniqueness', () => (world.isTaken = false));
  await meet('answer', () => undefined);
  expect(seen).toEqual([
    ['parse', '505'],
    ['route', '404'],
    ['accept', 'accept'],
    ['path', 'absent'],
    ['read', 'large'],
    ['rows', 'absent'],
    ['body', 'missing'],
    ['state', 'move'],
    ['uniqueness', 'taken'],
    ['answer', '200'],
  ]);
  // The body is judged first and told after the rows: without a document's Checks existence goes before it.
  const told = LIFECYCLE.map(({ name }) => name).filter((name) => seen.some(([phase]) => phase === name));
  expect(told.filter((name) => name !== 'body')).toEqual(
    seen.map(([phase]) => phase).filter((name) => name !== 'body'),
  );
});

test('a cause that nothing answers is 500, and the operator is told which', async () => {
  const store = fakeStore(() => ({ kind: 'refused', cause: 'forgotten cause' }));
  service = await start(plan([operation('PATCH /todos/{id}', RUN)]), { store });
  const refused = await send(service, 'PATCH', '/todos/1', good);
  expect([refused.status, refused.text]).toEqual([500, '']);
  expect(
    service.logged.filter((line) => line.includes('PATCH /todos/{id}') && line.includes('forgotten cause')),
  ).toHaveLength(1);
});

test('the media type is judged before the body is read, as the lifecycle draws it', async () => {
  const names = LIFECYCLE.map(({ name }) => name);
  expect(names.indexOf('type')).toBeLessThan(names.indexOf('read'));
  service = await start(plan([operation('PATCH /todos/{id}', RUN)]), {
    store: fakeStore(() => done([[1]])),
    bodyLimit: 10,
  });
  const long = { title: 'longer than the bound' };
  const statuses = [];
  for (const type of ['text/plain', 'application/json'])
    statuses.push((await send(service, 'PATCH', '/todos/1', long, { 'content-type': type })).status);
  expect(statuses).toEqual([415, 413]);
});
