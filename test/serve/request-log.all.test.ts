// The request log over real sockets: one entry for each request, whatever becomes of it, and what stands in it.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import type { Served } from '../../src/serve/request-log.ts';
import type { ServeOptions } from '../../src/serve/serve.ts';
import type { Result } from '../../src/store/store.ts';
import { done, fakeStore } from './fake-store.ts';
import { answer, operation, plan, TODO_PLAN } from './plans.ts';
import { send, start, type Running } from './running.ts';

interface Logging extends Running {
  readonly entries: Served[];
  /** The first that is so, as soon as there is one. */
  entry(is: (entry: Served) => boolean): Promise<Served>;
}

let running: Logging | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function logging(served: Plan, more: Partial<ServeOptions> = {}): Promise<Logging> {
  const entries: Served[] = [];
  const waiting = new Set<() => void>();
  const service = await start(served, {
    served(entry) {
      entries.push(entry);
      for (const look of waiting) look();
    },
    ...more,
  });
  running = {
    ...service,
    entries,
    entry: (is) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = entries.find(is);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
  return running;
}

const head = (id: string, line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', `X-Request-Id: ${id}`, ...headers, '', ''].join('\r\n');
const post = (id: string, body: string): string =>
  head(id, 'POST /todos', 'Content-Type: application/json', `Content-Length: ${body.length}`) + body;
const CLOSE = 'Connection: close';

async function open({ url }: Running): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Until the other side has said this. */
function heard(socket: Socket, text: string): Promise<void> {
  let all = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      all += chunk.toString('latin1');
      if (all.includes(text)) resolve();
    });
  });
}

async function uploading(service: Running, id: string, how: 'end' | 'reset'): Promise<400 | 'aborted'> {
  const socket = await open(service);
  const told = heard(socket, '100 Continue');
  socket.write(
    head(id, 'POST /todos', 'Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue'),
  );
  await told;
  socket.write('{"title":');
  if (how === 'reset') {
    socket.resetAndDestroy();
    return 'aborted';
  }
  socket.end();
  await once(socket, 'close');
  return 400;
}

/** What each kind of exchange is expected to leave: id → status, or that it was aborted. `garbage`: without an id. */
type Expected = Record<string, number | 'aborted'>;
type Kind = (service: Running, id: string) => Promise<Expected>;

const KINDS: Readonly<Record<string, Kind>> = {
  async 'one after the other, on one connection'(service, id) {
    await service.raw(
      post(`${id}.a`, `{"title":"${id}"}`),
      head(`${id}.b`, 'GET /todos?limit=1'),
      head(`${id}.c`, 'HEAD /todos'),
      head(`${id}.d`, 'GET /todos/abc'),
      head(`${id}.e`, 'OPTIONS *', CLOSE),
    );
    return { [`${id}.a`]: 201, [`${id}.b`]: 200, [`${id}.c`]: 200, [`${id}.d`]: 404, [`${id}.e`]: 404 };
  },
  async 'in one packet'(service, id) {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${id}.${name}`);
    const all = names.map((name) =>
      name.endsWith('b') ? post(name, '{"title":1}') : head(name, 'GET /todos?limit=1'),
    );
    await service.raw(`${all.join('')}${head(`${id}.e`, 'DELETE /nowhere', CLOSE)}`);
    const statuses = [200, 422, 200, 200];
    return { ...Object.fromEntries(names.map((name, i) => [name, statuses[i]!])), [`${id}.e`]: 404 };
  },
  // Whoever ends what he sends may still listen: he is told.
  'a body that is cut off': async (service, id) => ({ [id]: await uploading(service, id, 'end') }),
  'a connection that is reset while it sends': async (service, id) => ({ [id]: await uploading(service, id, 'reset') }),
  async 'a body in broken chunks'(service, id) {
    const chunked = head(id, 'POST /todos', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    await service.raw(`${chunked}5\r\n{"tit\r\nzz\r\n`);
    return { [id]: 400 };
  },
  async 'octets that are no request'(service, id) {
    await service.raw(`\x16\x03\x01 ${id}\r\n\r\n`);
    return { garbage: 400 };
  },
  async 'garbage behind requests'(service, id) {
    await service.raw(`${head(`${id}.a`, 'GET /todos?limit=1')}${head(`${id}.b`, 'GET /')}FETCH / HTTP/1.1\r\n\r\n`);
    return { [`${id}.a`]: 200, [`${id}.b`]: 404, garbage: 400 };
  },
  async 'two hosts'(service, id) {
    await service.raw(head(id, 'GET /todos', 'Host: y'));
    return { [id]: 400 };
  },
  async 'an expectation that nobody knows'(service, id) {
    await service.raw(head(id, 'GET /todos', 'Expect: tea', CLOSE));
    return { [id]: 417 };
  },
  async CONNECT(service, id) {
    await service.raw(head(id, 'CONNECT user:pass@x:1'));
    return { garbage: 400 };
  },
  async 'a later version'(service, id) {
    await service.raw(`GET /todos HTTP/3.0\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`);
    return { garbage: 505 };
  },
  async 'a target that is too long'(service, id) {
    await service.raw(head(id, `GET /${'a'.repeat(20_000)}`));
    return { [id]: 414 };
  },
  async 'more headers than are read'(service, id) {
    await service.raw(head(id, 'GET /todos', `X-Long: ${'a'.repeat(40_000)}`));
    return { garbage: 431 };
  },
  async 'a connection on which nothing is said'(service) {
    (await open(service)).destroy();
    return {};
  },
};

test('1,000 requests of every kind, many at a time, leave one entry each', async () => {
  const service = await logging(TODO_PLAN);
  const kinds = Object.values(KINDS);
  const expected = new Map<string, unknown[]>();
  let sent = 0;
  let next = 0;
  const client = async (): Promise<void> => {
    while (sent < 1000) {
      const place = next++;
      const left = await kinds[place % kinds.length]!(service, `r${place}`);
      for (const [id, ending] of Object.entries(left)) {
        sent++;
        expected.set(id, [...(expected.get(id) ?? []), ending]);
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, client));
  await service.stop();
  running = undefined;
  const found = new Map<string, unknown[]>();
  for (const { id, status, aborted } of service.entries) {
    const name = expected.has(id) ? id : 'garbage';
    found.set(name, [...(found.get(name) ?? []), aborted ? 'aborted' : status]);
  }
  for (const all of [expected, found]) all.get('garbage')!.sort();
  expect(service.entries.length).toBe(sent);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(service.entries.every(({ milliseconds }) => milliseconds >= 0 && milliseconds < 60_000)).toBe(true);
}, 60_000);

/** Its one operation answers when it is let. */
function held(): { readonly plan: Plan; readonly more: Partial<ServeOptions>; let: () => void; asked: () => number } {
  const { promise: gate, resolve: free } = Promise.withResolvers<void>();
  const store = fakeStore(async () => {
    await gate;
    return done([['x']]);
  });
  const steps = TODO_PLAN.operations.find(({ id }) => id === 'GET /todos')!.run!.steps;
  const slow = operation('GET /slow', { steps, answers: [answer(204, ['found'])] });
  return { plan: plan([slow]), more: { store }, let: () => free(), asked: () => store.asked.length };
}

describe('requests that wait behind another', () => {
  test('are told once when the connection goes, as are those that never had their turn', async () => {
    const slow = held();
    const service = await logging(slow.plan, slow.more);
    const socket = await open(service);
    socket.write(['a', 'b', 'c'].map((id) => head(id, 'GET /slow?x')).join(''));
    while (slow.asked() === 0) await new Promise(setImmediate);
    socket.destroy();
    await service.entry(({ id }) => id === 'c');
    slow.let();
    expect(service.entries.map(({ id, status, aborted, path }) => [id, status, aborted, path])).toEqual([
      ['a', undefined, true, '/slow'],
      ['b', undefined, true, '/slow'],
      ['c', undefined, true, '/slow'],
    ]);
    expect(slow.asked()).toBe(1);
  });

  test('are not met when that ends the connection: no further request of it counts', async () => {
    const store = fakeStore(() => done([['x']]));
    const service = await logging(held().plan, { store });
    await service.raw(head('a', 'GET /slow', 'Host: y') + head('b', 'GET /slow'));
    await service.entry(({ id }) => id === 'b');
    expect(service.entries.map(({ id, status, aborted }) => [id, status, aborted])).toEqual([
      ['a', 400, false],
      ['b', undefined, true],
    ]);
    expect(store.asked).toEqual([]);
  });
});

test('a request that does not arrive in time has one entry, with or without its head', async () => {
  const service = await logging(TODO_PLAN, { requestTimeout: 200 });
  await service.raw(head('a', 'POST /todos', 'Content-Type: application/json', 'Content-Length: 100'));
  await service.raw('GET /todos HTTP/1.1\r\nHost: x\r\n');
  expect(service.entries.map(({ method, path, status, aborted }) => [method, path, status, aborted])).toEqual([
    ['POST', '/todos', 408, false],
    [undefined, undefined, 408, false],
  ]);
});

test('an entry has the operation, the octets of the answer, and when it was', async () => {
  const service = await logging(TODO_PLAN);
  const before = Date.now();
  const made = await send(service, 'POST', '/todos?key=1', { title: 'ä' });
  await send(service, 'HEAD', '/todos/1');
  const [first, second] = [await service.entry(() => true), await service.entry(({ method }) => method === 'HEAD')];
  expect(first).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    at: expect.any(Number),
    method: 'POST',
    path: '/todos',
    query: true,
    operation: 'POST /todos',
    status: 201,
    aborted: false,
    milliseconds: expect.any(Number),
    octets: Buffer.byteLength(made.text),
    gaps: [],
    failed: false,
  });
  expect(first.at).toBeGreaterThanOrEqual(before);
  expect([second.operation, second.path, second.octets]).toEqual(['GET /todos/{id}', '/todos/1', 0]);
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const MADE = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test.each<[Record<string, string>, string | RegExp]>([
  [{ 'x-request-id': 'Abc-1._' }, 'Abc-1._'],
  [{ 'x-request-id': 'a'.repeat(64) }, 'a'.repeat(64)],
  [{ 'x-request-id': 'a'.repeat(65) }, MADE],
  [{ 'x-request-id': 'a b' }, MADE],
  [{ 'x-request-id': '"}' }, MADE],
  [{ 'x-request-id': '' }, MADE],
  [{ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
  [{ traceparent: `cc-${TRACE}-00f067aa0ba902b7-01-what` }, TRACE],
  [{ traceparent: `00-${TRACE}-00f067aa0ba902b7-01-what` }, MADE],
  [{ traceparent: `ff-${TRACE}-00f067aa0ba902b7-01` }, MADE],
  [{ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }, MADE],
  [{ traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }, MADE],
  [{ traceparent: `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01` }, MADE],
  [{ 'x-request-id': 'own', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'own'],
])('a request with %j is called %s', async (headers, name) => {
  const service = await logging(TODO_PLAN);
  await send(service, 'GET', '/todos', undefined, headers);
  const { id } = await service.entry(() => true);
  if (typeof name === 'string') expect(id).toBe(name);
  else expect(id).toMatch(name);
});

const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ 'x-request-id': 'own', traceparent: PARENT }, PARENT],
  [{ traceparent: `cc-${TRACE}-00f067aa0ba902b7-01-"what"` }, `cc-${TRACE}-00f067aa0ba902b7-01`],
  [{ traceparent: `${PARENT}-what` }, undefined],
  [{ traceparent: `${PARENT}, ${PARENT}` }, undefined],
  [{ traceparent: 'me@example.org' }, undefined],
])('a request with %j belongs to the trace %s', async (headers, traceparent) => {
  const service = await logging(TODO_PLAN);
  await send(service, 'GET', '/todos', undefined, headers);
  expect((await service.entry(() => true)).traceparent).toBe(traceparent);
});

describe('a failure of the runtime', () => {
  const late: Result = { kind: 'unavailable', reason: 'the disk is full' };
  test.each<[string, () => Result, number]>([
    [
      'an exception',
      () => {
        throw new Error('boom');
      },
      500,
    ],
    ['a store that cannot', () => late, 503],
  ])('%s: its line has the name of the request', async (_what, behave, status) => {
    const service = await logging(held().plan, { store: fakeStore(behave) });
    await send(service, 'GET', '/slow');
    const entry = await service.entry(() => true);
    expect([entry.status, entry.failed]).toEqual([status, true]);
    expect(service.logged).toHaveLength(1);
    expect(service.logged[0]).toMatch(/^GET \/slow (?:failed|is unavailable), request /);
    expect(service.logged[0]).toContain(`request ${entry.id}: `);
  });

  test('without a request log it has the name that the client gave', async () => {
    running = {
      ...(await start(held().plan, { store: fakeStore(() => late) })),
      entries: [],
      entry: () => new Promise(() => undefined),
    };
    await send(running, 'GET', '/slow', undefined, { 'x-request-id': 'mine' });
    await send(running, 'GET', '/slow');
    expect(running.logged).toEqual([
      'GET /slow is unavailable, request mine: the disk is full',
      'GET /slow is unavailable: the disk is full',
    ]);
  });
});

test('gaps are those that hold an answer or are left out of it, also where no header may say so', async () => {
  const [get] = TODO_PLAN.operations.filter(({ id }) => id === 'GET /todos');
  const { run } = get!;
  const marked = { ...get!, run: { ...run!, answers: run!.answers.map((one) => ({ ...one, marks: ['4/x', '2/y'] })) } };
  const open = { ...operation('GET /held', {}), run: undefined, held: { type: 'gap', by: ['3/z'] } } as const;
  const service = await logging({ ...plan([marked, open]), storage: TODO_PLAN.storage }, { marks: false });
  expect((await send(service, 'GET', '/todos')).headers.get('ninefold-gap')).toBeNull();
  await send(service, 'GET', '/held');
  await service.entry(({ status }) => status === 501);
  expect(service.entries.map(({ operation: met, gaps }) => [met, gaps])).toEqual([
    ['GET /todos', ['4/x', '2/y']],
    ['GET /held', ['3/z']],
  ]);
});
